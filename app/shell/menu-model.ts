/** Menus as plain data: what an item says and which command it stands for. The Electron side turns commands into click handlers. */
import type { AgentView, DashboardOpen, NotifyChange, QuietFor, Settings } from "../../schemas/generated/types.ts";
import type { TextKey, Texts } from "./texts.ts";

export type ShellCommand =
  | { do: "dashboard"; target: DashboardOpen }
  | { do: "show_mascots"; visible: boolean }
  | { do: "quiet"; for: QuietFor }
  | { do: "size"; size: Settings["mascots"]["size"] }
  | { do: "copy"; text: string }
  | { do: "open_folder"; folder: string }
  | { do: "notify"; change: NotifyChange }
  | { do: "dismiss"; agent_id: string }
  | { do: "gather" }
  | { do: "call_back" }
  | { do: "display"; key: string }
  | { do: "answering"; on: boolean }
  | { do: "install_hooks" }
  | { do: "remove_hooks" }
  | { do: "quit" };

export type MenuEntry =
  | { kind: "separator" }
  /** A line that only says something. */
  | { kind: "label"; label: string }
  | { kind: "item"; label: string; command: ShellCommand }
  | { kind: "check"; label: string; checked: boolean; command: ShellCommand }
  | { kind: "radio"; label: string; checked: boolean; command: ShellCommand }
  | { kind: "submenu"; label: string; entries: MenuEntry[] };

/** Longer lines make a menu as wide as the screen. */
const LONGEST_LABEL = 64;

/** Marks that turn the direction of what follows: a name must not turn the rest of its line. */
const TURNS_TEXT = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A line for a menu: one line, short, and with `&` doubled, which menus take for a shortcut's mark. */
export function menuLabel(text: string): string {
  const line = text.replace(TURNS_TEXT, "").replace(/\s+/g, " ").trim();
  const letters = [...line];
  const short = letters.length > LONGEST_LABEL ? `${letters.slice(0, LONGEST_LABEL - 1).join("").trimEnd()}…` : line;
  return short.replaceAll("&", "&&");
}

/** What an agent is doing, with the tool's target where there is one. One that is not called as its project is named with it: helpers of many projects have one name. */
export function agentLabel(agent: AgentView, texts: Texts): string {
  const state = texts(`state.${agent.state}` as TextKey);
  const target = agent.bubble?.target ?? "";
  const { display_name: own, workspace_id: project } = agent;
  const name = project === "" || project === own ? own : `${own} · ${project}`;
  return menuLabel(texts("tray.agent", { name, what: target ? `${state} (${target})` : state }));
}

export function sizeEntries(current: Settings["mascots"]["size"], texts: Texts): MenuEntry[] {
  return (["S", "M", "L"] as const).map((size) => ({
    kind: "radio", label: texts(`agent.menu.size_${size}`), checked: size === current, command: { do: "size", size },
  }));
}
