import { useCallback, useEffect, useMemo, useState } from "react";
import type { MascotBridge } from "../../../schemas/bridge.ts";
import type { SessionRow } from "../../../schemas/generated/types.ts";
import { useToday } from "../../shared/today.ts";
import { useWindow } from "../../shared/world-store.ts";
import type { Words } from "../../shared/words.ts";
import { EmptyView, ErrorView, Skeleton } from "../design/index.ts";
import { dayOf } from "../format.ts";
import { WithoutHooks } from "../hooks/WithoutHooks.tsx";
import { VirtualList } from "../list/VirtualList.tsx";
import type { PageProps } from "../page.ts";
import { ProjectFilter } from "../ProjectFilter.tsx";
import { useProjectsWithSessions } from "../useProjects.ts";
import { SessionEntry } from "./SessionEntry.tsx";
import { isShown, SHOWN, type Shown, standingOf } from "./session-list.ts";
import { useSessions } from "./useSessions.ts";
import "./sessions.css";

const keyOf = ({ session_id }: SessionRow) => session_id;

/** Every session that is remembered, the newest first. */
export function SessionsPage({ bridge, words, locale, place, open }: PageProps) {
  const [project, setProject] = useState<string | null>(place.project ?? null);
  useEffect(() => {
    if (place.project !== undefined) setProject(place.project);
  }, [place]);
  const [shown, setShown] = useState<Shown>("all");
  // The log knows of a session at work that it is active; of one that rests it may know otherwise.
  const isLive = shown === "needs_you" || shown === "working";
  const { list, phase, loadMore, again } = useSessions(bridge, { ...(project === null ? {} : { project }), ...(isLive ? { state: "active" } : {}) });
  const rows = useShown(list.rows, shown);
  useEnough(rows.length, list.next, loadMore);
  // Which rows begin a day is another question in another time zone.
  useToday();
  const openRow = useCallback((session_id: string) => open({ page: "sessions", session_id }), [open]);
  return (
    <>
      <header className="sessions-head">
        <h2>{words("sessions.title")}</h2>
        <Narrowing bridge={bridge} words={words} project={project} shown={shown} onProject={setProject} onShown={setShown} />
      </header>
      {phase === "failed" && <ErrorView title={words("page_state.sessions_failed")} text={words("page_state.busy")} again={words("sessions.again")} onAgain={again} />}
      {phase === "loading" && rows.length === 0 && <Skeleton text={words("sessions.loading")} lines={8} />}
      {phase !== "failed" && rows.length > 0 && (
        <VirtualList label={words("sessions.list")} items={rows} keyOf={keyOf} estimate={62} more={list.next !== null} onEnd={loadMore}
          row={(row, tabIndex, index) => {
            const before = rows[index - 1];
            const startsDay = before === undefined || dayOf(before.last_at) !== dayOf(row.last_at);
            return <SessionEntry row={row} startsDay={startsDay} words={words} locale={locale} tabIndex={tabIndex} onOpen={openRow} />;
          }} />
      )}
      {rows.length === 0 && phase === "ready" && list.next === null && (shown === "all" && project === null
        ? <EmptyView state="planning" title={words("sessions.empty_title")} text={words("sessions.empty_text")}><WithoutHooks bridge={bridge} words={words} open={open} /></EmptyView>
        : <EmptyView state="searching" title={words("sessions.none_title")} text={words("sessions.none_text")} />)}
      <p className="for-screen-readers" role="status">{phase === "loading" && rows.length > 0 ? words("sessions.loading") : ""}</p>
    </>
  );
}

/** Of these rows those that the person wants to see. The world is followed only where it decides. */
function useShown(rows: readonly SessionRow[], shown: Shown): readonly SessionRow[] {
  const sessions = useWindow((state) => (shown === "all" ? null : state.world.sessions));
  return useMemo(() => (sessions === null ? rows : rows.filter((row) => isShown(standingOf(row, sessions.get(row.session_id)), shown))), [rows, sessions, shown]);
}

/** Rows that are not shown fill no screen: as long as there are too few, the next page is asked for. */
const ENOUGH = 30;

function useEnough(count: number, next: string | null, loadMore: () => void): void {
  useEffect(() => {
    if (count < ENOUGH && next !== null) loadMore();
  }, [count, next, loadMore]);
}

interface NarrowingProps { bridge: MascotBridge; words: Words; project: string | null; shown: Shown; onProject(project: string | null): void; onShown(shown: Shown): void }

function Narrowing({ bridge, words, project, shown, onProject, onShown }: NarrowingProps) {
  return (
    <div className="narrowing">
      <ProjectFilter words={words} projects={useProjectsWithSessions(bridge)} project={project} onChange={onProject} />
      <select aria-label={words("sessions.shown")} value={shown} onChange={(event) => onShown(SHOWN.find((one) => one === event.target.value) ?? "all")}>
        {SHOWN.map((one) => <option key={one} value={one}>{words(`sessions.shown_${one}`)}</option>)}
      </select>
    </div>
  );
}
