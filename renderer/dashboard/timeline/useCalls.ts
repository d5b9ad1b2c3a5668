import { startTransition, useEffect, useRef, useState } from "react";
import type { MascotBridge } from "../../../schemas/bridge.ts";
import { useDeletions } from "../sessions/deletions.ts";
import { joined, NO_CALLS, type Timeline } from "./model.ts";

/** Calls of a page: one is joined within a frame. */
const PAGE = 5_000;
/** More than anybody looks at in one picture; what is older is said to be left out. */
const MOST = 100_000;
/** News come in bunches. */
const NEWS_MS = 900;
/** So far back calls are asked for again: their ends may have come. */
const OPEN_MS = 35 * 60_000;
/** Most calls end soon; those that are open for longer are asked for again only now and then. */
const SOON_MS = 60_000;
const NOW_AND_THEN = 16;

export interface Calls { timeline: Timeline; phase: "loading" | "ready" | "failed"; cut: boolean }

/** The calls since a moment, the newest first on the screen, and what comes. @param spanMs null: not known yet @param attempt another number begins anew */
export function useCalls(bridge: MascotBridge, spanMs: number | null, project: string | null, attempt: number): Calls {
  const [calls, setCalls] = useState<Calls>({ timeline: NO_CALLS, phase: "loading", cut: false });
  const latest = useRef(calls);
  const gone = useDeletions(({ last }) => last);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt, or a session that is gone, is a reason to begin anew
  useEffect(() => {
    if (spanMs === null) return;
    let isCurrent = true;
    let renewals = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (next: Calls) => {
      if (!isCurrent) return;
      latest.current = next;
      // Drawn in pieces between which keys and clicks are heard.
      startTransition(() => setCalls(next));
    };
    const since = Date.now() - spanMs;
    const of = project === null ? {} : { project };
    const ask = (from: number, before?: string) => bridge.calls({ from, to: Date.now() + 60_000, limit: PAGE, ...of, ...(before === undefined ? {} : { before }) });
    const load = async () => {
      show({ timeline: NO_CALLS, phase: "loading", cut: false });
      let next: string | undefined;
      do {
        const page = await ask(since, next);
        if (!isCurrent) return;
        const timeline = joined(latest.current.timeline, page);
        next = page.next;
        const cut = next !== undefined && timeline.count >= MOST;
        show({ timeline, phase: "ready", cut });
        if (cut) return;
      } while (next !== undefined);
    };
    const renew = async () => {
      timer = undefined;
      if (document.visibilityState !== "visible" || latest.current.phase !== "ready") return;
      const from = Math.max(since, oldestOpen(latest.current.timeline, Date.now(), ++renewals % NOW_AND_THEN === 0 ? OPEN_MS : SOON_MS));
      let next: string | undefined;
      do {
        const page = await ask(from, next);
        show({ ...latest.current, timeline: joined(latest.current.timeline, page) });
        next = page.next;
      } while (next !== undefined && isCurrent);
    };
    load().catch(() => show({ timeline: NO_CALLS, phase: "failed", cut: false }));
    const stop = bridge.onConversationGrew(() => {
      timer ??= setTimeout(() => void renew().catch(() => undefined), NEWS_MS);
    });
    return () => {
      isCurrent = false;
      clearTimeout(timer);
      stop();
    };
  }, [bridge, spanMs, project, attempt, gone]);
  return calls;
}

/** Where to read on from: the first call that may still end, else the last that is known. */
function oldestOpen({ lanes }: Timeline, now: number, back: number): number {
  let from = now;
  for (const { bars } of lanes) {
    for (let n = bars.length - 1; n >= 0; n--) {
      const bar = bars[n];
      if (bar === undefined || bar.from < now - back) break;
      if (bar.ok === null || n === bars.length - 1) from = Math.min(from, bar.from);
    }
  }
  return from === now ? now - back : from;
}
