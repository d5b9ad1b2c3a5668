import { useCallback, useMemo, useState } from "react";
import type { Words } from "../../shared/words.ts";
import { Choice, Switch } from "../controls.tsx";
import { EmptyView, ErrorView, Skeleton } from "../design/index.ts";
import { distinctNames, folderName } from "../figures.ts";
import { VirtualList } from "../list/VirtualList.tsx";
import type { PageProps } from "../page.ts";
import { Preview } from "./Preview.tsx";
import { type Memory, useMemory } from "./useMemory.ts";
import { type Project, silencedBy } from "./why-off.ts";
import "./memory.css";

/** From so many on a field helps to find one. */
const MANY = 10;

/** What the next session of each project will be told, and the switches for it. */
export function MemoryPage({ bridge, words, locale, open }: PageProps) {
  const memory = useMemory(bridge);
  const { projects, chosen } = memory;
  return (
    <>
      <h2>{words("memory.title")}</h2>
      <p className="lead-in">{words("memory.intro")}</p>
      {memory.failed && projects !== null && <p className="notice error" role="alert">{words("memory.failed")}</p>}
      {memory.failed && projects === null && <ErrorView title={words("page_state.memory_failed")} text={words("page_state.busy")} again={words("sessions.again")} onAgain={memory.again} />}
      {!memory.failed && projects === null && <Skeleton text={words("frame.loading")} lines={8} />}
      <ForAll memory={memory} words={words} />
      {projects?.length === 0 && <EmptyView state="asleep" title={words("memory.empty_title")} text={words("memory.empty")} />}
      {projects && chosen && (
        <div className="memory">
          <Projects projects={projects} chosen={chosen.project} words={words} onChoose={memory.choose} />
          <section className="memory-project" aria-label={chosen.project}>
            <header><h3>{folderName(chosen.project)}</h3><span className="quiet path">{chosen.project}</span></header>
            <ProjectSwitches memory={memory} projects={projects} chosen={chosen} words={words} />
            <Preview memory={memory} chosen={chosen} words={words} locale={locale} open={open} />
          </section>
        </div>
      )}
    </>
  );
}

const COUNTS = [1, 2, 3, 5, 10, 20];

function ForAll({ memory: { settings, change }, words }: { memory: Memory; words: Words }) {
  if (!settings) return null;
  const counts = [...new Set([...COUNTS, settings.sessions])].sort((a, b) => a - b);
  return (
    <section className="card form memory-all" aria-label={words("memory.for_all")}>
      <Switch label={words("settings.memory")} on={settings.enabled} hint={words("settings.memory_hint")} onChange={(on) => change({ memory: on })} />
      <Choice label={words("memory.sessions")} value={String(settings.sessions)} options={counts.map((count) => [String(count), String(count)])} onChange={(count) => change({ memory_sessions: Number(count) })} />
    </section>
  );
}

interface ProjectsProps { projects: readonly Project[]; chosen: string; words: Words; onChoose(project: string): void }

function Projects({ projects, chosen, words, onChoose }: ProjectsProps) {
  const keyOf = useCallback(({ project }: Project) => project, []);
  const [text, setText] = useState("");
  const names = useMemo(() => distinctNames(projects.map(({ project }) => project)), [projects]);
  const shown = useMemo(() => projects.filter(({ project }) => project.toLowerCase().includes(text.trim().toLowerCase())), [projects, text]);
  return (
    <div className="memory-projects">
      {projects.length >= MANY && <input type="search" aria-label={words("memory.find")} placeholder={words("memory.find")} value={text} spellCheck={false} onChange={(event) => setText(event.target.value)} />}
      <VirtualList own label={words("memory.projects")} items={shown} keyOf={keyOf} estimate={52} row={(project, tabIndex) => (
        <button type="button" className="memory-row" data-row tabIndex={tabIndex} aria-current={project.project === chosen || undefined} title={project.project} onClick={() => onChoose(project.project)}>
          <span className="name">{names.get(project.project)}</span>
          <span className="quiet">{rowNote(project, projects, words)}</span>
        </button>
      )} />
    </div>
  );
}

function rowNote(project: Project, projects: readonly Project[], words: Words): string {
  if (!project.record || silencedBy(project.project, projects) !== null) return words("memory.not_recorded");
  if (!project.memory) return words("memory.no_memory");
  return words("memory.count", { count: project.sessions });
}

function ProjectSwitches({ memory, projects, chosen, words }: { memory: Memory; projects: readonly Project[]; chosen: Project; words: Words }) {
  const { project, record, memory: remembers } = chosen;
  const around = silencedBy(project, projects);
  return (
    <div className="card form">
      <Switch label={words("memory.memory")} on={remembers} hint={words("memory.memory_hint")} onChange={(on) => memory.setRules({ project, record, memory: on })} />
      <Switch label={words("memory.do_not_record")} on={!record || around !== null} disabled={around !== null} hint={around === null ? words("memory.do_not_record_hint") : words("memory.within", { project: around })}
        onChange={(on) => memory.setRules({ project, record: !on, memory: remembers })} />
    </div>
  );
}
