import { useEffect, useState } from "react";
import type { MascotBridge } from "../../../schemas/bridge.ts";
import type { Settings, SettingsChange } from "../../../schemas/generated/types.ts";
import { folderName } from "../../mascots/bubbles/AskCard.tsx";
import type { Words } from "../../shared/words.ts";
import { Choice, Switch } from "../controls.tsx";
import { useProjects } from "../useProjects.ts";

interface AnsweringSettingsProps { bridge: MascotBridge; settings: Settings; words: Words; change(part: SettingsChange): void }

type Rule = "everywhere" | "yes" | "no";
const RULES: readonly Rule[] = ["everywhere", "yes", "no"];

/** Whether agents can be answered from our windows: for all projects, and for each. */
export function AnsweringSettings({ bridge, settings, words, change }: AnsweringSettingsProps) {
  const known = useProjects(bridge);
  const [hooked, setHooked] = useState(true);
  useEffect(() => {
    const look = () => void bridge.hooksPlaces().then(({ places }) => setHooked(places.some(({ status }) => status.installed_events.includes("PermissionRequest"))), () => undefined);
    look();
    return bridge.onHooksChanged(look);
  }, [bridge]);
  const { on = false, projects = {} } = settings.answering ?? {};
  const all = [...new Set([...Object.keys(projects), ...known])].sort();
  const labelOf = (rule: Rule) => (rule === "everywhere" ? words("ask.as_everywhere", { state: words(on ? "ask.state_on" : "ask.state_off") }) : words(`ask.${rule}`));
  const ruleOf = (project: string): Rule => (Object.hasOwn(projects, project) ? (projects[project] ? "yes" : "no") : "everywhere");
  return (
    <>
      <Switch label={words("ask.setting")} on={on} hint={words("ask.setting_hint")} onChange={(answering) => change({ answering })} />
      {!hooked && (on || Object.values(projects).includes(true)) && <p className="notice warn">{words("ask.no_hook")}</p>}
      {all.length > 0 && (
        <details className="row-details">
          <summary>{words("ask.setting_projects")}</summary>
          {all.map((project) => (
            <Choice
              key={project} label={words("ask.setting_project", { project: folderName(project) })} hint={project} value={ruleOf(project)} options={RULES.map((rule) => [rule, labelOf(rule)])}
              onChange={(rule) => change({ answering_project: { project, on: rule === "everywhere" ? null : rule === "yes" } })}
            />
          ))}
        </details>
      )}
    </>
  );
}
