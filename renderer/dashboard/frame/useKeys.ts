import { useEffect } from "react";
import type { Open } from "../place.ts";
import { GO_KEYS, GO_WITHIN_MS, letterOf } from "./keys.ts";

interface KeyActions {
  open: Open;
  /** null: nothing lies over the page. */
  goBack: (() => void) | null;
  commands(): void;
  keyMap(): void;
}

/** Keys that work on every page. A page that uses a key for itself prevents its default; a dialog has all keys. */
export function useKeys({ open, goBack, commands, keyMap }: KeyActions): void {
  useEffect(() => {
    let gPressedAt = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || document.querySelector("dialog[open]") !== null) return;
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && letterOf(event) === "k") return taken(event, commands);
      if (event.key === "F6") return taken(event, () => toOtherRegion(event.target));
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Escape" && goBack !== null) goBack();
      if (isTyping(event.target)) return;
      const page = event.timeStamp - gPressedAt < GO_WITHIN_MS ? GO_KEYS[letterOf(event)] : undefined;
      gPressedAt = letterOf(event) === "g" ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (page !== undefined) return taken(event, () => open({ page }));
      if (event.key === "/") taken(event, () => open({ page: "search" }));
      if (event.key === "?") taken(event, keyMap);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [open, goBack, commands, keyMap]);
}

function taken(event: KeyboardEvent, act: () => void): void {
  event.preventDefault();
  act();
}

/** From the navigation to the page and back. */
function toOtherRegion(target: EventTarget | null): void {
  const isInNavigation = target instanceof Element && target.closest("nav") !== null;
  const goal = isInNavigation ? document.querySelector<HTMLElement>("main") : document.querySelector<HTMLElement>('nav [aria-current="page"]');
  goal?.focus();
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName));
}
