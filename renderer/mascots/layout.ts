import type { AgentView } from "../../schemas/generated/types.ts";
import { needsPerson } from "../shared/words.ts";

/**
 * Where each figure stands, in DIP. Pure. The stage hangs on its bottom right corner, because the window does:
 * x and y are distances from that corner to the figure's own bottom right, so that a wider window moves nobody.
 */
export interface Place {
  agentId: string;
  right: number;
  bottom: number;
  /** Width of the column the figure has for itself, its bubble and its name. */
  width: number;
  height: number;
  /** Side of the square the mascot is drawn in. */
  mascot: number;
}

export interface Stage {
  places: Place[];
  /** Agents that found no room; shown as a badge. */
  hidden: number;
  width: number;
  height: number;
}

export type Size = "S" | "M" | "L";

/** Side of a lead's drawing in DIP. */
const LEAD_SIDE: Record<Size, number> = { S: 72, M: 104, L: 144 };
/** A lead is 1, a teammate 0.9, a sub-agent 0.65 (docs/characters.md). */
const SCALE: Record<AgentView["role"], number> = { lead: 1, teammate: 0.9, subagent: 0.65 };
/** Room above for a bubble of two lines and below for the name, in DIP. */
export const BUBBLE_ROOM = 50;
export const NAME_ROOM = 20;
/** What a column is wider than its mascot, for bubble and name; less of it when there is no room for all. */
interface Spacing { lead: number; helper: number }
const WIDE: Spacing = { lead: 56, helper: 44 };
const SNUG: Spacing = { lead: 26, helper: 30 };
/** The badge, too, hangs on the right edge, as everything that is measured for the window's shape. */
export const BADGE_COLUMN = 56;
/** More figures than this become a badge: a crowd tells nobody anything. */
export const MOST_FIGURES = 14;

/**
 * Groups stand from right to left in the order they came, helpers on the left of their lead.
 * @param room width of the display, in DIP: what would stand beyond its edge is counted in the badge, helpers first and whoever needs the person last
 */
export function arrange(agents: Iterable<AgentView>, size: Size, room = Number.POSITIVE_INFINITY): Stage {
  const ordered = inGroups([...agents]);
  const { shown, spacing } = fitting(ordered, size, room);
  const hidden = ordered.length - shown.length;
  const places: Place[] = [];
  let right = 0;
  let height = 0;
  for (const agent of shown) {
    const mascot = sideOf(agent, size);
    const width = columnOf(agent, size, spacing);
    const tall = mascot + BUBBLE_ROOM + NAME_ROOM;
    places.push({ agentId: agent.agent_id, right, bottom: 0, width, height: tall, mascot });
    right += width;
    height = Math.max(height, tall);
  }
  return { places, hidden, width: right + (hidden > 0 ? BADGE_COLUMN : 0), height };
}

function sideOf({ role }: AgentView, size: Size): number {
  return Math.round(LEAD_SIDE[size] * SCALE[role]);
}

function columnOf(agent: AgentView, size: Size, spacing: Spacing): number {
  return sideOf(agent, size) + (agent.role === "subagent" ? spacing.helper : spacing.lead);
}

function fitting(ordered: AgentView[], size: Size, room: number): { shown: AgentView[]; spacing: Spacing } {
  const widthOf = (spacing: Spacing) => ordered.reduce((width, agent) => width + columnOf(agent, size, spacing), 0);
  const spacing = widthOf(WIDE) <= room && ordered.length <= MOST_FIGURES ? WIDE : SNUG;
  if (ordered.length <= MOST_FIGURES && widthOf(spacing) <= room) return { shown: ordered, spacing };
  const chosen = new Set<AgentView>();
  let left = room - BADGE_COLUMN;
  for (const agent of [...ordered].sort((a, b) => rankOf(a) - rankOf(b))) {
    left -= columnOf(agent, size, spacing);
    if (left < 0 || chosen.size === MOST_FIGURES) break;
    chosen.add(agent);
  }
  return { shown: ordered.filter((agent) => chosen.has(agent)), spacing };
}

/** Who is shown before others where there is no room for all. */
function rankOf({ role, state }: AgentView): number {
  if (needsPerson(state)) return 0;
  return role === "subagent" ? 2 : 1;
}

/** Leads in order of arrival, each followed by its own helpers; an orphan stands where it came. */
function inGroups(agents: AgentView[]): AgentView[] {
  const byArrival = [...agents].sort((a, b) => (a.started_at < b.started_at ? -1 : a.started_at > b.started_at ? 1 : a.agent_id < b.agent_id ? -1 : 1));
  const ids = new Set(byArrival.map((agent) => agent.agent_id));
  const helpersOf = new Map<string, AgentView[]>();
  const heads: AgentView[] = [];
  for (const agent of byArrival) {
    const parent = agent.parent_agent_id;
    if (parent !== null && parent !== agent.agent_id && ids.has(parent)) helpersOf.set(parent, [...(helpersOf.get(parent) ?? []), agent]);
    else heads.push(agent);
  }
  const ordered: AgentView[] = [];
  const seen = new Set<string>();
  const add = (agent: AgentView): void => {
    if (seen.has(agent.agent_id)) return;
    seen.add(agent.agent_id);
    ordered.push(agent);
    for (const helper of helpersOf.get(agent.agent_id) ?? []) add(helper);
  };
  for (const agent of heads) add(agent);
  return ordered.length === agents.length ? ordered : [...ordered, ...byArrival.filter((agent) => !seen.has(agent.agent_id))];
}

/** States whose drawing moves without end. */
const MOVING: ReadonlySet<AgentView["state"]> = new Set(["thinking", "reading", "editing", "running", "searching", "browsing", "delegating", "planning", "compacting"]);
/** More than this many that move at once is a crowd, not a sight; it would also cost a processor of its own where nothing but the processor draws. */
export const MOST_MOVING = 4;

/** Who of the working ones holds its pose: all but those that began last what they do. Whoever asks for the person always moves. */
export function holdingStill(agents: readonly AgentView[]): ReadonlySet<string> {
  const moving = agents.filter((agent) => MOVING.has(agent.state));
  if (moving.length <= MOST_MOVING) return NOBODY;
  const byNewest = moving.sort((a, b) => (a.state_since < b.state_since ? 1 : a.state_since > b.state_since ? -1 : a.agent_id < b.agent_id ? -1 : 1));
  return new Set(byNewest.slice(MOST_MOVING).map((agent) => agent.agent_id));
}

const NOBODY: ReadonlySet<string> = new Set();
