import { useState } from "react";
import type { MascotBridge } from "../../../schemas/bridge.ts";
import type { DoctorAction, DoctorReport, DoctorStep } from "../../../schemas/generated/types.ts";
import type { Words } from "../../shared/words.ts";
import { Choice } from "../controls.tsx";
import { distinctNames } from "../figures.ts";
import { countsOf } from "./doctor.ts";

interface DoctorProps {
  bridge: MascotBridge;
  words: Words;
  /** Whose settings files can be looked at, too; the latest first. */
  projects: readonly string[];
  onInstall(): void;
  /** Something was repaired. */
  onChanged(): void;
}

/** Everything between a hook and a mascot, step by step, when the person asks for it. */
export function DoctorCard({ bridge, words, projects, onInstall, onChanged }: DoctorProps) {
  const [report, setReport] = useState<DoctorReport | null>(null);
  const [state, setState] = useState<"idle" | "looking" | "failed" | "copied">("idle");
  const [chosen, setChosen] = useState<string | null>(null);
  // One that nobody works in any more is not known any more.
  const project = chosen !== null && projects.includes(chosen) ? chosen : (projects[0] ?? null);
  const look = async () => {
    setState("looking");
    try {
      setReport(await bridge.doctor(project ?? undefined));
      setState("idle");
    } catch {
      setState("failed");
    }
  };
  const act = async (action: DoctorAction) => {
    if (action === "install") return onInstall();
    setState("looking");
    await bridge.hooksRepair().catch(() => undefined);
    onChanged();
    await look();
  };
  return (
    <section className="card doctor" aria-label={words("doctor.title")}>
      <header><h3>{words("doctor.title")}</h3><span className="quiet">{words("doctor.intro")}</span></header>
      <ProjectChoice words={words} projects={projects} project={project} onChange={(one) => {
        setChosen(one);
        setReport(null);
        setState("idle");
      }} />
      {report && <Steps report={report} words={words} busy={state === "looking"} onAction={(action) => void act(action)} />}
      <div className="actions">
        <button type="button" className={report ? undefined : "primary"} disabled={state === "looking"} onClick={() => void look()}>{words(report ? "doctor.again" : "doctor.look")}</button>
        {report && <button type="button" disabled={state === "looking"} onClick={() => void bridge.copyDoctorReport().then(() => setState("copied"))}>{words("doctor.copy")}</button>}
        <span className="quiet" role="status">{sayOf(state, report, words)}</span>
      </div>
      {report && <p className="quiet">{words("doctor.report_hint")}</p>}
    </section>
  );
}

function ProjectChoice({ words, projects, project, onChange }: { words: Words; projects: readonly string[]; project: string | null; onChange(project: string): void }) {
  if (projects.length < 2 || project === null) return null;
  const names = distinctNames(projects);
  return (
    <div className="form">
      <Choice label={words("doctor.project")} hint={words("doctor.project_hint")} value={project} options={projects.map((one) => [one, names.get(one) ?? one] as const)} onChange={onChange} />
    </div>
  );
}

function sayOf(state: "idle" | "looking" | "failed" | "copied", report: DoctorReport | null, words: Words): string {
  if (state !== "idle") return words(`doctor.${state}`);
  if (report === null) return "";
  const { faults, warnings } = countsOf(report.steps);
  return faults + warnings === 0 ? words("doctor.well") : words("doctor.counted", { faults, warnings });
}

const SIGNS: Record<DoctorStep["state"], string> = { ok: "✓", warn: "!", fail: "✗", skipped: "–" };

function Steps({ report, words, busy, onAction }: { report: DoctorReport; words: Words; busy: boolean; onAction(action: DoctorAction): void }) {
  return (
    <ol className="steps">
      {report.steps.map(({ step, state, title, text, fix }) => (
        <li key={step} data-step={step} data-state={state}>
          <span className={`sign ${state}`} role="img" aria-label={words(`doctor.state_${state}`)}>{SIGNS[state]}</span>
          <div>
            <strong>{title}</strong> <span>{text}</span>
            {fix && <p className="fix">{fix.text}{fix.command && <> <code>{fix.command}</code></>}{fix.action && <FixButton action={fix.action} title={title} words={words} busy={busy} onAction={onAction} />}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}

function FixButton({ action, title, words, busy, onAction }: { action: DoctorAction; title: string; words: Words; busy: boolean; onAction(action: DoctorAction): void }) {
  const label = words(`hooks.${action}`);
  return <button type="button" className="small" disabled={busy} aria-label={`${label}: ${title}`} onClick={() => onAction(action)}>{label}</button>;
}
