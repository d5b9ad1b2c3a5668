import fs from "node:fs";
import { afterEach, expect, it } from "vitest";
import type { Notices } from "../parts.ts";
import { createNotices } from "../notices.ts";
import { openStoreSoon } from "./index.ts";
import { cleanUp, item, newFile, NOON } from "./testing/store-fixture.ts";

afterEach(cleanUp);

function collected(): { notices: Notices; ids: string[] } {
  const ids: string[] = [];
  return { ids, notices: { raise: (notice) => void ids.push(notice.id), clear() {}, list: () => [], onChange: () => () => {} } };
}

it("what is appended before the file is open waits for it", async () => {
  const { notices, ids } = collected();
  const { store, opened } = openStoreSoon({ file: newFile(), clock: { now: () => NOON }, avatarSeed: () => 1 }, notices);
  expect(await store.append([item()])).toEqual([{ status: "stored", seqs: [1] }]);
  expect(await opened).toBe(true);
  expect(ids).toEqual([]);
  await store.close();
});

it("a file that cannot be opened is told to the person, and appends say why", async () => {
  const file = newFile();
  fs.mkdirSync(file);
  const { notices, ids } = collected();
  const { store, opened } = openStoreSoon({ file, clock: { now: () => NOON }, avatarSeed: () => 1 }, notices);
  const append = store.append([item()]);
  await expect(append).rejects.toMatchObject({ reason: "failed" });
  expect(await opened).toBe(false);
  expect(ids).toEqual(["database_unavailable"]);
  await store.close();
});

it("a damaged file is told and replaced", async () => {
  const file = newFile();
  fs.writeFileSync(file, "no database ".repeat(100));
  const { notices, ids } = collected();
  const { store, opened } = openStoreSoon({ file, clock: { now: () => NOON }, avatarSeed: () => 1 }, notices);
  expect(await opened).toBe(true);
  expect(ids).toEqual(["database_damaged"]);
  await store.close();
});

it("a log that could not be opened is tried again, and says when it is there", async () => {
  const file = newFile();
  fs.mkdirSync(file);
  const notices = createNotices({ now: () => NOON });
  let tryAgain: (() => void) | null = null;
  const there = new Promise<void>((resolve) => {
    const { store, opened } = openStoreSoon({ file, clock: { now: () => NOON }, avatarSeed: () => 1 }, notices, {
      after: (_ms, callback) => {
        tryAgain = callback;
        return () => undefined;
      },
      onOpened: () => void store.append([item()]).then(() => store.close()).then(resolve),
    });
    void opened.then((first) => {
      expect(first).toBe(false);
      expect(notices.list().map(({ id }) => id)).toEqual(["database_unavailable"]);
      fs.rmdirSync(file);
      tryAgain?.();
    });
  });
  await there;
  expect(notices.list()).toEqual([]);
});
