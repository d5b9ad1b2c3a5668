import { useEffect } from "react";
import { create } from "zustand";
import type { MascotBridge } from "../../../schemas/bridge.ts";
import type { SearchResult } from "../../../schemas/generated/types.ts";
import { useDeletions } from "../sessions/deletions.ts";
import { type Filters, FIRST_LIMIT, FULL_LIMIT, NO_FILTERS, queryOf } from "./query.ts";

interface SearchState {
  filters: Filters;
  limit: number;
  result: SearchResult | null;
  phase: "resting" | "searching" | "failed";
  /** Another number asks again. */
  attempt: number;
  change(filters: Partial<Filters>): void;
  /** As many as main gives. */
  wantMore(): void;
  again(): void;
  /** Everything was deleted. */
  forget(): void;
}

const NOTHING = { filters: NO_FILTERS, limit: FIRST_LIMIT, result: null, phase: "resting", attempt: 0 } as const;

/** Kept while other pages are shown: the person finds the search as they left it. */
export const useSearchState = create<SearchState>((set) => ({
  ...NOTHING,
  change: (filters) => set((state) => ({ filters: { ...state.filters, ...filters }, limit: FIRST_LIMIT })),
  wantMore: () => set({ limit: FULL_LIMIT }),
  again: () => set(({ attempt }) => ({ attempt: attempt + 1 })),
  forget: () => set(NOTHING),
}));

/** The search follows the typing; a query for every key would be work for nothing. */
const TYPING_MS = 120;

/** Asks main whenever the question changes, when a session is gone, and once when the page is shown; an answer that comes too late is dropped. */
export function useSearching(bridge: MascotBridge): void {
  const filters = useSearchState((state) => state.filters);
  const limit = useSearchState((state) => state.limit);
  const attempt = useSearchState((state) => state.attempt);
  const deleted = useDeletions(({ last }) => last);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is gone is found no more, and another attempt asks again
  useEffect(() => {
    const query = queryOf(filters, limit, Date.now());
    if (query === null) {
      useSearchState.setState({ result: null, phase: "resting" });
      return;
    }
    let isCurrent = true;
    useSearchState.setState({ phase: "searching" });
    const answer = (state: Partial<SearchState>) => {
      if (isCurrent) useSearchState.setState(state);
    };
    const timer = setTimeout(() => void bridge.search(query).then((result) => answer({ result, phase: "resting" }), () => answer({ phase: "failed" })), TYPING_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [bridge, filters, limit, deleted, attempt]);
}
