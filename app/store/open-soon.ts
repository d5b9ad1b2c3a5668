/**
 * The event log before it is open, and while it cannot be: everything waits for the first try, so that the collector can listen at
 * once; a full disk or a foreign lock passes, so opening is tried again; only a file of a newer version stays closed for good.
 */
import { type EventStore, type Notices, StoreError } from "../parts.ts";
import { noticeOf, openStore, type StoreOptions } from "./open.ts";

export interface SoonStore {
  store: EventStore;
  /** The first try. False when it could not be opened: calls on the store then reject with the reason, and the person has been told. */
  opened: Promise<boolean>;
}

export interface RetryOptions {
  /** Calls back once after so many ms; the result takes it back. */
  after(ms: number, callback: () => void): () => void;
  /** A later try succeeded. Called before anything else reaches the log. */
  onOpened(): void;
}

export const RETRY_EVERY_MS = 5_000;

export function openStoreSoon(options: StoreOptions, notices: Notices, retry?: RetryOptions): SoonStore {
  const late = new LateStore(options, notices, retry);
  return { store: late, opened: late.firstTry };
}

class LateStore implements EventStore {
  readonly firstTry: Promise<boolean>;
  private opening: Promise<EventStore>;
  private cancelRetry: (() => void) | null = null;
  private raised: string | null = null;
  private closed = false;

  constructor(
    private readonly options: StoreOptions,
    private readonly notices: Notices,
    private readonly retry: RetryOptions | undefined,
  ) {
    this.opening = this.tryToOpen();
    this.firstTry = this.opening.then(() => true, () => false);
  }

  private tryToOpen(): Promise<EventStore> {
    const opening = openStore(this.options).then(({ store, notices: news }) => {
      if (this.raised !== null) this.notices.clear(this.raised);
      for (const notice of news) this.notices.raise(notice);
      return store;
    });
    // Rejections are for those who call; here they only plan the next try.
    opening.catch((error: unknown) => this.failed(error));
    return opening;
  }

  private failed(error: unknown): void {
    const known = error instanceof StoreError ? error : new StoreError("failed", String(error));
    const notice = noticeOf(known, this.options.file);
    if (this.raised !== notice.id) this.options.log?.error("the event log could not be opened", { reason: known.reason, message: known.message });
    if (this.raised !== null && this.raised !== notice.id) this.notices.clear(this.raised);
    this.raised = notice.id;
    this.notices.raise(notice);
    if (this.retry === undefined || known.reason === "newer_file" || this.closed) return;
    this.cancelRetry = this.retry.after(RETRY_EVERY_MS, () => this.again(this.retry));
  }

  /** Calls go on failing with the last reason until a try has succeeded. */
  private again(retry: RetryOptions | undefined): void {
    const opening = this.tryToOpen();
    opening.then(
      () => {
        this.opening = opening;
        retry?.onOpened();
      },
      () => undefined,
    );
  }

  async append(items: Parameters<EventStore["append"]>[0]) {
    return (await this.opening).append(items);
  }
  async events(query: Parameters<EventStore["events"]>[0]) {
    return (await this.opening).events(query);
  }
  async tail(afterSeq: number, limit: number) {
    return (await this.opening).tail(afterSeq, limit);
  }
  async countEvents() {
    return (await this.opening).countEvents();
  }
  async lastSeq() {
    return (await this.opening).lastSeq();
  }
  async saveCheckpoint(seq: number, world: string) {
    return (await this.opening).saveCheckpoint(seq, world);
  }
  async lastCheckpoint() {
    return (await this.opening).lastCheckpoint();
  }
  async saveAgentStates(views: Parameters<EventStore["saveAgentStates"]>[0]) {
    return (await this.opening).saveAgentStates(views);
  }
  async close() {
    this.closed = true;
    this.cancelRetry?.();
    // A log that never opened has nothing to close.
    await this.opening.then((store) => store.close(), () => undefined);
  }
}
