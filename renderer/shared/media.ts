import { useSyncExternalStore } from "react";

const QUERY = "(prefers-reduced-motion: reduce)";

// One question for the page: asked at every drawing it would be answered by the style of all that is drawn.
let asked: MediaQueryList | null = null;
const query = (): MediaQueryList => (asked ??= window.matchMedia(QUERY));

function follow(changed: () => void): () => void {
  query().addEventListener("change", changed);
  return () => query().removeEventListener("change", changed);
}

/** The person's wish for calm, followed while the window is open. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(follow, () => query().matches, () => false);
}
