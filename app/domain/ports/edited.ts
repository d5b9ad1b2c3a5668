/** Which file a tool call wrote. Pure. */
import type { MascotEvent } from "../../../schemas/generated/types.ts";
import type { ToolSucceededPayload } from "../event-payloads.ts";

const PATH_FIELDS = ["file_path", "notebook_path", "path", "filePath", "filename"] as const;

/** @returns null for what is no edit that succeeded, or comes from strangers; a path may be relative to the event's `cwd` */
export function editedPath({ event_type, trust, payload }: MascotEvent): string | null {
  if (event_type !== "tool_succeeded" || trust === "unverified") return null;
  const { tool_kind, input } = (payload ?? {}) as Partial<ToolSucceededPayload>;
  if (tool_kind !== "editing" || typeof input !== "object" || input === null) return null;
  for (const field of PATH_FIELDS) {
    const value = (input as Record<string, unknown>)[field];
    if (typeof value === "string" && value !== "") return value;
  }
  return null;
}
