import { useId, useState } from "react";
import type { MascotBridge } from "../../../schemas/bridge.ts";
import type { SessionRow } from "../../../schemas/generated/types.ts";
import { MascotFace } from "../../mascots/characters/MascotFace.tsx";
import { useWindow } from "../../shared/world-store.ts";
import type { Locale, Words } from "../../shared/words.ts";
import { HostChip } from "../HostChip.tsx";
import { folderName, hostOf } from "../figures.ts";
import { durationText, exactText, shortNumber } from "../format.ts";
import { Standing, useStanding } from "../sessions/Standing.tsx";
import { nameOf } from "../sessions/session-list.ts";
import { ConversationActions } from "./ConversationActions.tsx";
import { SessionDetails } from "./SessionDetails.tsx";

interface HeadProps {
  bridge: MascotBridge;
  words: Words;
  locale: Locale;
  sessionId: string;
  session: SessionRow | null | undefined;
  onBack(): void;
}

/** Which session it is, how it stands, and the way back. */
export function ConversationHead({ bridge, words, locale, sessionId, session, onBack }: HeadProps) {
  const appearance = useWindow((state) => state.world.agents.get(sessionId)?.appearance);
  const name = session ? nameOf(session) : null;
  const [isOpen, setOpen] = useState(false);
  const details = useId();
  return (
    <>
      <header className="conversation-head">
        <button type="button" className="icon" aria-label={words("conversation.back")} title={words("conversation.back_key")} onClick={onBack}>
          <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden><path d="M12.5 4.5 7 10l5.5 5.5" /></svg>
        </button>
        {appearance && <span aria-hidden className="conversation-face"><MascotFace appearance={appearance} size={32} /></span>}
        <div className="conversation-title">
          <h2 dir="auto" title={name ?? undefined}>{name ?? (session === undefined ? " " : words("sessions.untitled"))}</h2>
          {session && <Facts session={session} words={words} locale={locale} />}
        </div>
        {session && (
          <button type="button" className="icon" aria-expanded={isOpen} aria-controls={details} aria-label={words("conversation.details")} title={words("conversation.details")} onClick={() => setOpen(!isOpen)}>
            <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden><path d="M10 9v5M10 6.2v.1M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14" /></svg>
          </button>
        )}
        {session && <ConversationActions bridge={bridge} words={words} locale={locale} session={session} />}
      </header>
      {session && isOpen && <SessionDetails id={details} session={session} words={words} locale={locale} />}
    </>
  );
}

function Facts({ session, words, locale }: { session: SessionRow; words: Words; locale: Locale }) {
  const { stats, started_at, last_at, model, project, trust } = session;
  const standing = useStanding(session);
  const tokens = stats.input_tokens + stats.output_tokens;
  return (
    <div className="conversation-facts quiet">
      <span role="status"><Standing standing={standing} words={words} /></span>
      <span className="session-project" title={project}>{folderName(project) || words("sessions.no_project")}</span>
      <HostChip host={hostOf(project)} words={words} />
      {trust === "unverified" && <span className="chip warn">{words("now.unverified")}</span>}
      <time className="minor" dateTime={new Date(started_at).toISOString()}>{exactText(started_at, locale)}</time>
      <span className="minor" title={words("sessions.lasted")}>{durationText(last_at - started_at, locale)}</span>
      {model && <span className="minor">{model}</span>}
      {stats.prompts > 0 && <span>{words("sessions.prompts", { count: stats.prompts })}</span>}
      {stats.tool_calls > 0 && <span>{words("sessions.calls", { count: stats.tool_calls })}</span>}
      {stats.failures > 0 && <span className="session-failures">{words("sessions.failures", { count: stats.failures })}</span>}
      {tokens > 0 && <span className="minor" title={words("conversation.tokens", { input: stats.input_tokens, output: stats.output_tokens, cached: stats.cache_read_tokens })}>{words("sessions.tokens", { amount: shortNumber(tokens, locale) })}</span>}
    </div>
  );
}
