import { afterEach, expect, it } from "vitest";
import { insertPlainEvent, migrateFromPrevious, tables } from "../testing/previous-file.ts";
import { cleanUp } from "../testing/store-fixture.ts";

afterEach(cleanUp);

it("step 150 adds the place for open spans, empty, and leaves the log as it was", async () => {
  const connection = await migrateFromPrevious(150, (previous) => insertPlainEvent(previous, "evt_1"));
  expect(await tables(connection)).toEqual(expect.arrayContaining(["telemetry_begun"]));
  expect(await connection.all("SELECT id FROM events")).toEqual([{ id: "evt_1" }]);
  expect(await connection.all("SELECT * FROM telemetry_begun")).toEqual([]);
  await connection.close();
});
