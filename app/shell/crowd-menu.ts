/**
 * The menu of those who find no room on the stage. A menu rather than a list in the page: it is never cut off by the window and the mascots make no room for it.
 * Their window takes no keys: by the keyboard the same agents are in the tray's menu and on the dashboard's page Now. Pure.
 */
import type { AgentView } from "../../schemas/generated/types.ts";
import { groupAgents } from "./agent-groups.ts";
import { agentLabel, type MenuEntry } from "./menu-model.ts";
import type { Texts } from "./texts.ts";

/** A menu longer than the screen is hard to use; the dashboard has the rest. */
const MOST_SHOWN = 20;

/** @param ids as the page told them; those that have left meanwhile are passed over */
export function crowdMenu(agents: readonly AgentView[], ids: readonly string[], texts: Texts): MenuEntry[] {
  const wanted = new Set(ids);
  const { needs, failed, working, resting } = groupAgents(agents.filter(({ agent_id }) => wanted.has(agent_id)));
  const all = [...needs, ...failed, ...working, ...resting];
  const more = all.length - MOST_SHOWN;
  return [
    { kind: "label", label: texts("crowd.menu", { count: all.length }) },
    ...all.slice(0, MOST_SHOWN).map((agent): MenuEntry => ({ kind: "item", label: agentLabel(agent, texts), command: { do: "dashboard", target: { agent_id: agent.agent_id, page: "now" } } })),
    ...(more > 0 ? [{ kind: "label", label: texts("crowd.more", { count: more }) } satisfies MenuEntry] : []),
    { kind: "separator" },
    { kind: "item", label: texts("crowd.all"), command: { do: "dashboard", target: { page: "now" } } },
  ];
}
