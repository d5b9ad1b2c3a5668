import { useEffect, useRef } from "react";
import type { PortSummary } from "../../../schemas/generated/types.ts";
import type { Locale } from "../../shared/words.ts";
import { durationText } from "../format.ts";

const SECOND = 1_000;

/**
 * How long a port ran; of a running one it goes on. The text alone is set each second, nothing is drawn anew, and nothing at all happens while nobody can see it.
 * Counted by the page's own clock, so that a computer's clock which is set anew changes nothing.
 */
export function Spent({ port: { spent_ms, running_since }, listedAt, locale }: { port: Pick<PortSummary, "spent_ms" | "running_since">; listedAt: number; locale: Locale }) {
  const text = useRef<HTMLSpanElement>(null);
  const isRunning = running_since !== null;
  useEffect(() => {
    const show = () => {
      const passed = isRunning ? Math.max(0, performance.now() - listedAt) : 0;
      if (text.current) text.current.textContent = durationText(wholeSeconds(spent_ms + passed), locale);
    };
    show();
    if (!isRunning) return;
    let timer: ReturnType<typeof setInterval> | undefined;
    const follow = () => {
      clearInterval(timer);
      if (document.visibilityState !== "visible") return;
      show();
      timer = setInterval(show, SECOND);
    };
    follow();
    document.addEventListener("visibilitychange", follow);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", follow);
    };
  }, [spent_ms, isRunning, listedAt, locale]);
  return <span ref={text} className="port-spent" />;
}

/** From a second on: what is less is none yet. */
function wholeSeconds(ms: number): number {
  return Math.max(SECOND, Math.floor(ms / SECOND) * SECOND);
}
