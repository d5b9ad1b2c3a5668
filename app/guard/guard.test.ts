import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DEFAULT_SETTINGS } from "../home/settings-file.ts";
import type { Delivery, Settings } from "../parts.ts";
import type { MascotEvent } from "../../schemas/generated/types.ts";
import { createGuard, type Guard, type GuardEvent } from "./guard.ts";
import { createModes, guardsAnywhere, type Modes } from "./modes.ts";
import { type FileProblem, readProjectFile, readRules } from "./project-file.ts";

let project: string;
let settings: Settings;
let told: { id: string; event: GuardEvent }[];
let said: (FileProblem | null)[];
let loosened: unknown[];
let unasked: number[];
let running: { id: string }[];
let known: boolean;
let now: number;
let modes: Modes;
let guard: Guard;

beforeEach(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), "mascot-guard-")));
  mkdirSync(join(project, "src"));
  settings = { ...DEFAULT_SETTINGS, tracking: { ...DEFAULT_SETTINGS.tracking, mode: "strict" } };
  told = [];
  said = [];
  loosened = [];
  unasked = [];
  running = [];
  known = true;
  now = 1_000;
  modes = createModes({
    settings: { get: () => settings, update: async (change) => { settings = change(settings); } },
    read: readProjectFile, say: (_, problem) => said.push(problem), sayLooser: (_, change) => loosened.push(change),
  });
  const log = { debug() {}, info() {}, warn() {}, error() {}, withPrefix: () => log };
  guard = createGuard({
    modes, projectOf: async () => project, userFolder: "/home/me", home: "/home/me/.agent-mascot", clock: { now: () => now }, log,
    ports: { isKnown: () => known, running: () => running, ready: async () => [] },
    understood: (_, payload) => payload, denial: (_, reason) => ({ reason }), tell: (id, _, event) => told.push({ id, event }), sayUnasked: (count) => unasked.push(count),
  });
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

let calls = 0;
function call(tool_name: string, tool_input: object, lane: Delivery["lane"] = "ingest"): Promise<Record<string, unknown> | undefined> {
  const payload = { hook_event_name: "PreToolUse", tool_name, tool_input, cwd: project, session_id: "s" };
  const event = { id: `evt_20261128_${++calls}`, event_type: "tool_started", trust: "verified", session_id: "s", agent_id: "s", payload: { tool_name, project_dir: project, tool_use_id: `toolu_${calls}`, input_digest: `digest-${calls}` } } as unknown as MascotEvent;
  return guard.answer({ lane, provider: "claude", payload, meta: {}, deliveryId: null, collectedAt: 0, receivedAt: 0, trust: "verified" }, [event]);
}
const bash = (command: string) => call("Bash", { command });
const rules = (text: string) => writeFileSync(join(project, ".agent-mascot.yaml"), text);

describe("a tool call that would change files of the project", () => {
  it("is denied in strict while no port runs, and told", async () => {
    expect(await call("Write", { file_path: join(project, "src/a.ts") })).toMatchObject({ reason: expect.stringContaining("agent-mascot port create edit-a") });
    expect(told.map(({ event }) => [event.event_type, event.payload.reason])).toEqual([["edit_blocked", "no_port"]]);
  });

  it("is named by the event of its denial as its own events name it", async () => {
    await call("Write", { file_path: join(project, "src/a.ts") });
    expect(told[0]?.event.payload).toMatchObject({ tool_name: "Write", tool_use_id: `toolu_${calls}`, input_digest: `digest-${calls}` });
  });

  it("the rules are found behind more names than are looked at", async () => {
    running = [{ id: "a" }];
    const names = Array.from({ length: 80 }, (_, n) => `/tmp/elsewhere/${n}`).join(" ");
    expect(await bash(`rm -f ${names} .agent-mascot.yaml`)).toMatchObject({ reason: expect.stringContaining("changed by the person") });
    expect(await bash(`rm -f ${names}`)).toBeUndefined();
  });

  it("passes without a word while a port runs", async () => {
    running = [{ id: "a" }];
    expect(await bash("echo > src/a.ts")).toBeUndefined();
    expect(told).toEqual([]);
  });

  it("from the spool is told as untracked where somebody guards, and not even read where nobody does", async () => {
    await call("Write", { file_path: join(project, "src/a.ts") }, "spool");
    expect(told.map(({ event }) => event.payload.reason)).toEqual(["not_asked"]);
    settings = { ...settings, tracking: { ...settings.tracking, mode: "off" } };
    now += 2_000;
    const event = { id: "evt_20261128_late", event_type: "tool_started", trust: "verified", session_id: "s", agent_id: "s", payload: { project_dir: project } } as unknown as MascotEvent;
    const delivery = { lane: "spool", provider: "claude", meta: {}, deliveryId: null, collectedAt: 0, receivedAt: 0, trust: "verified", get payload(): unknown { throw new Error("read"); } } as const;
    expect(await guard.answer(delivery, [event])).toBeUndefined();
  });

  it("passes in warn, and is told as untracked", async () => {
    settings = { ...settings, tracking: { ...settings.tracking, mode: "warn" } };
    expect(await bash("echo > src/a.ts")).toBeUndefined();
    expect(told.map(({ event }) => event.event_type)).toEqual(["untracked_edit"]);
  });

  it("that nobody could answer is told as untracked", async () => {
    expect(await call("Edit", { file_path: join(project, "a") }, "spool")).toBeUndefined();
    expect(told.map(({ event }) => [event.event_type, event.payload.reason])).toEqual([["untracked_edit", "not_asked"]]);
  });

  it("passes while it is not known which ports run", async () => {
    known = false;
    expect(await bash("rm src/a.ts")).toBeUndefined();
  });

  it("outside of it passes, also in the temporary folder; a link back into it does not help", async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), "mascot-elsewhere-"));
    symlinkSync(join(project, "src"), join(elsewhere, "link"));
    expect(await bash(`echo > ${elsewhere}/a`)).toBeUndefined();
    expect(await bash("echo > $TMPDIR/a")).toBeUndefined();
    expect(await bash(`echo > ${elsewhere}/link/a`)).toBeDefined();
    expect(await bash("echo > ../outside")).toBeUndefined();
    rmSync(elsewhere, { recursive: true });
  });

  it("by another way after a refusal is an escalation", async () => {
    await call("Edit", { file_path: join(project, "src/a.ts") });
    await bash("cat src/a.ts");
    await bash("sed -i s/a/b/ src/a.ts");
    expect(told.map(({ event }) => event.event_type)).toEqual(["edit_blocked", "edit_blocked", "escalation"]);
    expect(told[2]?.event.payload).toMatchObject({ reason: "around_refusal" });
  });
});

describe("a hook whose event cannot be recorded", () => {
  const lost = (tool_name: string, tool_input: object) => {
    const payload = { hook_event_name: "PreToolUse", tool_name, tool_input, cwd: project, session_id: "s" };
    const event = { id: "evt_lost", event_type: "tool_started", trust: "verified", session_id: "s", agent_id: "s", payload: { tool_name, project_dir: project } } as unknown as MascotEvent;
    return guard.noteUnanswered({ lane: "ingest", provider: "claude", payload, meta: {}, deliveryId: null, collectedAt: 0, receivedAt: 0, trust: "verified" }, [event]);
  };

  it("is not refused, and what passed is counted and said until recording goes on", async () => {
    await lost("Edit", { file_path: join(project, "a") });
    await lost("Bash", { command: "ls" });
    await lost("Bash", { command: "rm a" });
    expect(unasked).toEqual([1, 2]);
    await bash("ls");
    expect(unasked).toEqual([1, 2]);
    now += 61_000;
    await bash("ls");
    expect(unasked).toEqual([1, 2, 0]);
  });

  it("says nothing where it would have passed anyway", async () => {
    running = [{ id: "a" }];
    await lost("Edit", { file_path: join(project, "a") });
    expect(unasked).toEqual([]);
  });
});

describe("the project's own rules", () => {
  it("tighten at once, without a change of settings, and only there", async () => {
    settings = { ...settings, tracking: { ...settings.tracking, mode: "off" } };
    expect(await bash("rm src/a.ts")).toBeUndefined();
    rules("tracking:\n  mode: strict\n  auto_create: false\n");
    expect(await bash("rm src/a.ts")).toMatchObject({ reason: expect.stringContaining("port create <id>") });
  });

  it("loosen only once the person accepted them as they are", async () => {
    rules("tracking: { mode: off }\n");
    expect(await modes.of(project)).toMatchObject({ mode: "strict", waiting: { mode: "off" } });
    expect(await modes.accept(project)).toBe(true);
    expect(await modes.of(project)).toMatchObject({ mode: "off", waiting: null });
    rules("tracking: { mode: warn }\n");
    expect(await modes.of(project)).toMatchObject({ mode: "strict", waiting: { mode: "warn" } });
  });

  it("that cannot be understood change nothing, and are said with line and column", async () => {
    rules("tracking: { mode: strict }\n");
    settings = { ...settings, tracking: { ...settings.tracking, mode: "off" } };
    expect((await modes.of(project)).mode).toBe("strict");
    rules("tracking:\n  mode: sometimes\n");
    expect((await modes.of(project)).mode).toBe("strict");
    expect(said.at(-1)).toMatchObject({ line: 2, column: 9 });
    rules("tracking: { mode: warn }\n");
    expect((await modes.of(project)).mode).toBe("warn");
    expect(said.at(-1)).toBeNull();
  });

  it("are not the agent's to write, also while a port runs", async () => {
    running = [{ id: "a" }];
    expect(await bash("printf 'tracking: {mode: off}' > .agent-mascot.yaml")).toMatchObject({ reason: expect.stringContaining("changed by the person") });
    expect(told.map(({ event }) => event.event_type)).toEqual(["edit_blocked", "escalation"]);
  });

  it.each([
    ["a broken line", "tracking:\n  mode: [strict\n", "syntax"],
    ["an unknown mode", "tracking:\n  mode: lenient\n", "not_allowed"],
    ["an unknown key", "tracking: { mode: warn }\nchannel: general\n", "not_allowed"],
    ["an alias", "a: &a { mode: off }\ntracking: *a\n", "not_allowed"],
    ["the same key twice", "tracking: { mode: off }\ntracking: { mode: strict }\n", "syntax"],
    ["a list", "- a\n", "not_allowed"],
  ])("%s is refused", (_, text, problem) => {
    expect(readRules(text)).toMatchObject({ kind: "broken", problem: { problem } });
  });

  it.each([
    ["a byte order mark and CRLF", "\uFEFFtracking:\r\n  mode: strict\r\n", { tracking: { mode: "strict" } }],
    ["old Mac line ends in a comment", "# a\rtracking: { mode: warn }\n", undefined],
    ["no newline at the end", "tracking: { mode: warn }", { tracking: { mode: "warn" } }],
    ["JSON", '{ "tracking": { "mode": "warn", "auto_create": false } }', { tracking: { mode: "warn", auto_create: false } }],
  ])("%s is read", (_, text, expected) => {
    const read = readRules(text);
    if (expected) expect(read).toMatchObject({ kind: "rules", rules: expected });
    else expect(["rules", "broken"]).toContain(read.kind);
  });

  it.each([
    ["a tab as indentation", "tracking:\n\tmode: strict\n"],
    ["a bomb of aliases", `a: &a [x, x]\n${Array.from({ length: 20 }, (_, n) => `a${n}: &a${n} [*a${n === 0 ? "" : n - 1}, *a${n === 0 ? "" : n - 1}]`).join("\n")}\n`],
    ["a merge key", "x: { mode: off }\ntracking: { <<: { mode: off } }\n"],
    ["two documents", "tracking: { mode: strict }\n---\ntracking: { mode: off }\n"],
    ["a tag of another language", "tracking: !!js/function 'function () {}'\n"],
    ["brackets to the end of what is read", `tracking: ${"[".repeat(60_000)}`],
    ["G: brackets over many lines", "[\n".repeat(32_000)], ["G: lists in lists on a line", "- ".repeat(32_000)], ["G: keys of keys", "? ".repeat(32_000)], ["G: thousands of keys", Array.from({ length: 7_000 }, (_, n) => `a${n}: 1`).join("\n")], ["G: thousands of faults", `[${",".repeat(63_000)}]`],
    ["G: thousands of anchors", "&a ".repeat(21_000)], ["G: closing brackets", "]".repeat(64_000)], ["G: a text of escapes", `"${"\\x".repeat(31_000)}"`], ["G: empty lines", "\n".repeat(64_000)], ["G: quotes", '"'.repeat(64_000)],
    ["maps to the end of what is read", `${"{a: ".repeat(15_000)}`],
    ["NUL bytes", "tracking: { mode: \u0000strict }\n"],
    ["a key named like a prototype", "__proto__: { tracking: { mode: off } }\n"],
    ["a mode that is a number", "tracking: { mode: 1 }\n"],
  ])("%s is refused, soon, with a place", (_, text) => {
    const read = readRules(text);
    expect(read).toMatchObject({ kind: "broken" });
    if (read.kind === "broken") expect(Math.min(read.problem.line, read.problem.column)).toBeGreaterThanOrEqual(1);
  });

  it.runIf(process.platform !== "win32")("a pipe that nobody writes to holds up nobody", async () => {
    execFileSync("mkfifo", [join(project, ".agent-mascot.yaml")]);
    expect(await readProjectFile(project)).toMatchObject({ kind: "broken", problem: { problem: "not_regular" } });
    expect(await bash("touch a")).toBeDefined();
  });

  it("an empty file and one of comments are no rules", () => {
    expect(readRules("# nothing yet\n")).toMatchObject({ kind: "rules", rules: {} });
  });

  it("a link, a folder and a file that is too large are not read", async () => {
    writeFileSync(join(project, "real.yaml"), "tracking: { mode: off }\n");
    symlinkSync(join(project, "real.yaml"), join(project, ".agent-mascot.yaml"));
    expect(await readProjectFile(project)).toMatchObject({ kind: "broken", problem: { problem: "not_regular" } });
    rmSync(join(project, ".agent-mascot.yaml"));
    mkdirSync(join(project, ".agent-mascot.yaml"));
    expect(await readProjectFile(project)).toMatchObject({ kind: "broken", problem: { problem: "not_regular" } });
    rmSync(join(project, ".agent-mascot.yaml"), { recursive: true });
    rules(`# ${"x".repeat(70_000)}`);
    expect(await readProjectFile(project)).toMatchObject({ kind: "broken", problem: { problem: "too_large" } });
  });
});

describe("rules that went away, by whatever way", () => {
  beforeEach(() => {
    settings = { ...settings, tracking: { ...settings.tracking, mode: "off" } };
    rules("tracking: { mode: strict }\n");
  });

  it.each([["removed", () => rmSync(join(project, ".agent-mascot.yaml"))], ["replaced", () => rules("tracking: { mode: off }\n")]])("are said to the person when the file was %s, until they are back", async (_, take) => {
    await bash("touch a");
    take();
    await bash("touch a");
    await bash("touch a");
    expect(loosened).toEqual([{ from: "strict", to: "off" }]);
    rules("tracking: { mode: strict }\n");
    await bash("touch a");
    expect(loosened.at(-1)).toBeNull();
  });

  it("are no news once the person has said what holds", async () => {
    await bash("touch a");
    rmSync(join(project, ".agent-mascot.yaml"));
    await bash("touch a");
    settings = { ...settings, tracking: { ...settings.tracking, projects: { [project]: "off" } } };
    await bash("touch a");
    expect(loosened).toEqual([{ from: "strict", to: "off" }, null]);
  });

  it("are the person's own doing when they changed their rule", async () => {
    settings = { ...settings, tracking: { ...settings.tracking, mode: "strict" } };
    rmSync(join(project, ".agent-mascot.yaml"));
    await bash("touch a");
    settings = { ...settings, tracking: { ...settings.tracking, mode: "off" } };
    await bash("touch a");
    expect(loosened).toEqual([]);
  });
});

describe("the rules cannot be taken away while a port runs", () => {
  beforeEach(() => {
    running = [{ id: "a" }];
    rules("tracking: { mode: strict }\n");
    mkdirSync(join(project, "other"));
    writeFileSync(join(project, "other/.agent-mascot.yaml"), "tracking: { mode: off }\n");
  });

  it.each([
    "rm .agent-mascot.y*", "rm ./.agent*", "rm .[a-z]*", "rm .agent-mascot.{yaml,yml}", "rm .Agent-Mascot.YAML", "F=.agent-mascot.yaml; rm $F", "rm \".agent-mascot.$E\"", "rm src/../.agent-mascot.yaml", "cd src && rm ../.agent-mascot.yaml", "mv .agent-mascot.yaml /tmp/x",
    "cp other/.agent-mascot.yaml .", "cp -t . other/.agent-mascot.yaml", "mv other/.agent-mascot.y?ml ./", "rsync other/.agent-mascot.yaml .", "ln -sf other/.agent-mascot.yaml", "ln .agent-mascot.yaml /tmp/x", "install -m 644 other/.agent-mascot.yaml .", "tee .agent-mascot.yaml < other/a", "sed -i s/strict/off/ .agent-mascot.yaml", "sed -n 'w .agent-mascot.yaml' other/a",
    "git checkout HEAD~1 .agent-mascot.yaml", "git rm .agent-mascot.yaml", "git mv .agent-mascot.yaml x", "rm -rf .", "rm -rf $PWD", "rm -rf \"$CLAUDE_PROJECT_DIR\"", "rm -rf ..", "mv ../mascot-guard-* /tmp", "find . -delete", "find . -name '.agent*' -delete", "find . -name .agent-mascot.yaml -exec rm {} +", "perl -pi -e 's/strict/off/' .agent-mascot.yaml", "node -e \"require('fs').unlinkSync('.agent-mascot.yaml')\"", "ls .agent-mascot.yaml | xargs rm",
    "agent-mascot guard off", "agent-mascot quit", "rm -rf /home/me/.agent-mascot", "rm ~/.agent-mascot/answers/PreToolUse", "echo {} > $HOME/.agent-mascot/settings.json", "rm ~/.agent-mascot/answers/*",
  ])("%s", async (command) => {
    expect(await bash(command)).toMatchObject({ reason: expect.stringContaining("changed by the person") });
    expect(told.map(({ event }) => event.event_type)).toEqual(["edit_blocked", "escalation"]);
  });

  it.each([
    "cat .agent-mascot.yaml", "grep mode .agent*", "cp .agent-mascot.yaml /tmp/copy", "rm -rf other", "rm *.yaml", "rm -rf ./*", "cp src/a.ts .", "mv src other/", "find . -name '*.o' -delete", "rm .a*.tmp", "rm -rf .cache .next", "git stash", "git add .agent-mascot.yaml", "ls ~/.agent-mascot", "rm -rf ../elsewhere", "rm -rf /tmp/mascot*/x",
  ])("%s passes", async (command) => {
    expect(await bash(command)).toBeUndefined();
  });

  it("a folder without rules may be emptied while a port runs", async () => {
    rmSync(join(project, ".agent-mascot.yaml"));
    expect(await bash("find . -delete")).toBeUndefined();
  });
});

describe("without a port", () => {
  it.each(["rm -rf ..", "rm -rf ../mascot-guard-*", "echo x > $PWD/a", "echo x > $TMPDIR/../a", "X=$(mktemp -p src); echo a > $X", "git -C src apply x"])("%s is denied", async (command) => {
    expect(await bash(command)).toBeDefined();
  });

  it.each(["X=$(mktemp); echo a > $X", "T=$(mktemp -d) && cd $T && echo x > y && git init && git apply z", "echo x > $HOME/notes", "cp src/a.ts ..", "git -C /tmp/clone reset --hard", "echo x > $TMPDIR/a"])("%s passes", async (command) => {
    expect(await bash(command)).toBeUndefined();
  });
});

describe("hooks of tool calls wait for an answer", () => {
  it.each<[Partial<Settings["tracking"]>, boolean]>([[{ mode: "off" }, false], [{ mode: "warn" }, true], [{ mode: "off", projects: { "/p": "strict" } }, true], [{ mode: "off", projects: { "/p": "off" } }, false]])("%o: %s", (tracking, expected) => {
    expect(guardsAnywhere({ tracking: { ...DEFAULT_SETTINGS.tracking, ...tracking } })).toBe(expected);
  });
});
