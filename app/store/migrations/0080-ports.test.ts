import { afterEach, expect, it } from "vitest";
import { insertPlainEvent, migrateFromPrevious } from "../testing/previous-file.ts";
import { cleanUp } from "../testing/store-fixture.ts";

afterEach(cleanUp);

it("step 80 adds ports and their files, which go with their port, and leaves the log alone", async () => {
  const connection = await migrateFromPrevious(80, (previous) => insertPlainEvent(previous, "evt_20261128_1"));
  expect(await connection.all("SELECT id FROM events")).toEqual([{ id: "evt_20261128_1" }]);
  await connection.exec("PRAGMA foreign_keys = ON");
  await connection.run("INSERT INTO ports VALUES ('/p', 'a', 'A', 'ready', NULL, 'normal', '[]', 0, NULL, 1, NULL, NULL, 1, 0)");
  await expect(connection.run("INSERT INTO ports SELECT * FROM ports")).rejects.toMatchObject({ code: "SQLITE_CONSTRAINT" });
  await connection.run("INSERT INTO port_files VALUES ('/p', 'a', 'x.ts', 1, 1)");
  await connection.run("DELETE FROM ports");
  expect(await connection.all("SELECT * FROM port_files")).toEqual([]);
  await connection.close();
});
