/** Values whose types nobody promises. */

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Words of what has any: making a text of an object asks the object itself, and one that came as JSON may have no answer. */
export function wordOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

/** Without fields where there is no object. */
export function record(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}
