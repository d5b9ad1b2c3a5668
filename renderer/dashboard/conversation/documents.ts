import { type ReactElement, useEffect, useState } from "react";
import { documentOf } from "./document.tsx";

/** Parsed documents, the latest used last. A row that is scrolled back to is drawn at once. */
const known = new Map<string, ReactElement | null>();
const KNOWN_AT_MOST = 400;
/** So much of a frame may go to parsing; what is left over waits for a pause, shown as it is until then. */
const BUDGET_MS = 10;

let spent = 0;
let isCounting = false;
const waiting = new Map<string, Set<() => void>>();
let isPlanned = false;

/** @returns null when it is shown as it is; undefined while it waits to be parsed */
export function useDocument(text: string): ReactElement | null | undefined {
  const [, drawAgain] = useState(0);
  const found = recalled(text) ?? (known.has(text) ? null : withinBudget(text));
  useEffect(() => {
    if (found !== undefined) return;
    const draw = () => drawAgain((times) => times + 1);
    waiting.set(text, (waiting.get(text) ?? new Set()).add(draw));
    planPause();
    return () => {
      waiting.get(text)?.delete(draw);
      if (waiting.get(text)?.size === 0) waiting.delete(text);
    };
  }, [text, found]);
  return found;
}

/** Texts that may come into view next, the nearest first; parsed in pauses so that their rows are set when they come. Takes the place of those named before. */
export function prepareDocuments(texts: readonly string[]): void {
  ahead = texts.filter((text) => !known.has(text));
  if (ahead.length > 0) planPause();
}

let ahead: string[] = [];

function recalled(text: string): ReactElement | null {
  const document = known.get(text) ?? null;
  if (document !== null) keep(text, document);
  return document;
}

function withinBudget(text: string): ReactElement | null | undefined {
  if (spent >= BUDGET_MS) return undefined;
  return parsed(text);
}

function parsed(text: string): ReactElement | null {
  const from = performance.now();
  const document = documentOf(text);
  keep(text, document);
  spent += performance.now() - from;
  if (!isCounting) {
    isCounting = true;
    requestAnimationFrame(() => {
      isCounting = false;
      spent = 0;
    });
  }
  return document;
}

function keep(text: string, document: ReactElement | null): void {
  known.delete(text);
  known.set(text, document);
  const [oldest] = known.keys();
  if (known.size > KNOWN_AT_MOST && oldest !== undefined) known.delete(oldest);
}

function planPause(): void {
  if (isPlanned) return;
  isPlanned = true;
  requestIdleCallback((deadline) => {
    isPlanned = false;
    parseWaiting(deadline);
    if (waiting.size > 0 || ahead.length > 0) planPause();
  }, { timeout: 400 });
}

/** At least one, so that something happens on a busy machine too. */
function parseWaiting(deadline: IdleDeadline): void {
  do {
    const [next] = waiting;
    if (next === undefined) parseAhead();
    else parseSeen(...next);
  } while (waiting.size + ahead.length > 0 && deadline.timeRemaining() > 4);
}

function parseSeen(text: string, draws: ReadonlySet<() => void>): void {
  waiting.delete(text);
  parsed(text);
  for (const draw of draws) draw();
}

function parseAhead(): void {
  const text = ahead.shift();
  if (text !== undefined && !known.has(text)) parsed(text);
}
