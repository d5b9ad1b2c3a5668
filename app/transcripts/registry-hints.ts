/**
 * What the client's registry says against what hooks told of the same sessions. Only where the two disagree, and go on to for a moment, the registry's word becomes an event:
 * hooks own phases, and no hook tells of Esc, a refused dialog or one that was answered in the terminal (contract §13, §15.1).
 */
import type { Phase, SessionView } from "../../schemas/generated/types.ts";
import type { EventPayloads } from "../domain/event-payloads.ts";
import type { RegistryEntry } from "../providers/transcript.ts";

export interface Hint {
  sessionId: string;
  /** The same change told twice has the same id. */
  id: string;
  atMs: number;
  cwd: string | null;
  payload: EventPayloads["notification"];
}

export interface HintParts {
  session(id: string): Pick<SessionView, "phase" | "state" | "cause" | "client_pid"> | undefined;
  now(): number;
  /** Calls back once after so many ms; the result takes it back. */
  after(ms: number, callback: () => void): () => void;
  tell(hint: Hint): void;
}

/** Hooks of the same moment are on their way that long. */
export const HOOKS_FIRST_MS = 400;
/** A change told with a time before this is told as of now: a clock that is off must not make it late. */
const OLDEST_MS = 12 * 3_600_000;

/** `since`: when the status became what it is, as the registry tells or as it was seen here. */
type Entry = RegistryEntry & { since: number };

/** `busy` does no more than close what was asked before it. */
const AGREES: Record<NonNullable<RegistryEntry["status"]>, ReadonlySet<Phase>> = {
  busy: new Set<Phase>(["busy", "waiting_background", "interactable"]),
  idle: new Set<Phase>(["interactable", "waiting_background"]),
  waiting: new Set<Phase>(["waiting_permission", "waiting_question"]),
};

export class RegistryHints {
  private entries = new Map<string, Entry>();
  private readonly told = new Map<string, string>();
  private readonly checks = new Map<string, () => void>();

  constructor(private readonly parts: HintParts) {}

  /** All entries of processes that live. */
  onRegistry(entries: readonly RegistryEntry[]): void {
    const before = this.entries;
    this.entries = new Map(entries.map((entry) => [entry.sessionId, this.timed(entry, before.get(entry.sessionId))]));
    for (const id of this.told.keys()) if (!this.entries.has(id) && !before.has(id)) this.told.delete(id);
    for (const { sessionId } of entries) this.checkSoon(sessionId);
  }

  /** Something was told of the session: agreement may have ended. */
  onEvents(sessionIds: Iterable<string>): void {
    for (const id of sessionIds) if (this.entries.has(id)) this.checkSoon(id);
  }

  close(): void {
    for (const cancel of this.checks.values()) cancel();
    this.checks.clear();
  }

  private timed(entry: RegistryEntry, before: Entry | undefined): Entry {
    const now = this.parts.now();
    const told = entry.statusAtMs;
    if (told !== null && told <= now && told > now - OLDEST_MS) return { ...entry, since: told };
    return { ...entry, since: before !== undefined && before.status === entry.status && before.statusAtMs === told ? before.since : now };
  }

  private checkSoon(sessionId: string): void {
    if (this.checks.has(sessionId)) return;
    const cancel = this.parts.after(HOOKS_FIRST_MS, () => {
      this.checks.delete(sessionId);
      this.check(sessionId);
    });
    this.checks.set(sessionId, cancel);
  }

  private check(sessionId: string): void {
    const entry = this.entries.get(sessionId);
    if (entry === undefined) return;
    const session = this.parts.session(sessionId);
    const change = `${entry.status}@${entry.since}:${entry.pid}`;
    if (this.told.get(sessionId) === change) return;
    if (session !== undefined && session.client_pid === entry.pid && (entry.status === null || agrees(session, entry.status))) return;
    this.told.set(sessionId, change);
    this.parts.tell(this.hintOf(entry, change));
  }

  private hintOf({ sessionId, since, status, waitingFor, pid, cwd }: Entry, change: string): Hint {
    return {
      sessionId, id: `client-${sessionId}-${change}`, atMs: since, cwd,
      payload: {
        notification_type: "client_status", client_pid: pid, ...(status !== null ? { client_status: status } : {}), ...(waitingFor !== null ? { waiting_for: waitingFor } : {}), ...(cwd !== null ? { cwd } : {}),
      },
    };
  }
}

/** A session that ended, by what hooks told, is none of the registry's business; at rest it may also be called a question of sixty seconds ago. */
function agrees(session: Pick<SessionView, "phase" | "state" | "cause">, status: NonNullable<RegistryEntry["status"]>): boolean {
  if (session.phase === null) return status === "idle" || session.state === "completed" || session.state === "stale";
  return AGREES[status].has(session.phase) || (status === "idle" && session.phase === "waiting_question" && session.cause === "idle");
}
