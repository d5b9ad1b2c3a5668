import type { Words } from "../shared/words.ts";
import { asKey, fromKey, withChosen } from "./chosen.ts";
import { distinctNames } from "./figures.ts";

interface FilterProps { words: Words; projects: readonly string[]; project: string | null; onChange(project: string | null): void }

/** Which project alone is shown; null: all of them. */
export function ProjectFilter({ words, projects, project, onChange }: FilterProps) {
  const offered = withChosen(projects, project);
  const names = distinctNames(offered);
  return (
    <select aria-label={words("sessions.project")} value={asKey(project)} onChange={(event) => onChange(fromKey(event.target.value))}>
      <option value="">{words("sessions.all_projects")}</option>
      {offered.map((path) => <option key={path} value={asKey(path)} title={path}>{names.get(path) || words("sessions.no_project")}</option>)}
    </select>
  );
}
