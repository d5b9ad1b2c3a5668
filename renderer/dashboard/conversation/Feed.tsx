import { type VirtualItem, type Virtualizer, useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useAtWork } from "../../shared/at-work.ts";
import { useToday } from "../../shared/today.ts";
import type { Locale, Words } from "../../shared/words.ts";
import { countText } from "../figures.ts";
import { rangeWith } from "../list/range-with.ts";
import { prepareDocuments } from "./documents.ts";
import { positionOf } from "./loaded.ts";
import { cutText, MARKDOWN_STEPS } from "./long-text.ts";
import type { ConversationReader, Reading } from "./reader.ts";
import { RowView } from "./RowView.tsx";
import { estimatedHeight, type Row, rowsOf } from "./rows.ts";

interface FeedProps {
  reader: ConversationReader;
  reading: Reading;
  /** Of the interaction that a search led to. */
  found: number | null;
  words: Words;
  locale: Locale;
}

/** Nearer to the end than this the person is at the end, in px. */
const AT_END = 60;
/** Rows before an end of what is held when more is asked for. */
const NEAR = 30;
/** One press of an arrow key inside of a row that is higher than the window, in px. */
const STEP = 64;

/** The conversation itself: only what is near is drawn, the row under the eye stays where it is, the end is followed while the person looks at it. */
export function Feed({ reader, reading, found, words, locale }: FeedProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { loaded, goal, isNews } = reading;
  const atWork = useAtWork();
  const today = useToday();
  // biome-ignore lint/correctness/useExhaustiveDependencies: which rows begin a day is another question in another time zone
  const rows = useMemo(() => rowsOf(loaded.items, !loaded.hasOlder, atWork), [loaded.items, loaded.hasOlder, atWork, today]);
  const { active, activate, wanted } = useActive(rows, found);
  const virtual = useVirtualizer({
    count: rows.length, getScrollElement: () => frame.current, overscan: 6, paddingStart: 12, paddingEnd: 20, scrollPaddingStart: 12, scrollPaddingEnd: 12,
    estimateSize: (index) => estimatedHeight(rows[index] as Row),
    getItemKey: useCallback((index: number) => (rows[index] as Row).item.seq, [rows]),
    // The row that is on top of the view keeps its place when rows come in front of it; at the end new ones are followed.
    anchorTo: "end", followOnAppend: isNews, scrollEndThreshold: AT_END,
    rangeExtractor: rangeWith(active),
  });
  virtual.shouldAdjustScrollPositionOnItemSizeChange = isAboveTheEye;
  const items = virtual.getVirtualItems();
  const isSettled = useGoal(goal, (index) => {
    if (index === "end") virtual.scrollToEnd();
    else virtual.scrollToIndex(index, { align: "start" });
    activate(index === "end" ? rows.length - 1 : index);
  });
  useEffect(() => {
    if (!isSettled) return;
    const { startIndex = 0, endIndex = 0 } = virtual.range ?? {};
    if (startIndex < NEAR) reader.loadOlder();
    if (endIndex > rows.length - NEAR) reader.loadNewer();
  });
  useStayingThere(goal, rows, frame, (index) => virtual.scrollToIndex(index, { align: "start" }));
  usePrepared(rows, virtual.range);
  useEffect(() => {
    if (wanted.current === null) return;
    const target = frame.current?.querySelector<HTMLElement>(`[data-seq="${wanted.current}"]`);
    if (!target) return;
    wanted.current = null;
    target.focus({ preventScroll: true });
  });
  const { unseen, isAway } = useEnd(frame, reader, reading);
  const move = (index: number) => {
    virtual.scrollToIndex(index, { align: "auto" });
    activate(index);
  };
  return (
    <div className="feed-place">
      <div ref={frame} className="feed-frame">
        <div role="feed" aria-label={words("conversation.feed")} aria-busy={reading.phase === "loading"} className="feed" style={{ height: virtual.getTotalSize() }}
          onKeyDown={(event) => onKey(event, { frame: frame.current, active, count: rows.length, reader, move })} onFocus={({ target }) => noteFocus(target, active, activate)}>
          {items.map(({ index, key, start }) => (
            <div key={key} ref={virtual.measureElement} data-index={index} className="feed-row" style={{ top: start }}>
              <RowView row={rows[index] as Row} words={words} locale={locale} tabIndex={index === active ? 0 : -1} position={positionOf(loaded, index)} total={loaded.total} isFound={rows[index]?.item.seq === found} />
            </div>
          ))}
        </div>
      </div>
      {isAway && (
        <button type="button" className="to-end" onClick={() => reader.toEnd()}>
          <span aria-hidden>↓</span> {unseen > 0 ? words("conversation.unseen", { count: unseen, number: countText(unseen, locale) }) : words("conversation.to_end")}
        </button>
      )}
    </div>
  );
}

/** What changes its height above the row under the eye must not move that row, whichever way the person scrolls. A row that reaches into the view grows at its bottom, but for its first measuring, which puts right what was guessed. */
function isAboveTheEye({ key, start, end }: VirtualItem, _delta: number, { itemSizeCache, scrollOffset }: Virtualizer<HTMLDivElement, Element>): boolean {
  return itemSizeCache.has(key) ? end <= (scrollOffset ?? 0) : start < (scrollOffset ?? 0);
}

/** Rows on both sides of the view whose documents are made ready. */
const AHEAD = 40;

function usePrepared(rows: readonly Row[], range: { startIndex: number; endIndex: number } | null): void {
  const { startIndex: start = 0, endIndex: end = 0 } = range ?? {};
  useEffect(() => {
    const near = [...rows.slice(Math.max(0, start - AHEAD), start).reverse(), ...rows.slice(end + 1, end + AHEAD)];
    prepareDocuments(near.filter((row) => row.kind === "reply").map((row) => firstCut(row.item.content)));
  }, [rows, start, end]);
}

/** As a reply is drawn before more of it is asked for. */
const firstCut = (text: string): string => cutText(text, MARKDOWN_STEPS, 0).shown;

/** A place is found by its number, so nothing may come in front of it until its rows are measured and it is where it should be. */
const SETTLES_MS = 150;
const STAYS_LOOKS = 20;
const TOUCHES = ["wheel", "pointerdown", "keydown", "touchstart"] as const;

/** A wish is fulfilled once, when its rows are there. @returns whether the person is where they wanted to be */
function useGoal(goal: Reading["goal"], fulfil: (index: number | "end") => void): boolean {
  const [settled, setSettled] = useState<Reading["goal"]>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each wish is an object of its own
  useLayoutEffect(() => {
    if (goal === null) return;
    fulfil(goal.to === "place" ? goal.index : goal.to === "end" ? "end" : 0);
    const timer = setTimeout(setSettled, SETTLES_MS, goal);
    return () => clearTimeout(timer);
  }, [goal]);
  return settled === goal;
}

/**
 * For a while after somebody was led to a place: rows that come in front of it, or turn out to be of another height, must not take it out of sight. Ends with the
 * person's first touch.
 */
function useStayingThere(goal: Reading["goal"], rows: readonly Row[], frame: RefObject<HTMLDivElement | null>, lead: (index: number) => void): void {
  const latest = useRef({ rows, lead });
  latest.current = { rows, lead };
  useEffect(() => {
    const element = frame.current;
    if (goal?.to !== "place" || element === null) return;
    const seq = latest.current.rows[goal.index]?.item.seq;
    let looksLeft = STAYS_LOOKS;
    const look = () => {
      const index = latest.current.rows.findIndex((row) => row.item.seq === seq);
      if (index !== -1 && !isInView(element, index)) latest.current.lead(index);
      if (--looksLeft <= 0) stop();
    };
    const timer = setInterval(look, SETTLES_MS);
    const stop = () => {
      clearInterval(timer);
      for (const touch of TOUCHES) element.removeEventListener(touch, stop);
    };
    for (const touch of TOUCHES) element.addEventListener(touch, stop, { passive: true });
    return stop;
  }, [goal, frame]);
}

function isInView(frame: HTMLElement, index: number): boolean {
  const row = frame.querySelector(`[data-index="${index}"]`)?.getBoundingClientRect();
  const view = frame.getBoundingClientRect();
  return row !== undefined && row.bottom > view.top && row.top < view.bottom;
}

/** The row that the keyboard is on, remembered by what it shows since rows come in front of it. */
function useActive(rows: readonly Row[], found: number | null) {
  const [seq, setSeq] = useState<number | null>(found);
  const wanted = useRef<number | null>(null);
  const active = useMemo(() => {
    const index = rows.findIndex((row) => row.item.seq === seq);
    return index === -1 ? rows.length - 1 : index;
  }, [rows, seq]);
  const activate = (index: number, focus = true) => {
    const next = rows[index]?.item.seq ?? null;
    if (focus) wanted.current = next;
    setSeq(next);
  };
  return { active, activate, wanted };
}

/** By Tab or by a click the keyboard may come to another row. */
function noteFocus(target: EventTarget & Element, active: number, activate: (index: number, focus: boolean) => void): void {
  const index = Number(target.closest<HTMLElement>("[data-index]")?.dataset["index"] ?? active);
  if (index !== active) activate(index, false);
}

/** Whether the end is out of sight, and how much was said since it was seen. */
function useEnd(frame: RefObject<HTMLDivElement | null>, reader: ConversationReader, { loaded, goal }: Reading): { unseen: number; isAway: boolean } {
  const [isAway, setAway] = useState(false);
  const [seen, setSeen] = useState<number | null>(null);
  const { hasNewer, total } = loaded;
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again when something came or the person was led somewhere
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const look = () => {
      const left = element.scrollHeight - element.scrollTop - element.clientHeight;
      reader.isAtEnd = !hasNewer && left <= AT_END;
      setAway(hasNewer || left > element.clientHeight / 2);
      if (reader.isAtEnd) setSeen(total);
    };
    const later = requestAnimationFrame(look);
    element.addEventListener("scroll", look, { passive: true });
    // What opens above or below it takes its room, not its end.
    const stay = new ResizeObserver(() => {
      if (reader.isAtEnd) element.scrollTop = element.scrollHeight;
    });
    stay.observe(element);
    return () => {
      stay.disconnect();
      cancelAnimationFrame(later);
      element.removeEventListener("scroll", look);
    };
  }, [frame, reader, hasNewer, total, goal]);
  return { isAway, unseen: seen === null ? 0 : Math.max(0, total - seen) };
}

interface KeyContext { frame: HTMLDivElement | null; active: number; count: number; reader: ConversationReader; move(index: number): void }

/** Arrows go from row to row, and through a row that is higher than the window. The page keys scroll as everywhere. */
function onKey(event: KeyboardEvent, { frame, active, count, reader, move }: KeyContext): void {
  const row = event.target instanceof HTMLElement && event.target.hasAttribute("data-row") ? event.target : null;
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || row === null || frame === null) return;
  switch (event.key) {
    case "ArrowDown":
    case "ArrowUp": {
      event.preventDefault();
      const direction = event.key === "ArrowDown" ? 1 : -1;
      if (reachesBeyond(row, frame, direction)) frame.scrollBy(0, direction * STEP);
      else if (active + direction >= 0 && active + direction < count) move(active + direction);
      return;
    }
    case "Home":
      event.preventDefault();
      return reader.toBeginning();
    case "End":
      event.preventDefault();
      return reader.toEnd();
    case "Enter":
    case " ":
      event.preventDefault();
      row.querySelector<HTMLElement>("[data-fold], .more")?.click();
  }
}

function reachesBeyond(row: HTMLElement, frame: HTMLElement, direction: 1 | -1): boolean {
  const [inner, outer] = [row.getBoundingClientRect(), frame.getBoundingClientRect()];
  return direction === 1 ? inner.bottom > outer.bottom + 1 : inner.top < outer.top - 1;
}
