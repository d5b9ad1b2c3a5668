import { useCallback, useEffect, useState } from "react";
import type { MascotBridge } from "../../../schemas/bridge.ts";
import type { GuardMode, GuardOrder, GuardProject, GuardProjects } from "../../../schemas/generated/types.ts";
import type { Words } from "../../shared/words.ts";
import { Choice } from "../controls.tsx";
import { distinctNames } from "../figures.ts";
import { SaidText, useSaid } from "../Said.tsx";
import { useFresh } from "../useFresh.ts";
import { choiceOf, type RuleChoice, ruleOf } from "./rules.ts";
import "./guard.css";

const CHOICES: readonly RuleChoice[] = ["everywhere", "off", "warn", "strict"];

/** The guard project by project: the person's rule, what the project's own file asks for, and what holds. */
export function GuardRules({ bridge, words }: { bridge: MascotBridge; words: Words }) {
  const [listed, setListed] = useState<GuardProjects | null>(null);
  const look = useCallback(() => void bridge.guardProjects().then(setListed, () => undefined), [bridge]);
  useEffect(() => {
    look();
    // A rule for all changes what holds in each.
    return bridge.onSettingsChanged(look);
  }, [bridge, look]);
  useFresh(bridge, look);
  const [said, say] = useSaid();
  const order = (wish: GuardOrder) =>
    void bridge.changeGuard(wish).then((now) => {
      setListed(now);
      const mode = now.items.find(({ project }) => project === wish.project)?.mode;
      if (mode) say(words("guard.now", { mode: words(`settings.guard_${mode}`) }));
    }, look);
  if (listed === null || listed.items.length === 0) return null;
  const names = distinctNames(listed.items.map(({ project }) => project));
  return (
    <section className="card form guard-rules" aria-label={words("guard.title")}>
      <header><h3>{words("guard.title")}</h3><span className="quiet">{words("guard.intro")}</span></header>
      <ul>
        {listed.items.map((one) => <li key={one.project} data-project={one.project}><Rule one={one} name={names.get(one.project) ?? one.project} everywhere={listed.everywhere} words={words} onOrder={order} /></li>)}
      </ul>
      <p className="for-screen-readers" role="status"><SaidText said={said} /></p>
    </section>
  );
}

function Rule({ one, name, everywhere, words, onOrder }: { one: GuardProject; name: string; everywhere: GuardMode; words: Words; onOrder(order: GuardOrder): void }) {
  const { project, mode, rule, file } = one;
  const asks = (choice: RuleChoice) => (choice === "everywhere" ? words("guard.everywhere", { mode: words(`settings.guard_${everywhere}`) }) : words(`settings.guard_${choice}`));
  return (
    <>
      <Choice label={name} hint={<span className="path">{project}</span>} value={choiceOf(rule)} options={CHOICES.map((choice) => [choice, asks(choice)] as const)} onChange={(choice) => onOrder({ project, mode: ruleOf(choice) })} />
      {file && <p className={file.problem ? "notice warn" : "quiet"}>{fileText(one, words)}{one.waiting && file.hash && <Accept name={name} words={words} onAccept={() => onOrder({ project, accept: file.hash as string })} />}</p>}
      {mode !== (rule ?? everywhere) && <p className="holds">{words("guard.holds", { mode: words(`settings.guard_${mode}`) })}</p>}
    </>
  );
}

function Accept({ name, words, onAccept }: { name: string; words: Words; onAccept(): void }) {
  return <> <button type="button" className="small" aria-label={`${words("guard.accept")}: ${name}`} onClick={onAccept}>{words("guard.accept")}</button></>;
}

/** What the project's file says, with the place of what cannot be understood. */
function fileText({ file, waiting }: GuardProject, words: Words): string {
  if (file === null) return "";
  if (file.problem) return words(`guard.problem_${file.problem.problem}`, { line: file.problem.line, column: file.problem.column, detail: file.problem.detail });
  if (file.mode === null) return words("guard.file_silent");
  const asked = words(`settings.guard_${file.mode}`);
  if (waiting) return words("guard.file_waits", { mode: asked });
  return words(file.accepted ? "guard.file_accepted" : "guard.file_asks", { mode: asked });
}
