/** Which file an event tells was written. Pure. */
import type { MascotEvent } from "../../../schemas/generated/types.ts";
import type { EditPayload } from "../event-payloads.ts";

/** @returns null for what is no edit, or comes from strangers; the path may be relative to the event's `cwd` */
export function editedPath({ event_type, trust, payload }: MascotEvent): string | null {
  if (event_type !== "file_edit" || trust === "unverified") return null;
  const { file_path } = (payload ?? {}) as Partial<EditPayload>;
  return typeof file_path === "string" && file_path !== "" ? file_path : null;
}
