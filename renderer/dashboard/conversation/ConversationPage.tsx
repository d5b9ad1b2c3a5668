import { useEffect, useMemo } from "react";
import { EmptyView } from "../EmptyView.tsx";
import type { PageProps } from "../page.ts";
import type { ConversationPlace } from "../place.ts";
import { onDeleted } from "../sessions/deletions.ts";
import { ConversationHead } from "./ConversationHead.tsx";
import { Feed } from "./Feed.tsx";
import { Folds } from "./folds.ts";
import { Helpers, useHelpers } from "./helpers.ts";
import { LiveStrip } from "./LiveStrip.tsx";
import { useConversation, useSession } from "./useConversation.ts";
import "./document.css";
import "./conversation.css";

interface ConversationProps extends PageProps {
  place: ConversationPlace;
  onBack(): void;
}

/** What was said and done in one session, as it grows. */
export function ConversationPage({ bridge, words, locale, place: { session_id, at }, onBack }: ConversationProps) {
  const { reader, reading } = useConversation(bridge, session_id, at);
  const session = useSession(bridge, session_id);
  const folds = useMemo(() => new Map<string, number>(), []);
  const helpers = useHelpers(bridge, session_id);
  useEffect(() => onDeleted((id) => {
    if (id === session_id) onBack();
  }), [session_id, onBack]);
  useEffect(() => {
    bridge.showsConversation(session_id);
    return () => bridge.showsConversation(null);
  }, [bridge, session_id]);
  const isEmpty = reading.phase === "ready" && reading.loaded.items.length === 0;
  return (
    <Folds value={folds}>
      <ConversationHead bridge={bridge} words={words} locale={locale} sessionId={session_id} session={session} onBack={onBack} />
      {reading.phase === "failed" && <p className="notice error" role="alert">{words("conversation.failed")} <button type="button" className="plain" onClick={() => reader.open(at)}>{words("sessions.again")}</button></p>}
      {isEmpty
        ? <EmptyView state={session === null ? "searching" : "resting"} title={words(session === null ? "conversation.gone_title" : "conversation.empty_title")} text={words(session === null ? "conversation.gone_text" : "conversation.empty_text")} />
        : <Helpers value={helpers}><Feed reader={reader} reading={reading} found={seqOf(at)} words={words} locale={locale} /></Helpers>}
      <LiveStrip sessionId={session_id} words={words} />
    </Folds>
  );
}

function seqOf(at: string | undefined): number | null {
  const seq = /^-?\d+\.(\d+)$/.exec(at ?? "")?.[1];
  return seq === undefined ? null : Number(seq);
}
