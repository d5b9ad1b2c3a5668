/** Builders shared by the tests of the pipeline. */
import fs from "node:fs";
import path from "node:path";
import type { HookMeta, MascotEvent } from "../../schemas/generated/types.ts";
import { type AppendItem, type AppendOutcome, type Delivery, type EventStore, type Log, type Notices, StoreError } from "../parts.ts";
import { createProviders } from "../providers/index.ts";
import { createUniqueIds, prepare } from "./prepare.ts";

export const BASE = Date.UTC(2026, 10, 28, 9, 0, 0);
const fixtures = path.resolve(import.meta.dirname, "../../e2e/fixtures");

export interface Recorded {
  /** File of the recording and number of the line. */
  from: string;
  payload: Record<string, unknown>;
  meta: HookMeta;
  at: number;
}

/** Every payload that was recorded from the real client: single captures, then whole sessions with their times and environment. */
export function recordedPayloads(): Recorded[] {
  return [...captures(), ...turnNames().flatMap(recordedTurn)];
}

export function turnNames(): string[] {
  return fs.readdirSync(path.join(fixtures, "turns")).map((file) => file.replace(/\.jsonl$/, ""));
}

export function recordedTurn(name: string): Recorded[] {
  const lines = fs.readFileSync(path.join(fixtures, "turns", `${name}.jsonl`), "utf8").split("\n").filter((line) => line !== "");
  return lines.map((line, i) => {
    const { at_ms, env, payload } = JSON.parse(line) as { at_ms: number; env: Record<string, string>; payload: Record<string, unknown> };
    return { from: `${name}:${i + 1}`, payload, at: BASE + at_ms, meta: metaOf(env) };
  });
}

function captures(): Recorded[] {
  const folder = path.join(fixtures, "captures");
  return fs
    .readdirSync(folder)
    .filter((file) => !file.startsWith("_"))
    .flatMap((file) => (JSON.parse(fs.readFileSync(path.join(folder, file), "utf8")) as { payload: Record<string, unknown> }[]).map(({ payload }, i) => ({ from: `${file}:${i}`, payload, meta: {}, at: BASE })));
}

function metaOf(env: Record<string, string>): HookMeta {
  return {
    client_pid: Number(env.CLAUDE_PID),
    entrypoint: env.CLAUDE_CODE_ENTRYPOINT,
    attended: env.CLAUDE_CODE_SESSION_ATTENDED === "1",
    project_dir: env.CLAUDE_PROJECT_DIR,
  };
}

export function delivery(payload: unknown, overrides: Partial<Delivery> = {}): Delivery {
  return { lane: "ingest", provider: "claude", payload, meta: {}, deliveryId: null, collectedAt: BASE, receivedAt: BASE, trust: "verified", ...overrides };
}

const uniqueId = createUniqueIds(() => BASE, "test");

/** Events of one payload by adapter and normaliser, without a store. */
export function eventsOf(payload: unknown, overrides: Partial<Delivery> = {}): MascotEvent[] {
  return prepare(delivery(payload, overrides), { providers: createProviders(), uniqueId }).events;
}

/** Of a recorded session, in its order; no log has numbered them. */
export function recordedEvents(name: string): MascotEvent[] {
  return recordedTurn(name).flatMap(({ payload, meta, at }, i) => eventsOf(payload, { meta, collectedAt: at, receivedAt: at, deliveryId: `${name}-${i}` }));
}

/** An event log in memory that keeps the promises of EventStore.append. */
export class MemoryStore implements Pick<EventStore, "append" | "tail" | "lastSeq" | "saveCheckpoint" | "lastCheckpoint" | "saveAgentStates"> {
  events: MascotEvent[] = [];
  checkpoint: { seq: number; world: string } | null = null;
  savedAgents: string[][] = [];
  readonly savedNames = new Map<string, string>();
  appends = 0;
  /** While set, every append is refused with it. */
  refusal: StoreError | null = null;
  /** Refuses only deliveries it returns true for. */
  refuses: (item: AppendItem) => boolean = () => false;
  private readonly keys = new Set<string>();

  async append(items: AppendItem[]): Promise<AppendOutcome[]> {
    this.appends++;
    await new Promise((resolve) => setImmediate(resolve));
    if (this.refusal !== null) throw this.refusal;
    if (items.some(this.refuses)) throw new StoreError("failed", "row refused");
    return items.map((item) => this.appendOne(item));
  }

  private appendOne(item: AppendItem): AppendOutcome {
    if (item.keys.some((key) => this.keys.has(key))) return { status: "duplicate" };
    if (item.keys[0] !== undefined) this.keys.add(item.keys[0]);
    const seqs = item.events.map((event) => this.events.push(structuredClone(event)));
    seqs.forEach((seq) => {
      this.events[seq - 1]!.seq = seq;
    });
    return { status: "stored", seqs };
  }

  async tail(afterSeq: number, limit: number): Promise<MascotEvent[]> {
    return structuredClone(this.events.slice(afterSeq, afterSeq + limit));
  }

  async lastSeq(): Promise<number> {
    return this.events.length;
  }

  async saveCheckpoint(seq: number, world: string): Promise<void> {
    this.checkpoint = { seq, world };
  }

  async lastCheckpoint(): Promise<{ seq: number; world: string } | null> {
    return this.checkpoint;
  }

  async saveAgentStates(views: { agent_id: string; display_name: string }[]): Promise<void> {
    for (const { agent_id, display_name } of views) this.savedNames.set(agent_id, display_name);
    this.savedAgents.push(views.map((view) => view.agent_id));
  }
}

export function silentLog(lines: string[] = []): Log {
  const write = (level: string) => (message: string) => {
    lines.push(`${level} ${message}`);
  };
  return { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error"), withPrefix: () => silentLog(lines) };
}

export function listedNotices(): Pick<Notices, "raise" | "clear"> & { ids: string[] } {
  const ids: string[] = [];
  return {
    ids,
    raise: ({ id }) => {
      if (!ids.includes(id)) ids.push(id);
    },
    clear: (id) => {
      if (ids.includes(id)) ids.splice(ids.indexOf(id), 1);
    },
  };
}

/** A clock that moves only when told, with timers that ring while it does. */
export class ManualTime {
  private timers: { at: number; ring: () => void }[] = [];

  constructor(private ms: number) {}

  readonly now = (): number => this.ms;

  readonly after = (ms: number, callback: () => void): (() => void) => {
    const timer = { at: this.ms + ms, ring: callback };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((other) => other !== timer);
    };
  };

  advance(ms: number): void {
    const end = this.ms + ms;
    for (;;) {
      const next = this.timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.timers = this.timers.filter((timer) => timer !== next);
      this.ms = Math.max(this.ms, next.at);
      next.ring();
    }
    this.ms = end;
  }

  /** Somebody sets the clock; timers go on as before. */
  step(ms: number): void {
    this.ms += ms;
    for (const timer of this.timers) timer.at += ms;
  }
}
