import { memo, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from "react";
import type { MascotBridge } from "../../schemas/bridge.ts";
import type { AgentView, SessionView } from "../../schemas/generated/types.ts";
import { clockToTheSecond, momentText } from "../../schemas/clock.ts";
import { useReducedMotion } from "../shared/media.ts";
import { useToday } from "../shared/today.ts";
import { useWindow } from "../shared/world-store.ts";
import { bubbleText, needsPerson, type Locale, type Words } from "../shared/words.ts";
import { Mascot } from "../mascots/characters/Mascot.tsx";
import { MascotFace } from "../mascots/characters/MascotFace.tsx";
import { AgentMore } from "./AgentMore.tsx";
import { Icon } from "./design/icons.tsx";
import { Skeleton } from "./design/Skeleton.tsx";
import type { PageProps } from "./page.ts";
import type { Open, Place } from "./place.ts";
import { HostChip } from "./HostChip.tsx";
import { WithoutHooks } from "./hooks/WithoutHooks.tsx";
import { EMPTY_FACE } from "./EmptyView.tsx";
import { projectsOf, type Project } from "./projects.ts";
import { standingOf } from "./sessions/session-list.ts";

/** More than a row shows on a usual window; the row cuts what it has no room for. */
const LINE_LENGTH = 120;

/** Agents at work, by project; those who need the person first. */
export function NowPage({ bridge, words, locale, place, open }: PageProps) {
  const selected = place.agent_id ?? null;
  // While many agents speak at once, the page is drawn in pieces between which keys and clicks are heard.
  const world = useDeferredValue(useWindow((state) => state.world));
  const projects = useMemo(() => projectsOf(world.agents.values(), world.sessions), [world]);
  if (world.n < 0) return <Skeleton text={words("frame.loading")} />;
  if (projects.length === 0) return <NobodyHere bridge={bridge} words={words} open={open} />;
  return (
    <>
      <h2>{words("now.title")} <span className="quiet">{words("now.agents", { count: world.agents.size })}</span></h2>
      {projects.map((project) => <ProjectCard key={project.name} project={project} words={words} locale={locale} selected={selected} renaming={place.rename ? place : null} open={open} bridge={bridge} />)}
    </>
  );
}

function NobodyHere({ bridge, words, open }: Pick<PageProps, "bridge" | "words" | "open">) {
  const reducedMotion = useReducedMotion();
  return (
    <div className="empty">
      <Mascot appearance={EMPTY_FACE} state="asleep" moment={null} failure={null} size={144} paused={false} reducedMotion={reducedMotion} />
      <h2>{words("now.empty_title")}</h2>
      <p>{words("now.empty_text")}</p>
      <WithoutHooks bridge={bridge} words={words} open={open} />
    </div>
  );
}

interface ProjectProps { project: Project; words: Words; locale: Locale; selected: string | null; /** A new object for each wish. */ renaming: Place | null; open: Open; bridge: MascotBridge }

function ProjectCard({ project, words, locale, selected, renaming, open, bridge }: ProjectProps) {
  return (
    <section className="card" aria-label={project.name}>
      <header><h3>{project.name}</h3>{project.needsPerson && <button type="button" className="chip needs" onClick={() => open({ page: "needs" })}>{words("now.needs_you")}</button>}</header>
      <ul>
        {project.agents.map(({ agent, session }) => (
          <AgentRow key={agent.agent_id} agent={agent} session={session} words={words} locale={locale} selected={agent.agent_id === selected} renaming={agent.agent_id === selected ? renaming : null} open={open} bridge={bridge} />
        ))}
      </ul>
    </section>
  );
}

interface RowProps { agent: AgentView; session: SessionView | null; words: Words; locale: Locale; selected: boolean; renaming: Place | null; open: Open; bridge: MascotBridge }

const AgentRow = memo(function AgentRow({ agent, session, words, locale, selected, renaming, open, bridge }: RowProps) {
  const [isOpen, setOpen] = useState(renaming !== null);
  useEffect(() => {
    if (renaming !== null) setOpen(true);
  }, [renaming]);
  const moreId = useId();
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (selected) row.current?.scrollIntoView({ block: "nearest" });
  }, [selected]);
  const today = useToday();
  const doing = bubbleText(agent, words, LINE_LENGTH) ?? words(`state.${agent.state}`);
  return (
    <li ref={row} className={`agent ${agent.role}${selected ? " selected" : ""}${needsPerson(agent.state) ? " needs-person" : ""}`} data-agent={agent.agent_id} data-state={agent.state}>
      <MascotFace appearance={agent.appearance} size={agent.role === "subagent" ? 24 : 32} />
      <div className="who"><AgentName agent={agent} words={words} open={open} /><span className="quiet">{words(`now.${agent.role}`)}</span></div>
      <div className="doing" dir="auto">{doing}</div>
      <div className="quiet meta">
        {agent.role === "lead" && session && <span className="chip">{words(`sessions.standing_${standingOf(session, session)}`)}</span>}
        {agent.role === "lead" && session?.model && <span title={words("now.model")}>{session.model}</span>}
        {agent.role !== "subagent" && <HostChip host={agent.host} words={words} />}
        {session?.trust === "unverified" && <span className="chip warn">{words("now.unverified")}</span>}
        <time dateTime={agent.state_since}>{words("now.since", { time: momentText(Date.parse(agent.state_since), today, locale, clockToTheSecond) })}</time>
        <button type="button" className="plain agent-more" aria-expanded={isOpen} aria-controls={isOpen ? moreId : undefined} aria-label={words("card.more", { name: agent.display_name })} onClick={() => setOpen(!isOpen)}><Icon name="down" /></button>
      </div>
      {isOpen && <AgentMore id={moreId} agent={agent} renaming={renaming} bridge={bridge} words={words} locale={locale} />}
    </li>
  );
});

/** A lead's name leads to its conversation. */
function AgentName({ agent, words, open }: { agent: AgentView; words: Words; open: Open }) {
  const { display_name, session_id } = agent;
  const name = <strong dir="auto" title={display_name}>{display_name}</strong>;
  if (agent.role !== "lead" || session_id === null) return name;
  return <button type="button" className="plain" aria-label={words("now.open", { name: display_name })} onClick={() => open({ page: "sessions", session_id })}>{name}</button>;
}
