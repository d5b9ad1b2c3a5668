import type { HooksChange, HooksPlace, HooksScope, HooksStatus, OtherHooks } from "../../../schemas/generated/types.ts";

/** What the page offers for one settings file. Pure. */
export type HooksAction = "install" | "repair" | "remove" | "restore";

export function keyOf({ scope, project }: HooksPlace): string {
  return `${scope} ${project ?? ""}`;
}

export function scopeOf({ scope, project }: HooksPlace): HooksScope {
  return project === null ? { scope } : { scope, project };
}

/** What an action writes; a repair installs again, which puts back only what is not there. */
export function changeOf(place: HooksPlace, action: HooksAction): HooksChange {
  return { ...scopeOf(place), change: action === "repair" ? "install" : action };
}

/** The files of one project together, in the order they came; the person's own is a group of its own. */
export function byProject(places: readonly HooksPlace[]): { project: string | null; files: HooksPlace[] }[] {
  const groups = new Map<string | null, HooksPlace[]>();
  for (const place of places) groups.set(place.project, [...(groups.get(place.project) ?? []), place]);
  return [...groups].map(([project, files]) => ({ project, files }));
}

/** In the order they came. */
export function projectsOf(places: readonly HooksPlace[]): string[] {
  return [...new Set(places.flatMap(({ project }) => (project === null ? [] : [project])))];
}

const SOMETHING: readonly HooksStatus["state"][] = ["installed", "partly", "outdated"];

/** Neither Claude Code nor another product on this computer has hooks of ours. */
export function hearsNobody(places: readonly HooksPlace[], others: readonly OtherHooks[]): boolean {
  return ![...places.map(({ status }) => status.state), ...others.map(({ state }) => state)].some((state) => SOMETHING.includes(state));
}

/** True where hooks of another file already hear of what happens: of the person's own, which hear of every project, or of the project's other file. */
export function isCovered(place: HooksPlace, places: readonly HooksPlace[]): boolean {
  return place.scope !== "user" && places.some((other) => other !== place && SOMETHING.includes(other.status.state) && (other.project === null || other.project === place.project));
}

/** A file that is covered is offered none of its own: with both, everything would be said twice. A copy can be given back wherever we have written, or may have. */
export function actionsAt(place: HooksPlace, places: readonly HooksPlace[]): HooksAction[] {
  const { state } = place.status;
  switch (state) {
    case "no_client":
      return [];
    case "unreadable":
      return ["restore"];
    case "installed":
      return ["remove", "restore"];
    case "partly":
    case "outdated":
      return ["repair", "remove", "restore"];
    case "absent":
      if (place.scope === "user") return ["install", "restore"];
      return isCovered(place, places) ? [] : ["install"];
  }
}
