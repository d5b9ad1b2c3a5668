import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { StoreError } from "../parts.ts";
import { noticeOf, openStore } from "./index.ts";
import { MIGRATIONS } from "./migrations/index.ts";
import { Connection } from "./sqlite.ts";
import { cleanUp, event, item, look, newFile, NOON, open, temporaryFolder } from "./testing/store-fixture.ts";

afterEach(cleanUp);

const DATE = "20261128T120000Z";
const NEWEST = MIGRATIONS.at(-1)?.version ?? 0;

async function fileWithEvents(count: number): Promise<string> {
  const file = newFile();
  const { store } = await open(file);
  await store.append([{ keys: [], events: Array.from({ length: count }, () => event()) }]);
  await store.close();
  return file;
}

const besides = (file: string) => fs.readdirSync(path.dirname(file)).filter((name) => name !== "events.db").sort();

describe("a new file", () => {
  it("is made with its folder, and nothing has to be said about it", async () => {
    const file = path.join(temporaryFolder(), "home", "events.db");
    const { store, notices } = await open(file);
    expect(notices).toEqual([]);
    expect(await store.append([item()])).toEqual([{ status: "stored", seqs: [1] }]);
    expect(await look(file, "PRAGMA user_version")).toEqual([{ user_version: NEWEST }]);
    expect(await look(file, "PRAGMA journal_mode")).toEqual([{ journal_mode: "wal" }]);
  });

  it("opened again is the same log", async () => {
    const file = await fileWithEvents(3);
    const { store, notices } = await open(file);
    expect(notices).toEqual([]);
    expect(await store.countEvents()).toBe(3);
    expect(await store.lastSeq()).toBe(3);
  });
});

describe("a file of a newer version", () => {
  it("D9: is refused in words, and not a byte of it is written", async () => {
    const file = await fileWithEvents(2);
    await look(file, `PRAGMA user_version = ${NEWEST + 1}`);
    const before = fs.readFileSync(file);
    const failure = await openStore({ file, clock: { now: () => NOON }, avatarSeed: () => 1 }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StoreError);
    expect(failure).toMatchObject({ reason: "newer_file" });
    expect((failure as StoreError).message).toContain(String(NEWEST + 1));
    expect(noticeOf(failure as StoreError, file)).toMatchObject({ id: "database_newer", level: "error" });
    expect(fs.readFileSync(file).equals(before)).toBe(true);
    expect(besides(file)).toEqual([]);
  });
});

describe("a damaged file", () => {
  async function expectPutAside(file: string, content: Buffer): Promise<void> {
    const { store, notices } = await open(file);
    const aside = path.join(path.dirname(file), `events.damaged-${DATE}.db`);
    expect(notices).toMatchObject([{ id: "database_damaged", level: "error", values: { file: aside } }]);
    expect(fs.readFileSync(aside).equals(content)).toBe(true);
    expect(await store.append([item()])).toEqual([{ status: "stored", seqs: [1] }]);
  }

  it("with garbage for a header is put aside, and a new one is started", async () => {
    const file = await fileWithEvents(50);
    const content = fs.readFileSync(file);
    content.fill("garbage!", 0, 100);
    fs.writeFileSync(file, content);
    await expectPutAside(file, content);
  });

  it("that is no database at all is put aside", async () => {
    const file = newFile();
    const content = Buffer.from("{\"not\": \"a database\"}\n".repeat(300));
    fs.writeFileSync(file, content);
    await expectPutAside(file, content);
  });

  it("cut off in the middle is put aside", async () => {
    const file = await fileWithEvents(500);
    const content = fs.readFileSync(file).subarray(0, 60_000);
    fs.writeFileSync(file, content);
    await expectPutAside(file, content);
  });

  it("with broken pages is found after an unclean end", async () => {
    const file = await fileWithEvents(500);
    const content = fs.readFileSync(file);
    content.fill(0xee, 40_960, 81_920);
    fs.writeFileSync(file, content);
    fs.writeFileSync(`${file}-wal`, "");
    const { store, notices } = await open(file);
    expect(notices.map((notice) => notice.id)).toEqual(["database_damaged"]);
    expect(await store.countEvents()).toBe(0);
  });

  it("is put aside together with what SQLite kept beside it", async () => {
    const file = newFile();
    fs.writeFileSync(file, "no database ".repeat(500));
    fs.writeFileSync(`${file}-wal`, "no log either ".repeat(500));
    await open(file);
    expect(besides(file).filter((name) => name.includes("damaged"))).toEqual([`events.damaged-${DATE}.db`, `events.damaged-${DATE}.db-wal`]);
  });

  it("that shows only while it is read is noted, and looked at whole at the next start", async () => {
    const file = await fileWithEvents(500);
    const pages = await look<{ at: number; size: number }>(file, "SELECT pgoffset AS at, pgsize AS size FROM dbstat WHERE name = 'events' AND pagetype = 'leaf'");
    const content = fs.readFileSync(file);
    for (const { at, size } of pages) content.fill(0xee, at, at + size);
    fs.writeFileSync(file, content);
    const first = await open(file);
    expect(first.notices).toEqual([]);
    await expect(first.store.tail(0, 1000)).rejects.toMatchObject({ reason: "damaged" });
    await first.store.close();
    const { store, notices } = await open(file);
    expect(notices.map((notice) => notice.id)).toEqual(["database_damaged"]);
    expect(await store.append([item()])).toEqual([{ status: "stored", seqs: [1] }]);
    expect(besides(file)).not.toContain("events.db-suspect");
  });

  it("and a second one in the same second are two files", async () => {
    const file = newFile();
    for (let n = 1; n <= 2; n++) {
      fs.writeFileSync(file, `garbage ${n} `.repeat(100));
      const { store } = await open(file);
      await store.close();
    }
    expect(besides(file)).toEqual([`events.damaged-${DATE}-2.db`, `events.damaged-${DATE}.db`]);
  });
});

describe("a file of an older version", () => {
  /** As an app left it that knew only the first step. */
  async function olderFile(): Promise<string> {
    const file = newFile();
    fs.writeFileSync(file, "");
    const connection = await Connection.open(file, 1000);
    await connection.exec(`${MIGRATIONS[0]?.sql} PRAGMA user_version = ${MIGRATIONS[0]?.version}`);
    await connection.exec("INSERT INTO events (id, version, ts, event_type, source, workspace_id, terminal_session_id, agent_id, received_at) VALUES ('evt_20261128_old', '1.1', '2026-11-28T00:00:00Z', 'heartbeat', 'hook', 'w', 't', 'a', 1)");
    await connection.close();
    return file;
  }

  it("is copied before it is changed, and the person is told where the copy is", async () => {
    const file = await olderFile();
    const { store, notices } = await open(file);
    const backup = path.join(path.dirname(file), `events.backup-10-${DATE}.db`);
    expect(notices).toEqual([{ id: "database_migrated", level: "info", values: { from: 10, to: NEWEST, backup } }]);
    expect((await store.events({})).map((one) => one.id)).toEqual(["evt_20261128_old"]);
    expect(await look(backup, "SELECT id FROM events")).toEqual([{ id: "evt_20261128_old" }]);
    expect(await look(backup, "PRAGMA user_version")).toEqual([{ user_version: 10 }]);
    if (process.platform !== "win32") expect((fs.statSync(backup).mode & 0o777).toString(8)).toBe("600");
  });

  it("leaves the three newest copies and no more", async () => {
    const file = await olderFile();
    const folder = path.dirname(file);
    for (const name of ["events.backup-5-20260101T000000Z.db", "events.backup-10-20250101T000000Z.db", "events.backup-5-20260301T000000Z.db", "other.db"]) fs.writeFileSync(path.join(folder, name), "");
    const { store } = await open(file);
    await store.close();
    expect(besides(file)).toEqual([`events.backup-10-${DATE}.db`, "events.backup-5-20260101T000000Z.db", "events.backup-5-20260301T000000Z.db", "other.db"]);
  });
});

describe("a place that does not let us write", () => {
  it("is said at once and nothing is made", async () => {
    const folder = temporaryFolder();
    fs.writeFileSync(path.join(folder, "home"), "a file where the folder should be");
    await expect(openStore({ file: path.join(folder, "home", "events.db"), clock: { now: () => NOON }, avatarSeed: () => 1 })).rejects.toMatchObject({ reason: "failed" });
  });

  it.skipIf(process.platform !== "linux")("being a read-only folder, is said at once", async (context) => {
    const file = await fileWithEvents(1);
    const folder = path.dirname(file);
    const release = makeReadOnly(folder);
    if (release === null) return context.skip();
    try {
      const failure = await openStore({ file, clock: { now: () => NOON }, avatarSeed: () => 1 }).catch((error: unknown) => error);
      expect(failure).toMatchObject({ reason: "failed" });
      expect(noticeOf(failure as StoreError, file).id).toBe("database_unavailable");
    } finally {
      release();
    }
    expect((await open(file)).notices).toEqual([]);
  });

  it("locked by somebody else, is told after one more try", async () => {
    const file = await fileWithEvents(1);
    const other = await Connection.open(file, 0);
    await other.exec("BEGIN EXCLUSIVE");
    await expect(openStore({ file, clock: { now: () => NOON }, avatarSeed: () => 1, busyTimeoutMs: 20 })).rejects.toMatchObject({ reason: "busy" });
    await other.exec("ROLLBACK");
    await other.close();
    expect((await open(file)).notices).toEqual([]);
  });
});

/** Rights do not bind root, a read-only mount does. @returns the undoing, null when this machine allows neither */
function makeReadOnly(folder: string): (() => void) | null {
  if (process.getuid?.() !== 0) {
    fs.chmodSync(folder, 0o500);
    return () => fs.chmodSync(folder, 0o700);
  }
  try {
    execFileSync("mount", ["--bind", folder, folder], { stdio: "ignore" });
    execFileSync("mount", ["-o", "remount,bind,ro", folder], { stdio: "ignore" });
    return () => void execFileSync("umount", [folder], { stdio: "ignore" });
  } catch {
    return null;
  }
}
