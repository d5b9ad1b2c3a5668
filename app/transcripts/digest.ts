/**
 * Records of one transcript → what they tell (TranscriptNews). Pure but for the times it is given.
 *
 * A reply is a record a content block, joined by its id, and tool results may come in between. It is told when the file has gone on to something else, or when nothing was
 * added to it for a while: nobody says which block is the last.
 */
import type { MessageUsage, TranscriptNews } from "../conversation-parts.ts";
import type { DocumentsRecord, PromptRecord, ReplyRecord, TokenCounts, TranscriptRecord } from "../providers/transcript.ts";

/** What one reading of a transcript brought. */
export interface Reading {
  news: TranscriptNews;
  agentId: string | null;
  cwd: string | null;
  /** True for what was in the file before anybody watched it. */
  history: boolean;
  /** Calls that were refused, with their tool where its call was read. */
  refusals: { callId: string; tool: string | null; reason: string; agentId: string | null; atMs: number | null }[];
  /** Sub-agents and teammates that the person stopped; the lead's turns are in the news. */
  stops: { agentId: string; atMs: number | null }[];
}

type Reply = TranscriptNews["replies"][number];
type Prompt = NonNullable<TranscriptNews["prompts"]>[number];

interface OpenReply {
  texts: string[];
  thinking: string[];
  endsTurn: boolean;
  first: ReplyRecord;
  /** As the newest record tells it: clients write it while they still count. */
  tokens: TokenCounts | null;
  promptId: string | null;
  /** When its last block was read, by this machine's clock. */
  readAt: number;
}

/** A reply that ends its turn has seldom another block; any other may be followed by one as long as it is being written. */
const QUIET_END_MS = 150;
const QUIET_MS = 700;
const REMEMBERED = 200;
const OPEN_CALLS = 500;

export interface DigestOptions {
  sessionId: string;
  path: string;
  /** Of a sub-agent's own transcript */
  agentId: string | null;
}

export class Digest {
  /** Records that were not understood, or not of this session. */
  skipped = 0;
  private readonly open = new Map<string, OpenReply>();
  private told = new Map<string, OpenReply>();
  /** Told before the file was read anew. */
  private before = new Map<string, OpenReply>();
  private readonly calls = new Map<string, string>();
  private promptId: string | null = null;
  private model: string | null = null;
  private turnCount = 0;
  private context: TranscriptNews["context"] = null;
  private cwd: string | null = null;
  private unread: Reading;

  constructor(private readonly options: DigestOptions) {
    this.unread = this.empty();
  }

  feed(record: TranscriptRecord | null, now: number): void {
    if (record === null || (record.sessionId !== null && record.sessionId !== this.options.sessionId)) {
      this.skipped++;
      return;
    }
    this.cwd = record.cwd ?? this.cwd;
    switch (record.kind) {
      case "reply": return this.onReply(record, now);
      case "prompt": return this.onPrompt(record);
      case "results": return this.onResults(record);
      case "documents": return this.onDocuments(record);
      case "interrupt":
        return this.onInterrupt(record);
      case "turn_end":
        return this.closeAll();
      case "other":
        return;
    }
  }

  /** Closes replies to which nothing was added for long enough. @returns ms until the next may be closed; null when none is open */
  settle(now: number): number | null {
    let next: number | null = null;
    for (const [id, reply] of this.open) {
      const left = reply.readAt + (reply.endsTurn && reply.texts.length > 0 ? QUIET_END_MS : QUIET_MS) - now;
      if (left <= 0) this.close(id, reply);
      else next = Math.min(next ?? left, left);
    }
    return next;
  }

  /** The file is read anew from somewhere: what comes may have come before. */
  restart(): void {
    this.closeAll();
    this.before = new Map([...this.before, ...this.told].slice(-REMEMBERED));
    this.told = new Map();
    this.calls.clear();
    this.promptId = null;
    this.turnCount = 0;
  }

  closeAll(): void {
    for (const [id, reply] of this.open) this.close(id, reply);
  }

  /** What has come since the last time; null when that is nothing. */
  take(history: boolean): Reading | null {
    const reading = this.unread;
    const { replies, usages, interrupts, prompts, documents } = reading.news;
    const some = replies.length + usages.length + interrupts.length + (prompts?.length ?? 0) + (documents?.length ?? 0) + reading.refusals.length + reading.stops.length > 0;
    if (!some) return null;
    this.unread = this.empty();
    return { ...reading, history, cwd: this.cwd, news: { ...reading.news, model: this.model, turnCount: this.turnCount, waitReason: this.waitReason(), context: this.context } };
  }

  private empty(): Reading {
    const { sessionId, path, agentId } = this.options;
    return {
      news: { sessionId, path, replies: [], usages: [], interrupts: [], prompts: [], documents: [], model: null, turnCount: 0 }, agentId, cwd: null, history: false, refusals: [], stops: [],
    };
  }

  private onReply(record: ReplyRecord, now: number): void {
    // A failure is told by the client's hook, in the client's words; no model said it.
    if (record.failure) return this.closeAll();
    for (const [id, reply] of this.open) if (id !== record.messageId && reply.first.agentId === record.agentId) this.close(id, reply);
    if (record.model !== null && !record.sidechain) this.model = record.model;
    if (record.sidechain && this.options.agentId !== null) this.model = record.model ?? this.model;
    for (const { id, name } of record.calls) remember(this.calls, id, name, OPEN_CALLS);
    const reply = this.open.get(record.messageId) ?? this.reopened(record) ?? { texts: [], thinking: [], endsTurn: false, first: record, tokens: null, promptId: this.promptId, readAt: now };
    reply.texts.push(...record.texts);
    reply.thinking.push(...record.thinking);
    reply.endsTurn = record.endsTurn;
    reply.tokens = record.tokens ?? reply.tokens;
    reply.readAt = now;
    this.open.set(record.messageId, reply);
  }

  /** A block that comes after its reply was told completes it, whole; a block without news does not tell it again. */
  private reopened(record: ReplyRecord): OpenReply | undefined {
    const told = this.told.get(record.messageId);
    return told === undefined ? undefined : { ...told, texts: [...told.texts], thinking: [...told.thinking] };
  }

  /** Once a reply, although every record of it repeats the counts (FIELD-FAULTS T7). */
  private count(id: string, { tokens, first }: OpenReply, before: OpenReply | undefined): void {
    if (tokens === null || (before?.tokens && sameCounts(before.tokens, tokens))) return;
    const usage: MessageUsage = {
      message_id: id, session_id: this.options.sessionId, model: first.model, input_tokens: tokens.input, output_tokens: tokens.output, cache_read_tokens: tokens.cacheRead,
      cache_write_tokens: tokens.cacheWrite, ...(first.atMs === null ? {} : { at: first.atMs }),
    };
    this.unread.news.usages.push(usage);
    // A sub-agent's context is its own.
    if (this.options.agentId === null && !first.sidechain) this.context = { messageId: id, tokens: tokens.input + tokens.cacheRead + tokens.cacheWrite + tokens.output };
  }

  /** A stopped sub-agent says so in its own transcript only: no SubagentStop comes (seen with 2.1.332). */
  private onInterrupt({ sidechain, agentId, atMs, promptId }: TranscriptRecord): void {
    this.closeAll();
    this.calls.clear();
    const member = agentId ?? this.options.agentId;
    if (!sidechain) this.unread.news.interrupts.push({ atMs, promptId: promptId ?? this.promptId });
    else if (member !== null) this.unread.stops.push({ agentId: member, atMs });
  }

  private onDocuments({ documents, sidechain, atMs }: DocumentsRecord): void {
    if (!sidechain) this.unread.news.documents?.push(...documents.map((document) => ({ ...document, atMs })));
  }

  private onPrompt(record: PromptRecord): void {
    this.closeAll();
    this.promptId = record.promptId ?? this.promptId;
    if (record.sidechain) return;
    this.turnCount++;
    const prompt: Prompt = { promptId: record.promptId, text: record.text, byPerson: record.byPerson, atMs: record.atMs };
    this.unread.news.prompts?.push(prompt);
  }

  private onResults(record: TranscriptRecord & { kind: "results" }): void {
    this.promptId = record.promptId ?? this.promptId;
    for (const { callId, refused } of record.results) {
      if (refused !== null) this.unread.refusals.push({ callId, tool: this.calls.get(callId) ?? null, reason: refused, agentId: record.agentId, atMs: record.atMs });
      this.calls.delete(callId);
    }
  }

  private close(id: string, reply: OpenReply): void {
    this.open.delete(id);
    const before = this.told.get(id) ?? this.before.get(id);
    remember(this.told, id, reply, REMEMBERED);
    this.before.delete(id);
    if (id !== "") this.count(id, reply, before);
    const known = before !== undefined && before.texts.length >= reply.texts.length && before.thinking.length >= reply.thinking.length;
    if (known || reply.texts.length + reply.thinking.length === 0 || id === "") return;
    const { first, promptId, texts, thinking } = reply;
    const told: Reply = {
      messageId: id, agentId: first.agentId, promptId: first.promptId ?? promptId, text: texts.join("\n").trim(), thinking: thinking.join("\n").trim(), model: first.model, atMs: first.atMs, sidechain: first.sidechain,
      endsTurn: reply.endsTurn, lastBlock: (texts.at(-1) ?? "").trim(),
    };
    this.unread.news.replies.push(told);
  }

  /** The tool that the session waits for, when the last thing it did was to call one. */
  private waitReason(): string | null {
    return [...this.calls.values()].at(-1) ?? null;
  }
}

function sameCounts(a: TokenCounts, b: TokenCounts): boolean {
  return a.input === b.input && a.output === b.output && a.cacheRead === b.cacheRead && a.cacheWrite === b.cacheWrite;
}

/** The oldest goes when there is no more room. */
function remember<T>(map: Map<string, T>, key: string, value: T, room: number): void {
  map.delete(key);
  map.set(key, value);
  const oldest = map.size > room ? map.keys().next() : { done: true as const, value: "" };
  if (!oldest.done) map.delete(oldest.value);
}
