/** Giving a copy back, and the plugin's folder, on real files. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../test-support/homes.ts";
import { listBackups } from "./backups.ts";
import { hooksStatus, installHooks, prepareHome, previewRemoval, restoreBackup, uninstallHooks } from "./install.ts";
import { planHooks } from "./plan.ts";
import { removePlugin, writePlugin } from "./plugin.ts";
import { RECORDS_FILE } from "./provider-records.ts";
import { readRecords } from "./records.ts";
import { countRepair, forgetRepairs, REPAIRS_AT_MOST, repairsSoFar } from "./repairs.ts";
import type { Scope } from "./scopes.ts";

const now = new Date("2026-01-02T03:04:05Z");
const PLAIN = '{ "theme": "dark",\r\n\t"hooks": {} }';
const text = (file: string) => readFileSync(file, "utf8");

function place(content: string | null = PLAIN, scope: Scope = "user") {
  const root = temporaryFolder();
  const project = join(root, "shop");
  const folder = join(project, ".claude");
  const home = join(root, "home");
  mkdirSync(folder, { recursive: true });
  prepareHome(home, root);
  const file = join(folder, scope === "local" ? "settings.local.json" : "settings.json");
  if (content !== null) writeFileSync(file, content);
  const plan = (plugin = false) => {
    const made = planHooks({ platform: "linux", home, node: null, clientVersion: "2.1.332", plugin });
    return made.ok ? made.hooks : [];
  };
  return {
    root, project, folder, home, file, plan,
    install: (when = now) => installHooks({ scope, file, home, hooks: plan(), createFolder: false, acceptShrunk: false, now: when }),
    uninstall: () => uninstallHooks({ file, home, now }),
    restore: (backup: string) => restoreBackup({ scope, file, home, backup, now }),
    newest: () => listBackups(file)[0]?.path ?? "",
  };
}

describe("giving a copy back", () => {
  test("the file has the copy's very bytes, its mode, and what it held is a copy now", () => {
    const at = place();
    chmodSync(at.file, 0o600);
    at.install();
    const installed = text(at.file);
    const [first] = listBackups(at.file);
    expect(first).toMatchObject({ at: "2026-01-02T03:04:05Z", bytes: Buffer.byteLength(PLAIN) });
    const result = at.restore(first?.path ?? "");
    expect(result).toMatchObject({ ok: true, changed: true });
    expect(text(at.file)).toBe(PLAIN);
    expect(statSync(at.file).mode & 0o777).toBe(0o600);
    expect(listBackups(at.file).map(({ path }) => text(path))).toContain(installed);
    expect(at.restore(first?.path ?? "")).toMatchObject({ ok: true, changed: false });
  });

  test("hooks that went with it are no longer missed; hooks that came with it can be taken out", () => {
    const at = place();
    at.install();
    at.restore(at.newest());
    expect(readRecords(at.home)).toEqual({});
    expect(existsSync(join(at.home, "installed"))).toBe(false);
    at.restore(at.newest());
    expect(hooksStatus(at.file)).toMatchObject({ ok: true, ours: expect.arrayContaining([expect.objectContaining({ event: "Stop" })]) });
    expect(existsSync(join(at.home, "installed"))).toBe(true);
    expect(at.uninstall()).toMatchObject({ ok: true, changed: true });
    expect(hooksStatus(at.file)).toMatchObject({ ours: [] });
  });

  test("only a copy of ours of this very file is one; a link stays a link, a read-only file as it is", () => {
    const at = place(null);
    const real = join(at.root, "dotfiles.json");
    writeFileSync(real, PLAIN);
    symlinkSync(real, at.file);
    at.install();
    const [copy] = listBackups(real);
    writeFileSync(join(at.root, "mine.bak"), "{}");
    expect(at.restore(join(at.root, "mine.bak"))).toMatchObject({ ok: false, reason: "no_backup" });
    expect(at.restore(`${real}.agent-mascot-20200101-000000.bak`)).toMatchObject({ ok: false, reason: "no_backup" });
    chmodSync(real, 0o444);
    expect(at.restore(copy?.path ?? "")).toMatchObject({ ok: false, reason: "read_only" });
    chmodSync(real, 0o644);
    expect(at.restore(copy?.path ?? "")).toMatchObject({ ok: true });
    expect(lstatSync(at.file).isSymbolicLink()).toBe(true);
    expect(text(real)).toBe(PLAIN);
  });

  test("a preview of taking out tells the bytes that it then leaves", () => {
    const at = place();
    at.install();
    const preview = previewRemoval({ file: at.file, home: at.home });
    expect(preview).toMatchObject({ ok: true, changed: true });
    at.uninstall();
    expect(preview.ok && preview.after.toString("utf8")).toBe(text(at.file));
  });
});

describe("the plugin", () => {
  /** As the client runs hooks of settings and of plugins: each by itself. */
  function fire(at: ReturnType<typeof place>, commands: readonly string[], project: string) {
    for (const command of commands) {
      const ran = spawnSync("/bin/sh", ["-c", command], { input: '{"hook_event_name":"Stop"}\n', env: { PATH: "/usr/bin:/bin", CLAUDE_PROJECT_DIR: project }, encoding: "utf8" });
      expect(ran).toMatchObject({ status: 0, stdout: "", stderr: "" });
    }
    return readdirSync(join(at.home, "spool")).filter((name) => name.endsWith(".json")).length;
  }
  const commandOf = (file: string) => {
    const { hooks } = JSON.parse(text(file)) as { hooks: Record<string, { hooks: { command: string }[] }[]> };
    return hooks["Stop"]?.[0]?.hooks[0]?.command ?? "";
  };

  test("is a folder as the client reads it, written anew by each call and gone without a trace", () => {
    const at = place();
    const folder = join(at.root, "plugin");
    expect(writePlugin(at.home, folder, at.plan(true))).toEqual({ ok: true, folder });
    expect(JSON.parse(text(join(folder, ".claude-plugin", "plugin.json")))).toMatchObject({ name: "agent-mascot", version: expect.stringMatching(/^\d/) });
    expect(JSON.parse(text(join(folder, ".claude-plugin", "marketplace.json")))).toMatchObject({ name: "agent-mascot", plugins: [{ name: "agent-mascot", source: "./" }] });
    const { hooks } = JSON.parse(text(join(folder, "hooks", "hooks.json"))) as { hooks: Record<string, unknown> };
    expect(Object.keys(hooks)).toEqual(at.plan().map(({ event }) => event));
    expect(writePlugin(at.home, folder, at.plan(true))).toMatchObject({ ok: true });
    expect(removePlugin(at.home)).toBe(folder);
    expect(existsSync(folder)).toBe(false);
    expect(existsSync(join(at.home, "installed"))).toBe(false);
    expect(removePlugin(at.home)).toBeNull();
  });

  test("that is taken away leaves the hooks of another product alive", () => {
    const at = place();
    writePlugin(at.home, join(at.root, "plugin"), at.plan(true));
    writeFileSync(join(at.home, RECORDS_FILE), JSON.stringify({ [join(at.root, "hooks.json")]: { provider: "codex", backup: null, beforeSha: null, afterSha: "0" } }));
    removePlugin(at.home);
    expect(existsSync(join(at.home, "installed"))).toBe(true);
  });

  test("is not written over what is somebody else's", () => {
    const at = place();
    expect(writePlugin(at.home, at.project, at.plan(true))).toMatchObject({ ok: false, reason: "folder_in_use" });
    expect(text(at.file)).toBe(PLAIN);
  });

  test("its lines speak where no settings do, and are silent where they do: each event comes once", () => {
    const at = place();
    const folder = join(at.root, "plugin");
    writePlugin(at.home, folder, at.plan(true));
    const plugin = commandOf(join(folder, "hooks", "hooks.json"));
    expect(fire(at, [plugin], at.project)).toBe(1);
    at.install();
    expect(fire(at, [plugin, commandOf(at.file)], at.project)).toBe(2);
    expect(fire(at, [plugin, commandOf(at.file)], "/elsewhere")).toBe(3);
    at.uninstall();
    expect(existsSync(join(at.home, "installed"))).toBe(true);
    expect(fire(at, [plugin], at.project)).toBe(4);
  });

  test("hooks of one project silence it there only", () => {
    const at = place(PLAIN, "local");
    const folder = join(at.root, "plugin");
    writePlugin(at.home, folder, at.plan(true));
    at.install();
    const [plugin, local] = [commandOf(join(folder, "hooks", "hooks.json")), commandOf(at.file)];
    expect(fire(at, [plugin, local], at.project)).toBe(1);
    expect(fire(at, [plugin], "/elsewhere")).toBe(2);
    expect(fire(at, [plugin], `${at.project}*`)).toBe(3);
  });
});

test("F23: repairs that nobody asked for are counted, over restarts too, until the person does something themselves", () => {
  const at = place();
  expect(repairsSoFar(at.home)).toBe(0);
  countRepair(at.home);
  countRepair(at.home);
  expect(repairsSoFar(at.home)).toBe(2);
  at.install();
  expect(repairsSoFar(at.home)).toBe(0);
  writeFileSync(join(at.home, "repairs.json"), "half");
  expect(repairsSoFar(at.home)).toBe(REPAIRS_AT_MOST);
  forgetRepairs(at.home);
  expect(repairsSoFar(at.home)).toBe(0);
});
