import fs from "node:fs";
import path from "node:path";
import { afterEach, expect, it } from "vitest";
import type { Notices } from "../parts.ts";
import { createNotices } from "../notices.ts";
import { openStoreSoon } from "./index.ts";
import { draft, project } from "./testing/conversation-fixture.ts";
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

it("what is asked of the conversation before the file is open waits for it, and ends with it", async () => {
  const { store, conversation } = openStoreSoon({ file: newFile(), clock: { now: () => NOON }, avatarSeed: () => 1 }, collected().notices);
  await project(conversation, [draft({ content: "hello" })]);
  const read: string[] = [];
  for await (const { content } of conversation.wholeSession("session-a")) read.push(content);
  expect(read).toEqual(["hello"]);
  await store.close();
  await expect(conversation.sessions({})).rejects.toMatchObject({ reason: "failed" });
});

it("everything deleted: database, companions, backups, damaged copies are gone, nobody else's files are, and events go on counting", async () => {
  const file = newFile();
  const folder = path.dirname(file);
  const { store, conversation, deleteEverything } = openStoreSoon({ file, clock: { now: () => NOON }, avatarSeed: () => 1 }, collected().notices);
  await store.append([item(), item()]);
  await project(conversation, [draft({ content: "secret garden" })]);
  const ours = ["events.backup-40-20261128T000000Z.db", "events.backup-50-20261128T000000Z.db.partial", "events.damaged-20261128T000000Z.db", "events.damaged-20261128T000000Z.db-wal", "events.db-suspect"];
  for (const name of [...ours, "settings.json", "events-of-mine.db"]) fs.writeFileSync(path.join(folder, name), "secret garden");
  const removed = await deleteEverything();
  expect(removed).toEqual(expect.arrayContaining([file, ...ours.map((name) => path.join(folder, name))]));
  expect(await conversation.sessions({})).toEqual({ items: [] });
  expect(await store.tail(0, 10)).toEqual([]);
  expect(await store.append([item()])).toEqual([{ status: "stored", seqs: [3] }]);
  const left = fs.readdirSync(folder).filter((name) => fs.readFileSync(path.join(folder, name)).includes("secret garden"));
  expect(left.sort()).toEqual(["events-of-mine.db", "settings.json"]);
  await store.close();
});
