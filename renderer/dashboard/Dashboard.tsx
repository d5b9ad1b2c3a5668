import { useCallback, useEffect, useRef, useState } from "react";
import type { MascotBridge } from "../../schemas/bridge.ts";
import type { UiState } from "../../schemas/generated/types.ts";
import { useWindow } from "../shared/world-store.ts";
import { useWords } from "../shared/words.ts";
import { ApiPage } from "./api/ApiPage.tsx";
import { ConversationPage } from "./conversation/ConversationPage.tsx";
import { DataPage } from "./data/DataPage.tsx";
import { Jobs } from "./data/Jobs.tsx";
import { HooksPage } from "./hooks/HooksPage.tsx";
import { MemoryPage } from "./memory/MemoryPage.tsx";
import { Notices } from "./Notices.tsx";
import { NowPage } from "./NowPage.tsx";
import { PageBoundary } from "./PageBoundary.tsx";
import type { PageProps } from "./page.ts";
import { back, go, type Open, type Place, PAGES, placeOf, START, type Whereabouts } from "./place.ts";
import { PortsPage } from "./ports/PortsPage.tsx";
import { SearchPage } from "./search/SearchPage.tsx";
import { SessionsPage } from "./sessions/SessionsPage.tsx";
import { SettingsPage } from "./SettingsPage.tsx";

/** The ordinary window: who is at work, what was said, what is remembered, the hooks, the settings. */
export function Dashboard({ bridge }: { bridge: MascotBridge }) {
  const ui = useWindow((state) => state.ui);
  const locale = ui?.locale ?? "en";
  const words = useWords(locale);
  const { at: { base, conversation }, open, goBack } = useWhereabouts(bridge);
  useKeys(open, conversation === null ? null : goBack);
  return (
    <div className="dashboard">
      <nav aria-label={words("nav.label")}>
        <h1>{words("app.name")}</h1>
        {PAGES.map((name) => (
          <button key={name} type="button" aria-current={base.page === name ? "page" : undefined} onClick={() => open({ page: name })}>{words(`nav.${name}`)}</button>
        ))}
      </nav>
      <main>
        <div className={`page page-${base.page}`} data-covered={conversation !== null || undefined}>
          <Notices notices={ui?.notices ?? []} words={words} />
          <PageBoundary key={base.page} text={words("nav.failed")}>
            <BasePage bridge={bridge} words={words} locale={locale} place={base} open={open} ui={ui} />
          </PageBoundary>
        </div>
        {conversation && (
          <div className="page page-conversation">
            <PageBoundary key={`${conversation.session_id} ${conversation.at}`} text={words("nav.failed")}>
              <ConversationPage bridge={bridge} words={words} locale={locale} place={conversation} open={open} onBack={goBack} />
            </PageBoundary>
          </div>
        )}
        {(conversation !== null || base.page !== "data") && <div className="under-way"><Jobs words={words} locale={locale} /></div>}
      </main>
    </div>
  );
}

function BasePage({ ui, ...props }: PageProps & { ui: UiState | null }) {
  switch (props.place.page) {
    case "now": return <NowPage words={props.words} locale={props.locale} selected={props.place.agent_id ?? null} open={props.open} />;
    case "ports": return <PortsPage {...props} />;
    case "sessions": return <SessionsPage {...props} />;
    case "search": return <SearchPage {...props} />;
    case "memory": return <MemoryPage {...props} />;
    case "data": return <DataPage {...props} />;
    case "hooks": return <HooksPage bridge={props.bridge} words={props.words} locale={props.locale} />;
    case "api": return <ApiPage words={props.words} />;
    case "settings": return ui && <SettingsPage bridge={props.bridge} ui={ui} words={props.words} />;
  }
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

/** `/` leads to the search from everywhere; Esc closes what lies over a page. A page that uses a key for itself prevents its default; a dialog has all keys. */
function useKeys(open: Open, goBack: (() => void) | null): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") !== null) return;
      if (event.key === "/" && !isTyping(event.target)) {
        event.preventDefault();
        open({ page: "search" });
      }
      if (event.key === "Escape" && goBack !== null) goBack();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [open, goBack]);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName));
}
