/** The last thing an agent said, for whoever wants it in one message (specification 5 §3.2, §4). */
import { closeSync } from "node:fs";
import type { TranscriptRecord } from "../providers/transcript.ts";
import { Lines } from "./lines.ts";
import { openOwnFile, readAt } from "./open-file.ts";

/** Only this much of a transcript's end is looked at. */
export const TAIL_BYTES = 256_000;
const MAX_LENGTH = 1900;
const ELLIPSIS = "...";
/** No character that people see as one is longer, short of mischief. */
const LONGEST_CHARACTER = 64;

export type ReadLine = (line: string) => TranscriptRecord | null;

/**
 * The text of the last reply in the last 256 KB of a transcript, its text blocks joined by line feeds, cut to `maxLength` UTF-16 units and `...` where it is longer.
 * @returns null when the file cannot be read, holds no reply, or its last turn has no text (tool calls or thinking only)
 */
export async function lastAssistantResponse(read: ReadLine, path: string, maxLength = MAX_LENGTH): Promise<string | null> {
  const text = lastReplyText(tailLines(path, TAIL_BYTES), read);
  return text === null ? null : shortened(text, maxLength);
}

/** Whole lines at the end of a file. */
export function tailLines(path: string, bytes: number, uid: number | null = null): string[] {
  const { descriptor, ...opened } = openOwnFile(path, uid);
  if (descriptor === null || !("stats" in opened)) return [];
  try {
    const from = Math.max(0, opened.stats.size - bytes);
    // One byte more: a line that begins just where the tail does is whole.
    const start = Math.max(0, from - 1);
    const tail = readAt(descriptor, Buffer.allocUnsafe(opened.stats.size - start), start);
    const lines = new Lines(bytes, start > 0);
    const whole = lines.push(tail);
    // What has no line feed yet may be whole all the same.
    return lines.pending > 0 ? [...whole, ...lines.push(Buffer.from("\n"))] : whole;
  } catch {
    return [];
  } finally {
    closeSync(descriptor);
  }
}

/** Read backwards: the records of the last reply that has text, joined. What sub-agents said does not count, unless the transcript is a sub-agent's own. */
function lastReplyText(lines: readonly string[], read: ReadLine): string | null {
  const main = lastReply(lines, read, false);
  return main.found ? main.text : lastReply(lines, read, true).text;
}

/** `found`: there was a reply or a prompt at all. */
function lastReply(lines: readonly string[], read: ReadLine, sidechain: boolean): { found: boolean; text: string | null } {
  const texts: string[] = [];
  let id: string | null = null;
  let silent = false;
  let found = false;
  for (let i = lines.length - 1; i >= 0; i--) {
    const record = read(lines[i] ?? "");
    if (record === null || record.sidechain !== sidechain) continue;
    if (record.kind === "reply") {
      if (id !== null && (record.messageId !== id || id === "")) break;
      silent = true;
      found = true;
      if (record.texts.length === 0) continue;
      id = record.messageId;
      texts.unshift(...record.texts);
    } else if (record.kind === "prompt") {
      found = true;
      if (id !== null || silent) break;
    }
  }
  return { found, text: id === null ? null : texts.join("\n") };
}

/** Never inside a character, be it of several units or of several code points. */
export function shortened(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const from = Math.max(0, maxLength - LONGEST_CHARACTER);
  let end = from;
  for (const { index, segment } of new Intl.Segmenter().segment(text.slice(from, maxLength + LONGEST_CHARACTER))) {
    if (from + index + segment.length > maxLength) break;
    end = from + index + segment.length;
  }
  return text.slice(0, end > from ? end : wholeUnits(text, maxLength)) + ELLIPSIS;
}

function wholeUnits(text: string, end: number): number {
  return end > 0 && /[\uD800-\uDBFF]/.test(text[end - 1] ?? "") ? end - 1 : end;
}

