import { useCallback, useMemo, useState } from "react";
import type { PortSummary } from "../../../schemas/generated/types.ts";
import type { Words } from "../../shared/words.ts";
import { Dialog } from "../Dialog.tsx";
import { ErrorView, Skeleton } from "../design/index.ts";
import { EmptyView } from "../EmptyView.tsx";
import type { PageProps } from "../page.ts";
import { ProjectFilter } from "../ProjectFilter.tsx";
import { SaidText, useSaid } from "../Said.tsx";
import { useProjects } from "../useProjects.ts";
import { Board } from "./Board.tsx";
import { NewPort } from "./NewPort.tsx";
import { refusalText } from "./refusal-text.ts";
import { type Refused, usePorts } from "./usePorts.ts";
import "./ports.css";

/** The work items of all projects, from what is to be done to what is done. */
export function PortsPage(props: PageProps) {
  const { bridge, words } = props;
  const [said, say] = useSaid();
  const onDone = useCallback((port: PortSummary, freed: readonly string[]) => {
    const news = words(`ports.now_${port.state}`, { title: port.title });
    say(freed.length === 0 ? news : `${news} ${words("ports.freed", { ids: freed.join(", ") })}`);
  }, [words, say]);
  const ports = usePorts(bridge, onDone);
  const [chosen, setChosen] = useState<string | null>(null);
  const [making, setMaking] = useState(false);
  const known = useProjects(bridge);
  const projects = useMemo(() => projectsOf(ports.list ?? [], known), [ports.list, known]);
  const list = ports.list ?? [];
  const ofPorts = [...new Set(list.map((port) => port.project))].sort();
  // The last one of the chosen project may be gone.
  const project = list.some((port) => port.project === chosen) ? chosen : null;
  const isEmpty = ports.list?.length === 0;
  return (
    <>
      <div className="ports-head">
        <h2>{words("ports.title")}</h2>
        <div className="actions">
          {ofPorts.length > 1 && <ProjectFilter words={words} projects={ofPorts} project={project} onChange={setChosen} />}
          {list.length > 0 && <button type="button" className="primary" onClick={() => setMaking(true)}>{words("ports.new")}</button>}
        </div>
      </div>
      {ports.failed && ports.list !== null && <p className="notice error" role="alert">{words("ports.failed")}</p>}
      {ports.list === null && (ports.failed
        ? <ErrorView title={words("page_state.ports_failed")} text={words("page_state.busy")} again={words("sessions.again")} onAgain={ports.lookAgain} />
        : <Skeleton text={words("frame.loading")} lines={8} />)}
      <p className="for-screen-readers" role="status"><SaidText said={said} /></p>
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
function projectsOf(list: readonly PortSummary[], known: readonly string[]): readonly string[] {
  return [...new Set([...list.map(({ project }) => project), ...known.filter((one) => one !== "")])];
}

function Nothing({ words, onNew }: { words: Words; onNew(): void }) {
  return (
    <EmptyView state="planning" title={words("ports.empty_title")} text={words("ports.empty_text")}>
      <p className="port-line"><code>{words("ports.empty_line")}</code></p>
      <div className="actions"><button type="button" className="primary" onClick={onNew}>{words("ports.new")}</button></div>
    </EmptyView>
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
