import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from "react";
import { rangeWith } from "./range-with.ts";
import { steppedTo } from "./steps.ts";
import "./list.css";

export interface ListHandle {
  /** Puts the keyboard on a row; it is scrolled to and drawn first. */
  focus(index: number): void;
}

interface ListProps<T> {
  label: string;
  items: readonly T[];
  keyOf(item: T): string;
  /** Height of a row before it is measured, in px. */
  estimate: number;
  /** A row's content. What the keyboard lands on carries `data-row` and the given tabIndex; so do its other controls the tabIndex. */
  row(item: T, tabIndex: 0 | -1, index: number): ReactNode;
  /** More can be had than there is. */
  more?: boolean;
  /** The last rows are near; told again as long as there is more. */
  onEnd?(): void;
  /** To what is above the list, by the arrow that leads there or Esc. */
  onLeave?(): void;
  /** It scrolls by itself; otherwise with the page. */
  own?: boolean;
  handle?: React.Ref<ListHandle>;
}

const NEAR_THE_END = 8;

/** A long list of which only what is near is drawn. Arrow keys, Home, End and the page keys move along its rows; Tab goes on to a row's controls and out. */
export function VirtualList<T>({ label, items, keyOf, estimate, row, more = false, onEnd, onLeave, own = false, handle }: ListProps<T>) {
  const frame = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const margin = useMargin(list, own);
  const { active, wanted, move } = useActive(items, keyOf);
  const holdsKeyboard = useKeyboardHeld(list);
  const scroller = (): Element | null => (own ? frame.current : (list.current?.closest(".page") ?? null));
  // Who looks at the top sees what comes there; who has scrolled on keeps the row under the eye.
  const isScrolled = (scroller()?.scrollTop ?? 0) > margin;
  const virtual = useVirtualizer({
    count: items.length, estimateSize: () => estimate, overscan: 6, scrollMargin: margin, scrollPaddingStart: own ? 0 : 96, scrollPaddingEnd: own ? 0 : 24,
    getItemKey: useCallback((index: number) => keyOf(items[index] as T), [items, keyOf]),
    getScrollElement: scroller, anchorTo: isScrolled ? "end" : "start",
    rangeExtractor: rangeWith(active),
  });
  const rows = virtual.getVirtualItems();
  const last = rows.filter(({ index }) => index !== active).at(-1)?.index ?? 0;
  const isNearEnd = more && last >= items.length - NEAR_THE_END;
  useEffect(() => {
    if (isNearEnd) onEnd?.();
  }, [isNearEnd, onEnd]);
  const go = (index: number) => {
    virtual.scrollToIndex(index, { align: "auto" });
    move(index);
  };
  useImperativeHandle(handle, () => ({ focus: go }));
  useEffect(() => {
    // The control that the keyboard was on is gone, with its row or without.
    if (holdsKeyboard.current && document.activeElement === document.body && items.length > 0) wanted.current ??= active;
    if (wanted.current === null) return;
    const target = list.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"] [data-row]`);
    if (!target) return;
    wanted.current = null;
    target.focus({ preventScroll: true });
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLElement) || event.target.tagName === "SELECT") return;
    if (onLeave && (event.key === "Escape" || (event.key === "ArrowUp" && active === 0))) {
      event.preventDefault();
      return onLeave();
    }
    const perPage = Math.max(1, rows.length - 14);
    const next = steppedTo(event.key, active, items.length, perPage);
    if (next === null) return;
    event.preventDefault();
    go(next);
  };
  return (
    <div ref={frame} className={own ? "list-frame" : undefined}>
      <div ref={list} role="list" aria-label={label} className="list" style={{ height: virtual.getTotalSize() }} onKeyDown={onKeyDown}>
        {rows.map(({ index, key, start }) => (
          <div key={key} ref={virtual.measureElement} role="listitem" data-index={index} aria-posinset={index + 1} aria-setsize={more ? -1 : items.length}
            style={{ transform: `translateY(${start - margin}px)` }} onFocus={() => active !== index && move(index, false)}>
            {row(items[index] as T, index === active ? 0 : -1, index)}
          </div>
        ))}
      </div>
    </div>
  );
}

/** The row that Tab leads to, and the one that the keyboard waits for. Known by its key, since rows come in front of it and move; when it is gone, by its place. */
function useActive<T>(items: readonly T[], keyOf: (item: T) => string) {
  const [{ key, index }, setActive] = useState<{ key: string | null; index: number }>({ key: null, index: 0 });
  const wanted = useRef<number | null>(null);
  const move = (to: number, focus = true) => {
    if (focus) wanted.current = to;
    const item = items[to];
    setActive({ key: item === undefined ? null : keyOf(item), index: to });
  };
  return { active: placeOf(items, keyOf, key, index), wanted, move };
}

function placeOf<T>(items: readonly T[], keyOf: (item: T) => string, key: string | null, index: number): number {
  const there = items[index];
  const found = key === null || (there !== undefined && keyOf(there) === key) ? index : items.findIndex((item) => keyOf(item) === key);
  return Math.max(0, Math.min(found === -1 ? index : found, items.length - 1));
}

/** Whether the keyboard was last in the list: not when the person has clicked elsewhere or gone on. */
function useKeyboardHeld(list: React.RefObject<HTMLElement | null>): React.RefObject<boolean> {
  const held = useRef(false);
  useEffect(() => {
    const look = ({ target }: Event) => {
      held.current = target instanceof Node && list.current?.contains(target) === true;
    };
    document.addEventListener("pointerdown", look);
    document.addEventListener("focusin", look);
    return () => {
      document.removeEventListener("pointerdown", look);
      document.removeEventListener("focusin", look);
    };
  }, [list]);
  return held;
}

/** How far below the top of the scrolled page the list begins, in px: it moves when what is above it grows. */
function useMargin(list: React.RefObject<HTMLElement | null>, own: boolean): number {
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => {
    const page = list.current?.closest(".page");
    if (own || !page || !list.current) return;
    const found = Math.round(list.current.getBoundingClientRect().top - page.getBoundingClientRect().top + page.scrollTop);
    if (found !== margin) setMargin(found);
  });
  return margin;
}
