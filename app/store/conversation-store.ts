/** ConversationStore over the log's file: what was said, found again, summed up, kept as long as the person wants. */
import { setTimeout as wait } from "node:timers/promises";
import type {
  DataStatus, ExportOrder, Interaction, InteractionsPage, InteractionsQuery, ProjectList, ProjectRules, RetentionRules, SearchQuery, SearchResult, SessionRow, SessionsPage,
  SessionsQuery, SessionSummary,
} from "../../schemas/generated/types.ts";
import type { ConversationStore, MessageUsage, Projection, PromptTurn } from "../conversation-parts.ts";
import type { Clock, Log } from "../parts.ts";
import { summaryEntry } from "./conversation/index-entries.ts";
import { moveSlice, readCursor, writeProjection } from "./conversation/projecting.ts";
import { forgetSummary } from "./conversation/sessions.ts";
import { bringIndexUp } from "./conversation/rebuilding.ts";
import { type Removed, removeOld, removeSession } from "./conversation/removing.ts";
import { exported } from "./exchange/export.ts";
import { type Imported, type ImportOptions, imported } from "./exchange/import.ts";
import { sizeOfFiles } from "./files.ts";
import { countOfSession, hasBeyond, type InteractionRecord, interactionsSql, movePrompts, selectOtherProject, toInteraction } from "./repositories/interactions.ts";
import { saveRules, selectProjects, selectRules } from "./repositories/projects.ts";
import { mergePortion, putIn } from "./repositories/search.ts";
import { cursorText, nextMoved, type SessionRecord, selectFinished, selectSessions, sessionsSql, setSummary, settleMoved, sumTokens, toSessionRow } from "./repositories/sessions.ts";
import { countConversation, oldestAt } from "./repositories/status.ts";
import { saveUsage } from "./repositories/usage.ts";
import { search } from "./search/search.ts";
import type { SharedFile } from "./shared-file.ts";

/** Interactions of a page when a whole session is read. */
const PAGE = 200;
/** About what a portion of merging adds to the write-ahead log. */
const COST_OF_MERGE = 512 * 1024;
const MERGE_PAUSE_MS = 100;
/** So long it waits for more: a look whether there is anything to merge takes as many trips to the disk as a row of a conversation, which comes several times a second. */
const MERGE_AFTER_MS = 2_000;
const REBUILD_PAUSE_MS = 5;
/** Portions at a time: more is left for the next. */
const MOST_PORTIONS = 96;

export interface ConversationOptions {
  clock: Clock;
  log: Log | null;
  /** user_id of specification 3 §4. */
  userId?: string;
}

/** Taking data away and back. */
export interface DataExchange {
  /** Text in pieces, a record each; null for a session that is not known. */
  exported(order: ExportOrder, locale?: "en" | "ko"): Promise<AsyncIterable<string> | null>;
  /** @param text the JSONL of `exported`, in pieces of any length */
  imported(text: AsyncIterable<string>, options?: ImportOptions): Promise<Imported>;
}

export class SqliteConversationStore implements ConversationStore, DataExchange {
  private readonly userId: string;
  private searching: Promise<unknown> = Promise.resolve();
  private projecting: Promise<unknown> = Promise.resolve();
  private index: Promise<void> | null = null;
  private tidying: Promise<void> | null = null;

  constructor(private readonly shared: SharedFile, private readonly options: ConversationOptions) {
    this.userId = options.userId ?? "local";
  }

  cursor(): Promise<number> {
    return this.shared.read(readCursor);
  }

  project(batch: Projection): Promise<void> {
    return this.inOrder(() => this.projectNow(batch));
  }

  /** Whatever changes rows that are in the search index: one after the other, and not before the index is as it should be. */
  private inOrder<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.projecting.then(() => this.indexUp()).then(work);
    this.projecting = done.catch(() => undefined);
    return done;
  }

  private indexUp(): Promise<void> {
    this.index ??= bringIndexUp(this.shared, () => wait(REBUILD_PAUSE_MS)).catch((error: unknown) => {
      this.index = null;
      throw error;
    });
    return this.index;
  }

  private async projectNow(batch: Projection): Promise<void> {
    await writeProjection(this.shared, batch, this.userId);
    await this.settleMoves();
    this.tidyIndex();
  }

  private async settleMoves(): Promise<void> {
    for (;;) {
      const session = await this.shared.read(nextMoved);
      if (session === null) return;
      let left = true;
      while (left) {
        left = await this.shared.write((connection) => moveSlice(connection, session, (limit) => selectOtherProject(connection, session.session_id, session.project, limit)));
      }
      await this.shared.write((connection) => settleMoved(connection, session.num));
    }
  }

  /** The index's own tidying, beside everything else: nobody waits for it. */
  private tidyIndex(): void {
    this.tidying ??= this.mergeInPortions()
      .catch((error: unknown) => this.options.log?.debug("search index not tidied", { error: String(error) }))
      .finally(() => {
        this.tidying = null;
      });
  }

  private async mergeInPortions(): Promise<void> {
    await wait(MERGE_AFTER_MS, undefined, { ref: false });
    for (let portion = 0; portion < MOST_PORTIONS && !this.shared.isClosing(); portion++) {
      if (!(await this.shared.write(mergePortion, COST_OF_MERGE))) return;
      await wait(MERGE_PAUSE_MS);
    }
  }

  async noteUsage(usages: readonly MessageUsage[]): Promise<void> {
    if (usages.length === 0) return;
    await this.shared.write(async (connection) => {
      await saveUsage(connection, usages);
      await sumTokens(connection, [...new Set(usages.map((usage) => usage.session_id))]);
    });
  }

  notePromptTurns(sessionId: string, prompts: readonly PromptTurn[]): Promise<void> {
    return this.inOrder(() => this.shared.write((connection) => movePrompts(connection, sessionId, prompts)));
  }

  sessions(query: SessionsQuery): Promise<SessionsPage> {
    return this.shared.read(async (reader) => {
      const { sql, params, limit } = sessionsSql(query);
      const rows = await reader.all<SessionRecord>(sql, params);
      const items = rows.slice(0, limit);
      const last = items.at(-1);
      return { items: items.map(toSessionRow), ...(rows.length > limit && last !== undefined ? { next: cursorText({ time: last.last_at, n: last.num }) } : {}) };
    });
  }

  session(sessionId: string): Promise<SessionRow | null> {
    return this.shared.read(async (reader) => {
      const record = (await selectSessions(reader, [sessionId])).get(sessionId);
      return record === undefined ? null : toSessionRow(record);
    });
  }

  interactions(query: InteractionsQuery): Promise<InteractionsPage> {
    return this.shared.read(async (reader) => {
      const { sql, params, limit, backwards } = interactionsSql(query);
      const rows = await reader.all<InteractionRecord>(sql, params);
      const page = rows.slice(0, limit);
      if (backwards) page.reverse();
      const [first, last] = [page[0], page.at(-1)];
      const beyond = rows.length > limit;
      const older = first !== undefined && (backwards ? beyond : await hasBeyond(reader, "older", first));
      const newer = last !== undefined && (backwards ? await hasBeyond(reader, "newer", last) : beyond);
      return {
        items: page.map(toInteraction),
        total: await countOfSession(reader, query.session_id),
        ...(older ? { older: cursorText({ time: first.ts, n: first.seq }) } : {}),
        ...(newer ? { newer: cursorText({ time: last.ts, n: last.seq }) } : {}),
      };
    });
  }

  /** One at a time: each may tell the connection to stop. */
  search(query: SearchQuery): Promise<SearchResult> {
    const found = this.searching.then(() => this.shared.search((searcher) => search(searcher, query, () => this.options.clock.now())));
    this.searching = found.catch(() => undefined);
    return found;
  }

  async saveSummary(sessionId: string, summary: SessionSummary): Promise<void> {
    await this.inOrder(() =>
      this.shared.write(async (connection) => {
        const record = (await selectSessions(connection, [sessionId])).get(sessionId);
        if (record === undefined) return;
        await forgetSummary(connection, record);
        await setSummary(connection, record.num, summary);
        await putIn(connection, [summaryEntry(summary, record.num)]);
      }),
    );
  }

  finishedSessions(project: string, limit: number): Promise<SessionRow[]> {
    return this.shared.read(async (reader) => (await selectFinished(reader, project, limit)).map(toSessionRow));
  }

  async *wholeSession(sessionId: string): AsyncIterable<Interaction> {
    for (let after: string | undefined = ""; after !== undefined; ) {
      const page: InteractionsPage = await this.interactions({ session_id: sessionId, limit: PAGE, after });
      yield* page.items;
      after = page.newer;
    }
  }

  projects(): Promise<ProjectList> {
    return this.shared.read(selectProjects);
  }

  projectRules(project: string): Promise<ProjectRules> {
    return this.shared.read((reader) => selectRules(reader, project));
  }

  setProjectRules(rules: ProjectRules): Promise<void> {
    return this.shared.write((connection) => saveRules(connection, rules));
  }

  async dataStatus(retention: RetentionRules): Promise<DataStatus> {
    const [bytes, events, counts, oldest] = await Promise.all([
      sizeOfFiles(this.shared.file), this.shared.countEvents(), this.shared.read(countConversation), this.shared.read(oldestAt),
    ]);
    return { bytes, events, ...counts, oldest_at: oldest, retention };
  }

  exported(order: ExportOrder, locale?: "en" | "ko"): Promise<AsyncIterable<string> | null> {
    return exported(this.shared, this, order, this.options.clock.now(), locale);
  }

  async imported(text: AsyncIterable<string>, options?: ImportOptions): Promise<Imported> {
    await this.indexUp();
    const result = await imported(this.shared, text, options);
    this.tidyIndex();
    return result;
  }

  /** After the batches that came before: the later slices of one would bring the session back. */
  deleteSession(sessionId: string): Promise<Removed> {
    return this.inOrder(() => removeSession(this.shared, sessionId, this.options.clock.now()));
  }

  /** Beside the batches that come meanwhile: it may take long. */
  async prune(retention: RetentionRules, nowMs: number): Promise<number> {
    await this.indexUp();
    return removeOld(this.shared, retention, nowMs);
  }
}
