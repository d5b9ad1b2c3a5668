import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { MascotBridge } from "../../../schemas/bridge.ts";
import type { Figures, ToolFigure } from "../../../schemas/generated/types.ts";
import type { Locale, Words } from "../../shared/words.ts";
import { Button, Card, type Column, EmptyView, ErrorView, Menu, type MenuEntry, Segments, Skeleton, Table } from "../design/index.ts";
import { countText } from "../figures.ts";
import { durationText, shortNumber } from "../format.ts";
import { WithoutHooks } from "../hooks/WithoutHooks.tsx";
import type { PageProps } from "../page.ts";
import { ProjectFilter } from "../ProjectFilter.tsx";
import { SaidText, useSaid } from "../Said.tsx";
import { useFresh } from "../useFresh.ts";
import { useProjectsWithSessions } from "../useProjects.ts";
import { DayBars, HeatMap, TokenBars, weekdayNames } from "./Charts.tsx";
import { csvOf, TABLES } from "./csv.ts";
import { pictureOf } from "./picture.ts";
import { coloursOf, savePicture } from "./saving.ts";
import { isEmpty, rangeStart, tokensOf } from "./series.ts";
import "./statistics.css";

const RANGES = { week: 7, month: 30, quarter: 90, year: 365 } as const;
type RangeName = keyof typeof RANGES;
const RANGE_NAMES = Object.keys(RANGES) as RangeName[];
/** News come in bunches; sums of a long log need not follow each. */
const FRESH_MS = 5_000;

/** What the log adds up to. */
export function StatisticsPage({ bridge, words, locale, open }: PageProps) {
  const [range, setRange] = useState<RangeName>("month");
  const [project, setProject] = useState<string | null>(null);
  const projects = useProjectsWithSessions(bridge);
  const { figures, phase, load } = useFigures(bridge, range, project);
  const [said, say] = useSaid();
  const page = useRef<HTMLDivElement>(null);
  const lastDay = localDay(figures?.to ?? Date.now());
  const save = useCallback(async (work: () => ReturnType<MascotBridge["saveFigures"]>) => {
    const done = await work().catch(() => ({ ok: false, reason: words("statistics.not_saved") }) as Awaited<ReturnType<MascotBridge["saveFigures"]>>);
    say(done.ok ? words("statistics.saved", { file: done.file }) : (done.reason ?? ""));
  }, [words, say]);
  const entries = figures === null ? [] : savings({ bridge, figures, words, locale, lastDay, range, page: () => page.current, save });
  return (
    <div ref={page} className="statistics">
      <header className="page-head">
        <h2>{words("statistics.title")}</h2>
        <div className="tools">
          <Segments<RangeName> label={words("statistics.range")} value={range} options={RANGE_NAMES.map((name) => [name, words(`statistics.range_${name}`)] as const)} onChange={setRange} />
          <ProjectFilter words={words} projects={projects} project={project} onChange={setProject} />
          <Menu label={words("statistics.save")} entries={entries}><Button icon="save" disabled={figures === null || isEmpty(figures)}>{words("statistics.save")}</Button></Menu>
        </div>
      </header>
      <p className="statistics-said" role="status"><SaidText said={said} /></p>
      {phase === "failed" && <ErrorView title={words("statistics.failed_title")} text={words("statistics.failed")} again={words("sessions.again")} onAgain={load} />}
      {phase === "loading" && figures === null && <Skeleton text={words("frame.loading")} lines={8} />}
      {phase !== "failed" && figures !== null && (isEmpty(figures)
        ? <EmptyView state="reading" title={words("statistics.empty_title")} text={words(project === null ? "statistics.empty_text" : "statistics.empty_project")}><WithoutHooks bridge={bridge} words={words} open={open} /></EmptyView>
        : <Shown figures={figures} words={words} locale={locale} lastDay={lastDay} />)}
    </div>
  );
}

function Shown({ figures, words, locale, lastDay }: { figures: Figures; words: Words; locale: Locale; lastDay: string }) {
  return (
    <>
      <dl className="totals">{totalsOf(figures, words, locale).map(({ name, value, hint }) => <div key={name}><dt>{name}</dt><dd>{value}{hint && <span className="quiet"> {hint}</span>}</dd></div>)}</dl>
      <Card title={words("statistics.heat")} hint={words("statistics.heat_hint")}><HeatMap figures={figures} words={words} locale={locale} /></Card>
      <div className="side-by-side">
        <Card title={words("statistics.days")} hint={words("statistics.days_hint")}><DayBars figures={figures} words={words} locale={locale} lastDay={lastDay} /></Card>
        <Card title={words("statistics.tokens")} hint={words("statistics.tokens_hint")}>
          {figures.tokens.some((figure) => tokensOf(figure) > 0) ? <TokenBars figures={figures} words={words} locale={locale} lastDay={lastDay} /> : <p className="quiet">{words("statistics.no_tokens")}</p>}
        </Card>
      </div>
      {figures.tools.length > 0 && <Card title={words("statistics.tools")} hint={words("statistics.tools_hint")}><Table caption={words("statistics.tools")} columns={toolColumns(figures, words, locale)} rows={figures.tools} keyOf={({ tool }) => tool} /></Card>}
    </>
  );
}

function totalsOf({ totals }: Figures, words: Words, locale: Locale): { name: string; value: string; hint?: string }[] {
  const percent = (part: number) => new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 }).format(part);
  const read = totals.input_tokens + totals.cache_read_tokens + totals.cache_write_tokens;
  return [
    { name: words("statistics.sessions"), value: countText(totals.sessions, locale) }, { name: words("statistics.prompts"), value: countText(totals.prompts, locale) }, { name: words("statistics.calls"), value: countText(totals.calls, locale) },
    { name: words("statistics.failures"), value: countText(totals.failures, locale), ...(totals.calls > 0 ? { hint: percent(totals.failures / totals.calls) } : {}) },
    { name: words("statistics.tokens_out"), value: shortNumber(totals.output_tokens, locale) },
    { name: words("statistics.tokens_in"), value: shortNumber(read, locale), ...(read > 0 ? { hint: words("statistics.from_cache", { part: percent(totals.cache_read_tokens / read) }) } : {}) },
  ];
}

function toolColumns({ tools }: Figures, words: Words, locale: Locale): Column<ToolFigure>[] {
  const most = Math.max(1, ...tools.map(({ calls }) => calls));
  const time = (ms: number | null) => (ms === null ? "–" : durationText(ms, locale));
  return [
    { id: "tool", head: words("statistics.tool"), cell: ({ tool }) => <code>{tool}</code> },
    { id: "share", head: words("statistics.share"), cell: ({ calls }) => <span className="share" aria-hidden><span style={{ width: `${(calls / most) * 100}%` }} /></span> },
    { id: "calls", head: words("statistics.calls"), number: true, cell: ({ calls }) => countText(calls, locale) },
    { id: "failures", head: words("statistics.failures"), number: true, cell: ({ failures }) => <span className={failures > 0 ? "failed" : "quiet"}>{countText(failures, locale)}</span> },
    { id: "p50", head: words("statistics.p50"), number: true, cell: ({ p50_ms }) => time(p50_ms) },
    { id: "p95", head: words("statistics.p95"), number: true, cell: ({ p95_ms }) => time(p95_ms) },
  ];
}

interface SavingParts { bridge: MascotBridge; figures: Figures; words: Words; locale: Locale; lastDay: string; range: RangeName; page(): Element | null; save(work: () => ReturnType<MascotBridge["saveFigures"]>): Promise<void> }

function savings({ bridge, figures, words, locale, lastDay, range, page, save }: SavingParts): MenuEntry[] {
  const name = (what: string) => `agent-mascot-${what}-${range}-${lastDay}`;
  const picture = () => pictureOf(figures, lastDay, {
    title: words("app.name"), range: words(`statistics.range_${range}`), totals: totalsOf(figures, words, locale), heat: words("statistics.heat"), days: words("statistics.days"), tokens: words("statistics.tokens"), weekdays: weekdayNames(locale),
  }, coloursOf(page() ?? document.documentElement));
  return [
    { id: "png", text: words("statistics.save_png"), icon: "picture", run: () => void save(() => savePicture(bridge, picture(), name("figures"))) },
    ...TABLES.map((table): MenuEntry => ({ id: table, text: words(`statistics.save_${table}`), icon: "save", run: () => void save(() => bridge.saveFigures({ format: "csv", name: name(table), content: csvOf(table, figures) })) })),
  ];
}

function useFigures(bridge: MascotBridge, range: RangeName, project: string | null): { figures: Figures | null; phase: "loading" | "ready" | "failed"; load(): void } {
  const [known, setKnown] = useState<{ figures: Figures | null; phase: "loading" | "ready" | "failed" }>({ figures: null, phase: "loading" });
  const asked = useRef(0);
  const load = useCallback(() => {
    const number = ++asked.current;
    bridge.figures({ from: rangeStart(Date.now(), RANGES[range]), ...(project === null ? {} : { project }) }).then(
      (figures) => number === asked.current && setKnown({ figures, phase: "ready" }),
      () => number === asked.current && setKnown({ figures: null, phase: "failed" }),
    );
  }, [bridge, range, project]);
  useEffect(load, [load]);
  useFresh(bridge, load, FRESH_MS);
  return useMemo(() => ({ ...known, load }), [known, load]);
}

function localDay(ms: number): string {
  const at = new Date(Math.min(ms, Date.now()));
  return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, "0")}-${String(at.getDate()).padStart(2, "0")}`;
}
