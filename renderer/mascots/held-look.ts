import { useEffect, useReducer, useRef } from "react";
import type { AgentView } from "../../schemas/generated/types.ts";
import { needsPerson } from "../shared/words.ts";

/**
 * A look that is gone again after a few frames is seen by nobody, and drawing it takes the processor from the agents: in so many ms no more than two are shown. Two and not one in half of it,
 * since news that was held up on its way would hold up all that follows.
 */
export const TWO_LOOKS_MS = 240;

/** Not shorter than two frames, however calm it was before. */
export const LEAST_SHOWN_MS = 34;

/** Most tools are done before their name could be read: it stays as long, unless something else is to be told. */
export const TOOL_SHOWN_MS = 600;

export interface HeldLook {
  agent: AgentView;
  /** ms, of the same clock as `now`; when it came to be shown */
  since: number;
  /** The same of the look before it. */
  before: number;
}

/** What is shown now: the newest look, unless the one before it is too young. Who needs the person never waits. */
export function lookAt(now: number, shown: HeldLook, newest: AgentView): HeldLook {
  return dueIn(now, shown, newest) > 0 ? shown : { agent: newest, since: now, before: shown.since };
}

/** ms until the newest look may be shown. */
export function dueIn(now: number, shown: HeldLook, newest: AgentView): number {
  if (needsPerson(newest.state)) return 0;
  const due = onlyEnds(shown.agent, newest) ? shown.since + TOOL_SHOWN_MS : Math.max(shown.since + LEAST_SHOWN_MS, shown.before + TWO_LOOKS_MS);
  return due - now;
}

/** A tool is over, and nothing else has come of it: no thought that can be read, no stumble. */
function onlyEnds(shown: AgentView, newest: AgentView): boolean {
  const { state, bubble, moment } = newest;
  return shown.bubble?.kind === "tool" && state === "thinking" && bubble?.text === undefined && moment?.seq === shown.moment?.seq;
}

/** The look to draw; asks to be drawn again when the newest one is due. */
export function useHeldLook(newest: AgentView): AgentView {
  const held = useRef<HeldLook>({ agent: newest, since: performance.now(), before: Number.NEGATIVE_INFINITY });
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);
  const now = performance.now();
  if (held.current.agent !== newest) held.current = lookAt(now, held.current, newest);
  const wait = held.current.agent === newest ? null : dueIn(now, held.current, newest);
  useEffect(() => {
    if (wait === null) return;
    const timer = setTimeout(drawAgain, wait);
    return () => clearTimeout(timer);
  });
  return held.current.agent;
}
