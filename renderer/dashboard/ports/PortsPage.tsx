import { useCallback, useEffect, useMemo, useState } from "react";
import type { MascotBridge } from "../../../schemas/bridge.ts";
import type { PortSummary } from "../../../schemas/generated/types.ts";
import type { Words } from "../../shared/words.ts";
import { Dialog } from "../Dialog.tsx";
import { ErrorView, Skeleton } from "../design/index.ts";
import { EmptyView } from "../EmptyView.tsx";
import { distinctNames } from "../figures.ts";
import type { PageProps } from "../page.ts";
import { Board } from "./Board.tsx";
import { NewPort } from "./NewPort.tsx";
import { refusalText } from "./refusal-text.ts";
import { type Refused, usePorts } from "./usePorts.ts";
import "./ports.css";

/** The work items of all projects, from what is to be done to what is done. */
export function PortsPage(props: PageProps) {
  const { bridge, words } = props;
  const [said, setSaid] = useState("");
  const onDone = useCallback((port: PortSummary, freed: readonly string[]) => {
    const news = words(`ports.now_${port.state}`, { title: port.title });
    setSaid(freed.length === 0 ? news : `${news} ${words("ports.freed", { ids: freed.join(", ") })}`);
  }, [words]);
  const ports = usePorts(bridge, onDone);
  const [chosen, setChosen] = useState<string | null>(null);
  const [making, setMaking] = useState(false);
  const projects = useProjects(bridge, ports.list);
  const list = ports.list ?? [];
  // The last one of the chosen project may be gone.
  const project = list.some((port) => port.project === chosen) ? chosen : null;
  const isEmpty = ports.list?.length === 0;
  return (
    <>
      <div className="ports-head">
        <h2>{words("ports.title")}</h2>
        <div className="actions">
          <ProjectFilter words={words} list={list} project={project} onChange={setChosen} />
          {list.length > 0 && <button type="button" className="primary" onClick={() => setMaking(true)}>{words("ports.new")}</button>}
        </div>
      </div>
      {ports.failed && ports.list !== null && <p className="notice error" role="alert">{words("ports.failed")}</p>}
      {ports.list === null && (ports.failed
        ? <ErrorView title={words("page_state.ports_failed")} text={words("page_state.busy")} again={words("sessions.again")} onAgain={ports.lookAgain} />
        : <Skeleton text={words("frame.loading")} lines={8} />)}
      <p className="for-screen-readers" role="status">{said}</p>
      {isEmpty && <Nothing words={words} onNew={() => setMaking(true)} />}
      {list.length > 0 && (
        <Board {...props} ports={project === null ? list : list.filter((port) => port.project === project)} listedAt={ports.listedAt} oneProject={project !== null || list.every((port) => port.project === list[0]?.project)}
          onMove={(port, move) => void ports.move(port, move)} />
      )}
      {ports.refused && <RefusedDialog refused={ports.refused} words={words} onForce={({ port, move }) => void ports.move(port, move, true)} onClose={ports.dismiss} />}
      {making && <NewPort bridge={bridge} words={words} ports={list} projects={projects} project={project} onClose={() => setMaking(false)} onCreated={(port) => {
        onDone(port, []);
        ports.lookAgain();
      }} />}
    </>
  );
}

/** Projects that work items or sessions are of. */
function useProjects(bridge: MascotBridge, list: readonly PortSummary[] | null): readonly string[] {
  const [known, setKnown] = useState<readonly string[]>([]);
  useEffect(() => {
    bridge.projects().then(({ items }) => setKnown(items.map(({ project }) => project).filter((one) => one !== "")), () => undefined);
  }, [bridge]);
  return useMemo(() => [...new Set([...(list ?? []).map(({ project }) => project), ...known])], [list, known]);
}

function Nothing({ words, onNew }: { words: Words; onNew(): void }) {
  return (
    <EmptyView state="planning" title={words("ports.empty_title")} text={words("ports.empty_text")}>
      <p className="port-line"><code>{words("ports.empty_line")}</code></p>
      <div className="actions"><button type="button" className="primary" onClick={onNew}>{words("ports.new")}</button></div>
    </EmptyView>
  );
}

function ProjectFilter({ words, list, project, onChange }: { words: Words; list: readonly PortSummary[]; project: string | null; onChange(project: string | null): void }) {
  const projects = [...new Set(list.map((port) => port.project))].sort();
  if (projects.length < 2) return null;
  const names = distinctNames(projects);
  return (
    <select aria-label={words("ports.project_label")} value={project ?? ""} onChange={(event) => onChange(event.target.value === "" ? null : event.target.value)}>
      <option value="">{words("ports.all_projects")}</option>
      {projects.map((one) => <option key={one} value={one}>{names.get(one)}</option>)}
    </select>
  );
}

function RefusedDialog({ refused, words, onForce, onClose }: { refused: Refused; words: Words; onForce(refused: Refused): void; onClose(): void }) {
  const { port, refusal } = refused;
  const mayForce = refusal.error === "waits" || refusal.error === "other_session";
  return (
    <Dialog title={port.title} words={words} action={words(mayForce ? "ports.start_anyway" : "ports.understood")} onAction={() => (mayForce ? onForce(refused) : undefined)} onClose={onClose}>
      <p>{refusalText(refusal, port.id, words)}</p>
    </Dialog>
  );
}
