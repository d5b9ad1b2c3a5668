/**
 * A client that was killed, or whose terminal was closed, sends no SessionEnd (contract §10, FIELD-FAULTS A11). Its process is looked
 * after instead; when it is gone the app itself says that the session ended.
 *
 * Whether a process is still the client's is told by its start: a process id that was given to another program belongs to a process
 * that started after the session's last event. Numbers from elsewhere (another machine, a container) do not come this far: client-here.ts. Only of what waited
 * while the app was down can one be among them: one false end at most, and the session's next hook makes the watch leave that process alone.
 */
import type { SessionView } from "../../schemas/generated/types.ts";
import type { Clock, Log, Pipeline, WorldView } from "../parts.ts";
import type { ProcessLook } from "../machine/process-look.ts";
import { ownDelivery } from "./own-events.ts";

export interface ProcessWatchDependencies {
  pipeline: Pick<Pipeline, "ingest">;
  world: Pick<WorldView, "sessions">;
  /** What the system knows of a process; see process-look.ts. */
  look(pid: number): ProcessLook;
  clock: Clock;
  log: Log;
  /** Calls back once after so many ms; the result takes it back. */
  after(ms: number, callback: () => void): () => void;
}

/** A client that was killed is told of within two seconds. */
export const LOOK_EVERY_MS = 1_500;
/** A process that was never seen alive counts as gone only after this much silence: its hooks may be on their way. */
const UNSEEN_SILENCE_MS = 30_000;
/** Start times are known to some tens of ms, event times come from another clock. */
const START_SLACK_MS = 3_000;

interface Watched {
  pid: number;
  seenAlive: boolean;
  /** `last_event_at` when the session was declared ended; later events prove that wrong. */
  declaredAt: string | null;
  /** Its process cannot be judged from here. */
  foreign: boolean;
}

/** @returns stops it */
export function startProcessWatch(dependencies: ProcessWatchDependencies): () => void {
  const watch = new ProcessWatch(dependencies);
  let cancel = dependencies.after(LOOK_EVERY_MS, look);
  function look(): void {
    watch.lookAtAll();
    cancel = dependencies.after(LOOK_EVERY_MS, look);
  }
  return () => cancel();
}

class ProcessWatch {
  private readonly watched = new Map<string, Watched>();

  constructor(private readonly parts: ProcessWatchDependencies) {}

  lookAtAll(): void {
    try {
      const sessions = this.parts.world.sessions();
      this.forgetOthers(sessions);
      // One client may have several sessions: after /clear, or in tests of many.
      const looks = new Map<number, ProcessLook>();
      for (const session of sessions) if (session.client_pid !== null && isLive(session)) this.lookAt(session, session.client_pid, looks);
    } catch (error) {
      this.parts.log.warn("processes could not be looked at", { reason: error instanceof Error ? error.message : String(error) });
    }
  }

  /** Ended sessions stay known while the world knows them: one that goes on shows a wrong verdict. */
  private forgetOthers(sessions: SessionView[]): void {
    const known = new Set(sessions.map(({ session_id }) => session_id));
    for (const id of this.watched.keys()) if (!known.has(id)) this.watched.delete(id);
  }

  private lookAt(session: SessionView, pid: number, looks: Map<number, ProcessLook>): void {
    const look = looks.get(pid) ?? this.parts.look(pid);
    looks.set(pid, look);
    this.judge(session, pid, look.alive, look.startedAt);
  }

  private judge(session: SessionView, pid: number, alive: boolean, startedAt: number | undefined): void {
    const watched = this.watchedOf(session, pid);
    if (watched.foreign) return;
    const isClient = alive && (startedAt === undefined || startedAt <= Date.parse(session.last_event_at) + START_SLACK_MS);
    if (isClient) watched.seenAlive = true;
    else if (watched.seenAlive || this.silentFor(session) >= UNSEEN_SILENCE_MS) this.declareGone(session, watched);
  }

  private watchedOf(session: SessionView, pid: number): Watched {
    let watched = this.watched.get(session.session_id);
    if (watched === undefined || watched.pid !== pid) {
      watched = { pid, seenAlive: false, declaredAt: null, foreign: false };
      this.watched.set(session.session_id, watched);
    }
    if (watched.declaredAt !== null && !watched.foreign && session.last_event_at !== watched.declaredAt) {
      watched.foreign = true;
      this.parts.log.info("a session goes on although its process is not seen here; it is not watched any more", { session_id: session.session_id, pid });
    }
    return watched;
  }

  private silentFor(session: SessionView): number {
    return this.parts.clock.now() - Date.parse(session.last_event_at);
  }

  private declareGone(session: SessionView, watched: Watched): void {
    if (watched.declaredAt !== null) return;
    const { session_id, provider, workspace_id, trust } = session;
    watched.declaredAt = session.last_event_at;
    this.parts.log.info("the client's process is gone", { session_id, pid: watched.pid });
    const id = `gone-${session_id}-${watched.pid}-${Date.parse(session.last_event_at)}`;
    const delivery = ownDelivery(this.parts.clock, id, {
      event_type: "session_ended", provider, workspace_id, session_id, trust, terminal_session_id: `pid-${watched.pid}`, payload: { cause: "process_gone", client_pid: watched.pid },
    });
    this.parts.pipeline.ingest(delivery).then((outcome) => {
      if (!outcome.ok) watched.declaredAt = null;
    });
  }
}

function isLive(session: SessionView): boolean {
  return session.state === "active" || session.state === "idle";
}
