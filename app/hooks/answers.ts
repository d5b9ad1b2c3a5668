/** `<home>/answers/<Event>`: a file there makes the hooks of that event wait for the app's answer; all others take the fast lane. */
import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { HookEventName } from "../../schemas/generated/types.ts";

/**
 * Makes the folder hold what is asked for, one change after the other: of two under way at once the older could be the one that stays.
 * @param wanted asked when a change has its turn
 * @returns to be called whenever that may have changed; resolves once the folder says so. Rejects when the folder cannot be read or written
 */
export function keepAnsweredEvents(folder: string, wanted: () => ReadonlySet<HookEventName>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.catch(() => undefined).then(() => setAnsweredEvents(folder, wanted()));
    return last;
  };
}

async function setAnsweredEvents(folder: string, events: ReadonlySet<HookEventName>): Promise<void> {
  const present = new Set(await readdir(folder));
  for (const event of events) if (!present.has(event)) await writeFile(join(folder, event), "", { mode: 0o600 });
  for (const name of present) if (!events.has(name as HookEventName)) await rm(join(folder, name), { force: true });
}
