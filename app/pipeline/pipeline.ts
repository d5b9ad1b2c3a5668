/**
 * The one road of an event (DESIGN §4) from step 2 to step 9: prepared at once, written in the order of arrival, and only what was
 * committed reaches the world. Failures are outcomes, never exceptions.
 */
import { randomBytes } from "node:crypto";
import type { MascotEvent } from "../../schemas/generated/types.ts";
import { type AppendItem, type AppendOutcome, type Clock, type Delivery, type EventStore, type IngestOutcome, type Log, type Notices, type Pipeline, StoreError } from "../parts.ts";
import type { Providers } from "../providers/index.ts";
import { createUniqueIds, prepare } from "./prepare.ts";

export interface PipelineDependencies {
  providers: Pick<Providers, "adapt">;
  store: Pick<EventStore, "append">;
  world: {
    /** Committed events with their seq, in the order of seq. */
    apply(events: MascotEvent[]): void;
  };
  notices: Pick<Notices, "raise" | "clear">;
  clock: Clock;
  log: Log;
  /**
   * What the client is answered (guard, answers to permission requests, context), from the unmasked payload and the events made of it.
   * Asked for verified deliveries only; never asked twice for one delivery. Nothing by default.
   */
  answer?(delivery: Delivery, events: MascotEvent[]): Promise<Record<string, unknown> | undefined>;
  /**
   * A verified delivery could not be written, and its client is answered nothing: a refusal that no log knows of would be a silent block, and the agent is never held up
   * by our own fault. Told, so that the person hears what passed.
   */
  unanswered?(delivery: Delivery, events: MascotEvent[]): void;
}

/** Key of the notice that is up while events cannot be written. */
export const NOT_RECORDING = "not_recording";

interface Waiting {
  delivery: Delivery;
  item: AppendItem;
  resolve(outcome: IngestOutcome): void;
}

export function createPipeline(dependencies: PipelineDependencies): Pipeline {
  return new Road(dependencies);
}

class Road implements Pipeline {
  private readonly uniqueId: () => string;
  private queue: Waiting[] = [];
  private writing: Promise<void> | null = null;
  private recording = true;

  constructor(private readonly parts: PipelineDependencies) {
    this.uniqueId = createUniqueIds(() => parts.clock.now(), randomBytes(4).toString("hex"));
  }

  async ingest(delivery: Delivery): Promise<IngestOutcome> {
    try {
      return await this.enqueue(delivery, prepare(delivery, { providers: this.parts.providers, uniqueId: this.uniqueId }));
    } catch (error) {
      this.parts.log.error("a delivery could not be prepared", { reason: messageOf(error) });
      return failed(error);
    }
  }

  private enqueue(delivery: Delivery, item: AppendItem): Promise<IngestOutcome> {
    return new Promise((resolve) => {
      this.queue.push({ delivery, item, resolve });
      this.writing ??= this.writeAll();
    });
  }

  ingestAll(deliveries: Delivery[]): Promise<IngestOutcome[]> {
    return Promise.all(deliveries.map((delivery) => this.ingest(delivery)));
  }

  async settled(): Promise<void> {
    while (this.writing !== null) await this.writing;
  }

  /**
   * One batch at a time: what arrives meanwhile becomes the next one, and seqs reach the world in order. The next one is already on its way to the disk while
   * the world and the senders are told of this one.
   */
  private async writeAll(): Promise<void> {
    // Deliveries of the same turn of the event loop share the first batch.
    await Promise.resolve();
    let under = this.begin();
    while (under !== null) {
      const { batch, results } = under;
      const written = await results;
      under = this.begin();
      this.finish(batch, written);
      // What came of telling the senders waits no longer than for this.
      under ??= this.begin();
    }
    this.writing = null;
  }

  private begin(): { batch: Waiting[]; results: Promise<PromiseSettledResult<AppendOutcome[]>[]> } | null {
    if (this.queue.length === 0) return null;
    const batch = this.queue;
    this.queue = [];
    return { batch, results: this.write(batch) };
  }

  /** Each delivery is its own append, so that one that cannot be written takes nobody with it; the store groups them into one transaction. */
  private write(batch: Waiting[]): Promise<PromiseSettledResult<AppendOutcome[]>[]> {
    return Promise.allSettled(batch.map(async ({ item }) => this.parts.store.append([item])));
  }

  private finish(batch: Waiting[], results: PromiseSettledResult<AppendOutcome[]>[]): void {
    const committed: MascotEvent[] = [];
    const outcomes = batch.map(({ item }, i) => this.outcomeOf(item, results[i]!, committed));
    this.noteRecording(results);
    this.show(committed);
    batch.forEach((waiting, i) => {
      this.reply(waiting, outcomes[i]!);
    });
  }

  private outcomeOf(item: AppendItem, result: PromiseSettledResult<AppendOutcome[]>, committed: MascotEvent[]): IngestOutcome {
    const outcome = result.status === "fulfilled" ? result.value[0] : undefined;
    if (outcome === undefined) return failed(result.status === "rejected" ? result.reason : new Error("the store gave no outcome"));
    const event_ids = item.events.map((event) => event.id);
    // Without a delivery id the first delivery's ids are not known here.
    if (outcome.status === "duplicate") return { ok: true, answer: { status: "duplicate", event_ids: /^(?:u:)?d:/.test(item.keys[0] ?? "") ? event_ids : [] } };
    item.events.forEach((event, i) => {
      event.seq = outcome.seqs[i];
      committed.push(event);
    });
    return { ok: true, answer: { status: item.events[0]?.event_type === "schema_error" ? "schema_error" : "stored", event_ids } };
  }

  private noteRecording(results: PromiseSettledResult<AppendOutcome[]>[]): void {
    const rejected = results.find((result) => result.status === "rejected");
    const reached = results.some((result) => result.status === "fulfilled");
    if (rejected !== undefined && !reached) this.lost(rejected.reason);
    else if (reached && !this.recording) this.recovered();
    if (rejected !== undefined && reached) this.parts.log.error("a delivery could not be recorded", { reason: messageOf(rejected.reason) });
  }

  private lost(reason: unknown): void {
    if (this.recording) this.parts.log.error("events cannot be recorded", { reason: messageOf(reason) });
    this.recording = false;
    this.parts.notices.raise({ id: NOT_RECORDING, level: "error", values: { reason: reason instanceof StoreError ? reason.reason : "failed" } });
  }

  private recovered(): void {
    this.recording = true;
    this.parts.log.info("events are recorded again");
    this.parts.notices.clear(NOT_RECORDING);
  }

  private show(committed: MascotEvent[]): void {
    if (committed.length === 0) return;
    try {
      this.parts.world.apply(committed);
    } catch (error) {
      // What is committed stays acknowledged, whatever the face makes of it.
      this.parts.log.error("the world refused events", { reason: messageOf(error), first: committed[0]?.id });
    }
  }

  private reply({ delivery, item, resolve }: Waiting, outcome: IngestOutcome): void {
    // Rules, paths and windows of this machine have nothing to say of another one.
    const { answer, unanswered } = delivery.meta.host === undefined ? this.parts : {};
    if (!outcome.ok && delivery.trust === "verified") unanswered?.(delivery, item.events);
    if (!outcome.ok || answer === undefined || delivery.trust !== "verified") return resolve(outcome);
    const answered = async () => answer(delivery, item.events);
    answered().then(
      (hook_output) => resolve(hook_output === undefined ? outcome : { ok: true, answer: { ...outcome.answer, hook_output } }),
      (error: unknown) => {
        this.parts.log.error("no answer could be made", { reason: messageOf(error) });
        resolve(outcome);
      },
    );
  }
}

function failed(error: unknown): IngestOutcome {
  const reason = error instanceof StoreError && error.reason === "disk_full" ? "disk_full" : "store_failed";
  return { ok: false, reason, message: messageOf(error) };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
