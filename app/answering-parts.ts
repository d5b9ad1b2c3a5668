/** What the answering of a client's requests gives to the shell, and takes from it. Types only. */
import type { Ask, AskAnswer, AskAnswered, AskSeen, WindowName } from "../schemas/generated/types.ts";

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
