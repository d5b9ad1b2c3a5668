/** The tray's icon, tooltip and menu for one moment of the world. Pure; tray.ts shows it. */
import type { AgentView, HooksStatus, Notice, QuietState } from "../../schemas/generated/types.ts";
import { type AgentGroup, groupAgents } from "./agent-groups.ts";
import { agentLabel, type MenuEntry, menuLabel } from "./menu-model.ts";
import { calledBack } from "./agent-menu.ts";
import { quietMenu } from "./quiet-menu.ts";
import { noticeText, type Texts } from "./texts.ts";

export type TrayState = "idle" | "working" | "needs" | "error" | "paused";

export interface TrayModel {
  agents: readonly AgentView[];
  notices: readonly Notice[];
  /** null while it is not known yet. */
  hooks: HooksStatus | null;
  /** What the person wants, not whether the window is on screen right now. */
  visible: boolean;
  quiet: QuietState;
  /** Whether agents can be answered from our windows. */
  answering: boolean;
  /** How many mascots were sent away. */
  dismissed: number;
  /** An ISO time as the person's clock shows it. */
  clockTime(iso: string): string;
}

export interface TrayFace {
  state: TrayState;
  tooltip: string;
  menu: MenuEntry[];
}

/** Menus that are longer than the screen are hard to use; the dashboard has the rest. */
const MOST_AGENTS_SHOWN = 12;
/** Windows cuts a tooltip after 127 characters. */
const LONGEST_TOOLTIP = 120;

const SEPARATOR: MenuEntry = { kind: "separator" };

export function trayFace(model: TrayModel, texts: Texts): TrayFace {
  const groups = groupAgents(model.agents);
  return { state: trayState(model, groups), tooltip: tooltip(model, groups, texts), menu: trayMenu(model, groups, texts) };
}

function trayState(model: TrayModel, groups: Record<AgentGroup, AgentView[]>): TrayState {
  // An app that does not record makes everything else it shows untrue.
  if (model.notices.some((notice) => notice.level === "error")) return "error";
  if (groups.needs.length > 0) return "needs";
  if (groups.failed.length > 0) return "error";
  if (model.quiet.by !== null) return "paused";
  return groups.working.length > 0 ? "working" : "idle";
}

function tooltip(model: TrayModel, groups: Record<AgentGroup, AgentView[]>, texts: Texts): string {
  const counts = (["needs", "failed", "working", "resting"] as const)
    .filter((group) => groups[group].length > 0)
    .map((group) => texts(`tray.summary.${group}`, { count: groups[group].length }));
  if (counts.length === 0) counts.push(texts("tray.summary.none"));
  if (model.quiet.by !== null) counts.push(texts("tray.summary.dnd"));
  const notice = model.notices.find((one) => one.level !== "info");
  const lines = [texts("tray.tooltip", { summary: counts.join(", ") }), ...(notice ? [noticeText(notice, texts)] : [])];
  return lines.join("\n").slice(0, LONGEST_TOOLTIP);
}

function trayMenu(model: TrayModel, groups: Record<AgentGroup, AgentView[]>, texts: Texts): MenuEntry[] {
  return [
    ...section(noticeEntries(model.notices, texts)),
    ...section(needsEntries(groups.needs, texts)),
    ...section(groupEntries(groups, texts)),
    { kind: "check", label: texts("tray.show"), checked: model.visible, command: { do: "show_mascots", visible: !model.visible } },
    { kind: "item", label: texts("tray.dashboard"), command: { do: "dashboard", target: {} } },
    ...calledBack(model.dismissed, texts),
    quietMenu(model.quiet, model.clockTime, texts),
    { kind: "check", label: texts("tray.answering"), checked: model.answering, command: { do: "answering", on: !model.answering } },
    hooksEntry(model.hooks, texts),
    { kind: "item", label: texts("tray.settings"), command: { do: "dashboard", target: { page: "settings" } } },
    SEPARATOR,
    { kind: "item", label: texts("tray.quit"), command: { do: "quit" } },
  ];
}

function section(entries: MenuEntry[]): MenuEntry[] {
  return entries.length === 0 ? [] : [...entries, SEPARATOR];
}

function noticeEntries(notices: readonly Notice[], texts: Texts): MenuEntry[] {
  return notices.map((notice) => ({
    kind: "item",
    label: menuLabel(`${notice.level === "info" ? "ℹ" : "⚠"} ${noticeText(notice, texts)}`),
    command: notice.id === "hooks_missing" ? { do: "install_hooks" } : { do: "dashboard", target: { page: "now" } },
  }));
}

function needsEntries(agents: AgentView[], texts: Texts): MenuEntry[] {
  return agents.length === 0 ? [] : [{ kind: "label", label: texts("tray.group.needs") }, ...agentEntries(agents, texts)];
}

function groupEntries(groups: Record<AgentGroup, AgentView[]>, texts: Texts): MenuEntry[] {
  const entries: MenuEntry[] = (["failed", "working", "resting"] as const)
    .filter((group) => groups[group].length > 0)
    .map((group) => ({
      kind: "submenu", label: texts(`tray.group.${group}`, { count: groups[group].length }), entries: agentEntries(groups[group], texts),
    }));
  const nobody = entries.length === 0 && groups.needs.length === 0;
  return nobody ? [{ kind: "label", label: texts("tray.nobody") }] : entries;
}

function agentEntries(agents: AgentView[], texts: Texts): MenuEntry[] {
  const entries = agents.slice(0, MOST_AGENTS_SHOWN).map((agent): MenuEntry => ({
    kind: "item", label: agentLabel(agent, texts), command: { do: "dashboard", target: { agent_id: agent.agent_id } },
  }));
  const more = agents.length - entries.length;
  if (more > 0) entries.push({ kind: "item", label: texts("tray.more", { count: more }), command: { do: "dashboard", target: { page: "now" } } });
  return entries;
}

function hooksEntry(hooks: HooksStatus | null, texts: Texts): MenuEntry {
  const details: MenuEntry = { kind: "item", label: texts("hooks.details"), command: { do: "dashboard", target: { page: "hooks" } } };
  return { kind: "submenu", label: texts(`hooks.menu.${hooks?.state ?? "unknown"}`), entries: [...hooksActions(hooks, texts), details] };
}

function hooksActions(hooks: HooksStatus | null, texts: Texts): MenuEntry[] {
  const install: MenuEntry = { kind: "item", label: texts("hooks.install"), command: { do: "install_hooks" } };
  const repair: MenuEntry = { kind: "item", label: texts("hooks.repair"), command: { do: "install_hooks" } };
  const remove: MenuEntry = { kind: "item", label: texts("hooks.remove"), command: { do: "remove_hooks" } };
  switch (hooks?.state) {
    case "absent": return [install];
    case "partly":
    case "outdated": return [repair, remove];
    case "installed": return [remove];
    default: return [];
  }
}
