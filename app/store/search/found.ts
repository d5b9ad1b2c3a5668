/** Where texts stand in a text, and the piece of it that shows them. */
import type { SearchHit } from "../../../schemas/generated/types.ts";
import { classAt, WORD } from "./characters.ts";
import { folded } from "./tokens.ts";

interface Place {
  from: number;
  to: number;
}

/** A beginning this short is a word of its own: `go` is not in `Google`. */
const SHORT = 3;
const MOST_PLACES = 200;

const isWordAt = (text: string, at: number) => at >= 0 && at < text.length && classAt(text, at) === WORD;

/** Words are found where a word, or a part of a camelCase word, begins; all else anywhere. */
function fits(text: string, { from, to }: Place): boolean {
  if (isWordAt(text, from) && isWordAt(text, from - 1) && !isHump(text, from)) return false;
  return !(to - from < SHORT && isWordAt(text, to - 1) && isWordAt(text, to) && !isHump(text, to));
}

/** An upper-case letter after another character, or before a lower-case one; a digit after a letter and the reverse. */
function isHump(text: string, at: number): boolean {
  const [before, here, after] = [text[at - 1] ?? "", text[at] ?? "", text[at + 1] ?? ""];
  if (/\p{N}/u.test(before) !== /\p{N}/u.test(here)) return true;
  return /\p{Lu}/u.test(here) && (!/\p{Lu}/u.test(before) || /\p{Ll}/u.test(after));
}

function placesOf(text: string, small: string, needle: string): Place[] {
  const places: Place[] = [];
  for (let from = small.indexOf(needle); from >= 0 && places.length < MOST_PLACES; from = small.indexOf(needle, from + 1)) {
    const place = { from, to: from + needle.length };
    if (fits(text, place)) places.push(place);
  }
  return places;
}

/** @returns where they stand, in order and apart; null when one of them does not */
export function findAll(text: string, needles: readonly string[]): Place[] | null {
  const small = folded(text);
  const all: Place[] = [];
  for (const needle of needles) {
    const places = placesOf(text, small, needle);
    if (places.length === 0) return null;
    all.push(...places);
  }
  return joined(all);
}

function joined(places: Place[]): Place[] {
  const apart: Place[] = [];
  for (const place of places.sort((a, b) => a.from - b.from || b.to - a.to)) {
    const last = apart.at(-1);
    if (last !== undefined && place.from < last.to) last.to = Math.max(last.to, place.to);
    else apart.push({ ...place });
  }
  return apart;
}

const BEFORE = 60;
const LENGTH = 240;
const CUT = "…";

/** About 240 characters around the first place, in one line: blanks of any kind are one kind, and lines are told apart, since those of a summary are no sentences. */
export function snippetOf(text: string, places: readonly Place[]): SearchHit["snippet"] {
  const first = places[0]?.from ?? 0;
  const from = whole(text, first <= BEFORE ? 0 : first - BEFORE);
  const to = whole(text, Math.min(text.length, from + LENGTH));
  const pieces: SearchHit["snippet"] = [];
  let at = from;
  for (const place of places) {
    if (place.from >= to) break;
    add(pieces, text.slice(at, place.from), false);
    at = Math.min(place.to, to);
    add(pieces, text.slice(place.from, at), true);
  }
  add(pieces, text.slice(at, to), false);
  if (from > 0) pieces.unshift({ text: CUT, hit: false });
  if (to < text.length) pieces.push({ text: CUT, hit: false });
  return pieces;
}

function add(pieces: SearchHit["snippet"], text: string, hit: boolean): void {
  if (text !== "") pieces.push({ text: text.replace(/\s*\n\s*/g, " · ").replace(/\s/g, " "), hit });
}

/** Never between the halves of a character. */
function whole(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}
