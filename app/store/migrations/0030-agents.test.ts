import { afterEach, expect, it } from "vitest";
import { insertPlainEvent, migrateFromPrevious, tables } from "../testing/previous-file.ts";
import { cleanUp } from "../testing/store-fixture.ts";

afterEach(cleanUp);

it("step 30 adds the registry with the specification's defaults, and views that go with their agent", async () => {
  const connection = await migrateFromPrevious(30, async (previous) => {
    await insertPlainEvent(previous, "evt_20261128_1");
    await previous.run("INSERT INTO deliveries VALUES ('k', 1, 5)");
  });
  expect(await tables(connection)).toEqual(["agent_state", "agents", "deliveries", "events"]);
  expect(await connection.all("SELECT key FROM deliveries")).toEqual([{ key: "k" }]);
  await connection.exec("PRAGMA foreign_keys = ON");
  await connection.run("INSERT INTO agents (agent_id, avatar_seed, first_seen, last_seen) VALUES ('a', 1, 2, 3)");
  expect(await connection.all("SELECT employment_type, source FROM agents")).toEqual([{ employment_type: "contractor", source: "runtime_agent" }]);
  await connection.run("INSERT INTO agent_state VALUES ('a', '{}', 4)");
  await connection.run("DELETE FROM agents");
  expect(await connection.all("SELECT * FROM agent_state")).toEqual([]);
  await connection.close();
});
