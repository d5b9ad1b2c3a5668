import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Notice, Notices } from "../parts.ts";
import { writeFileAtomic } from "./atomic-file.ts";
import { publishAgain, publishRunning, publishStopped, readCollectorFile } from "./collector-file.ts";
import { createLog } from "./log.ts";
import { openHome } from "./open-home.ts";
import { homeFolder, homePaths } from "./paths.ts";
import { RotatingFile } from "./rotating-file.ts";
import { DEFAULT_SETTINGS, openSettings } from "./settings-file.ts";
import { putBackToken, readOrCreateToken, rotateToken } from "./token.ts";

let root: string;
const uid = process.getuid?.() ?? 0;
const linux = { platform: "linux" as const, uid };
const modeOf = (path: string) => statSync(path).mode & 0o777;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "mascot-home-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("paths", () => {
  it("MASCOT_HOME chooses the home, else it is in the user's folder", () => {
    expect(homeFolder({ MASCOT_HOME: "/x/y" })).toBe("/x/y");
    expect(homeFolder({ MASCOT_HOME: "" })).toMatch(/\/\.agent-mascot$/);
    expect(homeFolder({})).toMatch(/\/\.agent-mascot$/);
  });

  it("a socket path that the system would cut is placed in a short folder of its own, the same for the same home", () => {
    expect(homePaths("/home/u/.agent-mascot", linux).socket).toBe("/home/u/.agent-mascot/mascot.sock");
    const long = `/home/u/${"가".repeat(40)}`;
    const { socket } = homePaths(long, { platform: "linux", uid: 1000 });
    expect(socket).toMatch(/^\/tmp\/agent-mascot-1000-[0-9a-f]{8}\/mascot\.sock$/);
    expect(homePaths(long, { platform: "linux", uid: 1000 }).socket).toBe(socket);
    expect(homePaths(`${long}2`, { platform: "linux", uid: 1000 }).socket).not.toBe(socket);
  });

  it("on Windows there is no socket", () => {
    expect(homePaths("/x", { platform: "win32", uid: -1 }).socket).toBe("");
  });
});

describe("the home folder", () => {
  const paths = () => homePaths(join(root, "new", "home"), linux);

  it("is made with all its folders, for the user only, whatever the umask", async () => {
    const before = process.umask(0o002);
    try {
      await openHome(paths());
    } finally {
      process.umask(before);
    }
    const { home, answers, spool, locks, logs, themes, bin, electron } = paths();
    for (const folder of [home, answers, spool, locks, logs, themes, bin, electron]) expect(modeOf(folder), folder).toBe(0o700);
    await openHome(paths());
  });

  it("that others may read is made private", async () => {
    await openHome(paths());
    chmodSync(paths().home, 0o755);
    chmodSync(paths().spool, 0o750);
    await openHome(paths());
    expect([modeOf(paths().home), modeOf(paths().spool)]).toEqual([0o700, 0o700]);
  });

  it.each([0o770, 0o777, 0o702])("that others may write to (%o) is refused with what to do", async (mode) => {
    await openHome(paths());
    chmodSync(paths().home, mode);
    await expect(openHome(paths())).rejects.toMatchObject({ id: "home_writable_by_others", message: expect.stringContaining(`chmod 700 '${paths().home}'`) });
    expect(modeOf(paths().home)).toBe(mode);
  });

  it.skipIf(uid !== 0)("of another user is refused", async () => {
    await openHome(paths());
    chownSync(paths().home, 65534, 65534);
    await expect(openHome(paths())).rejects.toMatchObject({ id: "home_foreign" });
  });

  it("may be a link to another disk, but the folders in it may not be links, nor files", async () => {
    mkdirSync(join(root, "disk"), { mode: 0o700 });
    symlinkSync(join(root, "disk"), join(root, "link"));
    const linked = homePaths(join(root, "link"), linux);
    await openHome(linked);
    rmSync(linked.spool, { recursive: true });
    symlinkSync("/tmp", linked.spool);
    await expect(openHome(linked)).rejects.toMatchObject({ id: "home_not_a_folder" });
    rmSync(linked.spool);
    writeFileSync(linked.spool, "");
    await expect(openHome(linked)).rejects.toMatchObject({ id: "home_not_a_folder", path: linked.spool });
  });

  it.skipIf(uid !== 0)("on a disk that cannot be written to is refused with the reason", async () => {
    await openHome(paths());
    if (spawnSync("mount", ["--bind", "-o", "ro", paths().home, paths().home]).status !== 0) return;
    try {
      spawnSync("mount", ["-o", "remount,bind,ro", paths().home]);
      await expect(openHome(paths())).rejects.toMatchObject({ id: "home_unusable", message: expect.stringContaining("EROFS") });
    } finally {
      spawnSync("umount", [paths().home]);
    }
  });

  it("whose socket's own folder belongs to somebody else is opened all the same: only the socket will be missing", async () => {
    const elsewhere = join(root, "elsewhere");
    mkdirSync(elsewhere, { mode: 0o777 });
    chmodSync(elsewhere, 0o777);
    await openHome({ ...paths(), socket: join(elsewhere, "mascot.sock") });
    expect(modeOf(elsewhere)).toBe(0o777);
  });

  it("that cannot be made is refused with the reason", async () => {
    writeFileSync(join(root, "file"), "");
    await expect(openHome(homePaths(join(root, "file", "home"), linux))).rejects.toMatchObject({ id: "home_unusable", message: expect.stringContaining("ENOTDIR") });
  });
});

describe("the token", () => {
  const path = () => join(root, "token");

  it("C2: is 256 random bits in a file for the user only, and stays", async () => {
    const token = await readOrCreateToken(path());
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(modeOf(path())).toBe(0o600);
    expect(await readOrCreateToken(path())).toBe(token);
    expect(readFileSync(path(), "utf8").trim()).toBe(token);
  });

  it("two starts at once agree on one", async () => {
    const tokens = await Promise.all(Array.from({ length: 20 }, () => readOrCreateToken(path())));
    expect(new Set(tokens)).toEqual(new Set([readFileSync(path(), "utf8").trim()]));
    expect(readdirSync(root)).toEqual(["token"]);
  });

  it("that others could read, or that is no token, is replaced", async () => {
    const token = await readOrCreateToken(path());
    chmodSync(path(), 0o644);
    const second = await readOrCreateToken(path());
    expect(second).not.toBe(token);
    expect(modeOf(path())).toBe(0o600);
    for (const damaged of ["", "abc", "x".repeat(64), "0".repeat(10_000)]) {
      writeFileSync(path(), damaged);
      expect(await readOrCreateToken(path())).toMatch(/^[0-9a-f]{64}$/);
    }
    rmSync(path());
    symlinkSync("/dev/zero", path());
    expect(await readOrCreateToken(path())).toMatch(/^[0-9a-f]{64}$/);
    expect(await rotateToken(path())).not.toBe(token);
  });

  it("of the running app is put back where it is gone, and nowhere else", async () => {
    await putBackToken(path(), "a".repeat(64));
    expect([readFileSync(path(), "utf8"), modeOf(path())]).toEqual([`${"a".repeat(64)}\n`, 0o600]);
    await putBackToken(path(), "b".repeat(64));
    expect(readFileSync(path(), "utf8")).toBe(`${"a".repeat(64)}\n`);
  });
});

describe("the discovery file", () => {
  const paths = () => ({ collectorFile: join(root, "collector.json"), pidFile: join(root, "app.pid") });
  const running = { url: "http://127.0.0.1:4820", socket: "/s", port: 4820, pid: 4711, appPath: "/usr/bin/agent-mascot", version: "0.1.0", startedAt: "2026-01-01T00:00:00.000Z" };
  const stoppedAt = "2026-01-02T00:00:00.000Z";

  it("says where the app is, with the pid as a plain number for the shell", async () => {
    await publishRunning(paths(), running);
    expect(await readCollectorFile(paths().collectorFile)).toEqual(running);
    expect(readFileSync(paths().pidFile, "utf8")).toBe("4711\n");
    expect([modeOf(paths().collectorFile), modeOf(paths().pidFile)]).toEqual([0o600, 0o600]);
    expect(readdirSync(root).sort()).toEqual(["app.pid", "collector.json"]);
  });

  it("stays when the app ends; the pid goes only when the person quit", async () => {
    await publishRunning(paths(), running);
    await publishStopped(paths(), { pid: 4711, stoppedAt, quitByPerson: false });
    expect(await readCollectorFile(paths().collectorFile)).toEqual({ ...running, stoppedAt });
    expect(existsSync(paths().pidFile)).toBe(true);
    await publishStopped(paths(), { pid: 4711, stoppedAt, quitByPerson: true });
    expect(await readCollectorFile(paths().collectorFile)).toEqual({ ...running, stoppedAt, quitByPerson: true });
    expect(existsSync(paths().pidFile)).toBe(false);
  });

  it("is written again where somebody removed it; another app's stays", async () => {
    await publishAgain(paths(), running);
    expect(await readCollectorFile(paths().collectorFile)).toEqual(running);
    rmSync(paths().pidFile);
    await publishAgain(paths(), running);
    expect(readFileSync(paths().pidFile, "utf8")).toBe("4711\n");
    await publishRunning(paths(), { ...running, pid: process.ppid });
    await publishAgain(paths(), running);
    expect(await readCollectorFile(paths().collectorFile)).toEqual({ ...running, pid: process.ppid });
  });

  it("L3: of another process is not touched by one that ends, and a start writes over a stale one", async () => {
    await publishRunning(paths(), { ...running, pid: process.ppid });
    await publishStopped(paths(), { pid: 4711, stoppedAt, quitByPerson: true });
    expect(await readCollectorFile(paths().collectorFile)).toEqual({ ...running, pid: process.ppid });
    await publishRunning(paths(), running);
    expect(readFileSync(paths().pidFile, "utf8")).toBe("4711\n");
    expect(() => process.kill(process.ppid, 0)).not.toThrow();
  });

  it.each(["", "{", "[]", "{}", '{"url":5}'])("that holds %j is as good as none", async (text) => {
    writeFileSync(paths().collectorFile, text);
    expect(await readCollectorFile(paths().collectorFile)).toBeNull();
    await publishStopped(paths(), { pid: 1, stoppedAt, quitByPerson: true });
  });
});

describe("files written whole", () => {
  it.skipIf(uid !== 0)("a full disk leaves the old file and nothing beside it", async () => {
    const disk = join(root, "disk");
    mkdirSync(disk);
    if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "none", disk]).status !== 0) return;
    try {
      const path = join(disk, "settings.json");
      await writeFileAtomic(path, "old");
      await expect(writeFileAtomic(path, "x".repeat(1024 * 1024))).rejects.toMatchObject({ code: "ENOSPC" });
      expect([readFileSync(path, "utf8"), readdirSync(disk)]).toEqual(["old", ["settings.json"]]);
    } finally {
      spawnSync("umount", [disk]);
    }
  });
});

class FakeNotices implements Notices {
  raised: string[] = [];
  raise = (notice: Omit<Notice, "at">) => void this.raised.push(notice.id);
  clear = (id: string) => void (this.raised = this.raised.filter((other) => other !== id));
  list = () => [];
  onChange = () => () => {};
}

/** Nothing is deleted by age or size. */
const KEPT = { days: null, megabytes: null };

describe("settings", () => {
  const path = () => join(root, "settings.json");
  const open = async () => {
    const notices = new FakeNotices();
    return { notices, settings: await openSettings(path(), { clock: { now: () => Date.UTC(2026, 0, 2) }, notices }) };
  };

  it("are the usual ones at first, and what is changed stays", async () => {
    const { settings, notices } = await open();
    expect(settings.get()).toEqual(DEFAULT_SETTINGS);
    const heard: unknown[] = [];
    settings.onChange((now) => void heard.push(now.locale));
    await settings.apply({ locale: "ko", launch_by_hooks: false, size: "L" });
    await settings.update((now) => ({ ...now, mascots: { ...now.mascots, places: { d1: { x: 1, y: 2 } } } }));
    expect(heard).toEqual(["ko", "ko"]);
    const again = await open();
    expect(again.settings.get()).toMatchObject({ locale: "ko", launch: { by_hooks: false, unattended: false }, mascots: { size: "L", places: { d1: { x: 1, y: 2 } } } });
    expect([modeOf(path()), notices.raised]).toEqual([0o600, []]);
  });

  it("a change is done only once what follows from it is: what is told as set holds for the very next hook", async () => {
    const { settings } = await open();
    let laneIsSet = () => {};
    settings.onChange(() => new Promise((done) => (laneIsSet = done)));
    let done = false;
    const changed = settings.apply({ tracking_mode: "strict" }).then(() => (done = true));
    await vi.waitFor(() => expect(JSON.parse(readFileSync(path(), "utf8"))).toMatchObject({ tracking: { mode: "strict" } }));
    expect(done).toBe(false);
    laneIsSet();
    await changed;
  });

  it("of two changes at once only the last one is told as done, however long what follows from the first takes", async () => {
    const { settings } = await open();
    const told: string[] = [];
    settings.onDone((now) => void told.push(now.locale));
    let isFollowed = () => {};
    const stop = settings.onChange(() => new Promise((done) => (isFollowed = done)));
    const first = settings.apply({ locale: "ko" });
    stop();
    await settings.apply({ locale: "en" });
    expect(told).toEqual(["en"]);
    isFollowed();
    await first;
    expect(told).toEqual(["en", "en"]);
  });

  it("of many changes at once the last one is what is on the disk", async () => {
    const { settings } = await open();
    await Promise.all(Array.from({ length: 50 }, (_, i) => settings.update((now) => ({ ...now, mascots: { ...now.mascots, places: { d: { x: i, y: 0 } } } }))));
    expect(JSON.parse(readFileSync(path(), "utf8"))).toMatchObject({ mascots: { places: { d: { x: 49 } } } });
  });

  it("that lack keys of this version take the usual values for them", async () => {
    writeFileSync(path(), '{"version":1,"locale":"ko","mascots":{"size":"S"}}');
    const { settings, notices } = await open();
    expect(settings.get()).toEqual({ ...DEFAULT_SETTINGS, locale: "ko", mascots: { ...DEFAULT_SETTINGS.mascots, size: "S" } });
    expect(notices.raised).toEqual([]);
  });

  it.each(['{"theme":', "[".repeat(100_000), "[]", "null", '{"version":1,"locale":"xx"}', '{"version":"1"}', '{"version":1,"unknown":true}'])("S5: that cannot be read (%s) are kept aside whole and said; the usual ones are used", async (text) => {
    writeFileSync(path(), text);
    const { settings, notices } = await open();
    expect([settings.get(), notices.raised]).toEqual([{ ...DEFAULT_SETTINGS, retention: KEPT }, ["settings_unreadable"]]);
    await settings.apply({ locale: "en" });
    const aside = readdirSync(root).find((name) => name.startsWith("settings.unreadable-"));
    expect(readFileSync(join(root, aside ?? ""), "utf8")).toBe(text);
  });

  it("with comments and a comma too many can be read, and are written without them; the file with them is kept aside", async () => {
    const text = '{"version":1,"tracking":{"mode":"strict",}, // mine\n"retention":{"days":30,"megabytes":null}}';
    writeFileSync(path(), text);
    const { settings, notices } = await open();
    expect(settings.get()).toMatchObject({ tracking: { mode: "strict" }, retention: { days: 30 } });
    expect(notices.raised).toEqual([]);
    expect(JSON.parse(readFileSync(path(), "utf8"))).toEqual(settings.get());
    expect(readdirSync(root).filter((name) => name.startsWith("settings.unreadable-")).map((name) => readFileSync(join(root, name), "utf8"))).toEqual([text]);
  });

  it.each<[string, string, object]>([
    ["one value that there is not", '{"version":1,"locale":"ko","mascots":{"size":"XXL","visible":false},"tracking":{"mode":"strict"},"memory":{"enabled":false}}', { locale: "ko", mascots: { size: "M", visible: false }, tracking: { mode: "strict" }, memory: { enabled: false } }],
    ["no end, where the number of days is half", '{"version":1,"memory":{"enabled":false},"tracking":{"mode":"strict"},"retention":{"days":3', { memory: { enabled: false }, tracking: { mode: "strict" }, retention: KEPT }],
    ["a number of days that is none", '{"version":1,"locale":"ko","retention":{"days":"many","megabytes":100}}', { locale: "ko", retention: KEPT }],
    ["one value that there is not and no word of how long", '{"version":1,"locale":"xx","memory":{"enabled":false}}', { locale: "system", retention: DEFAULT_SETTINGS.retention }],
    ["one project's rule misspelled", '{"version":1,"tracking":{"mode":"off","projects":{"/a":"strict","/b":"strikt"}}}', { tracking: { projects: { "/a": "strict" } } }],
    ["an end that is missing where it says who is not to be answered", '{"version":1,"locale":"ko","answering":{"on":true,"projects":{"/a":false,"/b":fal', { locale: "ko", answering: { on: false } }],
    ["a rule for answering that is none", '{"version":1,"locale":"ko","answering":{"on":true,"projects":{"/a":false,"/b":7}}}', { locale: "ko", answering: { on: false, projects: {} } }],
    ["a switch where a section should be", '{"version":1,"locale":"ko","memory":false,"tracking":{"mode":"strict"}}', { locale: "ko", memory: { enabled: true }, tracking: { mode: "strict" } }],
    ["a word where all bridges should be", '{"version":1,"locale":"ko","bridges":"off"}', { locale: "ko", bridges: { postgres: { enabled: false } } }],
    ["a bridge that is a switch", '{"version":1,"locale":"ko","bridges":{"discord":true}}', { locale: "ko", bridges: { discord: { enabled: false } } }],
    ["a bridge that is not what it should be", '{"version":1,"locale":"ko","bridges":{"postgres":{"enabled":true,"host":"db","projects":7}}}', { locale: "ko", bridges: { postgres: { enabled: false, host: "" } } }],
  ])("that have %s keep the guard, the memory's switch and all else that can be read; the file is kept aside, and it is said", async (_what, text, expected) => {
    writeFileSync(path(), text);
    const { settings, notices } = await open();
    expect(settings.get()).toMatchObject(expected);
    expect(notices.raised).toEqual(["settings_partly_read"]);
    const aside = readdirSync(root).find((name) => name.startsWith("settings.unreadable-"));
    expect(readFileSync(join(root, aside ?? ""), "utf8")).toBe(text);
    // Also at the next start.
    expect((await open()).settings.get()).toMatchObject(expected);
  });

  it("of a newer version are left alone", async () => {
    const text = '{"version":2,"shiny":true}';
    writeFileSync(path(), text);
    const { settings, notices } = await open();
    expect([settings.get(), notices.raised]).toEqual([{ ...DEFAULT_SETTINGS, retention: KEPT }, ["settings_newer"]]);
    await settings.apply({ locale: "ko" });
    expect(settings.get().locale).toBe("ko");
    expect(readFileSync(path(), "utf8")).toBe(text);
  });

  it("that cannot be saved hold for now, and it is said until they can", async () => {
    const { settings, notices } = await open();
    rmSync(root, { recursive: true });
    await settings.apply({ locale: "ko" });
    expect([settings.get().locale, notices.raised]).toEqual(["ko", ["settings_not_saved"]]);
    mkdirSync(root);
    await settings.apply({ locale: "ko" });
    expect(notices.raised).toEqual([]);
  });

  it("refuse changes that the schema does not have", async () => {
    const { settings } = await open();
    await expect(settings.apply({ size: "XXL" } as never)).rejects.toThrow(RangeError);
    await expect(settings.apply({ nonsense: 1 } as never)).rejects.toThrow(RangeError);
    expect([settings.get(), existsSync(path())]).toEqual([DEFAULT_SETTINGS, false]);
  });
});

describe("the log", () => {
  const lines: string[] = [];
  const log = (level: "debug" | "info" = "debug") => createLog({ level, mask: (text) => text.replaceAll("hunter2", "***"), write: (line) => void lines.push(line) });
  beforeEach(() => {
    lines.length = 0;
  });
  const parsed = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);

  it("masks messages, details at any depth, and errors", () => {
    log().warn("it is hunter2", { a: { b: ["hunter2"] }, error: new Error("hunter2") });
    expect(lines.join("")).not.toContain("hunter2");
    expect(parsed()).toMatchObject([{ level: "warn", msg: "it is ***", a: { b: ["***"] }, error: { message: "***" } }]);
  });

  it("names the part that speaks, keeps per cent signs, and leaves out what is below its level", () => {
    const part = log("info").withPrefix("collector").withPrefix("gate");
    part.debug("not this");
    part.info("100%s %d done", { n: 1 });
    expect(parsed()).toMatchObject([{ level: "info", part: "collector.gate", msg: "100%s %d done", n: 1 }]);
  });

  it("survives whatever the details are", () => {
    const circular: Record<string, unknown> = {};
    circular["self"] = circular;
    log().info("x", { circular, big: 10n as unknown, long: "y".repeat(10_000) });
    expect(lines[0]?.length).toBeLessThan(6000);
  });

  it("is one file of limited size, with the older ones beside it", () => {
    const path = join(root, "app.log");
    const file = new RotatingFile(path, { maxBytes: 100, keep: 2 });
    for (let i = 0; i < 50; i++) file.write(`line ${String(i).padStart(2, "0")} .............\n`);
    file.close();
    expect(readdirSync(root).sort()).toEqual(["app.log", "app.log.1", "app.log.2"]);
    for (const name of readdirSync(root)) expect(statSync(join(root, name)).size).toBeLessThanOrEqual(100);
    expect(readFileSync(path, "utf8")).toContain("line 49");
    expect(modeOf(path)).toBe(0o600);
  });

  it("goes on in the same file after a restart, and never fails its caller", () => {
    const path = join(root, "app.log");
    new RotatingFile(path).write("one\n");
    const second = new RotatingFile(path);
    second.write("two\n");
    expect(readFileSync(path, "utf8")).toBe("one\ntwo\n");
    const nowhere = new RotatingFile(join(root, "missing", "app.log"));
    expect(() => nowhere.write("lost\n")).not.toThrow();
    mkdirSync(join(root, "missing"));
    nowhere.write("found\n");
    expect(readFileSync(nowhere.path, "utf8")).toBe("found\n");
  });
});
