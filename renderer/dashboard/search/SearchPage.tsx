import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import type { SearchHit, SearchResult } from "../../../schemas/generated/types.ts";
import type { Locale, Words } from "../../shared/words.ts";
import { EmptyView, ErrorView, Skeleton } from "../design/index.ts";
import { countText } from "../figures.ts";
import { type ListHandle, VirtualList } from "../list/VirtualList.tsx";
import type { PageProps } from "../page.ts";
import { Filters } from "./Filters.tsx";
import { Hit } from "./Hit.tsx";
import { FULL_LIMIT, isFiltered, placeOfHit } from "./query.ts";
import { useSearching, useSearchState } from "./search-store.ts";
import "./search.css";

const keyOf = ({ interaction_id }: SearchHit) => interaction_id;

/** Everything that was said, found by its words. `/` leads here from everywhere. */
export function SearchPage({ bridge, words, locale, place, open }: PageProps) {
  useSearching(bridge);
  const { result, phase, filters, limit, wantMore, again } = useSearchState();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<ListHandle>(null);
  // Each opening brings a place of its own.
  useEffect(() => {
    if (place.page !== "search") return;
    field.current?.focus();
    field.current?.select();
  }, [place]);
  const toField = () => field.current?.focus();
  const hits = result?.items ?? [];
  const canHaveMore = (result?.more ?? false) && limit < FULL_LIMIT;
  return (
    <div className="search">
      <h2>{words("search.title")}</h2>
      <search className="search-head">
        <Field field={field} words={words} onDown={() => hits.length > 0 && list.current?.focus(0)} />
      </search>
      <Filters bridge={bridge} words={words} hits={hits} />
      <p className="quiet search-count" role="status" data-phase={phase}>{countOf(result, phase, words, locale)}</p>
      {phase === "failed" && <ErrorView title={words("page_state.search_failed")} text={words("search.failed")} again={words("sessions.again")} onAgain={again} />}
      {phase === "searching" && result === null && <Skeleton text={words("search.searching")} lines={8} />}
      {phase !== "failed" && hits.length > 0 && (
        <VirtualList handle={list} label={words("search.results")} items={hits} keyOf={keyOf} estimate={78} more={canHaveMore} onEnd={wantMore} onLeave={toField}
          row={(hit, tabIndex) => <Hit hit={hit} words={words} locale={locale} tabIndex={tabIndex} onOpen={() => open(placeOfHit(hit))} />} />
      )}
      {result === null && phase === "resting" && <EmptyView state="searching" title={words("search.hint_title")} text={words("search.hint")} />}
      {result !== null && hits.length === 0 && phase === "resting" && (
        <EmptyView state="watching" title={words("search.nothing_title")} text={words(isFiltered(filters) ? "search.nothing_filtered" : "search.nothing")} />
      )}
    </div>
  );
}

interface FieldProps { field: RefObject<HTMLInputElement | null>; words: Words; onDown(): void }

function Field({ field, words, onDown }: FieldProps) {
  const text = useSearchState((state) => state.filters.text);
  const change = useSearchState((state) => state.change);
  const onKeyDown = (event: KeyboardEvent) => {
    // What is composed takes these keys for itself.
    if (event.nativeEvent.isComposing || (event.key !== "ArrowDown" && event.key !== "Enter")) return;
    event.preventDefault();
    onDown();
  };
  return (
    <label className="search-field">
      <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden><circle cx="8.5" cy="8.5" r="5.5" /><path d="m12.8 12.8 4.4 4.4" /></svg>
      <input ref={field} type="search" aria-label={words("search.label")} placeholder={words("search.placeholder")} value={text} maxLength={1000} autoComplete="off" spellCheck={false}
        onChange={(event) => change({ text: event.target.value })} onKeyDown={onKeyDown} />
      <kbd aria-hidden title={words("search.key")}>/</kbd>
    </label>
  );
}

/** Said by a screen reader once it rests. */
function countOf(result: SearchResult | null, phase: string, words: Words, locale: Locale): string {
  if (result === null || phase === "failed") return "";
  const count = result.items.length;
  const number = countText(count, locale);
  if (result.more) return words(count < FULL_LIMIT ? "search.first" : "search.newest", { number });
  return words("search.found", { count, number });
}
