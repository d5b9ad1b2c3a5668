/** The menu of one mascot, or of the group when the pointer was beside all of them. Pure. */
import type { AgentView, QuietState, Settings } from "../../schemas/generated/types.ts";
import { agentLabel, type MenuEntry, sizeEntries } from "./menu-model.ts";
import { quietMenu } from "./quiet-menu.ts";
import type { Texts } from "./texts.ts";

export interface AgentMenuModel {
  /** null: the pointer was beside all of them. */
  agent: AgentView | null;
  settings: Settings;
  quiet: QuietState;
  clockTime(iso: string): string;
}

export function agentMenu({ agent, settings, quiet, clockTime }: AgentMenuModel, texts: Texts): MenuEntry[] {
  const head: MenuEntry[] = agent
    ? [
        { kind: "label", label: agentLabel(agent, texts) },
        { kind: "item", label: texts("agent.menu.open"), command: { do: "dashboard", target: { agent_id: agent.agent_id } } },
      ]
    : [{ kind: "item", label: texts("tray.dashboard"), command: { do: "dashboard", target: {} } }];
  return [
    ...head,
    { kind: "separator" },
    { kind: "submenu", label: texts("agent.menu.size"), entries: sizeEntries(settings.mascots.size, texts) },
    quietMenu(quiet, clockTime, texts),
    { kind: "item", label: texts("agent.menu.hide"), command: { do: "show_mascots", visible: false } },
    { kind: "separator" },
    // Where no panel shows tray icons, this is the way to end the app.
    { kind: "item", label: texts("tray.quit"), command: { do: "quit" } },
  ];
}
