/** What stands where on the board, and what moving a card means. Pure. */
import type { AgentView, PortOutcome, PortSummary, SessionView } from "../../../schemas/generated/types.ts";

export const COLUMNS = ["ready", "running", "ended"] as const;
export type Column = (typeof COLUMNS)[number];

/** Ended ones that are shown; older ones only tell of the past. */
export const ENDED_SHOWN = 30;

export function columnOf({ state }: Pick<PortSummary, "state">): Column {
  return state === "ready" || state === "running" ? state : "ended";
}

/** In the order they came in; those that wait for others after those that may begin. */
export function columnsOf(ports: readonly PortSummary[]): Record<Column, PortSummary[]> {
  const of = (column: Column) => ports.filter((port) => columnOf(port) === column);
  const ready = of("ready");
  return { ready: [...ready.filter((port) => port.waits_for.length === 0), ...ready.filter((port) => port.waits_for.length > 0)], running: of("running"), ended: of("ended").slice(0, ENDED_SHOWN) };
}

/** What a person does with a port. */
export type Move = "start" | PortOutcome;

/** By buttons, the likeliest first. */
export function movesOf({ state }: Pick<PortSummary, "state">): Move[] {
  if (state === "running") return ["done", "paused", "dropped"];
  return state === "ready" ? ["start", "done", "dropped"] : ["start"];
}

/** By carrying the card to another column. @returns null where it has no place */
export function moveTo(port: Pick<PortSummary, "state">, column: Column): Move | null {
  if (columnOf(port) === column) return null;
  if (column === "running") return "start";
  if (column === "ended") return "done";
  return port.state === "running" ? "paused" : null;
}

export function neighbour(column: Column, step: -1 | 1): Column | null {
  return COLUMNS[COLUMNS.indexOf(column) + step] ?? null;
}

const SHOWN = 3;

/** Leads that work on a running port: its session's, or those of all sessions in its project. */
export function workersOf(port: PortSummary, agents: Iterable<AgentView>, sessions: ReadonlyMap<string, SessionView>): AgentView[] {
  if (port.state !== "running") return [];
  const works = ({ role, session_id, session_state }: AgentView): boolean => {
    if (role !== "lead" || session_id === null || session_state === "completed") return false;
    return port.session_id === null ? isWithin(sessions.get(session_id)?.project_dir ?? "", port.project) : session_id === port.session_id;
  };
  return [...agents].filter(works).slice(0, SHOWN);
}

function isWithin(folder: string, project: string): boolean {
  const [inner, outer] = [folder, project].map((path) => path.replaceAll("\\", "/").replace(/\/+$/, ""));
  return inner === outer || (inner ?? "").startsWith(`${outer}/`);
}

const LONGEST_ID = 40;

/** An id for a title, as a person would type it; where its letters are none that an id can have, `work-` and the next free number. */
export function idFor(title: string, taken: ReadonlySet<string>): string {
  const words = title.normalize("NFKD").replace(/\p{M}+/gu, "").toLowerCase().split(/[^a-z0-9]+/).filter((word) => word !== "");
  let id = "";
  for (const word of words) {
    if (id !== "" && id.length + word.length >= LONGEST_ID) break;
    id = id === "" ? word.slice(0, LONGEST_ID) : `${id}-${word}`;
  }
  if (id !== "" && !taken.has(id)) return id;
  const base = id === "" ? "work" : id;
  for (let n = id === "" ? 1 : 2; ; n++) if (!taken.has(`${base}-${n}`)) return `${base}-${n}`;
}
