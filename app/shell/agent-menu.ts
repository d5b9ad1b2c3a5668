/** The menu of one mascot, or of the group when the pointer was beside all of them. Pure. */
import type { AgentView, QuietState, SessionView, Settings } from "../../schemas/generated/types.ts";
import { notifyRules, projectKey } from "../domain/notify/rules.ts";
import { agentLabel, type MenuEntry, menuLabel, sizeEntries } from "./menu-model.ts";
import { quietMenu } from "./quiet-menu.ts";
import type { Texts } from "./texts.ts";

export interface DisplayName {
  key: string;
  name: string;
  /** The mascots are on it. */
  current: boolean;
}

export interface AgentMenuModel {
  /** null: the pointer was beside all of them. */
  agent: AgentView | null;
  /** Of the agent. */
  session: SessionView | null;
  settings: Settings;
  quiet: QuietState;
  displays: readonly DisplayName[];
  /** How many mascots were sent away. */
  dismissed: number;
  /** How many stand away from the group. */
  apart: number;
  /** How many there are. */
  mascots: number;
  clockTime(iso: string): string;
}

const SEPARATOR: MenuEntry = { kind: "separator" };

export function agentMenu(model: AgentMenuModel, texts: Texts): MenuEntry[] {
  const { agent, settings, quiet, clockTime } = model;
  const head = agent ? agentEntries(agent, model, texts) : [{ kind: "item", label: texts("tray.dashboard"), command: { do: "dashboard", target: {} } } satisfies MenuEntry];
  return [
    ...head,
    SEPARATOR,
    { kind: "submenu", label: texts("agent.menu.size"), entries: sizeEntries(settings.mascots.size, texts) },
    ...displayEntries(model.displays, texts),
    ...apartEntries(model, texts),
    quietMenu(quiet, clockTime, texts),
    ...calledBack(model.dismissed, texts),
    { kind: "item", label: texts("agent.menu.hide"), command: { do: "show_mascots", visible: false } },
    SEPARATOR,
    // Where no panel shows tray icons, this is the way to end the app.
    { kind: "item", label: texts("tray.quit"), command: { do: "quit" } },
  ];
}

/** Nobody finds a key that has to be held down by themselves. */
function apartEntries({ apart, mascots }: AgentMenuModel, texts: Texts): MenuEntry[] {
  const hint: MenuEntry[] = mascots > 1 ? [{ kind: "label", label: texts("agent.menu.apart_hint") }] : [];
  return apart === 0 ? hint : [{ kind: "item", label: texts("agent.menu.gather"), command: { do: "gather" } }, ...hint];
}

export function calledBack(dismissed: number, texts: Texts): MenuEntry[] {
  return dismissed === 0 ? [] : [{ kind: "item", label: texts("agent.menu.call_back", { count: dismissed }), command: { do: "call_back" } }];
}

function agentEntries(agent: AgentView, { session, settings }: AgentMenuModel, texts: Texts): MenuEntry[] {
  return [
    { kind: "label", label: agentLabel(agent, texts) },
    { kind: "item", label: texts("agent.menu.open"), command: { do: "dashboard", target: { agent_id: agent.agent_id } } },
    ...(session === null ? [] : sessionEntries(session, settings, texts)),
    { kind: "item", label: texts("agent.menu.rename"), command: { do: "dashboard", target: { agent_id: agent.agent_id, page: "now", rename: true } } },
    { kind: "item", label: texts("agent.menu.dismiss"), command: { do: "dismiss", agent_id: agent.agent_id } },
  ];
}

function sessionEntries(session: SessionView, settings: Settings, texts: Texts): MenuEntry[] {
  const { session_id, project_dir, trust, host } = session;
  const project = projectKey(session);
  const { muted_sessions, muted_projects } = notifyRules(settings);
  const isMuted = { session: muted_sessions.includes(session_id), project: muted_projects.includes(project) };
  // A stranger's word is no reason to open anything, and a folder of another machine is not here.
  const folder: MenuEntry[] = project_dir !== null && !host && trust === "verified" ? [{ kind: "item", label: texts("agent.menu.folder"), command: { do: "open_folder", folder: project_dir } }] : [];
  return [
    { kind: "item", label: texts("agent.menu.conversation"), command: { do: "dashboard", target: { page: "sessions", session_id } } },
    { kind: "item", label: texts("agent.menu.copy_id"), command: { do: "copy", text: session_id } },
    ...folder,
    {
      kind: "submenu", label: texts("agent.menu.mute"),
      entries: [
        { kind: "check", label: texts("agent.menu.mute_session"), checked: isMuted.session, command: { do: "notify", change: { session: { session_id, muted: !isMuted.session } } } },
        { kind: "check", label: menuLabel(texts("agent.menu.mute_project", { project: session.workspace_id })), checked: isMuted.project, command: { do: "notify", change: { project: { project, muted: !isMuted.project } } } },
      ],
    },
  ];
}

function displayEntries(displays: readonly DisplayName[], texts: Texts): MenuEntry[] {
  if (displays.length < 2) return [];
  return [{ kind: "submenu", label: texts("agent.menu.display"), entries: displays.map(({ key, name, current }) => ({ kind: "radio", label: menuLabel(name), checked: current, command: { do: "display", key } })) }];
}
