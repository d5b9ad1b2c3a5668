import { memo } from "react";
import type { SessionRow } from "../../../schemas/generated/types.ts";
import { clockText } from "../../../schemas/clock.ts";
import { MascotFace } from "../../mascots/characters/MascotFace.tsx";
import { useToday } from "../../shared/today.ts";
import { useWindow } from "../../shared/world-store.ts";
import type { Locale, Words } from "../../shared/words.ts";
import { HostChip } from "../HostChip.tsx";
import { folderName, hostOf } from "../figures.ts";
import { durationText, exactText, relativeDay, shortNumber } from "../format.ts";
import { useIsBeingDeleted } from "./deletions.ts";
import { Standing, useStanding } from "./Standing.tsx";
import { nameOf } from "./session-list.ts";

interface EntryProps {
  row: SessionRow;
  /** The first one of its day. */
  startsDay: boolean;
  words: Words;
  locale: Locale;
  tabIndex: 0 | -1;
  onOpen(sessionId: string): void;
}

/** One session: what was asked, where, how it stands, how much happened. */
export const SessionEntry = memo(function SessionEntry({ row, startsDay, words, locale, tabIndex, onOpen }: EntryProps) {
  const standing = useStanding(row);
  const today = useToday();
  const isGoing = useIsBeingDeleted(row.session_id);
  const name = nameOf(row);
  return (
    <>
      {startsDay && <h3 className="session-day">{relativeDay(row.last_at, today, locale)}</h3>}
      <button type="button" className="session" data-row data-session={row.session_id} data-standing={standing} data-deletion={isGoing ? "working" : undefined} tabIndex={tabIndex} onClick={() => onOpen(row.session_id)}>
        <Face row={row} />
        <span className={`session-name${name === null ? " quiet" : ""}`} dir="auto" title={name ?? undefined}>{name ?? words("sessions.untitled")}</span>
        <time className="quiet session-time" dateTime={new Date(row.last_at).toISOString()} title={exactText(row.last_at, locale)}>{clockText(row.last_at, locale)}</time>
        <span className="session-facts quiet">
          <span className="session-project" title={row.project}>{folderName(row.project) || words("sessions.no_project")}</span>
          <HostChip host={hostOf(row.project)} words={words} />
          {isGoing ? <span className="chip">{words("sessions.deleting")}</span> : <Standing standing={standing} words={words} />}
          {row.trust === "unverified" && <span className="chip warn">{words("now.unverified")}</span>}
          <Facts row={row} words={words} locale={locale} />
        </span>
      </button>
    </>
  );
});

/** The face that the person knows from the desktop. */
function Face({ row }: { row: SessionRow }) {
  const live = useWindow((state) => state.world.agents.get(row.session_id)?.appearance);
  const appearance = live ?? row.appearance;
  return <span className="session-face" aria-hidden>{appearance ? <MascotFace appearance={appearance} size={28} /> : <span className="session-dot" />}</span>;
}

function Facts({ row: { stats, started_at, last_at, model }, words, locale }: { row: SessionRow; words: Words; locale: Locale }) {
  const tokens = stats.input_tokens + stats.output_tokens;
  return (
    <>
      {stats.prompts > 0 && <span>{words("sessions.prompts", { count: stats.prompts })}</span>}
      {stats.tool_calls > 0 && <span>{words("sessions.calls", { count: stats.tool_calls })}</span>}
      {stats.files.length > 0 && <span>{words("sessions.files", { count: stats.files.length })}</span>}
      {stats.failures > 0 && <span className="session-failures">{words("sessions.failures", { count: stats.failures })}</span>}
      {tokens > 0 && <span>{words("sessions.tokens", { amount: shortNumber(tokens, locale) })}</span>}
      {last_at - started_at >= 1_000 && <span title={words("sessions.lasted")}>{durationText(last_at - started_at, locale)}</span>}
      {model && <span className="session-model">{model}</span>}
    </>
  );
}
