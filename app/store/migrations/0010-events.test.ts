import { afterEach, expect, it } from "vitest";
import { cleanUp } from "../testing/store-fixture.ts";
import { insertPlainEvent, migrateFromPrevious, tables } from "../testing/previous-file.ts";

afterEach(cleanUp);

it("step 10 makes the event log of an empty file, where an id exists once and a seq is never given again", async () => {
  const connection = await migrateFromPrevious(10, async () => undefined);
  expect(await tables(connection)).toEqual(["events"]);
  await insertPlainEvent(connection, "evt_20261128_1");
  await expect(insertPlainEvent(connection, "evt_20261128_1")).rejects.toMatchObject({ code: "SQLITE_CONSTRAINT" });
  await insertPlainEvent(connection, "evt_20261128_2");
  await connection.run("DELETE FROM events WHERE id = 'evt_20261128_2'");
  await insertPlainEvent(connection, "evt_20261128_3");
  const rows = await connection.all<{ seq: number; id: string }>("SELECT seq, id FROM events ORDER BY seq");
  expect(rows.map((row) => row.id)).toEqual(["evt_20261128_1", "evt_20261128_3"]);
  expect(rows[1]?.seq).toBeGreaterThan(2);
  await connection.close();
});
