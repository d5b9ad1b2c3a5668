/**
 * What follows from the events of one session, taken in the order of the log. Deterministic and without a clock: the same events give the same ones with the same ids, so
 * that a log read again after a restart makes nothing twice.
 */
import type { MascotEvent } from "../../../schemas/generated/types.ts";
import type { CheckpointPayload, CompactPayload, ContextPayload } from "../event-payloads.ts";
import { ActiveAgents } from "./active-agents.ts";
import { Asks } from "./asks.ts";
import { type Derived, follows } from "./derived.ts";
import { QualityWatch } from "./quality-watch.ts";
import { type LoadedDoc, WorkMemo } from "./work-memo.ts";

/** How full the context is, by the client's own count of its last reply. */
export interface ContextUse {
  tokens: number;
  model: string | null;
}

/** What the app itself saw of a session (in its transcript, its process) and no hook told. */
const NEWS: ReadonlySet<MascotEvent["event_type"]> = new Set(["session_started", "session_ended", "agent_stopped", "decision", "notification", "user_prompt"]);

export class SessionWatch {
  private readonly agents = new ActiveAgents();
  private readonly asks = new Asks();
  private readonly quality = new QualityWatch();
  private readonly work = new WorkMemo();
  private last: MascotEvent | null = null;
  private use: ContextUse | null = null;
  /** The context is known to be over its mark. */
  private over = false;
  private made: CheckpointPayload | null = null;

  take(event: MascotEvent): Derived[] {
    const payload = (event.payload ?? {}) as { cause_event_id?: string } & ContextPayload;
    this.work.take(event);
    if (event.event_type === "context_overflow" && payload.memory_type === "session") this.over = true;
    if (event.event_type === "checkpoint_created") this.made = payload as CheckpointPayload;
    // The session went on: what it is at now is something else.
    else if (event.event_type === "user_prompt") this.made = null;
    // Nothing follows from what followed.
    if (event.source === "synthetic" && (payload.cause_event_id !== undefined || !NEWS.has(event.event_type))) return [];
    this.last = event;
    return [...this.agents.take(event), ...this.asks.take(event), ...this.quality.take(event), ...this.compacting(event)];
  }

  /** @returns an event each time that the mark is crossed upward @param part what tells this reply from others */
  overflow(use: ContextUse, budget: number, warnAt: number, part: string): Derived[] {
    this.use = use;
    const before = this.over;
    this.over = use.tokens >= budget * warnAt;
    if (before || !this.over || this.last === null) return [];
    const { tokens, model } = use;
    const payload = { memory_type: "session", tokens, budget, warn_at: warnAt, ...(model === null ? {} : { model }) };
    return [follows(this.last, "overflow", "context_overflow", payload, { severity: "warn", agent_id: this.last.session_id ?? this.last.agent_id, part })];
  }

  context(): ContextUse | null {
    return this.use;
  }

  docs(): LoadedDoc[] {
    return this.work.docs();
  }

  /** As it was made when the compaction began; else as it would be made now. */
  checkpoint(): CheckpointPayload {
    return this.made ?? this.present();
  }

  private compacting(event: MascotEvent): Derived[] {
    const { stage, trigger, notes } = (event.payload ?? {}) as unknown as CompactPayload;
    if (event.event_type !== "compact" || stage !== "start") return [];
    this.made = { ...this.present(), ...(trigger === undefined ? {} : { trigger }), ...(notes === undefined ? {} : { notes }) };
    return [follows(event, "checkpoint", "checkpoint_created", this.made)];
  }

  private present(): CheckpointPayload {
    const failing = this.quality.failingChecks();
    return { ...this.work.checkpoint(), ...(failing.length > 0 ? { failing } : {}) };
  }
}
