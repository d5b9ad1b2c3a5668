import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import type { MascotBridge } from "../../../schemas/bridge.ts";
import type { PortPriority, PortRefusal, PortResult, PortSummary } from "../../../schemas/generated/types.ts";
import type { Words } from "../../shared/words.ts";
import { distinctNames } from "../figures.ts";
import { idFor } from "./board.ts";
import { refusalText } from "./refusal-text.ts";

interface NewPortProps {
  bridge: MascotBridge;
  words: Words;
  ports: readonly PortSummary[];
  projects: readonly string[];
  /** The one that is looked at. */
  project: string | null;
  onClose(): void;
  onCreated(port: PortSummary): void;
}

const PRIORITIES = ["high", "normal", "low"] as const;
const LOST: PortResult = { refused: { error: "not_ready", message: "" } };

/** Makes a port: a title is enough. Stays open until main has taken it. */
export function NewPort({ bridge, words, ports, projects, project: looked, onClose, onCreated }: NewPortProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const [title, setTitle] = useState("");
  const [ownId, setOwnId] = useState<string | null>(null);
  const [project, setProject] = useState(looked ?? projects[0] ?? "");
  const [priority, setPriority] = useState<PortPriority>("normal");
  const [dependsOn, setDependsOn] = useState<readonly string[]>([]);
  const [refusal, setRefusal] = useState<PortRefusal | null>(null);
  const here = ports.filter((port) => port.project === project);
  const known = new Set(here.map((port) => port.id));
  const id = ownId ?? idFor(title, known);
  const complete = title.trim() !== "" && project !== "";
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);

  const create = async () => {
    const { done, refused } = await bridge.portCreate({ id, title, project, priority, depends_on: dependsOn.filter((one) => known.has(one)) }).catch(() => LOST);
    setRefusal(refused ?? null);
    if (!done) return;
    onCreated(done.port);
    dialog.current?.close();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (complete) void create();
  };
  return (
    <dialog ref={dialog} className="dialog new-port" aria-labelledby={heading} onClose={onClose}>
      <form onSubmit={onSubmit}>
        <h3 id={heading}>{words("ports.new")}</h3>
        <label>{words("ports.title_label")}<input type="text" required maxLength={200} value={title} onChange={(event) => setTitle(event.target.value)} /></label>
        <label>
          {words("ports.id_label")}
          <input type="text" spellCheck={false} autoCapitalize="off" maxLength={64} aria-invalid={refusal?.error === "bad_id" || undefined} value={ownId ?? (title.trim() === "" ? "" : id)} placeholder={words("ports.id_hint")}
            onChange={(event) => setOwnId(event.target.value === "" ? null : event.target.value)} />
        </label>
        <ProjectField words={words} projects={projects} project={project} onChange={setProject} />
        <label>
          {words("ports.priority_label")}
          <select value={priority} onChange={(event) => setPriority(PRIORITIES.find((one) => one === event.target.value) ?? "normal")}>
            {PRIORITIES.map((one) => <option key={one} value={one}>{words(`ports.priority_${one}`)}</option>)}
          </select>
        </label>
        <Dependencies words={words} ports={here} chosen={dependsOn} onChange={setDependsOn} />
        {refusal && (
          <p className="notice error" role="alert">
            {refusalText(refusal, id, words)}
            {refusal.proposal && <> <button type="button" className="plain link" onClick={() => setOwnId(refusal.proposal ?? null)}>{words("ports.take", { id: refusal.proposal })}</button></>}
          </p>
        )}
        <div className="actions">
          <button type="button" onClick={() => dialog.current?.close()}>{words("data.cancel")}</button>
          <button type="submit" className="primary" disabled={!complete}>{words("ports.create")}</button>
        </div>
      </form>
    </dialog>
  );
}

/** Among the projects that are known; where none is, a folder. */
function ProjectField({ words, projects, project, onChange }: { words: Words; projects: readonly string[]; project: string; onChange(project: string): void }) {
  const names = distinctNames(projects);
  const field = useId();
  return (
    <div className="field">
      <label htmlFor={field}>{words("ports.project_label")}</label>
      {projects.length === 0
        ? <input id={field} type="text" required spellCheck={false} placeholder={words("ports.project_hint")} value={project} onChange={(event) => onChange(event.target.value)} />
        : <select id={field} value={project} title={project} onChange={(event) => onChange(event.target.value)}>{projects.map((one) => <option key={one} value={one}>{names.get(one)}</option>)}</select>}
    </div>
  );
}

function Dependencies({ words, ports, chosen, onChange }: { words: Words; ports: readonly PortSummary[]; chosen: readonly string[]; onChange(chosen: readonly string[]): void }) {
  const open = ports.filter(({ state }) => state === "ready" || state === "running");
  if (open.length === 0) return null;
  return (
    <fieldset>
      <legend>{words("ports.depends_label")}</legend>
      <div className="port-depends">
        {open.map(({ id, title }) => (
          <label key={id} className="option">
            <input type="checkbox" checked={chosen.includes(id)} onChange={(event) => onChange(event.target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))} />
            <span dir="auto">{title}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
