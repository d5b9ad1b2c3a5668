import { useRef } from "react";
import type { Picture } from "./picture.ts";

export interface Change {
  /** How many changes there were; the squash between two loops restarts by its being odd or even, without remounting anything. */
  readonly count: number;
  /** What was drawn before the last of them; null: nothing. */
  readonly before: Picture | null;
}

/** The last change of what somebody does. @param picture of it; null where none is kept */
export function useChange(key: string, picture: Picture | null): Change {
  const last = useRef({ key, picture, change: { count: 0, before: null } as Change });
  if (last.current.key !== key) last.current.change = { count: last.current.change.count + 1, before: last.current.picture };
  last.current = { ...last.current, key, picture };
  return last.current.change;
}
