import { useEffect, useRef, useState } from "react";
import type { MascotBridge } from "../../../schemas/bridge.ts";
import { momentText } from "../../../schemas/clock.ts";
import type { SessionRow } from "../../../schemas/generated/types.ts";
import { useToday } from "../../shared/today.ts";
import type { Locale, Words } from "../../shared/words.ts";
import { countText, folderName } from "../figures.ts";
import { VirtualList } from "../list/VirtualList.tsx";
import type { Open } from "../place.ts";
import { ProjectFilter } from "../ProjectFilter.tsx";
import { useSessions } from "../sessions/useSessions.ts";
import { useProjectsWithSessions } from "../useProjects.ts";
import { useJobs } from "./jobs.ts";
import { type Asked, SessionDialogs, shownName } from "./SessionDialogs.tsx";

interface SessionsProps { bridge: MascotBridge; words: Words; locale: Locale; open: Open }

const keyOf = ({ session_id }: SessionRow) => session_id;
/** Session by session: taken away as a file, or made gone. */
export function DataSessions({ bridge, words, locale, open }: SessionsProps) {
  const [project, setProject] = useState<string | null>(null);
  const [asked, ask] = useState<Asked | null>(null);
  const projects = useProjectsWithSessions(bridge);
  const { list, phase, loadMore, again } = useSessions(bridge, project === null ? {} : { project });
  useAfterDeletions(again);
  return (
    <section className="data-sessions" aria-label={words("data.by_session")}>
      <header>
        <h3>{words("data.by_session")}</h3>
        {(projects.length > 1 || project !== null) && <ProjectFilter words={words} projects={projects} project={project} onChange={setProject} />}
      </header>
      {phase === "ready" && list.rows.length === 0 && <p className="quiet">{words("data.no_sessions")}</p>}
      {list.rows.length > 0 && (
        <VirtualList label={words("data.by_session")} items={list.rows} keyOf={keyOf} estimate={58} more={list.next !== null} onEnd={loadMore}
          row={(row, tabIndex) => <Row row={row} words={words} locale={locale} tabIndex={tabIndex} open={open} onAsk={(what) => ask({ what, row })} />} />
      )}
      <SessionDialogs bridge={bridge} words={words} locale={locale} asked={asked} onClose={() => ask(null)} />
    </section>
  );
}

/** Everything may be gone at once. */
function useAfterDeletions(again: () => void): void {
  const ended = useJobs((state) => state.jobs.filter((job) => job.kind === "delete_all" && job.state !== "running").length);
  const known = useRef(ended);
  useEffect(() => {
    if (ended > known.current) again();
    known.current = ended;
  }, [ended, again]);
}

interface RowProps { row: SessionRow; words: Words; locale: Locale; tabIndex: 0 | -1; open: Open; onAsk(what: "export" | "delete"): void }

function Row({ row, words, locale, tabIndex, open, onAsk }: RowProps) {
  const { session_id, project, last_at, stats } = row;
  const today = useToday();
  const isGoing = useJobs((state) => state.jobs.some((job) => job.session_id === session_id && job.kind === "delete_session" && job.state === "running"));
  const name = shownName(row, words);
  return (
    <div className="data-row" data-session={session_id}>
      <button type="button" className="plain data-name" data-row tabIndex={tabIndex} dir="auto" onClick={() => open({ page: "sessions", session_id })}>{name}</button>
      <span className="quiet data-facts">
        <span title={project}>{folderName(project) || words("data.no_project")}</span>
        <time dateTime={new Date(last_at).toISOString()}>{momentText(last_at, today, locale)}</time>
        <span>{words("data.prompts", { count: stats.prompts, number: countText(stats.prompts, locale) })}</span>
        {stats.tool_calls > 0 && <span>{words("data.tool_calls", { count: stats.tool_calls, number: countText(stats.tool_calls, locale) })}</span>}
      </span>
      <span className="actions">
        {isGoing
          ? <span className="chip">{words("data.deleting")}</span>
          : <>
            <button type="button" tabIndex={tabIndex} aria-label={words("data.export_this", { name })} onClick={() => onAsk("export")}>{words("data.export_button")}</button>
            <button type="button" className="danger" tabIndex={tabIndex} aria-label={words("data.delete_this", { name })} onClick={() => onAsk("delete")}>{words("data.delete_button")}</button>
          </>}
      </span>
    </div>
  );
}
