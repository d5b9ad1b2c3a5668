import { type KeyboardEvent, memo, useEffect, useMemo, useState } from "react";
import { useAtWork } from "../../shared/at-work.ts";
import type { Words } from "../../shared/words.ts";
import { Button, EmptyView, ErrorView, Segments, Skeleton } from "../design/index.ts";
import { countText } from "../figures.ts";
import { exactText } from "../format.ts";
import { WithoutHooks } from "../hooks/WithoutHooks.tsx";
import type { PageProps } from "../page.ts";
import { Chart, laneName } from "./Chart.tsx";
import { Details, outcomeText } from "./Details.tsx";
import { type Bar, firstAt, type Lane, type Timeline, withWork } from "./model.ts";
import { SPAN_NAMES, type SpanName, SPANS } from "./spans.ts";
import { useCalls } from "./useCalls.ts";
import { useSpan } from "./useSpan.ts";
import { clamped, panned, showing, type View, zoomed } from "./view.ts";
import "./timeline.css";

const KINDS = ["edit", "run", "read", "search", "web", "delegate", "plan", "other"] as const;

interface Chosen { lane: string; seq: number | null }

/** Who did what, when and for how long: a lane an agent, a bar a call. */
export function TimelinePage({ bridge, words, locale, place, open }: PageProps) {
  const [attempt, setAttempt] = useState(0);
  const [span, chooseSpan] = useSpan(bridge, place.project ?? null, attempt);
  const spanMs = span === null ? null : SPANS[span];
  const { timeline, phase, cut } = useCalls(bridge, spanMs, place.project ?? null, attempt);
  const now = useNow(timeline);
  const all = useMemo(() => extentOf(timeline, now, spanMs ?? SPANS.day), [timeline, now, spanMs]);
  const { view, isLive, setView, follow, showAll } = useView(all);
  const [chosen, setChosen] = useState<Chosen>({ lane: "", seq: null });
  const atWork = useAtWork();
  const lanes = useMemo(() => withWork(timeline.lanes, atWork), [timeline.lanes, atWork]);
  const laneAt = Math.max(0, lanes.findIndex(({ key }) => key === chosen.lane));
  const lane = lanes[laneAt];
  const bar = chosen.seq === null ? null : (lane?.bars.find(({ seq }) => seq === chosen.seq) ?? null);
  const select = (at: number, found: Bar | null) => {
    const key = lanes[at]?.key;
    if (key !== undefined) setChosen({ lane: key, seq: found?.seq ?? null });
    if (found !== null) setView(clamped(showing(view, found.from), all), false);
  };
  const zoom = (factor: number) => setView(clamped(zoomed(view, factor, bar?.from ?? (view.from + view.to) / 2), all), true);
  const onKey = (event: KeyboardEvent) => {
    const act = lane && keyAction(event, { lane, laneAt, bar, lanes, view, select, zoom, pan: (part) => setView(clamped(panned(view, part), all), true), showAll, follow, openBar: () => bar && open({ page: "sessions", session_id: lane.session_id, at: `${bar.from}.${bar.seq}` }) });
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <div className="timeline">
      <header className="page-head">
        <h2>{words("timeline.title")} <span className="quiet">{timeline.count > 0 && words("timeline.count", { count: timeline.count, number: countText(timeline.count, locale) })}</span></h2>
        <div className="tools">
          <Segments<SpanName> label={words("statistics.range")} value={span} options={SPAN_NAMES.map((name) => [name, words(`timeline.span_${name}`)] as const)} onChange={chooseSpan} />
          <span className="tool-group" role="group" aria-label={words("timeline.zoom")}>
            <Button icon="less" label={words("timeline.farther")} onClick={() => zoom(2)} /><Button icon="more" label={words("timeline.closer")} onClick={() => zoom(0.5)} />
            <Button onClick={showAll}>{words("timeline.all")}</Button>
          </span>
          <Button icon="now" aria-pressed={isLive} onClick={follow}>{words("timeline.live")}</Button>
        </div>
      </header>
      {phase === "failed" && <ErrorView title={words("timeline.failed_title")} text={words("timeline.failed")} again={words("sessions.again")} onAgain={() => setAttempt((times) => times + 1)} />}
      {phase === "loading" && <Skeleton text={words("frame.loading")} lines={8} />}
      {phase === "ready" && timeline.count === 0 && <EmptyView state="watching" title={words("timeline.empty_title")} text={words("timeline.empty_text")}><WithoutHooks bridge={bridge} words={words} open={open} /></EmptyView>}
      {phase === "ready" && timeline.count > 0 && (
        <>
          {cut && <p className="notice">{words("timeline.cut", { number: countText(timeline.count, locale) })}</p>}
          <Chart lanes={lanes} all={all} view={view} lane={laneAt} selected={bar?.seq ?? null} words={words} locale={locale} onView={setView} onSelect={select} onKey={onKey} />
          <Legend words={words} />
          <p id="timeline-keys" className="for-screen-readers">{words("timeline.keys")}</p>
          <p className="for-screen-readers" role="status">{lane && (bar ? `${bar.tool}, ${outcomeText(lane, bar, words, locale)}, ${exactText(bar.from, locale)}, ${laneName(lane, words)}` : chosen.lane === "" ? "" : laneName(lane, words))}</p>
          {lane && bar && <Details bridge={bridge} lane={lane} bar={bar} words={words} locale={locale} open={open} onClose={() => setChosen({ ...chosen, seq: null })} />}
        </>
      )}
    </div>
  );
}

const Legend = memo(function Legend({ words }: { words: Words }) {
  return (
    <ul className="timeline-legend quiet">
      {KINDS.map((kind) => <li key={kind}><span className={`kind kind-${kind}`} aria-hidden />{words(`timeline.kind_${kind}`)}</li>)}
      <li><span className="kind kind-failed" aria-hidden />{words("timeline.kind_failed")}</li>
    </ul>
  );
});

interface KeyParts {
  lane: Lane; laneAt: number; bar: Bar | null; lanes: readonly Lane[]; view: View;
  select(lane: number, bar: Bar | null): void; zoom(factor: number): void; pan(part: number): void; showAll(): void; follow(): void; openBar(): void;
}

/** What a key does here, if anything. */
function keyAction(event: KeyboardEvent, { lane, laneAt, bar, lanes, view, select, zoom, pan, showAll, follow, openBar }: KeyParts): (() => void) | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const toLane = (at: number) => {
    const next = lanes[Math.max(0, Math.min(lanes.length - 1, at))] as Lane;
    return () => select(lanes.indexOf(next), bar === null ? null : nearestTo(next, bar.from));
  };
  const step = (by: 1 | -1) => () => select(laneAt, stepped(lane, bar, by, view));
  switch (event.code === "KeyL" ? "l" : event.key) {
    case "ArrowLeft": return () => pan(-0.2);
    case "ArrowRight": return () => pan(0.2);
    case "ArrowUp": return toLane(laneAt - 1);
    case "ArrowDown": return toLane(laneAt + 1);
    case "Home": return () => select(laneAt, lane.bars[0] ?? null);
    case "End": return () => select(laneAt, lane.bars.at(-1) ?? null);
    case "+": case "=": return () => zoom(0.5);
    case "-": case "_": return () => zoom(2);
    case "0": return showAll;
    case ",": case "<": return step(-1);
    case ".": case ">": return step(1);
    case "Enter": return bar === null ? step(1) : openBar;
    case "Escape": return bar === null ? null : () => select(laneAt, null);
    case "l": return follow;
    default: return null;
  }
}

function stepped({ bars }: Lane, bar: Bar | null, by: 1 | -1, view: View): Bar | null {
  if (bar === null) return bars[Math.min(bars.length - 1, by === 1 ? firstAt(bars, view.from) : Math.max(0, firstAt(bars, view.to) - 1))] ?? null;
  return bars[Math.max(0, Math.min(bars.length - 1, bars.indexOf(bar) + by))] ?? null;
}

function nearestTo({ bars }: Lane, time: number): Bar | null {
  const after = firstAt(bars, time);
  const [before, behind] = [bars[after - 1], bars[after]];
  if (before === undefined || behind === undefined) return before ?? behind ?? null;
  return time - before.from < behind.from - time ? before : behind;
}

/** From the first call to the present, with some room; all of a short log rather than a day that is empty but for a minute. */
function extentOf({ lanes }: Timeline, now: number, span: number): View {
  let first = Number.POSITIVE_INFINITY;
  for (const { bars } of lanes) first = Math.min(first, bars[0]?.from ?? first);
  const from = Number.isFinite(first) ? first : now - span;
  const room = Math.max(1_000, (now - from) * 0.02);
  return { from: from - room, to: now + room };
}

/** The present, each second while calls may grow. */
function useNow(timeline: Timeline): number {
  const [now, setNow] = useState(() => Date.now());
  // biome-ignore lint/correctness/useExhaustiveDependencies: with news the present is another one
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => document.visibilityState === "visible" && setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [timeline]);
  return now;
}

/** Until the person moves, all that there is and comes is seen; live, the end stays at the present. */
function useView(all: View) {
  const [state, setState] = useState<{ view: View | null; isLive: boolean }>({ view: null, isLive: true });
  const span = state.view === null ? null : state.view.to - state.view.from;
  const view = state.view === null ? all : state.isLive && span !== null ? { from: all.to - span, to: all.to } : state.view;
  return {
    view, isLive: state.isLive,
    /** @param byPerson moved by hand: what comes no longer moves it */
    setView: (next: View, byPerson: boolean) => setState(({ isLive }) => ({ view: next, isLive: isLive && byPerson ? next.to >= all.to - (next.to - next.from) * 0.02 : isLive && next.to >= all.to })),
    follow: () => setState(({ isLive }) => ({ view: view.to - view.from >= all.to - all.from ? null : view, isLive: !isLive })),
    showAll: () => setState({ view: null, isLive: true }),
  };
}
