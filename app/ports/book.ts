/** All ports in memory, so that whoever must not wait (the guard) can ask. What it knows is what the table knows: both follow the same events. */
import type { MascotEvent, PortPriority, PortSummary } from "../../schemas/generated/types.ts";
import { isOver, waitsFor } from "../domain/ports/dependencies.ts";
import { type PortRecord, portAfter, portRefOf } from "../domain/ports/port.ts";
import type { StoredPort } from "../ports-parts.ts";

export interface Book {
  fill(ports: readonly StoredPort[]): void;
  /** @returns whether anything changed */
  apply(event: MascotEvent): boolean;
  ofProject(project: string): ReadonlyMap<string, PortRecord>;
  all(): PortRecord[];
  /** Those that count for the session; with null those that count for every one. */
  runningFor(project: string, session: string | null): PortRecord[];
  isAnyRunning(): boolean;
  setFiles(project: string, id: string, files: number): void;
  /** The wall clock was set anew. */
  shiftRunning(ms: number): void;
  /** @param now ms, up to which running ones are counted */
  summary(port: PortRecord, now: number): PortSummary;
}

const NONE: ReadonlyMap<string, PortRecord> = new Map();

export function createBook(): Book {
  const projects = new Map<string, Map<string, PortRecord>>();
  const files = new Map<string, number>();
  const keyOf = (project: string, id: string) => `${project}\0${id}`;
  // Counted, since every batch of events asks.
  let running = 0;
  const put = (port: PortRecord) => {
    const ports = projects.get(port.project) ?? new Map<string, PortRecord>();
    running += Number(port.state === "running") - Number(ports.get(port.id)?.state === "running");
    ports.set(port.id, port);
    projects.set(port.project, ports);
  };
  const all = () => [...projects.values()].flatMap((ports) => [...ports.values()]);
  return {
    fill(ports) {
      projects.clear();
      files.clear();
      running = 0;
      for (const { record, files: count } of ports) {
        put(record);
        files.set(keyOf(record.project, record.id), count);
      }
    },
    apply(event) {
      const ref = portRefOf(event);
      if (ref === null || event.trust === "unverified") return false;
      const before = projects.get(ref.project)?.get(ref.id) ?? null;
      const after = portAfter(before, event);
      if (after === null || after === before) return false;
      put(after);
      return true;
    },
    ofProject: (project) => projects.get(project) ?? NONE,
    all,
    runningFor: (project, session) => [...(projects.get(project) ?? NONE).values()].filter((port) => port.state === "running" && (port.session_id === null || port.session_id === session)),
    isAnyRunning: () => running > 0,
    setFiles: (project, id, count) => void files.set(keyOf(project, id), count),
    shiftRunning(ms) {
      for (const port of all()) if (port.running_since !== null) put({ ...port, running_since: port.running_since + ms });
    },
    summary(port, now) {
      const { seq: _seq, noted_seq: _noted, ...shown } = port;
      const span = port.running_since === null ? 0 : Math.max(0, now - port.running_since);
      const waits_for = isOver(port) ? [] : waitsFor(port.depends_on, projects.get(port.project) ?? NONE);
      return { ...shown, waits_for, files: files.get(keyOf(port.project, port.id)) ?? 0, spent_ms: port.spent_ms + span };
    },
  };
}

const STATES = { running: 0, ready: 1, done: 2, dropped: 2 } as const;
const PRIORITIES: Record<PortPriority, number> = { high: 0, normal: 1, low: 2 };

/** Running ones first, then the ready by priority and age, then what ended, newest first. */
export function inOrderOfInterest(a: PortRecord, b: PortRecord): number {
  const byState = STATES[a.state] - STATES[b.state];
  if (byState !== 0) return byState;
  if (a.ended_at !== null && b.ended_at !== null) return b.ended_at - a.ended_at || compareIds(a, b);
  return PRIORITIES[a.priority] - PRIORITIES[b.priority] || a.created_at - b.created_at || compareIds(a, b);
}

const compareIds = (a: PortRecord, b: PortRecord): number => (a.id < b.id ? -1 : 1);
