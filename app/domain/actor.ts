/** Who acts in an event, and where: what an event that follows from it, or is about it, says alike. Pure. */
import type { MascotEvent } from "../../schemas/generated/types.ts";
import type { PayloadCommon } from "./event-payloads.ts";

const NAMES = ["role", "agent_type", "agent_name", "team_name", "parent_agent_id"] as const;
const FOLDERS = ["cwd", "project_dir"] as const;

export type ActorNames = Partial<Pick<PayloadCommon, (typeof NAMES)[number]>>;
export type ActorFolders = Partial<Pick<PayloadCommon, (typeof FOLDERS)[number]>>;

export function actorNames(event: MascotEvent): ActorNames {
  return picked(event, NAMES);
}

/** Folders come along, so that "do not record" of a project holds for what follows as well. */
export function actorFolders(event: MascotEvent): ActorFolders {
  return picked(event, FOLDERS);
}

function picked({ payload = {} }: MascotEvent, fields: readonly string[]): Record<string, never> {
  return Object.fromEntries(fields.filter((field) => payload[field] !== undefined).map((field) => [field, payload[field]])) as Record<string, never>;
}
