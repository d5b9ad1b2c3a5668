/** Somebody else (a backup tool, a database browser) holds the file's lock for longer than anybody waits. */
import { afterEach, expect, it } from "vitest";
import { Connection } from "./sqlite.ts";
import { cleanUp, item, look, newFile, open } from "./testing/store-fixture.ts";

afterEach(cleanUp);

const count = async (file: string) => (await look<{ n: number }>(file, "SELECT count(*) AS n FROM events"))[0]?.n;

/** Twice: a failure of the short way into the log, then one of everything that begins a transaction. */
it.each([
  ["a plain delivery", () => item()],
  ["a delivery with two keys", () => item({}, ["now", "before"])],
  ["a delivery of an agent that nobody has seen", () => item({ agent_id: "new-agent" })],
])("after %s met a lock, what is answered is in the file, at once and for good", async (_what, made) => {
  const file = newFile();
  const { store } = await open(file, { busyTimeoutMs: 20 });
  await store.append([item()]);
  const other = await Connection.open(file, 20);
  await other.exec("BEGIN EXCLUSIVE");
  await expect(store.append([made()])).rejects.toMatchObject({ reason: "busy" });
  await expect(store.saveCheckpoint(1, "{}")).rejects.toMatchObject({ reason: "busy" });
  await other.exec("ROLLBACK");
  await other.close();
  for (let n = 2; n <= 6; n++) {
    await store.append([item()]);
    expect(await count(file)).toBe(n);
  }
  await store.saveCheckpoint(6, "{}");
  await store.append([item({}, ["a", "b"])]);
  expect(await count(file)).toBe(7);
  await store.close();
  expect(await count(file)).toBe(7);
});
