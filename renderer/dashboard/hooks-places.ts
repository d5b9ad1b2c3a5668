import type { HooksPlace, HooksScope, HooksStatus } from "../../schemas/generated/types.ts";

/** What the page offers for one settings file. Pure. */
export type HooksAction = "install" | "repair" | "remove";

export function keyOf({ scope, project }: HooksPlace): string {
  return `${scope} ${project ?? ""}`;
}

export function scopeOf({ scope, project }: HooksPlace): HooksScope {
  return project === null ? { scope } : { scope, project };
}

/** The files of one project together, in the order they came; the person's own is a group of its own. */
export function byProject(places: readonly HooksPlace[]): { project: string | null; files: HooksPlace[] }[] {
  const groups = new Map<string | null, HooksPlace[]>();
  for (const place of places) groups.set(place.project, [...(groups.get(place.project) ?? []), place]);
  return [...groups].map(([project, files]) => ({ project, files }));
}

const SOMETHING: readonly HooksStatus["state"][] = ["installed", "partly", "outdated"];

/**
 * A project's file is offered hooks only while the person's own has none: those already hear of every project, and one project with both would
 * say everything twice.
 * @param users the status of the person's own settings; null while it is not known
 */
export function actionsAt({ scope, status: { state } }: HooksPlace, users: HooksStatus | null): HooksAction[] {
  switch (state) {
    case "no_client":
    case "unreadable":
      return [];
    case "installed":
      return ["remove"];
    case "partly":
    case "outdated":
      return ["repair", "remove"];
    case "absent":
      return scope === "user" || (users !== null && !SOMETHING.includes(users.state)) ? ["install"] : [];
  }
}
