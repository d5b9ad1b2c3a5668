import { lazy, type RefObject, Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { MascotBridge } from "../../schemas/bridge.ts";
import { useWindow } from "../shared/world-store.ts";
import { useWords } from "../shared/words.ts";
import { Jobs } from "./data/Jobs.tsx";
import { Skeleton } from "./design/Skeleton.tsx";
import { TooltipProvider } from "./design/Tooltip.tsx";
import { LiveRegion } from "./frame/LiveRegion.tsx";
import { KeyMap } from "./frame/KeyMap.tsx";
import { Navigation } from "./frame/Navigation.tsx";
import { ConversationPage, loadLaterPages, PAGE_ENTRIES } from "./frame/pages.ts";
import { useKeys } from "./frame/useKeys.ts";
import { AsksWatch } from "./needs-you/AsksWatch.tsx";
import { Notices } from "./Notices.tsx";
import { PageBoundary } from "./PageBoundary.tsx";
import { back, go, type Open, type Page, type Place, placeOf, START, type Whereabouts } from "./place.ts";

const CommandPalette = lazy(() => import("./frame/CommandPalette.tsx"));

/** The ordinary window: who is at work, what was said, what is remembered, the hooks, the settings. */
export function Dashboard({ bridge }: { bridge: MascotBridge }) {
  const ui = useWindow((state) => state.ui);
  const locale = ui?.locale ?? "en";
  const words = useWords(locale);
  const { at: { base, conversation }, open, goBack } = useWhereabouts(bridge);
  const [over, setOver] = useState<"commands" | "keys" | null>(null);
  const layers = useMemo(() => ({ commands: () => setOver("commands"), keyMap: () => setOver("keys"), close: () => setOver(null) }), []);
  useKeys({ open, goBack: conversation === null ? null : goBack, commands: layers.commands, keyMap: layers.keyMap });
  useEffect(() => loadLaterPages((work) => requestIdleCallback(work)), []);
  const { View } = PAGE_ENTRIES[base.page];
  const sheet = useFromTheTop(base.page);
  const waiting = <Skeleton text={words("frame.loading")} />;
  return (
    <TooltipProvider delayDuration={400}>
      <div className="dashboard">
        <Navigation words={words} page={base.page} open={open} onCommands={layers.commands} onKeys={layers.keyMap} />
        <main tabIndex={-1}>
          <div ref={sheet} className={`page page-${base.page}`} data-covered={conversation !== null || undefined}>
            <Notices notices={ui?.notices ?? []} words={words} />
            <PageBoundary key={base.page} text={words("nav.failed")}>
              <Suspense fallback={waiting}><View bridge={bridge} words={words} locale={locale} place={base} open={open} /></Suspense>
            </PageBoundary>
          </div>
          {conversation && (
            <div className="page page-conversation">
              <PageBoundary key={`${conversation.session_id} ${conversation.at}`} text={words("nav.failed")}>
                <Suspense fallback={waiting}><ConversationPage bridge={bridge} words={words} locale={locale} place={conversation} open={open} onBack={goBack} /></Suspense>
              </PageBoundary>
            </div>
          )}
          {(conversation !== null || base.page !== "data") && <div className="under-way"><Jobs words={words} locale={locale} /></div>}
        </main>
        <LiveRegion words={words} />
        <AsksWatch bridge={bridge} />
        {over === "commands" && <Suspense><CommandPalette bridge={bridge} words={words} open={open} onKeys={layers.keyMap} onClose={() => setOver((now) => (now === "commands" ? null : now))} /></Suspense>}
        {over === "keys" && <KeyMap words={words} onClose={layers.close} />}
      </div>
    </TooltipProvider>
  );
}

/**
 * Each page begins at its top; one that has something to show further down goes there in an effect. The element is the same for all pages: a new one would have a screen
 * reader say the notices in it again with every page.
 */
function useFromTheTop(page: Page): RefObject<HTMLDivElement | null> {
  const sheet = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is the reason
  useLayoutEffect(() => sheet.current?.scrollTo(0, 0), [page]);
  return sheet;
}

/** Where the person is; going back finds the keyboard where it was. */
function useWhereabouts(bridge: MascotBridge): { at: Whereabouts; open: Open; goBack(): void } {
  const [at, setAt] = useState(START);
  const left = useRef<Element | null>(null);
  const open = useCallback((place: Place) => {
    left.current = document.activeElement;
    setAt((from) => go(from, { ...place }));
  }, []);
  const goBack = useCallback(() => setAt(back), []);
  useEffect(() => bridge.onAgentSelected((where) => open(placeOf(where))), [bridge, open]);
  useEffect(() => {
    if (at.conversation === null && left.current instanceof HTMLElement && left.current.isConnected) left.current.focus({ preventScroll: true });
  }, [at.conversation]);
  return { at, open, goBack };
}
