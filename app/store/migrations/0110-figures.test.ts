import { afterEach, expect, it } from "vitest";
import { OK, TOOK } from "../repositories/figures.ts";
import { migrateFromPrevious } from "../testing/previous-file.ts";
import { cleanUp } from "../testing/store-fixture.ts";

afterEach(cleanUp);

it("step 110 indexes outcome and duration of calls that are there, also beside metadata that is none, and gives tokens a time", async () => {
  const connection = await migrateFromPrevious(110, async (previous) => {
    await previous.run("INSERT INTO sessions (session_id, provider, project, cwd, state, started_at, last_at, trust) VALUES ('s', 'claude', '/p', '/p', 'active', 1, 25, 'verified')");
    const insert = (id: string, metadata: string) =>
      previous.run("INSERT INTO interactions (id, user_id, session_id, agent_id, role, skill_name, project, ts, content, metadata) VALUES (?, 'local', 's', 's', 'assistant', 'Bash', '/p', 5, '', ?)", [id, metadata]);
    await insert("done", '{"ok":true,"duration_ms":40}');
    await insert("failed", '{"ok":false}');
    await insert("open", '{"ok":null}');
    await insert("broken", "no json");
    await previous.run("INSERT INTO message_usage VALUES ('m', 's', null, 1, 2, 3, 4)");
    await previous.run("INSERT INTO message_usage VALUES ('lost', 'gone', null, 1, 2, 3, 4)");
  });
  expect(await connection.all(`SELECT id, ${OK} AS ok, ${TOOK} AS took_ms FROM interactions INDEXED BY interactions_figures WHERE ts > 0 ORDER BY ts, seq`)).toEqual([
    { id: "done", ok: 1, took_ms: 40 }, { id: "failed", ok: 0, took_ms: null }, { id: "open", ok: null, took_ms: null }, { id: "broken", ok: null, took_ms: null },
  ]);
  expect(await connection.all("SELECT message_id, at FROM message_usage ORDER BY message_id")).toEqual([{ message_id: "lost", at: null }, { message_id: "m", at: 25 }]);
  await connection.close();
});
