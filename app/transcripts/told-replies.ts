/**
 * What hooks have told of an agent's words, to know a transcript's reply again (masked, since that is how hooks' words are kept). One told text stands for one reply: an agent
 * may say the same thing twice.
 */
import type { TranscriptNews } from "../conversation-parts.ts";
import { maskText } from "../domain/masking.ts";

export type Reply = TranscriptNews["replies"][number];

interface Told {
  key: string;
  agentId: string | null;
  messageId: string | null;
}

/** Enough to tell two replies apart, less than what is cut from any. */
const KEY_LENGTH = 1_000;
const READ_LENGTH = 4_000;
const REMEMBERED = 64;

export class ToldReplies {
  private readonly told: Told[] = [];

  /** @param text masked */
  note(agentId: string | null, text: string): void {
    this.told.push({ key: keyOf(text), agentId, messageId: null });
    if (this.told.length > REMEMBERED) this.told.shift();
  }

  /** @returns what of the reply no hook has told: all of its text, the beginning of it, or nothing */
  untold(reply: Reply): string {
    if (reply.text === "" || this.takes(reply, reply.text)) return "";
    const { lastBlock = "" } = reply;
    // A client may tell no more than the last block of its last reply.
    if (lastBlock === "" || lastBlock === reply.text || !this.takes(reply, lastBlock)) return reply.text;
    return reply.text.slice(0, reply.text.length - lastBlock.length).trimEnd();
  }

  private takes({ agentId, messageId }: Reply, text: string): boolean {
    const key = keyOf(maskText(text.slice(0, READ_LENGTH)));
    const found = this.told.find((each) => each.key === key && each.agentId === agentId && (each.messageId === null || each.messageId === messageId));
    if (found === undefined) return false;
    found.messageId = messageId;
    return true;
  }
}

function keyOf(text: string): string {
  return text.trim().slice(0, KEY_LENGTH);
}
