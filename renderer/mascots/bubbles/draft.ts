/** What the person has chosen in a card so far, and the answer that it makes. Pure. */
import type { AskAnswer, AskQuestion, AskReply } from "../../../schemas/generated/types.ts";

/** To one question. */
export interface DraftReply {
  labels: readonly number[];
  /** The person's own words are chosen, whatever they are so far. */
  own: boolean;
  words: string;
}

export const EMPTY_REPLY: DraftReply = { labels: [], own: false, words: "" };

export function choose(reply: DraftReply, question: AskQuestion, label: number): DraftReply {
  if (!question.multiple) return { ...reply, labels: [label], own: false };
  const labels = reply.labels.includes(label) ? reply.labels.filter((one) => one !== label) : [...reply.labels, label].sort((a, b) => a - b);
  return { ...reply, labels };
}

export function chooseOwn(reply: DraftReply, question: AskQuestion, own: boolean): DraftReply {
  return { ...reply, own, labels: question.multiple ? reply.labels : [] };
}

/** @returns null while a question is not answered */
export function repliesOf(drafts: readonly DraftReply[]): AskReply[] | null {
  const replies = drafts.map(replyOf);
  return replies.includes(null) ? null : (replies as AskReply[]);
}

function replyOf({ labels, own, words }: DraftReply): AskReply | null {
  const said = own ? words.trim() : "";
  if ((own && said === "") || (labels.length === 0 && said === "")) return null;
  return { labels: [...labels], ...(said === "" ? {} : { words: said }) };
}

export function allowAnswer(id: string, always: readonly number[]): AskAnswer {
  return { id, how: "allow", ...(always.length > 0 ? { always: [...always] } : {}) };
}

export function denyAnswer(id: string, reason: string): AskAnswer {
  const said = reason.trim();
  return { id, how: "deny", ...(said === "" ? {} : { reason: said }) };
}
