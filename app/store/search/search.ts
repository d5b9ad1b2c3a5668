/**
 * Finds: asks the index for rows, newest first, reads them, and keeps those whose text really holds what was asked, until there are enough. Frequent words are therefore
 * found as fast as rare ones. A search has a time after which it answers with what it has.
 */
import type { Interaction, SearchHit, SearchQuery, SearchResult, SessionSummary } from "../../../schemas/generated/types.ts";
import { codeOf } from "../errors.ts";
import { matches, summaryMatches } from "../repositories/search.ts";
import type { Connection, Param } from "../sqlite.ts";
import { MOST_CHARACTERS, projectTag, roleTag, sessionTag, skillTag, spanTags, SUMMARY_SKILL, textOf, textOfSummary } from "./document.ts";
import { findAll, snippetOf } from "./found.ts";
import { allOf, anyOf, type Asked, parseQuery } from "./query.ts";

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;
/** Rows looked at together. */
const PORTION = 64;
/** Rows looked at, at most: a word that the index promises in every row and that stands in none of them as it was asked. */
const MOST_LOOKED_AT = 2048;
/** Without the help of the index. */
const MOST_SCANNED = 512;
const MOST_SUMMARIES = 40;
const BUDGET_MS = 400;
const NOTHING: SearchResult = { items: [], more: false };

interface Row {
  seq: number;
  id: string;
  session_id: string;
  project: string;
  role: Interaction["role"];
  skill_name: string;
  ts: number;
  content: string;
  skill_args: string | null;
}

/** What is left when the index helps with nothing: signs alone. */
const SQL_NEWEST = "SELECT seq AS row FROM interactions WHERE seq < ? ORDER BY seq DESC LIMIT ?";
export const SQL_ROWS = `
  SELECT i.seq, i.id, i.session_id, i.project, i.role, i.skill_name, i.ts, iif(octet_length(i.content) > ${8 * MOST_CHARACTERS}, substr(i.content, 1, ${MOST_CHARACTERS}), i.content) AS content, i.skill_args
  FROM json_each(?1) asked CROSS JOIN interactions i ON i.seq = asked.value WHERE i.ts BETWEEN ?2 AND ?3 ORDER BY i.seq DESC`;
const SQL_SESSION_NUM = "SELECT num FROM sessions WHERE session_id = ?";
export const SQL_SUMMARIES = "SELECT num, session_id, project, summary FROM json_each(?) asked CROSS JOIN sessions ON num = asked.value WHERE summary IS NOT NULL ORDER BY num DESC";

/** When the first and the last of all was said. */
interface Span {
  first: number;
  last: number;
}

export const SQL_FIRST_TIME = "SELECT ts AS at FROM interactions ORDER BY ts LIMIT 1";
export const SQL_LAST_TIME = "SELECT ts AS at FROM interactions ORDER BY ts DESC LIMIT 1";
const SQL_LAST_SESSION = "SELECT last_at AS at FROM sessions ORDER BY last_at DESC LIMIT 1";
const DAY_MS = 86_400_000;

async function spanOf(connection: Connection): Promise<Span> {
  const at = async (sql: string) => (await connection.first<{ at: number }>(sql))?.at;
  const first = (await at(SQL_FIRST_TIME)) ?? 0;
  const last = Math.max((await at(SQL_LAST_TIME)) ?? 0, (await at(SQL_LAST_SESSION)) ?? 0);
  // Summaries are made a little later than what they are of.
  return { first, last: last + DAY_MS };
}

/** Never throws for what was asked; @throws SqliteError for what is wrong with the file */
export async function search(connection: Connection, query: SearchQuery, now: () => number): Promise<SearchResult> {
  const asked = parseQuery(query.text);
  if (asked.needles.length === 0) return NOTHING;
  const session = query.session_id === undefined ? undefined : await connection.first<{ num: number }>(SQL_SESSION_NUM, [query.session_id]);
  if (session === null) return NOTHING;
  const limit = Math.max(1, Math.min(Math.trunc(query.limit ?? DEFAULT_LIMIT), MAX_LIMIT));
  const found = await new Search(connection, query, asked, session?.num, limit, await spanOf(connection), now).run();
  return { items: found.sort((a, b) => b.ts - a.ts || b.seq - a.seq).slice(0, limit), more: found.length > limit };
}

class Search {
  private readonly hits: SearchHit[] = [];
  private stopped = false;

  constructor(
    private readonly connection: Connection,
    private readonly query: SearchQuery,
    private readonly asked: Asked,
    private readonly session: number | undefined,
    private readonly limit: number,
    private readonly span: Span,
    private readonly now: () => number,
  ) {}

  async run(): Promise<SearchHit[]> {
    // Again and again: an interrupt that comes before the statement has begun is lost.
    const end = this.now() + BUDGET_MS;
    const timer = setInterval(() => {
      if (this.now() < end) return;
      this.stopped = true;
      this.connection.interrupt();
    }, BUDGET_MS / 4);
    try {
      await this.findInteractions();
      await this.findSummaries();
    } catch (error) {
      if (codeOf(error) !== "SQLITE_INTERRUPT") throw error;
    } finally {
      clearInterval(timer);
    }
    return this.hits;
  }

  private async findInteractions(): Promise<void> {
    const expression = this.expression(true);
    const most = expression === null || this.asked.tokens.length === 0 ? MOST_SCANNED : MOST_LOOKED_AT;
    let before = Number.MAX_SAFE_INTEGER;
    for (let looked = 0; looked < most && this.hits.length <= this.limit && !this.stopped; looked += PORTION) {
      const rows = expression === null ? await this.newest(before) : await matches(this.connection, expression, before, PORTION);
      await this.look(rows);
      if (rows.length < PORTION) return;
      before = rows.at(-1) as number;
    }
  }

  private async newest(before: number): Promise<number[]> {
    return (await this.connection.all<{ row: number }>(SQL_NEWEST, [before, PORTION])).map(({ row }) => row);
  }

  private async look(seqs: readonly number[]): Promise<void> {
    const { from = Number.MIN_SAFE_INTEGER, to = Number.MAX_SAFE_INTEGER } = this.query;
    const rows = seqs.length === 0 ? [] : await this.connection.all<Row>(SQL_ROWS, [JSON.stringify(seqs), from, to] satisfies Param[]);
    for (const row of rows) {
      if (!this.isWanted(row)) continue;
      this.note(textOf(row.content, row.skill_args), { interaction_id: row.id, seq: row.seq, session_id: row.session_id, project: row.project, role: row.role, skill_name: row.skill_name, ts: row.ts });
      if (this.hits.length > this.limit) return;
    }
  }

  private async findSummaries(): Promise<void> {
    const expression = this.expression(false);
    if (expression === null || this.stopped) return;
    const nums = await summaryMatches(this.connection, expression, MOST_SUMMARIES);
    const rows = nums.length === 0 ? [] : await this.connection.all<{ num: number; session_id: string; project: string; summary: string }>(SQL_SUMMARIES, [JSON.stringify(nums)]);
    for (const { session_id, project, summary: json } of rows) {
      const summary = JSON.parse(json) as SessionSummary;
      const head = { interaction_id: `summary:${session_id}`, seq: 0, session_id, project, role: "assistant" as const, skill_name: SUMMARY_SKILL, ts: summary.made_at };
      if (this.isWanted(head)) this.note(textOfSummary(summary), head);
    }
  }

  private note(text: string, head: Omit<SearchHit, "snippet">): void {
    const places = findAll(text, this.asked.needles);
    if (places !== null) this.hits.push({ ...head, snippet: snippetOf(text, places) });
  }

  private isWanted(row: { session_id: string; project: string; role: string; skill_name: string; ts: number }): boolean {
    const { session_id, project, role, tool, from = -Infinity, to = Infinity } = this.query;
    const same = (asked: string | undefined, value: string) => asked === undefined || asked === value;
    return same(session_id, row.session_id) && same(project, row.project) && same(role, row.role) && same(tool, row.skill_name) && row.ts >= from && row.ts <= to;
  }

  /** null when there is nothing to ask the index for. */
  private expression(withProject: boolean): string | null {
    const { project, role, tool } = this.query;
    const tags = [
      ...(this.session === undefined ? [] : [sessionTag(this.session)]),
      ...(project === undefined || !withProject ? [] : [projectTag(project)]),
      ...(role === undefined ? [] : [roleTag(role)]),
      ...(tool === undefined ? [] : [skillTag(tool)]),
    ];
    const span = this.spanWanted();
    const parts = [...(this.asked.tokens.length + tags.length === 0 ? [] : [allOf([...this.asked.tokens, ...tags])]), ...(span === null ? [] : [anyOf(span)])];
    return parts.length === 0 ? null : parts.join(" AND ");
  }

  private spanWanted(): string[] | null {
    const { from, to } = this.query;
    if (from === undefined && to === undefined) return null;
    const tags = spanTags(Math.max(from ?? this.span.first, this.span.first), Math.min(to ?? this.span.last, this.span.last));
    return tags === null || tags.length === 0 ? null : tags;
  }
}
