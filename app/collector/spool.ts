/** Takes in what hooks left in the spool: each file becomes a delivery, and goes only when that is committed. */
import type { Clock, Delivery, IngestOutcome, Log, Notices, Pipeline, SpoolFile, SpoolSource, SpoolVerdicts } from "../parts.ts";
import { fromThisComputer } from "./remote-batch.ts";
import { fromSpool, type SpoolDelivery } from "./spool-delivery.ts";

export interface SpoolDependencies {
  pipeline: Pick<Pipeline, "ingestAll">;
  providers: { known(provider: string): boolean };
  notices: Notices;
  /** Of the app; absent: this one. */
  platform?: NodeJS.Platform;
  /** A delivery with the numbers of processes that are this computer's; absent: as it is told. */
  onlyHere?(delivery: Delivery): Delivery;
  clock: Clock;
  log: Log;
}

export interface SpoolIntake {
  /** Waits for what is being committed, at most two seconds; the rest stays for the next start. */
  close(): Promise<void>;
}

const CLOSE_BOUND_MS = 2000;
/** A file that the log refused this often while others went in is at fault itself. */
const PATIENCE = 5;

export function startSpool(source: SpoolSource, deps: SpoolDependencies): SpoolIntake {
  const intake = new Intake(source, deps);
  source.start({ onBatch: (files) => intake.take(files), onTrouble: (message, details) => deps.log.warn(message, details) });
  return intake;
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

  private read(file: SpoolFile, now: number): SpoolDelivery {
    const read = fromSpool(file, now, this.deps.providers);
    const delivery = fromThisComputer(read.delivery, this.deps.platform ?? process.platform);
    return { ...read, delivery: this.deps.onlyHere?.(delivery) ?? delivery };
  }

  private async ingest(files: SpoolFile[]): Promise<SpoolVerdicts> {
    const now = this.deps.clock.now();
    try {
      const read = files.map((file) => this.read(file, now));
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
