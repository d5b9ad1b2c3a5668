import { describe, expect, it } from "vitest";
import { type HooksStatus, MASCOT_STATES, type Notice, type QuietState } from "../../schemas/generated/types.ts";
import { agentMenu } from "./agent-menu.ts";
import { type MenuEntry, menuLabel, type ShellCommand } from "./menu-model.ts";
import { agent, session, settings } from "./test-support.ts";
import { textsFor } from "./texts.ts";
import { trayFace, type TrayModel } from "./tray-menu.ts";

const en = textsFor("en");
const HOOKS: HooksStatus = { state: "installed", file: "/home/kim/.claude/settings.json", installed_events: ["Stop"], missing_events: [], problem: null };
const NOBODY: QuietState = { by: null, until: null };
const FULL_DISK: Notice = { id: "disk_full", level: "error", at: "2026-01-01T00:00:00.000Z" };

function face(overrides: Partial<TrayModel> = {}, texts = en) {
  return trayFace({ agents: [], notices: [], hooks: HOOKS, visible: true, quiet: NOBODY, answering: false, dismissed: 0, clockTime: (iso) => iso.slice(11, 16), ...overrides }, texts);
}

function allEntries(entries: MenuEntry[]): MenuEntry[] {
  return entries.flatMap((entry) => (entry.kind === "submenu" ? [entry, ...allEntries(entry.entries)] : [entry]));
}

function labels(entries: MenuEntry[]): string[] {
  return allEntries(entries).flatMap((entry) => (entry.kind === "separator" ? [] : [entry.label]));
}

function commandOf(entries: MenuEntry[], label: string): ShellCommand | undefined {
  const entry = allEntries(entries).find((one) => one.kind !== "separator" && one.label === label);
  return entry && "command" in entry ? entry.command : undefined;
}

describe("the tray icon", () => {
  it.each([
    ["nobody is there", {}, "idle"],
    ["an agent rests", { agents: [agent()] }, "idle"],
    ["an agent edits", { agents: [agent({ state: "editing" }), agent({ agent_id: "s2" })] }, "working"],
    ["an agent asks while others work", { agents: [agent({ state: "editing" }), agent({ agent_id: "s2", state: "asking_permission" })] }, "needs"],
    ["an agent asks while another failed", { agents: [agent({ state: "failed" }), agent({ agent_id: "s2", state: "asking_question" })] }, "needs"],
    ["an agent was stopped by an error", { agents: [agent({ state: "failed" }), agent({ agent_id: "s2", state: "editing" })] }, "error"],
    ["nothing is recorded", { agents: [agent({ state: "asking_permission" })], notices: [FULL_DISK] }, "error"],
    ["the person does not want to be disturbed", { agents: [agent({ state: "editing" })], quiet: { by: "person", until: null } }, "paused"],
    ["somebody needs the person all the same", { agents: [agent({ state: "asking_question" })], quiet: { by: "person", until: null } }, "needs"],
  ] as const)("when %s", (_when, model, state) => {
    expect(face(model as Partial<TrayModel>).state).toBe(state);
  });

  it("says the counts in words, in both languages", () => {
    const agents = [agent({ state: "asking_permission" }), agent({ agent_id: "s2", state: "running" }), agent({ agent_id: "s3", state: "reading" })];
    expect(face({ agents }).tooltip).toBe("Agent Mascot: 1 needs you, 2 working");
    expect(face({ agents }, textsFor("ko")).tooltip).toBe("Agent Mascot: 응답 대기 1, 작업 중 2");
    expect(face().tooltip).toBe("Agent Mascot: nobody is at work");
  });

  it("E7: the tooltip keeps Hangul and fits into what Windows shows", () => {
    const tooltip = face({ notices: [{ ...FULL_DISK, id: "database_newer" }] }, textsFor("ko")).tooltip;
    expect(tooltip).toContain("이벤트 기록");
    expect(tooltip.length).toBeLessThanOrEqual(120);
  });
});

describe("the tray menu", () => {
  it("has who needs the person first, then the others by what they do", () => {
    const menu = face({
      agents: [
        agent({ agent_id: "r", display_name: "web", workspace_id: "web" }),
        agent({ agent_id: "w", display_name: "api", workspace_id: "api", state: "editing", bubble: { kind: "tool", tool_name: "Edit", target: "login.ts" } }),
        agent({ agent_id: "n", display_name: "auth", workspace_id: "auth", state: "asking_permission", bubble: { kind: "permission", tool_name: "Bash", target: "npm test" } }),
      ],
    }).menu;
    expect(labels(menu).slice(0, 6)).toEqual([
      "Needs you", "auth: needs your permission (npm test)", "Working (1)", "api: editing (login.ts)", "Resting (1)", "web: resting",
    ]);
    expect(commandOf(menu, "auth: needs your permission (npm test)")).toEqual({ do: "dashboard", target: { agent_id: "n" } });
  });

  it("W3: offers every action without any click on the icon itself", () => {
    const commands = allEntries(face().menu).flatMap((entry) => ("command" in entry ? [entry.command.do] : []));
    expect(commands).toEqual(expect.arrayContaining(["show_mascots", "dashboard", "quiet", "answering", "remove_hooks", "quit"]));
  });

  it("whoever waits longest comes first", () => {
    const menu = face({
      agents: [
        agent({ agent_id: "late", display_name: "late", state: "asking_question", state_since: "2026-01-01T10:05:00.000Z" }),
        agent({ agent_id: "early", display_name: "early", state: "asking_question", state_since: "2026-01-01T10:00:00.000Z" }),
      ],
    }).menu;
    expect(labels(menu).slice(1, 3)).toEqual(["early · auth-service: has a question", "late · auth-service: has a question"]);
  });

  it("names with its project whoever is not called as it: helpers of many projects have one name", () => {
    const menu = face({ agents: [agent({ agent_id: "a", display_name: "Explore", workspace_id: "garden", state: "running" }), agent({ agent_id: "b", display_name: "Explore", workspace_id: "bakery", state: "running" })] }).menu;
    expect(labels(menu).filter((label) => label.startsWith("Explore")).sort()).toEqual(["Explore · bakery: running a command", "Explore · garden: running a command"]);
  });

  it("S13: says that hooks are missing and offers the repair", () => {
    const menu = face({ notices: [{ id: "hooks_missing", level: "warn", at: "" }], hooks: { ...HOOKS, state: "partly", missing_events: ["Stop"] } }).menu;
    expect(labels(menu)[0]).toMatch(/^⚠ Hooks are missing/);
    expect(allEntries(menu)[0]).toMatchObject({ command: { do: "install_hooks" } });
    expect(labels(menu)).toEqual(expect.arrayContaining(["Hooks: some are missing", "Repair hooks…", "Remove hooks…"]));
  });

  it.each([
    ["installed", ["Remove hooks…"]], ["partly", ["Repair hooks…", "Remove hooks…"]], ["absent", ["Install hooks…"]], ["no_client", []], ["unreadable", []],
  ] as const)("offers for hooks that are %s only what can be done", (state, actions) => {
    const offered = labels(face({ hooks: { ...HOOKS, state } }).menu).filter((label) => label.endsWith("hooks…"));
    expect(offered).toEqual(actions);
  });

  it("shows twelve agents of a crowd and where the rest is", () => {
    const agents = Array.from({ length: 40 }, (_, i) => agent({ agent_id: `s${String(i).padStart(2, "0")}`, display_name: `w${i}`, state: "editing" }));
    const shown = labels(face({ agents }).menu);
    expect(shown.filter((label) => label.endsWith(": editing"))).toHaveLength(12);
    expect(shown).toContain("28 more in the dashboard…");
  });

  it("puts every state of a mascot somewhere", () => {
    for (const state of MASCOT_STATES) expect(labels(face({ agents: [agent({ state })] }).menu).some((label) => label.startsWith("auth-service: "))).toBe(true);
  });

  it("is the same data for the same world, so that it is not set again while it is open", () => {
    expect(face({ agents: [agent()] })).toEqual(face({ agents: [agent()] }));
  });
});

describe("a menu line", () => {
  it("is one short line, and an & is no shortcut", () => {
    expect(menuLabel("a & b\n  c")).toBe("a && b c");
    expect(menuLabel("\u202egnp\u2066 a")).toBe("gnp a");
    expect([...menuLabel("가".repeat(200))]).toHaveLength(64);
    expect(menuLabel("🐛".repeat(100))).not.toContain("\ufffd");
  });
});

describe("do not disturb in the menu", () => {
  const dnd = (quiet: QuietState) => allEntries(face({ quiet }).menu).filter((entry) => "command" in entry && entry.command.do === "quiet").map((entry) => "command" in entry && entry.command.do === "quiet" && entry.command.for);
  const label = (quiet: QuietState, texts = en) => labels(face({ quiet }, texts).menu).find((line) => /disturb|방해/.test(line));

  it("can be chosen for a while, until tomorrow or until it is turned off", () => {
    expect(dnd(NOBODY)).toEqual(["30_minutes", "1_hour", "tomorrow", "turned_off"]);
    expect(label(NOBODY)).toBe("Do not disturb");
  });

  it("says until when, and is turned off at the top or by what turned it on", () => {
    const until: QuietState = { by: "person", until: "2026-01-01T15:30:00.000Z" };
    expect(label(until)).toBe("Do not disturb: until 15:30");
    expect(label(until, textsFor("ko"))).toBe("방해 금지: 15:30까지");
    expect(dnd(until)).toEqual(["off", "30_minutes", "1_hour", "tomorrow", "turned_off"]);
    expect(dnd({ by: "person", until: null })).toEqual(["off", "30_minutes", "1_hour", "tomorrow", "off"]);
  });

  it("tells quiet hours from the person's own wish", () => {
    expect(label({ by: "hours", until: "2026-01-01T08:00:00.000Z" })).toBe("Do not disturb: quiet hours until 08:00");
    expect(face({ quiet: { by: "hours", until: null } }).state).toBe("paused");
  });
});

const menuOf = (who: ReturnType<typeof agent> | null, more: Partial<Parameters<typeof agentMenu>[0]> = {}) => agentMenu({ agent: who, session: who && session(), settings: settings(), quiet: NOBODY, displays: [], dismissed: 0, apart: 0, mascots: 1, clockTime: (iso) => iso, ...more }, en);

describe("a mascot's own menu", () => {
  it("says how one is placed by itself where there are several, and gathers those that were", () => {
    expect(labels(menuOf(agent()))).not.toContain("Drag with Shift to place one by itself");
    expect(labels(menuOf(agent(), { mascots: 2 }))).toContain("Drag with Shift to place one by itself");
    expect(labels(menuOf(agent(), { mascots: 2 }))).not.toContain("Gather all mascots");
    expect(commandOf(menuOf(agent(), { mascots: 2, apart: 1 }), "Gather all mascots")).toEqual({ do: "gather" });
  });

  it("names it, leads to it in the dashboard, and can hide the group", () => {
    const menu = menuOf(agent({ agent_id: "n" }));
    expect(labels(menu)[0]).toBe("auth-service: resting");
    expect(commandOf(menu, "Show in the dashboard")).toEqual({ do: "dashboard", target: { agent_id: "n" } });
    expect(commandOf(menu, "Hide the mascots")).toEqual({ do: "show_mascots", visible: false });
    expect(commandOf(menu, "Quit Agent Mascot")).toEqual({ do: "quit" });
  });

  it("leads to the conversation, the session's id and its folder, and mutes session or project", () => {
    const menu = menuOf(agent({ agent_id: "n" }));
    expect(commandOf(menu, "Open the conversation")).toEqual({ do: "dashboard", target: { page: "sessions", session_id: "s1" } });
    expect(commandOf(menu, "Copy the session's id")).toEqual({ do: "copy", text: "s1" });
    expect(commandOf(menu, "Open the project's folder")).toEqual({ do: "open_folder", folder: "/w/shop" });
    expect(commandOf(menu, "This session")).toEqual({ do: "notify", change: { session: { session_id: "s1", muted: true } } });
    expect(commandOf(menu, "The project shop")).toEqual({ do: "notify", change: { project: { project: "/w/shop", muted: true } } });
    expect(commandOf(menu, "Send away until it needs me")).toEqual({ do: "dismiss", agent_id: "n" });
    const muted = menuOf(agent(), { settings: settings({ notify: { muted_sessions: ["s1"] } }) });
    expect(commandOf(muted, "This session")).toEqual({ do: "notify", change: { session: { session_id: "s1", muted: false } } });
  });

  it("opens no folder on a stranger's word", () => {
    expect(commandOf(menuOf(agent(), { session: session({ trust: "unverified" }) }), "Open the project's folder")).toBeUndefined();
  });

  it("moves the mascots to another display where there is one, and calls back who was sent away", () => {
    expect(labels(menuOf(null))).not.toContain("Move to display");
    const menu = menuOf(null, { displays: [{ key: "1", name: "Laptop", current: true }, { key: "2", name: "Desk", current: false }], dismissed: 2 });
    expect(commandOf(menu, "Desk")).toEqual({ do: "display", key: "2" });
    expect(commandOf(menu, "Call back 2 mascots")).toEqual({ do: "call_back" });
  });

  it("beside all mascots has what concerns the group", () => {
    expect(commandOf(menuOf(null), "Open the dashboard")).toEqual({ do: "dashboard", target: {} });
    expect(commandOf(menuOf(null), "Large")).toEqual({ do: "size", size: "L" });
  });
});
