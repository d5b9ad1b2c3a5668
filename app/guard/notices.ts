/** What the guard has to tell the person. */
import { join } from "node:path";
import { PROJECT_FILE } from "../domain/guard/rules-file.ts";
import type { Notices } from "../parts.ts";
import type { FileProblem } from "./project-file.ts";

type Told = Pick<Notices, "raise" | "clear">;

/** One notice a project: which line of its rules cannot be understood. */
export function sayProjectFile(notices: Told, project: string, problem: FileProblem | null): void {
  const id = `project_rules:${project}`;
  if (problem === null) notices.clear(id);
  else notices.raise({ id, level: "warn", values: { file: join(project, PROJECT_FILE), line: problem.line, column: problem.column, detail: problem.detail } });
}

/** One a project: its rules let more pass than before. */
export function sayLooserRules(notices: Told, project: string, change: { from: string; to: string } | null): void {
  const id = `rules_looser:${project}`;
  if (change === null) notices.clear(id);
  else notices.raise({ id, level: "warn", values: { project, ...change } });
}

/** @param count 0 takes it back */
export function sayUnasked(notices: Told, count: number, project: string): void {
  if (count === 0) notices.clear("guard_unasked");
  else notices.raise({ id: "guard_unasked", level: "warn", values: { count, project } });
}
