/**
 * The event log before it is open, and while it cannot be: everything waits for the first try, so that the collector can listen at
 * once; a full disk or a foreign lock passes, so opening is tried again; only a file of a newer version stays closed for good.
 */
import type { ConversationStore } from "../conversation-parts.ts";
import { type EventStore, type Notices, StoreError, type ToldRange } from "../parts.ts";
import type { FiguresStore } from "../figures-parts.ts";
import type { OutboxRoute, OutboxStore } from "../bridges-parts.ts";
import type { PortStore } from "../ports-parts.ts";
import type { DataExchange } from "./conversation-store.ts";
import { lateFigures } from "./figures-store.ts";
import { removeFilesOfStore } from "./files.ts";
import { lateConversation } from "./late-conversation.ts";
import { identityOf, rescue } from "./lost-file.ts";
import { noticeOf, type OpenedStore, openStore, type StoreOptions } from "./open.ts";
import { lateOutbox } from "./outbox-store.ts";
import { latePorts } from "./port-store.ts";

export interface SoonStore {
  store: EventStore;
  /** In the same file. */
  conversation: ConversationStore & DataExchange;
  /** In the same file. */
  ports: PortStore;
  /** In the same file. */
  figures: FiguresStore;
  /** In the same file. */
  outbox: OutboxStore;
  /**
   * Closes the file, removes it with its companions, its copies and what was put aside, and begins a new one, whose events go on counting where the old one ended.
   * Calls meanwhile wait for the new one. Whoever keeps something in memory forgets it himself.
   * @returns what was removed
   * @throws a file system error when some of it stays; the store is open then all the same
   */
  deleteEverything(): Promise<string[]>;
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
/** How often it is asked whether the file still has its name. */
export const LOOK_EVERY_MS = 2_000;

export function openStoreSoon(options: StoreOptions, notices: Notices, retry?: RetryOptions): SoonStore {
  const late = new LateStore(options, notices, retry);
  return { store: late, conversation: lateConversation(() => late.conversation()), ports: latePorts(() => late.ports()), figures: lateFigures(() => late.figures()), outbox: lateOutbox(() => late.outbox(), (routes) => late.keepRoutes(routes)), opened: late.firstTry, deleteEverything: () => late.deleteEverything() };
}

class LateStore implements EventStore {
  readonly firstTry: Promise<boolean>;
  private opening: Promise<OpenedStore>;
  private cancelRetry: (() => void) | null = null;
  private raised: string | null = null;
  private closed = false;
  private identity: string | null = null;
  /** For the file that is opened next. */
  private routes: readonly OutboxRoute[] | undefined;
  private cancelLook: (() => void) | null = null;

  constructor(
    private readonly options: StoreOptions,
    private readonly notices: Notices,
    private readonly retry: RetryOptions | undefined,
  ) {
    this.opening = this.tryToOpen();
    this.firstTry = this.opening.then(() => true, () => false);
  }

  private tryToOpen(seqAfter = 0): Promise<OpenedStore> {
    const opening = openStore({ ...this.options, seqAfter, routes: this.routes, onDamaged: () => this.reopen() }).then(async ({ store, conversation, ports, figures, outbox, notices: news }) => {
      this.identity = await identityOf(this.options.file);
      this.lookLater();
      if (this.raised !== null) this.notices.clear(this.raised);
      this.raised = null;
      for (const notice of news) this.notices.raise(notice);
      return { store, conversation, ports, figures, outbox };
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

  private lookLater(): void {
    this.cancelLook?.();
    if (this.closed || this.retry === undefined) return;
    this.cancelLook = this.retry.after(LOOK_EVERY_MS, () => void this.look());
  }

  private async look(): Promise<void> {
    const now = await identityOf(this.options.file);
    if (this.closed || now === this.identity) return this.lookLater();
    this.options.log?.error("the event log's file was taken away while it was in use", { file: this.options.file });
    this.exchange((opened) => this.rescued(opened));
  }

  /** @throws when what was recorded could not be put back; the log goes on as it is then, and the next look tries again */
  private async rescued({ store }: OpenedStore): Promise<number> {
    const seq = await store.lastSeq();
    const aside = await rescue(store, this.options.file, this.options.clock.now());
    this.notices.raise({ id: "database_rescued", level: "warn", values: { file: this.options.file, aside: aside ?? "" } });
    return seq;
  }

  /** Damaged while in use: closed, looked at as a whole, put aside when it is so, and a new one begun, as a start would do. */
  private reopen(): void {
    if (!this.closed) this.exchange(closeAndAskSeq);
  }

  /** Calls meanwhile wait for the new log. */
  private exchange(leave: (opened: OpenedStore) => Promise<number>): void {
    const before = this.opening;
    this.opening = before.then(async (opened) => {
      let seq: number;
      try {
        seq = await leave(opened);
      } catch (error) {
        this.options.log?.error("the event log could not be put back", { reason: String(error) });
        this.lookLater();
        return opened;
      }
      return this.tryToOpen(seq);
    });
    // Rejections are for those who call.
    this.opening.catch(() => undefined);
  }

  async conversation(): Promise<ConversationStore & DataExchange> {
    return (await this.opening).conversation;
  }

  async ports(): Promise<PortStore> {
    return (await this.opening).ports;
  }

  async figures(): Promise<FiguresStore> {
    return (await this.opening).figures;
  }

  async outbox(): Promise<OutboxStore> {
    return (await this.opening).outbox;
  }

  keepRoutes(routes: readonly OutboxRoute[]): void {
    this.routes = routes;
  }

  async deleteEverything(): Promise<string[]> {
    this.cancelRetry?.();
    this.cancelLook?.();
    const removing = this.opening.then(closeAndAskSeq, () => 0).then((seq) => this.removeFiles(seq));
    this.opening = removing.then(({ seq }) => this.tryToOpen(seq));
    // Rejections are for those who call.
    this.opening.catch(() => undefined);
    const { removed, failure } = await removing;
    await this.opening.catch(() => undefined);
    if (failure !== null) throw failure;
    return removed;
  }

  private async removeFiles(seq: number): Promise<{ seq: number; removed: string[]; failure: Error | null }> {
    try {
      return { seq, removed: await removeFilesOfStore(this.options.file), failure: null };
    } catch (error) {
      return { seq, removed: [], failure: error as Error };
    }
  }

  async append(items: Parameters<EventStore["append"]>[0]) {
    return (await this.opening).store.append(items);
  }
  async events(query: Parameters<EventStore["events"]>[0]) {
    return (await this.opening).store.events(query);
  }
  async tail(afterSeq: number, limit: number) {
    return (await this.opening).store.tail(afterSeq, limit);
  }
  async countEvents() {
    return (await this.opening).store.countEvents();
  }
  async told(range: ToldRange) {
    return (await this.opening).store.told(range);
  }
  async firstSeq() {
    return (await this.opening).store.firstSeq();
  }
  async seqBefore(receivedAt: number) {
    return (await this.opening).store.seqBefore(receivedAt);
  }
  async lastSeq() {
    return (await this.opening).store.lastSeq();
  }
  async saveCheckpoint(seq: number, world: string) {
    return (await this.opening).store.saveCheckpoint(seq, world);
  }
  async lastCheckpoint() {
    return (await this.opening).store.lastCheckpoint();
  }
  async saveAgentStates(views: Parameters<EventStore["saveAgentStates"]>[0]) {
    return (await this.opening).store.saveAgentStates(views);
  }
  async close() {
    this.closed = true;
    this.cancelRetry?.();
    this.cancelLook?.();
    // A log that never opened has nothing to close.
    await this.opening.then(({ store }) => store.close(), () => undefined);
  }
}

async function closeAndAskSeq({ store }: OpenedStore): Promise<number> {
  const seq = await store.lastSeq();
  await store.close();
  return seq;
}
