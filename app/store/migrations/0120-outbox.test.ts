import { afterEach, expect, it } from "vitest";
import { insertPlainEvent, migrateFromPrevious, tables } from "../testing/previous-file.ts";
import { cleanUp } from "../testing/store-fixture.ts";

afterEach(cleanUp);

it("step 120 adds the outbox, empty, and leaves the log as it was", async () => {
  const connection = await migrateFromPrevious(120, (previous) => insertPlainEvent(previous, "evt_1"));
  expect(await tables(connection)).toEqual(expect.arrayContaining(["outbox", "bridge_history", "discord_threads"]));
  expect(await connection.all("SELECT id FROM events")).toEqual([{ id: "evt_1" }]);
  expect(await connection.all("SELECT * FROM outbox")).toEqual([]);
  await connection.close();
});
