/** Why the next session of a project is told nothing. Pure. */
import type { MemoryPreview, ProjectList } from "../../../schemas/generated/types.ts";

export type Project = ProjectList["items"][number];
export type WhyOff = "setting" | "project" | "record" | "within" | "nothing";

/** @param enabled the setting for all projects @returns null when it is told something */
export function whyOff(enabled: boolean, project: Pick<Project, "memory" | "record">, preview: Pick<MemoryPreview, "enabled" | "text">): WhyOff | null {
  if (!enabled) return "setting";
  if (!project.record) return "record";
  if (!project.memory) return "project";
  if (!preview.enabled) return "within";
  return preview.text === "" ? "nothing" : null;
}

/** The project around this one that is not recorded; what lies in it is not recorded either. */
export function silencedBy(project: string, projects: readonly Project[]): string | null {
  return projects.find((other) => !other.record && other.project !== project && isWithin(project, other.project))?.project ?? null;
}

function isWithin(folder: string, outer: string): boolean {
  const [inner, around] = [folder, outer].map((path) => path.replaceAll("\\", "/").replace(/\/+$/, "")) as [string, string];
  return around !== "" && inner.startsWith(`${around}/`);
}
