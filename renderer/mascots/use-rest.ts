import { useEffect, useReducer, useRef } from "react";
import type { MascotState } from "../../schemas/generated/types.ts";
import { type RestLook, restChangesIn, restOf } from "./characters/rest.ts";

/**
 * How somebody rests by now. Looked at again just when it changes; the same object until then.
 * @param since ISO time at which the state began
 */
export function useRest(state: MascotState, since: string, paused: boolean): RestLook {
  const now = new Date();
  const idle = Math.max(0, now.getTime() - Date.parse(since));
  const next = restOf(state, idle, now.getHours());
  const last = useRef(next);
  if (last.current.rest !== next.rest || last.current.night !== next.night) last.current = next;
  const [, lookAgain] = useReducer((times: number) => times + 1, 0);
  const wait = paused ? null : restChangesIn(state, idle, now);
  useEffect(() => {
    if (wait === null) return;
    const timer = setTimeout(lookAgain, wait);
    return () => clearTimeout(timer);
  });
  return last.current;
}
