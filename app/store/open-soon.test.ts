import fs from "node:fs";
import path from "node:path";
import { afterEach, expect, it } from "vitest";
import type { Notices } from "../parts.ts";
import { createNotices } from "../notices.ts";
import { openStoreSoon } from "./index.ts";
import { LOOK_EVERY_MS } from "./open-soon.ts";
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
  const ours = ["events.backup-40-20261128T000000Z.db", "events.backup-50-20261128T000000Z.db.partial", "events.damaged-20261128T000000Z.db", "events.damaged-20261128T000000Z.db-wal", "events.db-suspect", "events.db.rescued"];
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

/** Timers that the test lets go off. */
function byHand() {
  const due: { ms: number; callback: () => void }[] = [];
  return {
    after(ms: number, callback: () => void) {
      const timer = { ms, callback };
      due.push(timer);
      return () => void due.splice(due.indexOf(timer) >>> 0, 1);
    },
    look() {
      const at = due.findIndex(({ ms }) => ms === LOOK_EVERY_MS);
      due.splice(at, 1)[0]?.callback();
    },
    onOpened: () => undefined,
  };
}

it.each([
  ["deleted", (file: string) => ["", "-wal", "-shm"].forEach((end) => fs.rmSync(file + end, { force: true }))],
  ["moved away", (file: string) => fs.renameSync(file, `${file}.elsewhere`)],
  ["replaced", (file: string) => (fs.writeFileSync(`${file}.new`, "something else"), fs.renameSync(`${file}.new`, file))],
] as const)("a log whose file is %s while the app runs is written there anew: nothing that was answered is lost", async (_, harm) => {
  const file = newFile();
  const { notices, ids } = collected();
  const timers = byHand();
  const { store, opened } = openStoreSoon({ file, clock: { now: () => NOON }, avatarSeed: () => 1 }, notices, timers);
  expect(await opened).toBe(true);
  await store.append([item(), item()]);
  harm(file);
  // Before anybody noticed.
  await store.append([item()]);
  timers.look();
  await expect.poll(() => ids).toEqual(["database_rescued"]);
  expect(await store.append([item()])).toEqual([{ status: "stored", seqs: [4] }]);
  await store.close();
  const again = openStoreSoon({ file, clock: { now: () => NOON }, avatarSeed: () => 1 }, notices);
  expect((await again.store.tail(0, 10)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  await again.store.close();
  if (process.platform !== "win32") expect(fs.statSync(file).mode & 0o777).toBe(0o600);
});

it("where its place cannot be written, the log goes on and the next look tries again", async () => {
  const file = newFile();
  const { notices, ids } = collected();
  const timers = byHand();
  const { store } = openStoreSoon({ file, clock: { now: () => NOON }, avatarSeed: () => 1 }, notices, timers);
  await store.append([item()]);
  fs.renameSync(path.dirname(file), `${path.dirname(file)}-gone`);
  timers.look();
  expect(await store.append([item()])).toEqual([{ status: "stored", seqs: [2] }]);
  expect(ids).toEqual([]);
  fs.mkdirSync(path.dirname(file), { mode: 0o700 });
  await expect.poll(() => (timers.look(), ids)).toEqual(["database_rescued"]);
  await store.close();
  const again = openStoreSoon({ file, clock: { now: () => NOON }, avatarSeed: () => 1 }, notices);
  expect(await again.store.tail(0, 10)).toHaveLength(2);
  await again.store.close();
});

it("a log that is found damaged while in use is put aside, and events go into a new one", async () => {
  const file = newFile();
  const { notices, ids } = collected();
  const next = openStoreSoon({ file, clock: { now: () => NOON }, avatarSeed: () => 1, quietMs: 5 }, notices, byHand());
  for (let n = 0; n < 200; n++) await next.store.append([item()]);
  await expect.poll(() => fs.statSync(`${file}-wal`).size).toBe(0);
  const handle = fs.openSync(file, "r+");
  fs.writeSync(handle, Buffer.alloc(fs.statSync(file).size - 8192, 0xff), 0, undefined, 8192);
  fs.closeSync(handle);
  expect(ids).toEqual([]);
  await next.store.events({}).catch(() => undefined);
  await expect.poll(() => ids).toContain("database_damaged");
  await expect.poll(() => next.store.append([item()]).then(() => true, () => false)).toBe(true);
  expect(fs.readdirSync(path.dirname(file)).some((name) => name.includes("damaged"))).toBe(true);
  await next.store.close();
});
