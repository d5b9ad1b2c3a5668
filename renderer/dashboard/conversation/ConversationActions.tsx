import { useState } from "react";
import type { MascotBridge } from "../../../schemas/bridge.ts";
import type { SessionRow } from "../../../schemas/generated/types.ts";
import type { Locale, Words } from "../../shared/words.ts";
import { type Asked, SessionDialogs } from "../data/SessionDialogs.tsx";
import { useIsBeingDeleted } from "../sessions/deletions.ts";

const PICTURES = { export: "M10 3v9m-3.5-3.5L10 12l3.5-3.5M4 13v3h12v-3", delete: "M4 6h12M8 6V4h4v2m-6.5 0 .7 10h7.6l.7-10" } as const;

/** What can be done with a session as a whole. A deletion that takes long goes on while the person does something else. */
export function ConversationActions({ bridge, words, locale, session }: { bridge: MascotBridge; words: Words; locale: Locale; session: SessionRow }) {
  const [asked, setAsked] = useState<Asked["what"] | null>(null);
  const isGoing = useIsBeingDeleted(session.session_id);
  if (isGoing) return <span className="chip" role="status">{words("sessions.deleting")}</span>;
  return (
    <div className="conversation-actions">
      {(["export", "delete"] as const).map((what) => (
        <button key={what} type="button" className="icon" aria-label={words(`conversation.${what}`)} title={words(`conversation.${what}`)} onClick={() => setAsked(what)}>
          <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden><path d={PICTURES[what]} /></svg>
        </button>
      ))}
      <SessionDialogs bridge={bridge} words={words} locale={locale} asked={asked === null ? null : { what: asked, row: session }} onClose={() => setAsked(null)} />
    </div>
  );
}
