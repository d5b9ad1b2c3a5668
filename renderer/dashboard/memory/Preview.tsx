import { useId } from "react";
import { momentText } from "../../../schemas/clock.ts";
import type { MemoryPreview, SessionRow } from "../../../schemas/generated/types.ts";
import { useToday } from "../../shared/today.ts";
import type { Locale, Words } from "../../shared/words.ts";
import { countText } from "../figures.ts";
import type { Open } from "../place.ts";
import { type Memory, SOURCES, type Source } from "./useMemory.ts";
import { type Project, whyOff } from "./why-off.ts";

interface PreviewProps { memory: Memory; chosen: Project; words: Words; locale: Locale; open: Open }

/** Word for word what the next session is given; when it is given nothing, why. */
export function Preview({ memory, chosen, words, locale, open }: PreviewProps) {
  const { preview, source, settings } = memory;
  const title = useId();
  if (!preview || !settings) return null;
  const why = whyOff(settings.enabled, chosen, preview);
  return (
    <section className="card memory-preview" aria-labelledby={title}>
      <header>
        <h3 id={title}>{words("memory.preview")}</h3>
        <StartChoice source={source} words={words} onChange={memory.setSource} />
      </header>
      {why !== null && <p className="notice" role="status">{words(why === "nothing" && source === "resume" ? "memory.off_resume" : `memory.off_${why}`)}</p>}
      {preview.text !== "" && (
        <>
          <p className="quiet memory-figures">{figures(preview, words, locale)}</p>
          {why !== null && <p className="quiet">{words("memory.would")}</p>}
          <textarea className="memory-text" readOnly rows={rowsFor(preview.text)} spellCheck={false} aria-label={words("memory.text")} data-given={why === null} dir="auto" value={preview.text} />
          <ToldOf preview={preview} sessions={memory.sessions} words={words} locale={locale} open={open} />
        </>
      )}
    </section>
  );
}

const COLUMNS = 70;
const MOST_ROWS = 26;

/** About as many rows as the text takes; beyond, it scrolls. */
function rowsFor(text: string): number {
  const rows = text.split("\n").reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / COLUMNS)), 0);
  return Math.min(rows + 1, MOST_ROWS);
}

function figures({ tokens, text, left_out }: MemoryPreview, words: Words, locale: Locale): string {
  const parts = [words("memory.tokens", { number: countText(tokens, locale) }), words("memory.characters", { number: countText(text.length, locale), most: countText(8_000, locale) })];
  if (left_out > 0) parts.push(words("memory.left_out", { count: left_out, number: countText(left_out, locale) }));
  return parts.join(" · ");
}

function StartChoice({ source, words, onChange }: { source: Source; words: Words; onChange(source: Source): void }) {
  const id = useId();
  return (
    <span className="memory-start">
      <label htmlFor={id} className="quiet">{words("memory.when")}</label>
      <select id={id} value={source} onChange={(event) => onChange(SOURCES.find((one) => one === event.target.value) ?? "startup")}>
        {SOURCES.map((one) => <option key={one} value={one}>{words(`memory.${one}`)}</option>)}
      </select>
    </span>
  );
}

interface ToldOfProps { preview: MemoryPreview; sessions: ReadonlyMap<string, SessionRow>; words: Words; locale: Locale; open: Open }

/** The sessions it was made of, each a way to its conversation. */
function ToldOf({ preview, sessions, words, locale, open }: ToldOfProps) {
  const today = useToday();
  return (
    <details className="memory-told">
      <summary>{words("memory.told_of", { count: preview.session_ids.length })}</summary>
      <ul>
        {preview.session_ids.map((session_id) => {
          const row = sessions.get(session_id);
          return (
            <li key={session_id}>
              <button type="button" className="plain" onClick={() => open({ page: "sessions", session_id })}>{row?.title ?? row?.first_prompt ?? session_id}</button>
              {row && <time className="quiet" dateTime={new Date(row.last_at).toISOString()}>{momentText(row.last_at, today, locale)}</time>}
            </li>
          );
        })}
      </ul>
    </details>
  );
}
