/**
 * Where a draft belongs: is it a row that is there, or new? A reply is told by a hook, by the transcript, or both, early and late, and is stored once
 * (ConversationStore says by what it is known); anything else is known by its id.
 */
import { createHash } from "node:crypto";
import type { InteractionDraft } from "../../conversation-parts.ts";
import type { InteractionMetadata } from "../../../schemas/generated/types.ts";
import type { InteractionRecord } from "../repositories/interactions.ts";

export const REPLY = "claude_response";

/** Of a reply's text; blanks around it are told by one source and not by the other. */
export function textKey(content: string): string {
  return createHash("sha1").update(content.trim()).digest("base64").slice(0, 16);
}

export const isReply = (draft: { skill_name: string }): boolean => draft.skill_name === REPLY;
const messageOf = (draft: InteractionDraft): string | null => (isReply(draft) && draft.metadata.message_id) || null;

/** What to look for among the rows before drafts can meet them. */
export function lookups(drafts: readonly InteractionDraft[]) {
  const replies = drafts.filter(isReply);
  return {
    ids: drafts.map((draft) => draft.id),
    messages: replies.map(messageOf).filter((id) => id !== null),
    texts: replies.map((draft) => [draft.session_id, textKey(draft.content)] as const),
  };
}

export interface Met {
  record: InteractionRecord;
  /** As it was; null for a new one. */
  before: InteractionRecord | null;
}

/** Rows of the file and new ones together, so that two drafts of one batch meet as well. */
export class Meeting {
  readonly met = new Map<string, Met>();
  /** Sessions of replies that were counted as one more and were there already, one entry each. */
  readonly repeated: string[] = [];

  constructor(rows: readonly InteractionRecord[], private readonly userId: string, private readonly projectOf: (sessionId: string) => string) {
    for (const row of rows) this.met.set(row.id, { record: row, before: row });
  }

  add(draft: InteractionDraft): void {
    const met = this.find(draft);
    // An id is one thing's for good; whoever uses another's adds nothing.
    if (met !== null && met.record.session_id !== draft.session_id) return;
    if (met === null) this.met.set(draft.id, { record: this.fresh(draft), before: null });
    else if (trustOf(met.record) !== (draft.metadata.trust ?? null)) this.addToOther(met, draft);
    else {
      if (isReply(draft) && met.record.id !== draft.id) this.repeated.push(draft.session_id);
      met.record = completed(met.record, draft);
    }
  }

  /** A stranger's word about what is known adds nothing; of what only a stranger told, nothing stays. */
  private addToOther(met: Met, draft: InteractionDraft): void {
    if (draft.metadata.trust === undefined) met.record = { ...this.fresh(draft), id: met.record.id, seq: met.record.seq };
  }

  private find(draft: InteractionDraft): Met | null {
    const same = this.met.get(draft.id);
    if (same !== undefined) return same;
    return isReply(draft) ? this.findReply(draft) : null;
  }

  private findReply(draft: InteractionDraft): Met | null {
    const message = messageOf(draft);
    const replies = [...this.met.values()].filter(({ record }) => isReply(record) && record.session_id === draft.session_id && trustOf(record) === (draft.metadata.trust ?? null));
    const byMessage = message === null ? undefined : replies.find(({ record }) => record.message_id === message);
    if (byMessage !== undefined) return byMessage;
    const key = textKey(draft.content);
    const alike = replies.filter(
      ({ record }) => record.text_key === key && record.agent_id === draft.agent_id && (record.message_id === null) !== (message === null) && sameOrUnknown(record.turn_id, draft.turn_id),
    );
    return alike.reduce<Met | null>((best, met) => (best === null || distance(met, draft) < distance(best, draft) ? met : best), null);
  }

  private fresh(draft: InteractionDraft): InteractionRecord {
    const { id, session_id, agent_id, role, skill_name, turn_id, content } = draft;
    return {
      seq: 0, id, user_id: this.userId, session_id, agent_id, role, skill_name, turn_id, project: this.projectOf(session_id), ts: Math.trunc(draft.ts), message_id: messageOf(draft),
      text_key: isReply(draft) ? textKey(content) : null, content, skill_args: draft.skill_args === null ? null : JSON.stringify(draft.skill_args), metadata: JSON.stringify(draft.metadata),
    };
  }
}

const trustOf = (record: InteractionRecord) => (JSON.parse(record.metadata) as InteractionMetadata).trust ?? null;
const sameOrUnknown = (a: string | null, b: string | null) => a === null || b === null || a === b;
const distance = ({ record }: Met, draft: InteractionDraft) => Math.abs(record.ts - draft.ts);

/** The row with what it did not know. A text grows when the first telling saw its beginning only. */
function completed(record: InteractionRecord, draft: InteractionDraft): InteractionRecord {
  const content = grown(record.content, draft.content);
  return {
    ...record,
    turn_id: record.turn_id ?? draft.turn_id,
    message_id: record.message_id ?? messageOf(draft),
    content,
    text_key: record.text_key === null ? null : textKey(content),
    skill_args: record.skill_args ?? (draft.skill_args === null ? null : JSON.stringify(draft.skill_args)),
    metadata: JSON.stringify(filled(JSON.parse(record.metadata), draft.metadata)),
  };
}

function grown(known: string, told: string): string {
  return told.length > known.length && told.startsWith(known.trimEnd()) ? told : known;
}

function filled(before: InteractionMetadata, said: InteractionMetadata): InteractionMetadata {
  const { known, told } = truer(before, said);
  const unknown = (value: unknown) => value === undefined || value === null || value === "";
  const news = Object.entries(told).filter(([name, value]) => !unknown(value) && unknown(known[name as keyof InteractionMetadata]));
  return { ...known, ...Object.fromEntries(news) };
}

/** A client may go on without the answer: a call that its own hooks tell the end of did run, whatever the guard meant for it. */
function truer(known: InteractionMetadata, told: InteractionMetadata): { known: InteractionMetadata; told: InteractionMetadata } {
  if (known.denied !== undefined && told.denied === undefined && isEnd(told)) return { known: withoutDenial(known), told };
  return told.denied !== undefined && known.denied === undefined && isEnd(known) ? { known, told: withoutDenial(told) } : { known, told };
}

const isEnd = ({ ok, told_by }: InteractionMetadata): boolean => typeof ok === "boolean" && told_by === "hook";

function withoutDenial({ denied: _denied, error: _error, ok: _ok, ...rest }: InteractionMetadata): InteractionMetadata {
  return rest;
}

export function isChanged({ record, before }: Met): boolean {
  return before !== null && (["session_id", "turn_id", "message_id", "content", "skill_args", "metadata"] as const).some((name) => record[name] !== before[name]);
}

export function isTextChanged({ record, before }: Met): boolean {
  return before !== null && (record.content !== before.content || record.skill_args !== before.skill_args);
}
