import { afterEach, expect, it } from "vitest";
import { insertPlainEvent, migrateFromPrevious, tables } from "../testing/previous-file.ts";
import { cleanUp } from "../testing/store-fixture.ts";

afterEach(cleanUp);

it("step 40 adds checkpoints and small facts, and leaves log and registry alone", async () => {
  const connection = await migrateFromPrevious(40, async (previous) => {
    await insertPlainEvent(previous, "evt_20261128_1");
    await previous.run("INSERT INTO agents (agent_id, avatar_seed, first_seen, last_seen) VALUES ('a', 1, 2, 3)");
  });
  expect(await tables(connection)).toEqual(["agent_state", "agents", "checkpoints", "deliveries", "events", "meta"]);
  expect(await connection.all("SELECT id, agents.agent_id FROM events JOIN agents USING (agent_id)")).toEqual([{ id: "evt_20261128_1", agent_id: "a" }]);
  await connection.run("INSERT INTO checkpoints VALUES (1, '{}', 2)");
  await expect(connection.run("INSERT INTO checkpoints VALUES (1, '{}', 3)")).rejects.toMatchObject({ code: "SQLITE_CONSTRAINT" });
  await connection.close();
});
