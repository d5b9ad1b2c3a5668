/**
 * Takes back what was exported as JSONL, in slices between which appends go on. What is there already stays as it is, so that doing it twice changes nothing. Lines that are
 * none of ours are counted and left out.
 *
 * Events come in before the first of this log (seqs below zero): projector, world and clients, who read on from where they were, never meet them as news.
 */
import type { Interaction, MascotEvent, ProjectRules, SessionRow } from "../../../schemas/generated/types.ts";
import * as valid from "../../../schemas/generated/validators.mjs";
import type { MessageUsage } from "../../conversation-parts.ts";
import type { PortRecord } from "../../domain/ports/port.ts";
import type { PortWithFiles } from "../../ports-parts.ts";
import { entryOf, summaryEntry } from "../conversation/index-entries.ts";
import { isReply, textKey } from "../conversation/meeting.ts";
import { newRecord } from "../conversation/patches.ts";
import { toTexts } from "../event-row.ts";
import { importEvents, lowestSeq } from "../repositories/events.ts";
import { type InteractionRecord, insertInteractions, selectByIds } from "../repositories/interactions.ts";
import { importPorts } from "../repositories/ports.ts";
import { saveRules, selectAllRules } from "../repositories/projects.ts";
import { putIn } from "../repositories/search.ts";
import { saveSessions, selectSessions, type SessionRecord, setSummary, sumTokens } from "../repositories/sessions.ts";
import { saveUsage } from "../repositories/usage.ts";
import type { SharedFile } from "../shared-file.ts";
import type { Connection } from "../sqlite.ts";

export interface Imported {
  sessions: number;
  interactions: number;
  events: number;
  rules: number;
  ports: number;
  /** Lines that could not be understood. */
  skipped: number;
}

export interface ImportOptions {
  /** Hides secrets: the file may come from before a rule was known. */
  mask?<Value>(value: Value): Value;
}

type Line =
  | { kind: "session"; session: SessionRow; usage?: MessageUsage[] }
  | { kind: "interaction"; interaction: Interaction }
  | { kind: "event"; event: MascotEvent }
  | { kind: "rules"; rules: ProjectRules }
  | ({ kind: "port" } & PortWithFiles);

const MOST_LINES = 24;
const MOST_CHARACTERS = 60_000;
const COST_OF_LINE = 16 * 1024;
/** Seqs that one import may give: each has a range of its own, below those before it. */
const RANGE = 1_000_000_000;

export async function imported(shared: SharedFile, text: AsyncIterable<string>, { mask = (value) => value }: ImportOptions = {}): Promise<Imported> {
  const result: Imported = { sessions: 0, interactions: 0, events: 0, rules: 0, ports: 0, skipped: 0 };
  const lowest = Math.min(0, await shared.read(lowestSeq));
  let seq = (Math.floor(lowest / RANGE) - 1) * RANGE;
  for await (const slice of slicesOf(text, result)) {
    const lines = slice.map((one) => mask(one));
    await shared.write((connection) => write(connection, lines, seq, result), slice.length * COST_OF_LINE + 2 * MOST_CHARACTERS);
    seq += lines.length;
  }
  if (result.events > 0) shared.forgetCount();
  return result;
}

/** Lines of one kind together, as many as take some milliseconds. */
async function* slicesOf(text: AsyncIterable<string>, result: Imported): AsyncIterable<Line[]> {
  let slice: Line[] = [];
  let characters = 0;
  for await (const raw of linesOf(text)) {
    const line = parsed(raw, result);
    if (line === null) continue;
    if (slice.length > 0 && (slice.length >= MOST_LINES || characters > MOST_CHARACTERS || slice[0]?.kind !== line.kind)) {
      yield slice;
      slice = [];
      characters = 0;
    }
    slice.push(line);
    characters += raw?.length ?? 0;
  }
  if (slice.length > 0) yield slice;
}

/** No line of ours is as long: the largest body that is taken whole, with every character escaped, is. */
const LONGEST_LINE = 128 * 1024 * 1024;

/**
 * Only a line feed ends a line: texts may hold other characters that some readers take for one. A line that is too long comes without its text: of a file that is no export
 * the whole may be one, and more than memory holds.
 */
export async function* linesOf(text: AsyncIterable<string>, longest = LONGEST_LINE): AsyncIterable<string | null> {
  let open: string[] = [];
  let length = 0;
  const add = (piece: string) => {
    length += piece.length;
    if (length <= longest) open.push(piece);
    else open = [];
  };
  const take = () => {
    const line = length > longest ? null : open.join("");
    open = [];
    length = 0;
    return line;
  };
  for await (const chunk of text) {
    let from = 0;
    for (let end = chunk.indexOf("\n"); end >= 0; end = chunk.indexOf("\n", from)) {
      add(chunk.slice(from, end));
      yield take();
      from = end + 1;
    }
    add(chunk.slice(from));
  }
  yield take();
}

function parsed(raw: string | null, result: Imported): Line | null {
  if (raw?.trim() === "") return null;
  const line = raw === null ? null : jsonOf(raw);
  if (isLine(line)) return line;
  if (line?.kind !== "head") result.skipped++;
  return null;
}

function jsonOf(raw: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(raw);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function isLine(line: unknown): line is Line {
  const { kind, session, usage, interaction, event, rules, port, files } = (line ?? {}) as Record<string, unknown>;
  if (kind === "session") return valid.SessionRow(session) && areTimes(session.started_at, session.last_at, session.ended_at ?? 0) && (usage === undefined || (Array.isArray(usage) && usage.every(isUsage)));
  if (kind === "interaction") return valid.Interaction(interaction) && areTimes(interaction.ts);
  if (kind === "event") return valid.MascotEvent(event);
  if (kind === "port") return isPort(port) && Array.isArray(files) && files.every((file) => valid.PortFile(file) && areTimes(file.last_at));
  return kind === "rules" && valid.ProjectRules(rules);
}

/** What a port shows without what is counted anew: who it waits for, how many files it touched. */
function isPort(port: unknown): port is PortRecord {
  const { seq: _seq, noted_seq: _noted, ...shown } = (port ?? {}) as PortRecord;
  return valid.PortSummary({ ...shown, waits_for: [], files: 0 }) && shown.spent_ms >= 0 && areTimes(shown.created_at, shown.started_at ?? 0, shown.ended_at ?? 0, shown.running_since ?? 0);
}

/** Beyond these no calendar has a day. */
const LATEST_MS = Date.UTC(9999, 11, 31);

function areTimes(...times: number[]): boolean {
  return times.every((time) => time >= 0 && time <= LATEST_MS);
}

function isUsage(usage: unknown): usage is MessageUsage {
  const { message_id, session_id, model, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens } = (usage ?? {}) as Record<string, unknown>;
  const counts = [input_tokens, output_tokens, cache_read_tokens, cache_write_tokens];
  return typeof message_id === "string" && typeof session_id === "string" && (model === null || typeof model === "string") && counts.every((count) => Number.isSafeInteger(count));
}

async function write(connection: Connection, lines: readonly Line[], seq: number, result: Imported): Promise<void> {
  const of = <Kind extends Line["kind"]>(kind: Kind) => lines.filter((line): line is Extract<Line, { kind: Kind }> => line.kind === kind);
  result.rules += await writeRules(connection, of("rules").map((line) => line.rules));
  result.sessions += await writeSessions(connection, of("session"));
  result.interactions += await writeInteractions(connection, of("interaction").map((line) => line.interaction));
  result.ports += await importPorts(connection, of("port"));
  result.events += await importEvents(connection, of("event").map(({ event }, index) => ({ seq: seq + index, receivedAt: Date.parse(event.ts) || 0, texts: toTexts(event) })));
}

async function writeRules(connection: Connection, rules: readonly ProjectRules[]): Promise<number> {
  if (rules.length === 0) return 0;
  const known = new Set((await selectAllRules(connection)).map((one) => one.project));
  const news = rules.filter((one) => !known.has(one.project));
  for (const one of news) await saveRules(connection, one);
  return news.length;
}

async function writeSessions(connection: Connection, lines: readonly { session: SessionRow; usage?: MessageUsage[] }[]): Promise<number> {
  const known = await selectSessions(connection, lines.map((line) => line.session.session_id));
  const news = lines.filter(({ session }) => !known.has(session.session_id));
  await saveSessions(connection, news.map(({ session }) => recordOf(session)));
  await saveUsage(connection, news.flatMap(({ session, usage = [] }) => usage.filter((one) => one.session_id === session.session_id)));
  const stored = await selectSessions(connection, news.map(({ session }) => session.session_id));
  await sumTokens(connection, [...stored.keys()]);
  for (const { session } of news) {
    const num = stored.get(session.session_id)?.num;
    if (session.summary === null || num === undefined) continue;
    await setSummary(connection, num, session.summary);
    await putIn(connection, [summaryEntry(session.summary, num)]);
  }
  return stored.size;
}

function recordOf({ stats, summary: _summary, ...session }: SessionRow): SessionRecord {
  const { prompts, replies, tool_calls, failures, tools, files } = stats;
  return { ...newRecord(session.session_id, session.started_at), ...session, prompts, replies, tool_calls, failures, tools: JSON.stringify(tools), files: JSON.stringify(files) };
}

async function writeInteractions(connection: Connection, interactions: readonly Interaction[]): Promise<number> {
  if (interactions.length === 0) return 0;
  const known = new Set((await selectByIds(connection, interactions.map((one) => one.id))).map((record) => record.id));
  const news = [...new Map(interactions.filter((one) => !known.has(one.id)).map((one) => [one.id, one])).values()];
  const ids = [...new Set(news.map((one) => one.session_id))];
  const sessions = await selectSessions(connection, ids);
  for (const one of news) {
    if (sessions.has(one.session_id)) continue;
    // A file that was cut, or put together by hand: what was said is worth more than the order.
    await saveSessions(connection, [{ ...newRecord(one.session_id, one.ts), project: one.project }]);
    for (const [id, record] of await selectSessions(connection, [one.session_id])) sessions.set(id, record);
  }
  const records = news.map((one) => interactionRecord(one, sessions.get(one.session_id) as SessionRecord));
  await insertInteractions(connection, records);
  await putIn(connection, records.map((record) => entryOf(record, (sessions.get(record.session_id) as SessionRecord).num)));
  return records.length;
}

function interactionRecord(interaction: Interaction, session: SessionRecord): InteractionRecord {
  const { id, user_id, session_id, agent_id, role, skill_name, turn_id, ts, content, skill_args, metadata } = interaction;
  return {
    seq: 0, id, user_id, session_id, agent_id, role, skill_name, turn_id, project: session.project, ts, message_id: isReply(interaction) ? (metadata.message_id ?? null) : null,
    text_key: isReply(interaction) ? textKey(content) : null, content, skill_args: skill_args === null ? null : JSON.stringify(skill_args), metadata: JSON.stringify(metadata),
  };
}
