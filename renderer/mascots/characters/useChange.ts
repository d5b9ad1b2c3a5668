import { useEffect, useRef, useState } from "react";
import type { Picture } from "./picture.ts";

export interface Change {
  /** How many changes there were; the squash between two loops restarts by its being odd or even, without remounting anything. */
  readonly count: number;
  /** What was drawn before the last of them; null: nothing. */
  readonly before: Picture | null;
  /** It came hard upon another: the new picture is there at once. */
  readonly cut: boolean;
}

/**
 * After so many ms of one thing a change to another is played. Where one thing follows hard upon another nobody could follow the movements, of which most would be broken off by the next; and each
 * of their pictures takes the processor from the agent that is so busy.
 */
export const CALM_MS = 500;

/** @param since how long ago the change before it was, in ms */
export const isCut = (since: number): boolean => since < CALM_MS;

/** The last change of what somebody does. @param picture of it; null where none is kept */
export function useChange(key: string, picture: Picture | null): Change {
  const last = useRef({ key, picture, at: Number.NEGATIVE_INFINITY, change: { count: 0, before: null, cut: false } as Change });
  if (last.current.key !== key) {
    const now = performance.now();
    last.current.change = { count: last.current.change.count + 1, before: last.current.picture, cut: isCut(now - last.current.at) };
    last.current.at = now;
  }
  last.current = { ...last.current, key, picture };
  return last.current.change;
}

/**
 * Whether somebody moves: not after a cut until nothing has changed for a while. Until then each new picture is movement enough, and a loop would hardly get beyond its first pose.
 * @param atOnce all the same: a gesture is over soon, and whoever asks for the person always moves
 */
export function useMoves({ count, cut }: Change, still: boolean, atOnce: boolean): boolean {
  const [calmAt, setCalmAt] = useState(0);
  useEffect(() => {
    if (!cut) return;
    const timer = setTimeout(setCalmAt, CALM_MS, count);
    return () => clearTimeout(timer);
  }, [count, cut]);
  return !still && (atOnce || !cut || calmAt === count);
}

/** How the style sheet is told. */
export const beatOf = ({ count, cut }: Change): "a" | "b" | "cut" => (cut ? "cut" : count % 2 ? "b" : "a");
