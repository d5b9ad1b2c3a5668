/** Which events a follower of the stream wants. Pure. */
import { EVENT_TYPES, type EventType, type MascotEvent, type SessionEvent, type StreamQuery } from "../../../schemas/generated/types.ts";
import { portOf, severityOf } from "../../domain/session-event.ts";

export interface StreamFilter {
  /** null: every event, so that what is written for one follower is written for all. */
  wants: ((event: MascotEvent) => boolean) | null;
  /** Narrows what is read from the log. */
  sessionId: string | null;
}

export class BadFilter extends Error {}

/** The specification's word, and ours. */
const ALIASES: Record<string, EventType> = { user_request: "user_prompt" };
const SEVERITIES: readonly SessionEvent["severity"][] = ["info", "warn", "error"];

/**
 * @param projectOf the folder of a session that runs, for events that name none
 * @throws BadFilter in words for the person
 */
export function filterOf(query: StreamQuery, projectOf: (sessionId: string) => string | null): StreamFilter {
  const tests: ((event: MascotEvent) => boolean)[] = [];
  const { session_id, port_id, project } = query;
  if (session_id !== undefined) tests.push((event) => event.session_id === session_id);
  if (query.event_type !== undefined) {
    const types = new Set(wordsOf(query.event_type, EVENT_TYPES, "event_type", ALIASES));
    tests.push((event) => types.has(event.event_type));
  }
  if (query.severity !== undefined) {
    const severities = new Set(wordsOf(query.severity, SEVERITIES, "severity", {}));
    tests.push((event) => severities.has(severityOf(event.severity)));
  }
  if (port_id !== undefined) tests.push((event) => portOf(event) === port_id);
  if (project !== undefined) tests.push(inProject(project, projectOf));
  return { wants: tests.length === 0 ? null : (event) => tests.every((test) => test(event)), sessionId: session_id ?? null };
}

function wordsOf<T extends string>(text: string, known: readonly T[], name: string, aliases: Record<string, T>): T[] {
  return text.split(",").map((part) => {
    const word = part.trim();
    const found = known.find((each) => each === word) ?? (Object.hasOwn(aliases, word) ? aliases[word] : undefined);
    if (found === undefined) throw new BadFilter(`${name} knows: ${known.join(", ")}.`);
    return found;
  });
}

function inProject(project: string, projectOf: (sessionId: string) => string | null): (event: MascotEvent) => boolean {
  if (!/[\\/]/.test(project)) return (event) => event.workspace_id === project;
  const folder = project.replace(/[\\/]+$/, "");
  const inside = (path: unknown) => typeof path === "string" && path.startsWith(folder) && (path.length === folder.length || /[\\/]/.test(path.charAt(folder.length)));
  return ({ payload, session_id }) => {
    const { project_dir, cwd } = (payload ?? {}) as { project_dir?: unknown; cwd?: unknown };
    if (project_dir === undefined && cwd === undefined) return session_id ? inside(projectOf(session_id)) : false;
    return inside(project_dir) || inside(cwd);
  };
}
