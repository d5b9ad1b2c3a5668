/** Values whose types nobody promises. */

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Without fields where there is no object. */
export function record(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}
