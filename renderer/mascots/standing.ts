import { useRef } from "react";
import type { AgentView, StageStand } from "../../schemas/generated/types.ts";
import { needsPerson } from "../shared/words.ts";
import { type Room, type Size, type Stage, arrange } from "./layout.ts";

/** Distances of something's bottom right corner from the stage's, in DIP. */
export interface Corner {
  right: number;
  bottom: number;
}

/** Somebody (null: the group) who is on the way, and where by now. */
export interface Carried {
  agentId: string | null;
  corner: Corner;
}

/** Feet or shoulders this near to an edge step to it, in DIP. */
const EDGE = 20;

/** Where everybody stands: the group, and companies that the person put elsewhere. Pure. @param carried overrides the place of one of them */
export function standing(agents: readonly AgentView[], size: Size, room: Room, stand: StageStand | undefined, carried: Carried | null): Stage {
  if (stand === undefined) return arrange(agents, size, room);
  const heads = headsOf(agents, stand);
  const group = arrange(agents.filter(({ agent_id }) => !heads.has(agent_id)), size, room);
  const parts = [shifted(group, cornerOf(null, stand, carried), room)];
  for (const { agent_id } of stand.apart) {
    const company = agents.filter((agent) => heads.get(agent.agent_id) === agent_id);
    if (company.length > 0) parts.push(shifted({ ...arrange(company, size, room), captions: [] }, cornerOf(agent_id, stand, carried), room));
  }
  return together(parts);
}

/** By agent: with whom it stands apart. A helper goes with its lead unless it was put somewhere by itself. */
export function headsOf(agents: readonly AgentView[], { apart }: StageStand): ReadonlyMap<string, string> {
  const away = new Set(apart.map(({ agent_id }) => agent_id));
  const heads = new Map<string, string>();
  for (const { agent_id, parent_agent_id } of agents) {
    if (away.has(agent_id)) heads.set(agent_id, agent_id);
    else if (parent_agent_id !== null && away.has(parent_agent_id)) heads.set(agent_id, parent_agent_id);
  }
  return heads;
}

/** Where somebody is by the person's wish; they may stand a little elsewhere for want of room. */
export function cornerOf(agentId: string | null, stand: StageStand, carried: Carried | null): Corner {
  if (carried !== null && carried.agentId === agentId) return carried.corner;
  const place = agentId === null ? stand.group : (stand.apart.find((one) => one.agent_id === agentId)?.place ?? stand.group);
  return { right: -place.x, bottom: -place.y };
}

/** Where what is put down here comes to stand: inside the display, and on its edge when that is near. */
export function putDown({ right, bottom }: Corner, { width, height }: Room, room: Room): Corner {
  return { right: edged(right, room.width - width), bottom: edged(bottom, room.height - height) };
}

function edged(distance: number, most: number): number {
  if (distance <= EDGE) return 0;
  return distance >= most - EDGE ? Math.max(0, most) : Math.round(distance);
}

function shifted(stage: Stage, wish: Corner, room: Room): Stage {
  const right = within(wish.right, room.width - stage.width);
  const bottom = within(wish.bottom, room.height - stage.height);
  const moved = <Part extends Corner>(part: Part): Part => ({ ...part, right: part.right + right, bottom: part.bottom + bottom });
  return { ...stage, places: stage.places.map(moved), captions: stage.captions.map(moved), badge: moved(stage.badge), width: stage.width === 0 ? 0 : stage.width + right, height: stage.height === 0 ? 0 : stage.height + bottom };
}

/** Not outside of the display; who is larger than it hangs on its corner. */
export function within(distance: number, most: number): number {
  return Math.max(0, Math.min(distance, most));
}

function together(parts: readonly Stage[]): Stage {
  return {
    places: parts.flatMap(({ places }) => places), captions: parts.flatMap(({ captions }) => captions), hidden: parts.flatMap(({ hidden }) => hidden), badge: (parts[0] as Stage).badge,
    width: Math.max(...parts.map(({ width }) => width)), height: Math.max(...parts.map(({ height }) => height)),
  };
}

/** The same list for as long as nobody in it would stand elsewhere: most news is of what somebody does. */
export function useThoseWhoStand(agents: readonly AgentView[]): readonly AgentView[] {
  const last = useRef(agents);
  if (!standAlike(last.current, agents)) last.current = agents;
  return last.current;
}

export function standAlike(before: readonly AgentView[], after: readonly AgentView[]): boolean {
  return before.length === after.length && before.every((agent, at) => standsAlike(agent, after[at] as AgentView));
}

/** All that layout, order and rows ask of an agent. */
function standsAlike(a: AgentView, b: AgentView): boolean {
  return a === b || (a.agent_id === b.agent_id && a.role === b.role && a.parent_agent_id === b.parent_agent_id && a.workspace_id === b.workspace_id && a.started_at === b.started_at && a.display_name === b.display_name && needsPerson(a.state) === needsPerson(b.state));
}
