/** The sessions of one slice: read once, changed in memory, written once. */
import type { InteractionDraft, SessionPatch } from "../../conversation-parts.ts";
import { takeOut } from "../repositories/search.ts";
import { saveSessions, selectSessions, type SessionRecord, setSummary, sumTokens } from "../repositories/sessions.ts";
import type { Connection } from "../sqlite.ts";
import { summaryEntry } from "./index-entries.ts";
import { believed, newRecord, startsAnew, withAdded, withSet } from "./patches.ts";

export class Sessions {
  private constructor(private readonly connection: Connection, private stored: Map<string, SessionRecord>, private readonly now = new Map(stored)) {}

  static async load(connection: Connection, ids: readonly string[]): Promise<Sessions> {
    return new Sessions(connection, await selectSessions(connection, [...new Set(ids)]));
  }

  /** Of sessions that `set` was told of. */
  get(id: string): SessionRecord {
    return this.now.get(id) as SessionRecord;
  }

  /** What sessions are, told once or again. All of them have a row then. */
  async set(patches: readonly SessionPatch[], drafts: readonly InteractionDraft[]): Promise<void> {
    const startOf = timesOf(patches, drafts);
    for (const record of this.stored.values()) if (startsAnew(record, patches)) await this.beginAnew(record, startOf);
    const news = [...new Set([...patches, ...drafts].map((one) => one.session_id))].filter((id) => !this.stored.has(id));
    for (const id of news) this.now.set(id, newRecord(id, startOf.get(id) ?? 0));
    for (const patch of believed(patches, this.stored)) this.now.set(patch.session_id, withSet(this.get(patch.session_id), patch));
    if (news.length > 0) await this.insert(news);
  }

  private async beginAnew(record: SessionRecord, startOf: ReadonlyMap<string, number>): Promise<void> {
    await forgetSummary(this.connection, record);
    this.now.set(record.session_id, { ...newRecord(record.session_id, startOf.get(record.session_id) ?? 0), num: record.num });
  }

  private async insert(ids: readonly string[]): Promise<void> {
    await saveSessions(this.connection, ids.map((id) => this.get(id)));
    await sumTokens(this.connection, ids);
    for (const [id, record] of await selectSessions(this.connection, ids)) {
      this.stored.set(id, record);
      this.now.set(id, record);
    }
  }

  /** What counts once. @param repeated sessions of replies that were counted and met one that was there */
  count(patches: readonly SessionPatch[], repeated: readonly string[]): void {
    const before = new Map([...this.now].map(([id, record]) => [id, record.replies]));
    // A session may have been pruned between two slices.
    for (const patch of believed(patches, this.now)) {
      const record = this.now.get(patch.session_id);
      if (record !== undefined) this.now.set(patch.session_id, withAdded(record, patch));
    }
    for (const id of repeated) {
      const record = this.now.get(id);
      if (record !== undefined && record.replies > (before.get(id) ?? 0)) this.now.set(id, { ...record, replies: record.replies - 1 });
    }
  }

  async save(): Promise<void> {
    await saveSessions(this.connection, [...this.now].filter(([id, record]) => record !== this.stored.get(id)).map(([, record]) => record));
  }
}

/** The session's summary goes, from the row and from the index. */
export async function forgetSummary(connection: Connection, { num, summary }: SessionRecord): Promise<void> {
  if (summary === null) return;
  await takeOut(connection, [summaryEntry(JSON.parse(summary), num)]);
  await setSummary(connection, num, null);
}

/** When a session of which nothing is known began, as far as this batch tells. */
function timesOf(patches: readonly SessionPatch[], drafts: readonly InteractionDraft[]): Map<string, number> {
  const times = new Map<string, number>();
  const note = (id: string, time: number | undefined) => {
    if (time !== undefined && Number.isFinite(time)) times.set(id, Math.min(times.get(id) ?? Infinity, Math.trunc(time)));
  };
  for (const { session_id, set } of patches) note(session_id, set.started_at ?? set.last_at);
  for (const { session_id, ts } of drafts) note(session_id, ts);
  return times;
}
