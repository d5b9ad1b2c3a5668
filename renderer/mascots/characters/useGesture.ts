import { useEffect, useRef, useState } from "react";
import type { Moment, MomentKind } from "../../../schemas/generated/types.ts";
import { Celebrations, type Cheer, CHEER_MS } from "./celebration.ts";
import { MOMENT_MS } from "./poses.ts";

/** Gestures after which nobody is there any more. */
export const FINAL: ReadonlySet<MomentKind> = new Set<MomentKind>(["leaving", "faded"]);

/** Older than this when first drawn, a gesture has been seen or missed for good; milliseconds. */
const HISTORY_MS = 10_000;

export interface Gesture {
  readonly kind: MomentKind;
  /** How loud, for an end that is celebrated. */
  readonly cheer: Cheer;
}

/** The gesture being played now, or null. Final gestures stay until the mascot is removed. */
export function useGesture(moment: Moment | null, onEnd?: (kind: MomentKind) => void): Gesture | null {
  const [finished, setFinished] = useState<number | null>(() => (moment && isOver(moment) ? moment.seq : null));
  const joy = useRef<Celebrations>(null);
  joy.current ??= new Celebrations();
  const ended = useRef(onEnd);
  ended.current = onEnd;
  const seq = moment?.seq ?? null;
  const kind = moment?.kind ?? null;
  const cheer = moment?.kind === "done" ? joy.current.of(moment.seq, Date.parse(moment.at)) : "grand";
  useEffect(() => {
    if (seq === null || kind === null) return;
    const timer = setTimeout(() => {
      if (!FINAL.has(kind)) setFinished(seq);
      ended.current?.(kind);
    }, kind === "done" ? CHEER_MS[cheer] : MOMENT_MS[kind]);
    return () => clearTimeout(timer);
  }, [seq, kind, cheer]);
  return kind !== null && finished !== seq ? { kind, cheer } : null;
}

/** A gesture from before this mascot was drawn is history and is not acted out again; going away always is. */
function isOver({ kind, at }: Moment): boolean {
  return !FINAL.has(kind) && Date.now() - Date.parse(at) > HISTORY_MS;
}
