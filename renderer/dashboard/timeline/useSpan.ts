import { useEffect, useState } from "react";
import type { MascotBridge } from "../../../schemas/bridge.ts";
import { openingSpan, SPANS, type SpanName } from "./spans.ts";

/** Enough to see where the newest work began, or that there is plenty. */
const LOOKED_AT = 500;

/** The span of the timeline: what the person chose, before that what suits the newest work; null until that is known. */
export function useSpan(bridge: MascotBridge, project: string | null, attempt: number): [SpanName | null, (chosen: SpanName) => void] {
  const [chosen, choose] = useState<SpanName | null>(null);
  const [opening, setOpening] = useState<{ of: string | null; span: SpanName } | null>(null);
  const isChosen = chosen !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is a reason to look again
  useEffect(() => {
    if (isChosen) return;
    let isCurrent = true;
    const set = (span: SpanName) => isCurrent && setOpening({ of: project, span });
    const now = Date.now();
    bridge.calls({ from: now - SPANS.month, to: now + 60_000, limit: LOOKED_AT, ...(project === null ? {} : { project }) }).then(
      ({ from }) => set(openingSpan(from, now)),
      // Asked for its calls it fails as well, and says so.
      () => set("day"),
    );
    return () => {
      isCurrent = false;
    };
  }, [bridge, project, attempt, isChosen]);
  return [chosen ?? (opening?.of === project ? opening.span : null), choose];
}
