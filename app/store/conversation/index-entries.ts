/** Rows as the search index takes them; the same for the same row, always, since taking out needs the very tokens that went in. */
import type { SessionSummary } from "../../../schemas/generated/types.ts";
import type { InteractionRecord } from "../repositories/interactions.ts";
import type { IndexEntry } from "../repositories/search.ts";
import { indexed, SUMMARY_SKILL, textOf, textOfSummary } from "../search/document.ts";

export function entryOf(record: InteractionRecord, session: number): IndexEntry {
  const { seq, project, role, skill_name: skill, ts, content, skill_args } = record;
  return { row: seq, tokens: indexed({ session, project, role, skill, ts, text: textOf(content, skill_args) }) };
}

/** Without its project: that may change, and the few summaries are looked at one by one. */
export function summaryEntry(summary: SessionSummary, session: number): IndexEntry {
  return { row: -session, tokens: indexed({ session, project: null, role: "assistant", skill: SUMMARY_SKILL, ts: summary.made_at, text: textOfSummary(summary) }) };
}
