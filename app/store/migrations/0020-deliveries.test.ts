import { afterEach, expect, it } from "vitest";
import { insertPlainEvent, migrateFromPrevious, tables } from "../testing/previous-file.ts";
import { cleanUp } from "../testing/store-fixture.ts";

afterEach(cleanUp);

it("step 20 adds the deliveries beside the log that was there; a key exists once", async () => {
  const connection = await migrateFromPrevious(20, (previous) => insertPlainEvent(previous, "evt_20261128_1"));
  expect(await tables(connection)).toEqual(["deliveries", "events"]);
  expect(await connection.all("SELECT id FROM events")).toEqual([{ id: "evt_20261128_1" }]);
  await connection.run("INSERT INTO deliveries VALUES ('k', 1, 5)");
  await expect(connection.run("INSERT INTO deliveries VALUES ('k', 2, 6)")).rejects.toMatchObject({ code: "SQLITE_CONSTRAINT" });
  await connection.close();
});
