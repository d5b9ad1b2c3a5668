import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { MascotBridge } from "../../../schemas/bridge.ts";
import type { BubblePlace, UiState } from "../../../schemas/generated/types.ts";
import { useWords } from "../../shared/words.ts";
import { AskCard } from "./AskCard.tsx";
import { useAsks } from "./useAsks.ts";

/** The window is this much larger than the card on every side: room for shadow and tail, in DIP (bubble.css). */
const MARGIN = 14;
const WIDTH = 408;
const TALLEST = 560;
/** With less height than this the words need the room that air would take. */
const ROOMY = 340;

/** The bubble at the figure: the oldest request; the others wait behind it. */
export function BubblePage({ bridge }: { bridge: MascotBridge }) {
  const locale = useLocale(bridge);
  return locale === null ? null : <BubbleOf bridge={bridge} locale={locale} />;
}

function BubbleOf({ bridge, locale }: { bridge: MascotBridge; locale: UiState["locale"] }) {
  const asks = useAsks(bridge);
  const words = useWords(locale);
  const card = useRef<HTMLDivElement>(null);
  const focused = useWindowFocus();
  const [ask] = asks;
  const { place, placedFor } = usePlace(bridge, ask?.id ?? null);
  useReportedSize(bridge, card, ask?.id ?? null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the card is another element after a pause
  useLayoutEffect(() => {
    card.current?.style.setProperty("--room", `${Math.max(120, Math.min(TALLEST, (place?.room ?? TALLEST) - 2 * MARGIN))}px`);
    card.current?.style.setProperty("--tail", `${(place?.tail ?? WIDTH / 2) - MARGIN}px`);
  }, [place, ask?.id]);
  if (!ask) return null;
  const others = asks.length - 1;
  const more = others > 0 && <button type="button" className="ask-count" onClick={() => bridge.openDashboard({ page: "needs" })}>{words("ask.more", { count: others })}</button>;
  return (
    <div ref={card} className="bubble" data-side={place?.side ?? "below"} data-tight={(place?.room ?? TALLEST) < ROOMY || undefined}>
      <AskCard key={ask.id} ask={ask} bridge={bridge} words={words} inSight={placedFor === ask.id} takesFocus={focused} more={more} />
    </div>
  );
}

/** null until main has said. */
function useLocale(bridge: MascotBridge): UiState["locale"] | null {
  const [locale, setLocale] = useState<UiState["locale"] | null>(null);
  useEffect(() => {
    void bridge.uiState().then((ui) => setLocale(ui.locale));
    return bridge.onUiState((ui) => setLocale(ui.locale));
  }, [bridge]);
  return locale;
}

/** Main says when the window stands where it belongs, which is also when it can be seen. */
function usePlace(bridge: MascotBridge, askId: string | null): { place: BubblePlace | null; placedFor: string | null } {
  const [placed, setPlaced] = useState<{ place: BubblePlace; for: string | null } | null>(null);
  const current = useRef(askId);
  current.current = askId;
  useEffect(() => bridge.onBubblePlaced((place) => setPlaced({ place, for: current.current })), [bridge]);
  return { place: placed?.place ?? null, placedFor: placed?.for ?? null };
}

/** Tells main how large the card would like to be, whenever that changes; for a new request at once, since main waits for it. */
function useReportedSize(bridge: MascotBridge, card: RefObject<HTMLDivElement | null>, askId: string | null): void {
  useEffect(() => {
    const element = card.current;
    if (element === null || askId === null) return;
    let told = 0;
    const report = () => {
      const height = Math.ceil(element.offsetHeight) + 2 * MARGIN;
      if (height === told) return;
      told = height;
      bridge.reportBubble({ width: WIDTH, height });
    };
    const observer = new ResizeObserver(report);
    observer.observe(element);
    report();
    return () => observer.disconnect();
  }, [bridge, card, askId]);
}

function useWindowFocus(): boolean {
  const [focused, setFocused] = useState(() => document.hasFocus());
  useEffect(() => {
    const look = () => setFocused(document.hasFocus());
    window.addEventListener("focus", look);
    window.addEventListener("blur", look);
    return () => {
      window.removeEventListener("focus", look);
      window.removeEventListener("blur", look);
    };
  }, []);
  return focused;
}
