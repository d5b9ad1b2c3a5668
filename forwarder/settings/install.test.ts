/** Installing and removing on real files. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, unlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../test-support/homes.ts";
import { editSettings } from "./files.ts";
import { FORWARDER_FILES, hooksStatus, type InstallRequest, installHooks, prepareHome, uninstallHooks } from "./install.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { planHooks } from "./plan.ts";
import { settingsFile } from "./scopes.ts";

const plan = planHooks({ platform: "linux", home: "/h", node: "/usr/bin/node", clientVersion: "2.1.332" });
const hooks = plan.ok ? plan.hooks : [];
const now = new Date("2026-01-02T03:04:05Z");

function place(content?: string) {
  const root = temporaryFolder();
  const folder = join(root, ".claude");
  const home = join(root, "home");
  mkdirSync(folder);
  prepareHome(home, root);
  const file = join(folder, "settings.json");
  if (content !== undefined) writeFileSync(file, content);
  const request: InstallRequest = { scope: "user", file, home, hooks, createFolder: false, acceptShrunk: false, now };
  return { root, folder, home, file, request, install: (more: Partial<InstallRequest> = {}) => installHooks({ ...request, ...more }), uninstall: () => uninstallHooks({ file, home, now }) };
}

const text = (file: string) => readFileSync(file, "utf8");
const PLAIN = '{ "theme": "dark",\n  "hooks": {}, "list": [ ] }';

describe("install and uninstall", () => {
  test("S3: a file that nobody touched in between gets its very bytes back, empty containers too", () => {
    const at = place(PLAIN);
    expect(at.install()).toMatchObject({ ok: true, changed: true });
    expect(at.install({ hooks: hooks.slice(0, 3) })).toMatchObject({ ok: true, changed: true });
    expect(existsSync(join(at.home, "installed"))).toBe(true);
    expect(at.uninstall()).toMatchObject({ ok: true, changed: true });
    expect(text(at.file)).toBe(PLAIN);
    expect(existsSync(join(at.home, "installed"))).toBe(false);
  });

  test("a file that we made goes away again; one that was changed meanwhile keeps the change", () => {
    const made = place();
    made.install();
    made.uninstall();
    expect(existsSync(made.file)).toBe(false);
    const changed = place(PLAIN);
    changed.install();
    writeFileSync(changed.file, text(changed.file).replace("dark", "light"));
    changed.uninstall();
    expect(JSON.parse(text(changed.file))).toEqual({ theme: "light", list: [] });
  });

  test("mode, backup and nothing left lying about", () => {
    const at = place(PLAIN);
    chmodSync(at.file, 0o640);
    const result = at.install();
    expect(statSync(at.file).mode & 0o777).toBe(0o640);
    expect(result).toMatchObject({ backup: `${at.file}.agent-mascot-20260102-030405.bak` });
    expect(text(`${at.file}.agent-mascot-20260102-030405.bak`)).toBe(PLAIN);
    expect(readdirSync(at.folder).sort()).toEqual(["settings.json", "settings.json.agent-mascot-20260102-030405.bak"]);
  });

  test("D2: a link is followed and stays a link", () => {
    const at = place();
    const real = join(at.root, "dotfiles.json");
    writeFileSync(real, PLAIN);
    symlinkSync(real, at.file);
    expect(at.install()).toMatchObject({ ok: true });
    expect(lstatSync(at.file).isSymbolicLink()).toBe(true);
    expect(JSON.parse(text(real))).toHaveProperty("hooks.SessionStart");
    unlinkSync(real);
    expect(at.install()).toMatchObject({ ok: false, reason: "dead_link" });
    unlinkSync(at.file);
    symlinkSync(at.file, at.file);
    expect(at.install()).toMatchObject({ ok: false, reason: "dead_link" });
    expect(lstatSync(at.file).isSymbolicLink()).toBe(true);
  });

  test("two files: the marker stays until the last one is freed", () => {
    const at = place(PLAIN);
    const other = join(at.folder, "settings.local.json");
    at.install();
    at.install({ file: other, scope: "local" });
    at.uninstall();
    expect(existsSync(join(at.home, "installed"))).toBe(true);
    uninstallHooks({ file: other, home: at.home, now });
    expect(existsSync(join(at.home, "installed"))).toBe(false);
  });

  test("an uninstall works without a home, too", () => {
    const at = place(PLAIN);
    at.install();
    rmSync(at.home, { recursive: true });
    expect(at.uninstall()).toMatchObject({ ok: true, changed: true });
    expect(hooksStatus(at.file)).toMatchObject({ ok: true, ours: [] });
    expect(existsSync(at.home)).toBe(false);
  });
});

describe("copies and leftovers", () => {
  const backups = (folder: string) => readdirSync(folder).filter((name) => name.endsWith(".bak"));

  test("five copies are kept, and the one that an uninstall gives back", () => {
    const at = place(PLAIN);
    at.install();
    const [first] = backups(at.folder);
    for (let n = 1; n <= 20; n++) at.install({ hooks: hooks.slice(0, 1 + (n % 7)), now: new Date(now.getTime() + Math.floor(n / 3) * 1000) });
    expect(backups(at.folder)).toHaveLength(6);
    expect(backups(at.folder)).toContain(first);
    at.uninstall();
    expect(text(at.file)).toBe(PLAIN);
    writeFileSync(join(at.folder, "settings.json.agent-mascot-mine.bak"), "the person's own copy");
    for (let n = 0; n < 10; n++) {
      at.install({ now: new Date(now.getTime() + 60_000 + n * 2000) });
      uninstallHooks({ file: at.file, home: at.home, now: new Date(now.getTime() + 61_000 + n * 2000) });
    }
    expect(backups(at.folder).length).toBeLessThanOrEqual(7);
    expect(backups(at.folder)).toContain("settings.json.agent-mascot-mine.bak");
    expect(text(at.file)).toBe(PLAIN);
  });

  test("what a killed install left half written is taken away by the next", () => {
    const at = place(PLAIN);
    const dead = spawnSync("true").pid;
    writeFileSync(join(at.folder, `.settings.json.agent-mascot-${dead}.tmp`), "half");
    writeFileSync(join(at.folder, `.settings.json.agent-mascot-${process.pid}.tmp`), "half");
    writeFileSync(join(at.folder, `.settings.json.agent-mascot-${process.ppid}.tmp`), "of one that is at work");
    writeFileSync(join(at.home, `.hooks.json.${dead}.tmp`), "half");
    expect(at.install()).toMatchObject({ ok: true });
    expect(readdirSync(at.folder).filter((name) => name.endsWith(".tmp"))).toEqual([`.settings.json.agent-mascot-${process.ppid}.tmp`]);
    expect(readdirSync(at.home).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  test("an install that was killed after the file was replaced can be taken back to the byte", () => {
    const at = place(PLAIN);
    chmodSync(at.home, 0o700);
    mkdirSync(join(at.home, "installed"));
    // The marker cannot be written: as if the process had ended there.
    expect(() => at.install()).toThrow();
    expect(text(at.file)).toContain("# agent-mascot");
    rmSync(join(at.home, "installed"), { recursive: true });
    at.uninstall();
    expect(text(at.file)).toBe(PLAIN);
  });

  test("a lock whose holder is dead, or that is old, holds nobody; one at work is waited for", () => {
    const at = place(PLAIN);
    const lock = join(at.home, "locks", "hooks");
    writeFileSync(lock, String(spawnSync("true").pid));
    expect(oneAtATime(at.home, () => readFileSync(lock, "utf8"))).toBe(String(process.pid));
    writeFileSync(lock, String(process.ppid));
    utimesSync(lock, 1000, 1000);
    expect(oneAtATime(at.home, () => readFileSync(lock, "utf8"))).toBe(String(process.pid));
    expect(existsSync(lock)).toBe(false);
  });
});

describe("refused, and every byte stays", () => {
  test("S5: a settings file with a trailing comma is refused and left byte-equal", () => {
    const at = place('{"theme":"dark","hooks":{},}');
    expect(at.install()).toMatchObject({ ok: false, reason: "not_json", line: 1, column: 28 });
    expect(at.uninstall()).toMatchObject({ ok: false, reason: "not_json" });
    expect(text(at.file)).toBe('{"theme":"dark","hooks":{},}');
    expect(existsSync(join(at.home, "installed"))).toBe(false);
    expect(readdirSync(at.folder)).toEqual(["settings.json"]);
  });

  test("S19: no folder of the client's: none is made unasked", () => {
    const at = place();
    rmSync(at.folder, { recursive: true });
    expect(at.install()).toMatchObject({ ok: false, reason: "no_folder" });
    expect(existsSync(at.folder)).toBe(false);
    expect(at.install({ createFolder: true })).toMatchObject({ ok: true });
  });

  test("S25: a read-only file is a failure, and said to be one", () => {
    const at = place(PLAIN);
    chmodSync(at.file, 0o444);
    expect(at.install()).toMatchObject({ ok: false, reason: "read_only" });
    expect(existsSync(join(at.home, "installed"))).toBe(false);
    expect(text(at.file)).toBe(PLAIN);
  });

  test.runIf(process.getuid?.() !== 0)("a read-only folder is said to be one", () => {
    const at = place(PLAIN);
    chmodSync(at.folder, 0o500);
    expect(at.install()).toMatchObject({ ok: false, reason: "read_only", path: at.folder });
    chmodSync(at.folder, 0o700);
    expect(readdirSync(at.folder)).toEqual(["settings.json"]);
  });

  test("S15: a file that lost more than half of its content is not made to look intact", () => {
    const at = place(JSON.stringify({ permissions: { allow: Array.from({ length: 50 }, (_, n) => `Bash(command-${n})`) } }, null, 2));
    at.install();
    writeFileSync(at.file, '{"theme":"dark"}');
    expect(at.install()).toMatchObject({ ok: false, reason: "shrunk" });
    expect(text(at.file)).toBe('{"theme":"dark"}');
    expect(at.install({ acceptShrunk: true })).toMatchObject({ ok: true });
  });

  test("a folder in the file's place, and somebody who writes at the same time", () => {
    const folder = place();
    mkdirSync(folder.file);
    expect(folder.install()).toMatchObject({ ok: false, reason: "not_a_file" });
    const raced = place(PLAIN);
    const result = editSettings(
      raced.file,
      () => {
        writeFileSync(raced.file, "theirs");
        return { ok: true, bytes: Buffer.from("ours"), changed: true };
      },
      { createFolder: false, now },
    );
    expect(result).toMatchObject({ ok: false, reason: "changed_meanwhile" });
    expect(text(raced.file)).toBe("theirs");
    expect(readdirSync(raced.folder).some((name) => name.endsWith(".tmp"))).toBe(false);
  });
});

test("S21: the forwarder's copies are in the user's own folder, for the user only, and renewed when they differ", () => {
  const root = temporaryFolder();
  const source = join(root, "source");
  mkdirSync(source);
  for (const name of FORWARDER_FILES) writeFileSync(join(source, name), "one");
  const home = join(root, "home");
  prepareHome(home, source);
  writeFileSync(join(source, FORWARDER_FILES[0]), "two");
  prepareHome(home, source);
  prepareHome(home, join(home, "bin"));
  expect(FORWARDER_FILES.map((name) => text(join(home, "bin", name)))).toEqual(["two", "one", "one"]);
  expect([home, join(home, "bin"), join(home, "spool")].map((folder) => statSync(folder).mode & 0o777)).toEqual([0o700, 0o700, 0o700]);
  expect(readdirSync(join(home, "bin")).sort()).toEqual([...FORWARDER_FILES].sort());
});

test("each scope has its file", () => {
  const folders = { userFolder: "/home/kim", configFolder: null, project: "/w/p" };
  expect(settingsFile("user", folders)).toBe("/home/kim/.claude/settings.json");
  expect(settingsFile("user", { ...folders, configFolder: "/c" })).toBe("/c/settings.json");
  expect(settingsFile("project", folders)).toBe("/w/p/.claude/settings.json");
  expect(settingsFile("local", folders)).toBe("/w/p/.claude/settings.local.json");
});
