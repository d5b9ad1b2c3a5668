/** Takes in what hooks left in the spool: each file becomes a delivery, and goes only when that is committed. */
import type { Clock, Delivery, IngestOutcome, Log, Notices, Pipeline, SpoolFile, SpoolSource, SpoolVerdicts } from "../parts.ts";
import { DEFAULT_PROVIDER, PROVIDER_NAME, toDelivery } from "./delivery.ts";
import { parsePayload } from "./json.ts";
import { type Label, readLabel } from "./spool-header.ts";

export interface SpoolDependencies {
  pipeline: Pick<Pipeline, "ingestAll">;
  providers: { known(provider: string): boolean };
  notices: Notices;
  clock: Clock;
  log: Log;
}

export interface SpoolIntake {
  /** Waits for what is being committed, at most two seconds; the rest stays for the next start. */
  close(): Promise<void>;
}

const TEXT_KEPT = 64 * 1024;
const CLOSE_BOUND_MS = 2000;
/** A file that the log refused this often while others went in is at fault itself. */
const PATIENCE = 5;

export function startSpool(source: SpoolSource, deps: SpoolDependencies): SpoolIntake {
  const intake = new Intake(source, deps);
  source.start({ onBatch: (files) => intake.take(files), onTrouble: (message, details) => deps.log.warn(message, details) });
  return intake;
}

/** What a spool file turned out to be. `bad`: not JSON; recorded all the same, then kept aside. */
export interface SpoolDelivery {
  delivery: Delivery;
  bad: boolean;
  /** How many events a gap stands for. */
  dropped?: number;
}

class Intake implements SpoolIntake {
  private readonly underWay = new Set<Promise<void>>();
  private turn: Promise<void> = Promise.resolve();
  private readonly refusals = new Map<string, number>();

  constructor(
    private readonly source: SpoolSource,
    private readonly deps: SpoolDependencies,
  ) {}

  /** One batch a turn of the event loop: between two of a long spool whoever waits for an answer has his turn. */
  take(files: SpoolFile[]): void {
    this.turn = this.turn.then(() => new Promise((resolve) => setImmediate(resolve)));
    const work = this.turn.then(() => this.ingest(files)).then((verdicts) => this.source.settle(verdicts));
    this.underWay.add(work);
    void work.finally(() => this.underWay.delete(work));
  }

  async close(): Promise<void> {
    const bound = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_BOUND_MS).unref());
    await Promise.race([Promise.allSettled([...this.underWay]), bound]);
    await this.source.close();
  }

  private async ingest(files: SpoolFile[]): Promise<SpoolVerdicts> {
    const now = this.deps.clock.now();
    try {
      const read = files.map((file) => fromSpool(file, now, this.deps.providers));
      this.sayGaps(read);
      const outcomes = await this.deps.pipeline.ingestAll(read.map(({ delivery }) => delivery));
      return this.judge(files, read, outcomes);
    } catch (error) {
      this.deps.log.error("a batch of the spool failed", { error, files: files.length });
      return { done: [], bad: [], keep: files.map(({ name }) => name) };
    }
  }

  private judge(files: SpoolFile[], read: SpoolDelivery[], outcomes: IngestOutcome[]): SpoolVerdicts {
    const verdicts: SpoolVerdicts = { done: [], bad: [], keep: [] };
    const othersWentIn = outcomes.some((outcome) => outcome.ok);
    files.forEach(({ name }, i) => {
      const outcome = outcomes[i];
      if (outcome?.ok) {
        this.refusals.delete(name);
        (read[i]?.bad ? verdicts.bad : verdicts.done).push(name);
      } else if (outcome?.reason === "store_failed" && othersWentIn && this.refusedTooOften(name)) {
        this.deps.log.error("a spool file cannot be recorded: set aside", { name, reason: outcome.message });
        verdicts.bad.push(name);
      } else verdicts.keep.push(name);
    });
    return verdicts;
  }

  private refusedTooOften(name: string): boolean {
    const count = (this.refusals.get(name) ?? 0) + 1;
    this.refusals.set(name, count);
    if (count < PATIENCE) return false;
    this.refusals.delete(name);
    return true;
  }

  private sayGaps(read: SpoolDelivery[]): void {
    for (const { dropped } of read) {
      if (dropped === undefined) continue;
      this.deps.log.warn("events were dropped while the app was away", { dropped });
      this.deps.notices.raise({ id: "events_dropped", level: "warn", values: { dropped } });
    }
  }
}

/**
 * @param now milliseconds
 * Everything becomes a delivery: what is no JSON as its own text, which the pipeline records as a schema_error.
 */
export function fromSpool(file: SpoolFile, now: number, providers: { known(provider: string): boolean }): SpoolDelivery {
  const { label, rest } = split(file.text);
  const common = {
    lane: "spool" as const,
    provider: providerOf(label, providers),
    trust: "verified" as const,
    receivedAt: now,
    meta: label.meta,
    deliveryId: label.deliveryId ?? file.name.replace(/\.json$/, ""),
    collectedAt: Math.min(label.collectedAt ?? file.modifiedAt, now),
  };
  if (label.gap) return { delivery: toDelivery({ ...common, payload: gapPayload(label.gap) }), bad: false, dropped: label.gap.dropped ?? 0 };
  if (file.cut) return { delivery: toDelivery({ ...common, payload: { bytes: file.cut.bytes, head: file.cut.head, tail: file.cut.tail }, truncated: true }), bad: false };
  const parsed = parsePayload(rest);
  if (!parsed.ok) return { delivery: toDelivery({ ...common, payload: rest.slice(0, TEXT_KEPT) }), bad: true };
  return { delivery: toDelivery({ ...common, payload: parsed.value, truncated: label.truncated }), bad: false };
}

function split(text: string): { label: Label; rest: string } {
  const lineEnd = text.indexOf("\n");
  const line = lineEnd < 0 ? text : text.slice(0, lineEnd);
  const label = readLabel(line);
  return label === null ? { label: { meta: undefined }, rest: text } : { label, rest: lineEnd < 0 ? "" : text.slice(lineEnd + 1) };
}

/** A provider that this build does not know (a newer forwarder wrote it) is read like the first one: recorded in any case, if only as not understood. */
function providerOf(label: Label, providers: { known(provider: string): boolean }): string {
  const named = label.provider ?? DEFAULT_PROVIDER;
  return PROVIDER_NAME.test(named) && providers.known(named) ? named : DEFAULT_PROVIDER;
}

/** The spool was pruned to its bounds: one notification stands for all that is missing. */
function gapPayload(gap: NonNullable<Label["gap"]>): Record<string, unknown> {
  const { dropped = 0, from, to } = gap;
  return { hook_event_name: "Notification", notification_type: "spool_gap", level: "warn", message: `${dropped} events were dropped while the app was away.`, dropped, from, to };
}
