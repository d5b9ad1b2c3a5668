import type { AgentView } from "../../schemas/generated/types.ts";
import { byNeed, everybody, only, type Team, teamsOf } from "./order.ts";
import { inRows, type Row, type RowRules, rowWidth } from "./rows.ts";

/**
 * Where each figure stands, in DIP. Pure. The stage hangs on its bottom right corner, because the window does:
 * right and bottom are distances from that corner to the figure's own bottom right, so that a wider window moves nobody.
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

/** A project's name under its figures, where more than one project is on the stage. */
export interface Caption {
  project: string;
  right: number;
  bottom: number;
  width: number;
}

export interface Stage {
  places: Place[];
  captions: Caption[];
  /** Ids of agents that found no room, in the order they would stand; shown as a badge. */
  hidden: string[];
  /** Of the badge, from the corner. */
  badge: { right: number; bottom: number };
  width: number;
  height: number;
}

/** Of the display without its bars, in DIP. */
export interface Room {
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
export const CAPTION_ROOM = 20;
/** What a column is wider than its mascot, for bubble and name; less of it when there is no room for all. */
interface Spacing { lead: number; helper: number }
const WIDE: Spacing = { lead: 56, helper: 44 };
const SNUG: Spacing = { lead: 26, helper: 36 };
/** The badge, too, hangs on the right edge, as everything that is measured for the window's shape. */
export const BADGE_COLUMN = 56;
/** More figures than this become a badge: a crowd tells nobody anything. */
export const MOST_FIGURES = 24;
const PROJECT_GAP = 16;
/** A row grows over this share of the display only when a second one does not help: a fence along the whole edge is in the way. */
const COMFORTABLE = 0.7;
/** Rows are added while all of them together take no more than this share of the display's height. */
const TALLEST = 0.46;
const MOST_ROWS = 3;
const BOUNDLESS: Room = { width: Number.POSITIVE_INFINITY, height: 0 };

/** By project, helpers beside their lead, in rows from right to left. @param room what finds no place in it is counted in the badge, helpers first and whoever needs the person last */
export function arrange(agents: Iterable<AgentView>, size: Size, room: Room = BOUNDLESS): Stage {
  const teams = teamsOf(agents);
  const { rows, rules } = fitting(teams, size, room);
  const shown = new Set(rows.flat().flatMap((run) => run.agents));
  const hidden = everybody(teams).filter((agent) => !shown.has(agent)).map(({ agent_id }) => agent_id);
  const severalProjects = new Set(rows.flat().map(({ project }) => project)).size > 1;
  const places: Place[] = [];
  const captions: Caption[] = [];
  let bottom = 0;
  for (const row of rows) {
    const named = severalProjects ? row.filter(saysMore) : [];
    const floor = bottom + (named.length > 0 ? CAPTION_ROOM : 0);
    let right = 0;
    for (const [at, run] of row.entries()) {
      if (at > 0) right += PROJECT_GAP;
      const from = right;
      for (const agent of run.agents) {
        const place = placeOf(agent, size, rules, right, floor);
        places.push(place);
        right += place.width;
      }
      if (named.includes(run)) captions.push({ project: run.project, right: from, bottom, width: right - from });
    }
    bottom = floor + Math.max(...row.flatMap(({ agents: ones }) => ones.map((agent) => tallOf(agent, size))));
  }
  const badge = rows[0] === undefined ? 0 : rowWidth(rows[0], rules);
  const width = Math.max(hidden.length > 0 ? badge + BADGE_COLUMN : 0, ...rows.map((row) => rowWidth(row, rules)));
  return { places, captions, hidden, badge: { right: badge, bottom: 0 }, width, height: bottom };
}

/** One alone that is called like its project has said it already. */
function saysMore({ project, agents: [first, ...others] }: Row[number]): boolean {
  return others.length > 0 || first?.display_name !== project;
}

function placeOf(agent: AgentView, size: Size, { columnOf }: RowRules, right: number, bottom: number): Place {
  return { agentId: agent.agent_id, right, bottom, width: columnOf(agent), height: tallOf(agent, size), mascot: sideOf(agent, size) };
}

function sideOf({ role }: AgentView, size: Size): number {
  return Math.round(LEAD_SIDE[size] * SCALE[role]);
}

function tallOf(agent: AgentView, size: Size): number {
  return sideOf(agent, size) + BUBBLE_ROOM + NAME_ROOM;
}

/** The first way in which all find room; else as many as do, at their narrowest. */
function fitting(teams: readonly Team[], size: Size, room: Room): { rows: Row[]; rules: RowRules } {
  const rowHeight = LEAD_SIDE[size] + BUBBLE_ROOM + NAME_ROOM;
  const mostRows = Math.min(MOST_ROWS, Math.max(1, Math.floor((room.height * TALLEST) / rowHeight)));
  const rulesOf = (spacing: Spacing, share: number, rows: number, reserve = 0): RowRules => ({
    columnOf: (agent) => sideOf(agent, size) + (agent.role === "subagent" ? spacing.helper : spacing.lead), limit: room.width * share, mostRows: rows, gap: PROJECT_GAP, reserve,
  });
  const crowded = everybody(teams).length > MOST_FIGURES;
  const ways = crowded ? [] : [rulesOf(WIDE, COMFORTABLE, 1), rulesOf(WIDE, COMFORTABLE, mostRows), rulesOf(SNUG, COMFORTABLE, mostRows), rulesOf(WIDE, 1, mostRows), rulesOf(SNUG, 1, mostRows)];
  for (const rules of ways) {
    const rows = inRows(teams, rules);
    if (rows !== null) return { rows, rules };
  }
  const rules = rulesOf(SNUG, 1, mostRows, BADGE_COLUMN);
  return { rows: asManyAsFit(teams, rules), rules };
}

function asManyAsFit(teams: readonly Team[], rules: RowRules): Row[] {
  const chosen = new Set<AgentView>();
  let rows: Row[] = [];
  for (const agent of byNeed(teams)) {
    if (chosen.size === MOST_FIGURES) break;
    const wider = inRows(only(teams, new Set([...chosen, agent])), rules);
    if (wider === null) break;
    chosen.add(agent);
    rows = wider;
  }
  return rows;
}
