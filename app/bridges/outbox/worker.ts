/**
 * Carries the rows of one bridge: in order, a batch at a time, each until it is settled or set aside. Nobody waits for it. What the other side does wrong ends here: it is
 * waited for, longer each time, or a person is told that only they can mend it.
 */
import type { BridgeStatus } from "../../../schemas/generated/types.ts";
import type { BridgeName, Carried, Carrier, OutboxItem, OutboxStore } from "../../bridges-parts.ts";
import type { Clock, Log } from "../../parts.ts";
import { backOff } from "./back-off.ts";

export interface WorkerParts {
  bridge: BridgeName;
  store: OutboxStore;
  carrier: Carrier;
  clock: Clock;
  log: Log;
  /** Calls back once after so many ms; the result takes it back. */
  after(ms: number, callback: () => void): () => void;
  /** 0 ≤ … < 1 */
  chance(): number;
  onChange(): void;
}

export interface Worker {
  /** There may be something to carry. */
  wake(): void;
  /** Tries at once, also when it had stopped. */
  retry(): void;
  status(): Promise<BridgeStatus>;
  close(): Promise<void>;
}

/** What is written in one moment goes together: bursts become fewer messages, and one look at the outbox. */
const GATHERED_MS = 150;
/** Between two batches of much, for the hooks whose log shares the file. */
const REST_MS = 5;
const HISTORY_AT_ONCE = 500;
/** Other kinds of trouble are the store's own. */
const STORE_TROUBLE = "outbox_unreadable";
const CLOSE_BOUND_MS = 2_000;
/** What was read longer ago is read again: a person may have deleted it. */
const AHEAD_MS = 2_000;

type Condition = { is: "idle" | "working" } | { is: "waiting"; reason: string; since: number; until: number } | { is: "stopped"; reason: string; since: number };

export function startWorker(parts: WorkerParts): Worker {
  return new OutboxWorker(parts);
}

class OutboxWorker implements Worker {
  private condition: Condition = { is: "idle" };
  private failures = 0;
  private carried = 0;
  private lastCarriedAt: number | null = null;
  private running: Promise<void> | null = null;
  private cancel: (() => void) | null = null;
  private wanted = false;
  private closed = false;
  private closing: Promise<void> | null = null;
  private ahead: { at: number; items: Promise<OutboxItem[]> } | null = null;

  constructor(private readonly parts: WorkerParts) {
    this.plan(0);
  }

  wake(): void {
    this.wanted = true;
    if (this.condition.is === "idle" && this.running === null && this.cancel === null) this.plan(this.gatherMs());
  }

  retry(): void {
    this.failures = 0;
    this.become({ is: "idle" });
    this.wanted = true;
    if (this.running === null) this.plan(0);
  }

  async status(): Promise<BridgeStatus> {
    const { pending, oldestAt, aside, history } = await this.parts.store.standing(this.parts.bridge);
    const condition = this.shown();
    return {
      bridge: this.parts.bridge, state: condition.is, reason: "reason" in condition ? condition.reason : null, since: "since" in condition ? condition.since : null,
      next_try_at: condition.is === "waiting" ? condition.until : null, pending, oldest_at: oldestAt, aside, carried: this.carried, last_carried_at: this.lastCarriedAt, history,
    };
  }

  /** While nothing waits for what the settings lack, that is what there is to say: not that everything is carried. */
  private shown(): Condition | { is: "unset"; reason: string } {
    const { lacks } = this.parts.carrier;
    return lacks === undefined || lacks === null || "reason" in this.condition ? this.condition : { is: "unset", reason: lacks };
  }

  close(): Promise<void> {
    this.closing ??= this.closeNow();
    return this.closing;
  }

  private async closeNow(): Promise<void> {
    this.closed = true;
    this.cancel?.();
    const bound = new Promise<void>((resolve) => this.parts.after(CLOSE_BOUND_MS, resolve));
    await Promise.race([this.running ?? Promise.resolve(), bound]);
    await this.parts.carrier.close();
  }

  private plan(ms: number): void {
    if (this.closed) return;
    this.cancel?.();
    this.cancel = this.parts.after(ms, () => {
      this.cancel = null;
      this.running = this.run().finally(() => {
        this.running = null;
      });
    });
  }

  private async run(): Promise<void> {
    this.wanted = false;
    const next = await this.step().catch((error: Error) => {
      this.parts.log.warn("the outbox could not be read or written", { bridge: this.parts.bridge, reason: error.message });
      return this.troubled({ next: "wait", reason: STORE_TROUBLE });
    });
    if (next !== null) this.plan(next);
    else if (this.wanted && this.condition.is === "idle") this.plan(this.gatherMs());
  }

  /** @returns when the next is due, in ms; null: when somebody wakes it */
  private async step(): Promise<number | null> {
    const { store, bridge, carrier } = this.parts;
    const items = await this.page();
    if (items.length === 0) return this.withoutWork();
    if (this.condition.is === "idle") this.become({ is: "working" });
    this.readAhead(items);
    const { settled, passed, aside, trouble } = await carrier.carry(items);
    const done = [...settled, ...passed];
    if (trouble !== null || done.length + aside.length < items.length) this.ahead = null;
    if (done.length > 0) await store.settle(bridge, done);
    if (aside.length > 0) await this.putAside(aside);
    this.note(settled.length);
    if (trouble !== null) return this.troubled(trouble);
    this.failures = 0;
    if (done.length + aside.length === 0) return this.troubled({ next: "wait", reason: "nothing_carried" });
    this.become({ is: "working" });
    return REST_MS;
  }

  private gatherMs(): number {
    return this.parts.carrier.gatherMs ?? GATHERED_MS;
  }

  private async page(): Promise<OutboxItem[]> {
    const { store, bridge, carrier, clock } = this.parts;
    const { ahead } = this;
    this.ahead = null;
    const read = ahead !== null && clock.now() - ahead.at <= AHEAD_MS ? await ahead.items : [];
    return read.length > 0 ? read : store.take(bridge, carrier.batch);
  }

  private readAhead(items: readonly OutboxItem[]): void {
    const { store, bridge, carrier, clock } = this.parts;
    if (carrier.readsAhead !== true || items.length < carrier.batch) return;
    const next = async () => {
      const read = await store.take(bridge, carrier.batch, items.at(-1)?.id);
      carrier.prepare?.(read);
      return read;
    };
    this.ahead = { at: clock.now(), items: next().catch(() => []) };
  }

  private async withoutWork(): Promise<number | null> {
    if ((await this.parts.store.fillHistory(this.parts.bridge, HISTORY_AT_ONCE)) > 0) return REST_MS;
    if (this.condition.is === "working" || this.condition.is === "waiting") this.become({ is: "idle" });
    return null;
  }

  private async putAside(rows: Carried["aside"]): Promise<void> {
    const { store, bridge, log } = this.parts;
    // A line for each of many would push everything else out of the log.
    for (const [reason, ids] of idsByReason(rows)) log.warn("rows can never be carried and were set aside", { bridge, reason, count: ids.length, first: ids[0], last: ids.at(-1) });
    await store.setAside(bridge, rows);
  }

  private note(settled: number): void {
    if (settled === 0) return;
    this.carried += settled;
    this.lastCarriedAt = this.parts.clock.now();
    // Some of it arrived: the other side is there.
    this.failures = 0;
  }

  private troubled(trouble: NonNullable<Carried["trouble"]>): number | null {
    const { clock, log, bridge } = this.parts;
    const since = "since" in this.condition ? this.condition.since : clock.now();
    if (trouble.next === "stop") {
      log.warn("a bridge stopped: a person has to mend something", { bridge, reason: trouble.reason });
      this.become({ is: "stopped", reason: trouble.reason, since });
      return null;
    }
    this.failures++;
    const ms = backOff(this.failures, this.parts.chance(), trouble.afterMs);
    log.debug("a bridge waits", { bridge, reason: trouble.reason, ms, failures: this.failures });
    this.become({ is: "waiting", reason: trouble.reason, since, until: clock.now() + ms });
    return ms;
  }

  private become(condition: Condition): void {
    const changed = condition.is !== this.condition.is || ("reason" in condition && "reason" in this.condition && condition.reason !== this.condition.reason) || condition.is === "waiting";
    this.condition = condition;
    if (changed) this.parts.onChange();
  }
}

function idsByReason(rows: Carried["aside"]): Map<string, number[]> {
  const byReason = new Map<string, number[]>();
  for (const { id, reason } of rows) {
    const ids = byReason.get(reason);
    if (ids === undefined) byReason.set(reason, [id]);
    else ids.push(id);
  }
  return byReason;
}
