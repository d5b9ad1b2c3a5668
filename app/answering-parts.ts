/** How the answering of clients' requests meets the other parts: the providers that read them, the shell that shows them. Types only. */
import type { Ask, AskAnswer, AskAnswered, AskSeen, WindowName } from "../schemas/generated/types.ts";

/** A request as its provider reads it. Everything that an answer echoes is taken from what the client sent, unmasked. */
export interface ReadAsk {
  content: Ask["content"];
  cwd: string;
  bySubagent: boolean;
  permissionMode: string | null;
  /** @returns the hook's output; null for an answer that does not fit this request */
  output(answer: AskAnswer): Record<string, unknown> | null;
}

export interface AnsweringDoor {
  /** What can be answered now, the oldest first. */
  list(): Ask[];
  onChange(listener: () => void): () => void;
  /** The first answer counts; buttons that have not been in sight for half a second do not. */
  answer(window: WindowName, answer: AskAnswer): AskAnswered;
  /** The person closed the bubble of this one: the terminal is the place for it. */
  leave(id: string): void;
  /** A window has drawn them. What no window draws in time is left to the client. */
  seen(window: WindowName, seen: AskSeen): void;
  /** Whether a window of ours can be seen: while none can, nothing is held, and what was is let go. */
  setWatched(watched: boolean): void;
}
