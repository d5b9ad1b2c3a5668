import { afterEach, expect, it } from "vitest";
import { insertPlainEvent, migrateFromPrevious, tables } from "../testing/previous-file.ts";
import { cleanUp } from "../testing/store-fixture.ts";

afterEach(cleanUp);

it("step 50 adds the sessions beside a log that stays as it was; a session exists once and starts with nothing counted", async () => {
  const connection = await migrateFromPrevious(50, async (previous) => {
    await insertPlainEvent(previous, "evt_20261128_1");
    await previous.run("INSERT INTO checkpoints VALUES (1, '{}', 2)");
  });
  expect(await tables(connection)).toEqual(["agent_state", "agents", "checkpoints", "deliveries", "events", "meta", "sessions"]);
  expect(await connection.all("SELECT events.id, world FROM events, checkpoints")).toEqual([{ id: "evt_20261128_1", world: "{}" }]);
  const insert = () => connection.run("INSERT INTO sessions (session_id, provider, project, cwd, state, started_at, last_at, trust) VALUES ('s', 'claude', '', '', 'active', 1, 2, 'verified')");
  await insert();
  await expect(insert()).rejects.toMatchObject({ code: "SQLITE_CONSTRAINT" });
  expect(await connection.all("SELECT num, prompts, input_tokens, moved, tools, files, summary FROM sessions")).toEqual([
    { num: 1, prompts: 0, input_tokens: 0, moved: 0, tools: "{}", files: "[]", summary: null },
  ]);
  await connection.close();
});
