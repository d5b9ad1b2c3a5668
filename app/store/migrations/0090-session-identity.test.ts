import { afterEach, expect, it } from "vitest";
import { migrateFromPrevious } from "../testing/previous-file.ts";
import { cleanUp } from "../testing/store-fixture.ts";

afterEach(cleanUp);

it("step 90 adds the terminal to sessions, which keep what they had; those of before have none", async () => {
  const connection = await migrateFromPrevious(90, async (previous) => {
    await previous.run("INSERT INTO sessions (session_id, provider, project, cwd, state, started_at, last_at, trust, prompts) VALUES ('s', 'claude', '/p', '/p', 'active', 1, 2, 'verified', 3)");
  });
  expect(await connection.all("SELECT session_id, prompts, tty, parent_pid, start_time, fingerprint FROM sessions")).toEqual([
    { session_id: "s", prompts: 3, tty: null, parent_pid: null, start_time: null, fingerprint: null },
  ]);
  expect(await connection.all("SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'sessions' AND name = 'sessions_by_fingerprint'")).toHaveLength(1);
  await connection.close();
});
