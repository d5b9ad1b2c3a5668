import type { AgentView } from "../../schemas/generated/types.ts";
import type { Team } from "./order.ts";

/** Figures that stay side by side: all of a project, a lead with its helpers, or one alone. */
interface Piece {
  project: string;
  agents: readonly AgentView[];
}

/** Neighbours of one project in one row. */
export interface Run {
  project: string;
  agents: AgentView[];
}

export type Row = Run[];

export interface RowRules {
  /** Width of an agent's column, in DIP. */
  columnOf(agent: AgentView): number;
  /** Widest row, in DIP. */
  limit: number;
  mostRows: number;
  /** Between two projects, in DIP. */
  gap: number;
  /** Left free at the end of the first row, in DIP: the badge's place. */
  reserve: number;
}

/**
 * Rows from right to left, the first at the bottom. Projects stay together where they can, else leads with their helpers, else nobody does.
 * @returns null: they find no room
 */
export function inRows(teams: readonly Team[], rules: RowRules): Row[] | null {
  for (const piecesOf of [wholeTeams, companies, figures]) {
    const rows = fill(teams.flatMap(piecesOf), rules);
    if (rows !== null && rows.length <= rules.mostRows) return rows;
  }
  return null;
}

export function rowWidth(row: Row, { columnOf, gap }: Pick<RowRules, "columnOf" | "gap">): number {
  return row.reduce((width, { agents }, at) => width + widthOf(agents, columnOf) + (at > 0 ? gap : 0), 0);
}

const wholeTeams = ({ project, companies: parts }: Team): Piece[] => [{ project, agents: parts.flatMap(({ agents }) => agents) }];
const companies = ({ project, companies: parts }: Team): Piece[] => parts.map(({ agents }) => ({ project, agents }));
const figures = ({ project, companies: parts }: Team): Piece[] => parts.flatMap(({ agents }) => agents.map((agent) => ({ project, agents: [agent] })));

function fill(pieces: readonly Piece[], rules: RowRules): Row[] | null {
  const rows: Row[] = [];
  for (const piece of pieces) {
    const row = rows.at(-1);
    if (row !== undefined && fits(row, piece, rules, rows.length === 1)) join(row, piece);
    else if (fits([], piece, rules, rows.length === 0)) rows.push([{ ...piece, agents: [...piece.agents] }]);
    else return null;
  }
  return rows;
}

function fits(row: Row, piece: Piece, rules: RowRules, isFirst: boolean): boolean {
  const apart = row.length > 0 && row.at(-1)?.project !== piece.project ? rules.gap : 0;
  return rowWidth(row, rules) + apart + widthOf(piece.agents, rules.columnOf) <= rules.limit - (isFirst ? rules.reserve : 0);
}

function join(row: Row, { project, agents }: Piece): void {
  const last = row.at(-1);
  if (last?.project === project) last.agents.push(...agents);
  else row.push({ project, agents: [...agents] });
}

function widthOf(agents: readonly AgentView[], columnOf: (agent: AgentView) => number): number {
  return agents.reduce((width, agent) => width + columnOf(agent), 0);
}
