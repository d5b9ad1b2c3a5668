/**
 * How bridges (app/bridges) meet the other parts. Types only: app/store keeps the outbox, app/shell the secrets, assembly/ joins them.
 *
 * ```
 * events, interactions, sessions ──in their own transaction──► outbox (a row for each bridge that is on)
 * outbox ──in order, in batches──► carrier: Discord, PostgreSQL        settled rows go; what can never be carried is set aside
 * ```
 */
import type { BridgeAside, BridgeName, BridgesChange, BridgesState, BridgeSecret, BridgeTried, Interaction, MascotEvent, SessionRow, TeamView } from "../schemas/generated/types.ts";

import type { Begun } from "./domain/bridges/telemetry.ts";

export type { BridgeName };

/** What one bridge wants to be told of. */
export interface OutboxRoute {
  bridge: BridgeName;
  /** Types of events; `all` of them but heartbeats. Events of strangers never. */
  events: "all" | readonly string[];
  /** Interactions and sessions too, or these alone. */
  conversation: boolean | "sessions";
}

/** What a row of the outbox stands for, read when it is carried: what was deleted meanwhile is `gone` and never leaves. */
export type OutboxContent =
  | { kind: "event"; event: MascotEvent; project: string }
  | { kind: "interaction"; interaction: Interaction }
  | { kind: "session"; session: SessionRow }
  | { kind: "gone" };

/** `id` rises with the order of writing. */
export type OutboxItem = { id: number } & OutboxContent;

export interface OutboxStanding {
  pending: number;
  /** ms: when the oldest pending row was written; null when none is. */
  oldestAt: number | null;
  aside: number;
  /** Of history that is to be sent: last seq done and where it ends; null when none is asked for. */
  history: { done: number; until: number } | null;
}

/** Where the thread of a session is. No word of the session is in it. */
export interface DiscordThread {
  provider: string;
  session_id: string;
  project: string;
  channel: string;
  /** new: nothing was tried yet. opening: a first message may or may not be there. gone: a person took the thread away, and it stays so. */
  state: "new" | "opening" | "open" | "archived" | "gone";
  /** The message that the thread hangs from; also the thread's own id (Discord gives both the same). */
  message_id: string | null;
  thread_id: string | null;
  /** The first prompt is in its name. */
  named: boolean;
  /** Last phase that was told. */
  phase: string | null;
  /** A turn ended whose words have not come yet: the transcript brings them. */
  owed: boolean;
}

/** What OpenTelemetry's bridge keeps between batches. */
export interface TelemetryKept {
  /** JSON; null: nothing was counted yet. */
  figures: string | null;
  begun: Begun[];
}

export interface TelemetrySaved {
  figures: string;
  begun: readonly Begun[];
  /** Keys that are over. */
  ended: readonly string[];
}

/** The outbox, in the event log's file. */
export interface OutboxStore {
  /** From now on these bridges are written to, in the transaction of what they are told of; of all others no row is written and what waits goes. */
  route(routes: readonly OutboxRoute[]): Promise<void>;
  /** Oldest first, beyond a row's id. Without what was set aside. Fewer than `limit` when they are large. */
  take(bridge: BridgeName, limit: number, after?: number): Promise<OutboxItem[]>;
  /** Carried, or of no interest. */
  settle(bridge: BridgeName, ids: readonly number[]): Promise<void>;
  setAside(bridge: BridgeName, rows: readonly { id: number; reason: string }[]): Promise<void>;
  aside(bridge: BridgeName, limit: number): Promise<BridgeAside[]>;
  /** `again`: back to their places; else they go for good. */
  resolveAside(bridge: BridgeName, how: "again" | "drop"): Promise<number>;
  standing(bridge: BridgeName): Promise<OutboxStanding>;
  /** History up to now is to be sent too, behind what waits. */
  sendHistory(bridge: BridgeName): Promise<void>;
  /** Writes the next rows of history. @returns how many; 0 when all of it is written */
  fillHistory(bridge: BridgeName, limit: number): Promise<number>;
  /** Of this home, at random; made at the first call. */
  machineId(): Promise<string>;
  thread(provider: string, sessionId: string): Promise<DiscordThread | null>;
  saveThread(thread: DiscordThread): Promise<void>;
  telemetry(keys: readonly string[]): Promise<TelemetryKept>;
  /** All of it or nothing. */
  saveTelemetry(saved: TelemetrySaved): Promise<void>;
}

/** What became of a batch. Rows in none of the lists wait. */
export interface Carried {
  /** They are there. */
  settled: number[];
  /** Nothing of them is to leave: of a project that is not listed, deleted meanwhile, or without news for the other side. They go, uncounted. */
  passed: number[];
  aside: { id: number; reason: string }[];
  /**
   * What to do about the rest. `wait`: try again, not before `afterMs` where the other side named a time. `stop`: only a person can mend it (a wrong password, no rights);
   * nothing is tried until something is changed.
   */
  trouble: null | { next: "wait"; reason: string; afterMs?: number } | { next: "stop"; reason: string };
}

/** Carries rows out. Never throws for what the other side did. */
export interface Carrier {
  carry(items: readonly OutboxItem[]): Promise<Carried>;
  /** Most rows of a batch. */
  readonly batch: number;
  /** Why nothing can be carried by what the person has set so far, known without asking the other side: key of the words for it. */
  readonly lacks?: string | null;
  /** While a full batch is carried the next is read already. */
  readonly readsAhead?: boolean;
  /** What was read ahead, to be put into words while the batch before it is on its way. */
  prepare?(items: readonly OutboxItem[]): void;
  /** What is written in so many ms goes together; absent: in a moment. */
  readonly gatherMs?: number;
  close(): Promise<void>;
}

/** Secrets of bridges, in the system's own store. */
export interface SecretStore {
  get(name: BridgeSecret["name"]): Promise<string | null>;
  /** null: removes it. @throws when it cannot be kept */
  set(name: BridgeSecret["name"], value: string | null): Promise<void>;
  /** false: this system has no place that protects it, so it is only hidden from a passing look. */
  isProtected(): boolean;
}

/** What programs may ask of bridges over the collector. */
export interface BridgesApi extends Pick<BridgesDoor, "state" | "retry" | "resolveAside"> {
  /** Specification 5 §3.2. @returns false: there is no such thread, or Discord does not take it */
  sendToSessionThread(provider: string, sessionId: string, message: string): Promise<boolean>;
}

/** What windows may ask of bridges. No secret ever comes back. */
export interface BridgesDoor {
  state(): Promise<BridgesState>;
  change(change: BridgesChange): Promise<BridgesState>;
  setSecret(secret: BridgeSecret): Promise<BridgesState>;
  /** Asks the other side, sends nothing of a session. */
  tryOut(bridge: BridgeName): Promise<BridgeTried>;
  aside(bridge: BridgeName): Promise<BridgeAside[]>;
  resolveAside(bridge: BridgeName, how: "again" | "drop"): Promise<BridgesState>;
  /** Tries at once, also what had stopped. */
  retry(bridge: BridgeName): Promise<BridgesState>;
  sendHistory(bridge: BridgeName): Promise<BridgesState>;
  team(): Promise<TeamView>;
  onChange(listener: () => void): () => void;
}
