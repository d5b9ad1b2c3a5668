/** What a hook may start, when, and with which environment. */
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../test-support/homes.ts";
import { appCandidates } from "./candidates.ts";
import { launchEnvironment } from "./environment.ts";
import { lastRan } from "./launch.ts";
import { LOCK_STALE_MS, takeLaunchLock } from "./lock.ts";
import { isInsideWork, type LaunchRequest, launchRefusal, type ProgramFacts, programRefusal } from "./rules.ts";

describe("where the app may be (specification 1 §3.4)", () => {
  test.each([
    ["win32", { localAppData: "C:\\Users\\kim\\AppData\\Local", programFiles: "D:\\Programs" }, ["C:\\Users\\kim\\AppData\\Local\\Agent Mascot\\agent-mascot.exe", "D:\\Programs\\Agent Mascot\\agent-mascot.exe"]],
    ["win32", {}, ["C:\\Users\\kim\\AppData\\Local\\Agent Mascot\\agent-mascot.exe", "C:\\Program Files\\Agent Mascot\\agent-mascot.exe"]],
    ["darwin", {}, ["/Applications/Agent Mascot.app/Contents/MacOS/agent-mascot", "C:\\Users\\kim/Applications/Agent Mascot.app/Contents/MacOS/agent-mascot"]],
    ["linux", {}, ["/usr/bin/agent-mascot", "C:\\Users\\kim/.local/bin/agent-mascot", "/usr/local/bin/agent-mascot"]],
  ])("%s %j", (platform, more, first) => {
    expect(appCandidates({ platform, userFolder: "C:\\Users\\kim", ...more }).slice(0, first.length)).toEqual(first);
  });
});

describe("when", () => {
  const base: LaunchRequest = {
    platform: "linux", env: { DISPLAY: ":0" }, installed: true, event: "PreToolUse", attended: true, quitByPerson: false,
    settings: { byHooks: true, unattended: false, afterQuit: "next_attended_session" },
  };
  const settings = (more: Partial<LaunchRequest["settings"]>) => ({ settings: { ...base.settings, ...more } });
  test.each<[string, Partial<LaunchRequest>, string | null]>([
    ["with a display", {}, null],
    ["with Wayland", { env: { WAYLAND_DISPLAY: "wayland-0" } }, null],
    ["without a display", { env: {} }, "no_display"],
    ["without a display elsewhere", { env: {}, platform: "darwin" }, null],
    ["in a cloud session", { env: { DISPLAY: ":0", CLAUDE_CODE_REMOTE: "true" } }, "remote"],
    ["switched off", settings({ byHooks: false }), "switched_off"],
    ["nobody sits there", { attended: false }, "unattended"],
    ["nobody sits there, but the setting says so", { attended: false, ...settings({ unattended: true }) }, null],
    ["a client that does not say whether somebody sits there", { attended: undefined }, null],
    ["quit by the person", { quitByPerson: true }, "quit_by_person"],
    ["quit by the person, then a new session", { quitByPerson: true, event: "SessionStart" }, null],
    ["quit by the person, then an unattended session", { quitByPerson: true, event: "SessionStart", attended: false, ...settings({ unattended: true }) }, "quit_by_person"],
    ["quit by the person for good", { quitByPerson: true, event: "SessionStart", ...settings({ afterQuit: "never" }) }, "quit_by_person"],
    ["by hand after quitting", { installed: false, quitByPerson: true, attended: false }, null],
    ["by hand without a display", { installed: false, env: {} }, "no_display"],
    ["by hand with a program named", { installed: false, env: { MASCOT_APP_PATH: "/x" } }, null],
    ["inside a hook a named program changes nothing", { env: { MASCOT_APP_PATH: "/x" } }, "no_display"],
  ])("%s", (_, change, refusal) => expect(launchRefusal({ ...base, ...change })).toBe(refusal));
});

describe("what", () => {
  const facts: ProgramFacts = { path: "/usr/bin/agent-mascot", realPath: "/opt/Agent Mascot/agent-mascot", isFile: true, uid: 0, mode: 0o755, folderMode: 0o755 };
  const rules = { platform: "linux", uid: 1000, userFolder: "/home/kim", workFolders: ["/home/kim/proj"] };
  test.each<[string, Partial<ProgramFacts>, object, string | null]>([
    ["root's program", {}, {}, null],
    ["the user's own", { uid: 1000 }, {}, null],
    ["somebody else's", { uid: 1001 }, {}, "foreign_owner"],
    ["a relative path", { path: "agent-mascot" }, {}, "not_absolute"],
    ["a folder", { isFile: false }, {}, "not_a_file"],
    ["writable by the group", { mode: 0o775 }, {}, "writable_by_others"],
    ["writable by all", { mode: 0o757 }, {}, "writable_by_others"],
    ["in a folder that all may write to", { folderMode: 0o777 }, {}, "writable_by_others"],
    ["in a sticky folder", { folderMode: 0o1777 }, {}, null],
    ["in the project", { path: "/home/kim/proj/x", realPath: "/home/kim/proj/x" }, {}, "inside_project"],
    ["a link into the project", { realPath: "/home/kim/proj/x" }, {}, "inside_project"],
    ["beside the project", { path: "/home/kim/proj2/x", realPath: "/home/kim/proj2/x" }, {}, null],
    ["below the person's own folder, which they work in", { path: "/home/kim/.local/bin/x", realPath: "/home/kim/.local/bin/x" }, { workFolders: ["/home/kim"] }, null],
    ["with the whole machine as project", {}, { workFolders: ["/"] }, null],
    ["on Windows, owner and mode say nothing", { path: "C:\\x\\a.exe", realPath: "C:\\x\\a.exe", uid: 5, mode: 0o777 }, { platform: "win32" }, null],
    ["on Windows in the project", { path: "C:\\proj\\a.exe", realPath: "C:\\proj\\a.exe" }, { platform: "win32", workFolders: ["C:\\proj"] }, "inside_project"],
  ])("%s", (_, change, rule, refusal) => expect(programRefusal({ ...facts, ...change }, { ...rules, ...rule })).toBe(refusal));

  test("a folder contains itself, and not what only begins like it", () => {
    const at = (path: string) => isInsideWork(path, { userFolder: "/home/kim", workFolders: ["/w/p/"] });
    expect([at("/w/p"), at("/w/p/x"), at("/w/px")]).toEqual([true, true, false]);
  });
});

describe("the app's environment", () => {
  const source = { installed: true, platform: "linux", userFolder: "/home/kim", home: "/h", workFolders: ["/w/proj"] };
  test("only what a desktop needs goes along", () => {
    const env = {
      DISPLAY: ":0", XAUTHORITY: "/x", LANG: "ko_KR.UTF-8", LC_TIME: "ko", XDG_RUNTIME_DIR: "/run/user/1000", GTK_IM_MODULE: "fcitx", PATH: "/usr/bin:./evil:/w/proj/bin::/bin", HOME: "/w/proj/fake",
      ELECTRON_RUN_AS_NODE: "1", NODE_OPTIONS: "x", LD_PRELOAD: "x", LD_LIBRARY_PATH: "x", ANTHROPIC_API_KEY: "x", CLAUDE_CODE_MESSAGING_TOKEN: "x", MASCOT_PORT: "1", MASCOT_APP_PATH: "/x", MASCOT_HOME: "/evil", XDG_CONFIG_HOME: "/w/proj",
    };
    expect(launchEnvironment({ ...source, env })).toEqual({
      DISPLAY: ":0", XAUTHORITY: "/x", LANG: "ko_KR.UTF-8", LC_TIME: "ko", XDG_RUNTIME_DIR: "/run/user/1000", GTK_IM_MODULE: "fcitx",
      PATH: "/usr/bin:/bin", HOME: "/home/kim", MASCOT_HOME: "/h", MASCOT_LAUNCHED_BY: "hook", AGENT_MASCOT_INSIDE: "1",
    });
  });

  test("where the client's settings are is known of the person alone: a hook has it from a repository perhaps", () => {
    const env = { CLAUDE_CONFIG_DIR: "/home/kim/.config/claude" };
    expect(launchEnvironment({ ...source, installed: false, byPerson: true, env })).toMatchObject(env);
    for (const installed of [true, false]) expect(launchEnvironment({ ...source, installed, env })).not.toHaveProperty("CLAUDE_CONFIG_DIR");
  });

  test("by hand the person's switches go along, too", () => {
    const result = launchEnvironment({ ...source, installed: false, home: null, env: { MASCOT_PORT: "4900", MASCOT_HIDDEN: "1" } });
    expect(result).toMatchObject({ MASCOT_PORT: "4900", MASCOT_HIDDEN: "1", PATH: "/usr/local/bin:/usr/bin:/bin" });
    expect(result).not.toHaveProperty("MASCOT_HOME");
    expect(result).toHaveProperty("MASCOT_LAUNCHED_BY");
    expect(launchEnvironment({ ...source, installed: false, byPerson: true, home: null, env: {} })).not.toHaveProperty("MASCOT_LAUNCHED_BY");
  });
});

describe("one launch at a time", () => {
  test("the first one may, until the lock is stale", () => {
    const home = temporaryFolder();
    const now = Date.now();
    expect([takeLaunchLock(home, now, 1), takeLaunchLock(home, now, 2)]).toEqual([true, false]);
    expect(takeLaunchLock(home, now + LOCK_STALE_MS + 1000, 3)).toBe(true);
    expect(readdirSync(join(home, "locks"))).toEqual(["launch"]);
  });

  test("a lock whose app has begun or ended since holds nobody; one that waits for its app does", () => {
    const home = temporaryFolder();
    const now = Date.now();
    expect(takeLaunchLock(home, now, 1)).toBe(true);
    expect(takeLaunchLock(home, now + 100, 2, now - 60_000)).toBe(false);
    expect(takeLaunchLock(home, now + 5_000, 3, now + 4_000)).toBe(true);
  });

  test("hooks wait for the lock of an app that began and broke down, the person does not; a clock that was ahead counts for nobody", () => {
    const nowMs = Date.parse("2026-11-30T09:00:10Z");
    const [began, ended, later] = ["2026-11-30T09:00:00Z", "2026-11-30T09:00:05Z", "2026-11-30T10:00:00Z"];
    expect(lastRan({ collector: { startedAt: began }, nowMs })).toBe(0);
    expect(lastRan({ collector: { startedAt: began }, byPerson: true, nowMs })).toBe(Date.parse(began));
    expect(lastRan({ collector: { startedAt: began, stoppedAt: ended }, nowMs })).toBe(Date.parse(ended));
    expect(lastRan({ collector: { startedAt: later, stoppedAt: later }, byPerson: true, nowMs })).toBe(0);
    expect(lastRan({ collector: { startedAt: "x" }, byPerson: true, nowMs })).toBe(0);
  });

  test("a lock from far in the future, before a clock was set back, holds nobody", () => {
    const home = temporaryFolder();
    mkdirSync(join(home, "locks"));
    writeFileSync(join(home, "locks", "launch"), "");
    const future = Date.now() / 1000 + 3600;
    utimesSync(join(home, "locks", "launch"), future, future);
    expect(takeLaunchLock(home, Date.now(), 1)).toBe(true);
    expect(existsSync(join(home, "locks", "launch"))).toBe(true);
  });
});
