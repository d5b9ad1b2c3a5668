/** A file that is ours as a whole, in a folder where a product takes up whatever lies there. A file of somebody else's under the same name is left alone. Pure. */
import { MARKER } from "../settings/installed-line.ts";
import type { HooksFormat } from "./provider-hooks.ts";

/** @param events that the file tells of @param text with our marker in it */
export function ownFile(events: readonly string[], text: string): HooksFormat {
  const bytes = Buffer.from(text, "utf8");
  const foreign = { ok: false, reason: "would_lose_content", detail: "a file of this name is there and is not ours" } as const;
  const isOurs = (found: Buffer | null): boolean => found?.includes(MARKER.slice(2)) === true;
  const isFree = (found: Buffer | null): boolean => found === null || found.toString("utf8").trim() === "";
  return {
    add: (found) => (isFree(found) || isOurs(found) ? { ok: true, bytes, changed: found?.equals(bytes) !== true } : foreign),
    remove: (found) => (isOurs(found) ? { ok: true, bytes: null, changed: true } : { ok: true, bytes: found, changed: false }),
    inspect: (found) => ({ ok: true, events: isOurs(found) ? [...events] : [], current: found?.equals(bytes) === true }),
  };
}
