import type { SearchHit } from "../../../schemas/generated/types.ts";
import { momentText } from "../../../schemas/clock.ts";
import { MascotFace } from "../../mascots/characters/MascotFace.tsx";
import { useToday } from "../../shared/today.ts";
import type { Locale, Words } from "../../shared/words.ts";
import { folderName } from "../figures.ts";
import { exactText } from "../format.ts";
import { speakerOf } from "./query.ts";

interface HitProps { hit: SearchHit; words: Words; locale: Locale; tabIndex: 0 | -1; onOpen(): void }

/** One found place: who said it, where and when, and the words around what was found. */
export function Hit({ hit, words, locale, tabIndex, onOpen }: HitProps) {
  const speaker = speakerOf(hit);
  const today = useToday();
  const name = "tool" in speaker ? speaker.tool : words(`search.${speaker.key}`);
  return (
    <button type="button" className="hit" data-row data-speaker={"tool" in speaker ? "tool" : speaker.key} tabIndex={tabIndex} onClick={onOpen}>
      <span className="hit-head">
        {hit.appearance && <span className="hit-face" aria-hidden><MascotFace appearance={hit.appearance} size={20} /></span>}
        <span className="chip">{name}</span>
        <span className="quiet hit-project" title={hit.project}>{folderName(hit.project) || words("search.no_project")}</span>
        <time className="quiet" dateTime={new Date(hit.ts).toISOString()} title={exactText(hit.ts, locale)}>{momentText(hit.ts, today, locale)}</time>
      </span>
      <span className="hit-text" dir="auto">
        {hit.snippet.map((piece, index) => (piece.hit ? <mark key={keyAt(index)}>{piece.text}</mark> : piece.text))}
      </span>
    </button>
  );
}

/** Pieces have no name but their place, and never change. */
const keyAt = (index: number): string => `piece ${index}`;
