import { afterEach, expect, it } from "vitest";
import { insertPlainEvent, migrateFromPrevious, tables } from "../testing/previous-file.ts";
import { cleanUp } from "../testing/store-fixture.ts";

afterEach(cleanUp);

it("step 60 adds what was said, token counts and rules; an id exists once and a seq is never given again", async () => {
  const connection = await migrateFromPrevious(60, async (previous) => {
    await insertPlainEvent(previous, "evt_20261128_1");
    await previous.run("INSERT INTO sessions (session_id, provider, project, cwd, state, started_at, last_at, trust) VALUES ('s', 'claude', '', '', 'active', 1, 2, 'verified')");
  });
  expect(await tables(connection)).toEqual(["agent_state", "agents", "checkpoints", "deliveries", "events", "interactions", "message_usage", "meta", "project_rules", "sessions"]);
  expect(await connection.all("SELECT session_id FROM sessions")).toEqual([{ session_id: "s" }]);
  const insert = (id: string) =>
    connection.run("INSERT INTO interactions (id, user_id, session_id, agent_id, role, skill_name, project, ts, content, metadata) VALUES (?, 'local', 's', 's', 'user', 'user_prompt', '', 1, 'text', '{}')", [id]);
  await insert("a");
  await expect(insert("a")).rejects.toMatchObject({ code: "SQLITE_CONSTRAINT" });
  await connection.run("DELETE FROM interactions");
  await insert("b");
  expect((await connection.first<{ seq: number }>("SELECT seq FROM interactions"))?.seq).toBeGreaterThan(1);
  await connection.close();
});
