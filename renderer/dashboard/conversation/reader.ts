import type { Interaction, InteractionsPage, InteractionsQuery } from "../../../schemas/generated/types.ts";
import { changedFrom, cursorBefore, cursorOf, fromPage, type Loaded, NOTHING_LOADED, withNewer, withOlder, withTail } from "./loaded.ts";

export interface Reading {
  loaded: Loaded;
  phase: "loading" | "ready" | "failed";
  /** The last rows came because they were said just now, not because they were scrolled to. */
  isNews: boolean;
  /** Where the person wants to be; a new object for each wish. */
  goal: { to: "beginning" | "end" } | { to: "place"; index: number } | null;
}

export type AskPage = (query: InteractionsQuery) => Promise<InteractionsPage>;

/** The first page; the next ones are as long as rows of their size allow. */
const FIRST = 80;
const PAGE = { least: 10, most: 200, characters: 2_000_000 };
/** In front of a place that is opened, so that it can be scrolled to from both sides. */
const IN_FRONT = 40;
/** Of a conversation that grows fast: as much at once as main gives. */
const TAIL = 1_000;
/** While it grows, the end is read again at most this often, and takes at most a third of the time. */
const NEWS_MS = 120;
const NEWS_SHARE = 3;

/** How many rows of this size make a page: one of megabytes would hold up main and the window alike. */
function pageLength(items: readonly Interaction[]): number {
  const characters = items.reduce((sum, item) => sum + charactersOf(item), 0);
  return Math.round(Math.max(PAGE.least, Math.min(PAGE.characters / (characters / items.length), PAGE.most)));
}

function charactersOf({ content, metadata, skill_args }: Interaction): number {
  const texts = [content, metadata.result, metadata.error, metadata.thinking, ...Object.values(skill_args ?? {})];
  return texts.reduce<number>((sum, text) => sum + (typeof text === "string" ? text.length : 0), 500);
}

/**
 * Reads a conversation where the person is: opens it at its end, its beginning or a place, loads what is scrolled to, follows it as it grows.
 * One question at a time for each side; an answer to a question that nobody asks any more is dropped.
 */
export class ConversationReader {
  private reading: Reading = { loaded: NOTHING_LOADED, phase: "loading", isNews: false, goal: null };
  private readonly listeners = new Set<() => void>();
  /** Counts the wishes: what was asked for an older one is of no use. */
  private wish = 0;
  private readonly asking = new Set<"older" | "newer" | "tail">();
  private hasGrown = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private limit = FIRST;
  private newsMs = NEWS_MS;
  /** Set by the page: whether the person looks at the end. */
  isAtEnd = true;

  constructor(private readonly ask: AskPage, private readonly sessionId: string) {}

  readonly current = (): Reading => this.reading;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** @param at `<ts>.<seq>`; the end without it */
  open(at?: string): void {
    const after = at === undefined ? null : cursorBefore(at);
    if (at === undefined || after === null) this.toEnd();
    else this.turnTo(() => this.around(at, after));
  }

  toEnd(): void {
    this.turnTo(async () => ({ loaded: fromPage(await this.page({ before: "end" })), goal: { to: "end" } }));
  }

  toBeginning(): void {
    this.turnTo(async () => ({ loaded: fromPage(await this.page({})), goal: { to: "beginning" } }));
  }

  loadOlder(): void {
    const first = this.reading.loaded.items[0];
    if (first === undefined || !this.reading.loaded.hasOlder) return;
    this.extend("older", async () => withOlder(this.reading.loaded, await this.page({ before: cursorOf(first) })));
  }

  loadNewer(): void {
    const last = this.reading.loaded.items.at(-1);
    if (last === undefined || !this.reading.loaded.hasNewer) return;
    this.extend("newer", async () => withNewer(this.reading.loaded, await this.page({ after: cursorOf(last) })));
  }

  /** Something was said in it. */
  grew(): void {
    this.hasGrown = true;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.readTail();
    }, this.newsMs);
  }

  close(): void {
    this.wish++;
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private async around(at: string, after: string): Promise<Pick<Reading, "loaded" | "goal">> {
    const [behind, front] = await Promise.all([this.page({ after }), this.page({ before: at, limit: IN_FRONT })]);
    const loaded = withOlder(fromPage(behind), front);
    // What was found may have been deleted since.
    if (behind.items.length === 0) return { loaded, goal: { to: "end" } };
    return { loaded, goal: { to: "place", index: loaded.items.length - behind.items.length } };
  }

  private turnTo(read: () => Promise<Pick<Reading, "loaded" | "goal">>): void {
    const wish = ++this.wish;
    this.asking.clear();
    this.hasGrown = false;
    read().then(
      (found) => wish === this.wish && this.tell({ ...found, phase: "ready", isNews: false }),
      () => wish === this.wish && this.tell({ phase: "failed" }),
    );
  }

  private extend(side: "older" | "newer", read: () => Promise<Loaded>): void {
    this.asks(side, async (isWanted) => {
      const loaded = await read();
      if (isWanted()) this.tell({ loaded, isNews: false });
    });
  }

  private readTail(): void {
    if (this.reading.phase !== "ready" || !this.hasGrown) return;
    this.asks("tail", async (isWanted) => {
      this.hasGrown = false;
      const from = performance.now();
      await (this.reading.loaded.hasNewer ? this.count(isWanted) : this.refresh(isWanted));
      this.newsMs = Math.max(NEWS_MS, NEWS_SHARE * (performance.now() - from));
      if (isWanted() && this.hasGrown) this.grew();
    });
  }

  /** The end is not held: only how long the conversation is by now is of interest. */
  private async count(isWanted: () => boolean): Promise<void> {
    const { total } = await this.page({ before: "end", limit: 1 });
    if (isWanted()) this.tell({ loaded: { ...this.reading.loaded, total } });
  }

  private async refresh(isWanted: () => boolean): Promise<void> {
    const { items } = this.reading.loaded;
    const from = items[changedFrom(items)];
    const page = await this.page(from === undefined ? { before: "end" } : { after: cursorBefore(cursorOf(from)) ?? "", limit: TAIL });
    if (!isWanted()) return;
    const { loaded } = this.reading;
    // What was in front of it may have come or gone while it was asked for.
    const index = from === undefined ? 0 : loaded.items.findIndex((item) => item.seq === from.seq);
    if (loaded.hasNewer || index === -1) return;
    this.tell({ loaded: from === undefined ? fromPage(page) : withTail(loaded, index, page, !this.isAtEnd), isNews: true });
  }

  /** Failing is not told: the next scroll or the next word asks again. */
  private asks(side: "older" | "newer" | "tail", work: (isWanted: () => boolean) => Promise<void>): void {
    if (this.asking.has(side) || this.reading.phase !== "ready") return;
    const { wish } = this;
    this.asking.add(side);
    void work(() => wish === this.wish).catch(() => undefined).finally(() => {
      if (wish === this.wish) this.asking.delete(side);
    });
  }

  private async page(query: Omit<InteractionsQuery, "session_id">): Promise<InteractionsPage> {
    const page = await this.ask({ limit: this.limit, ...query, session_id: this.sessionId });
    if (page.items.length > 0) this.limit = pageLength(page.items);
    return page;
  }

  private tell(change: Partial<Reading>): void {
    this.reading = { ...this.reading, ...change };
    for (const listener of this.listeners) listener();
  }
}
