/** `<home>/answers/<Event>`: a file there makes the hooks of that event wait for the app's answer; all others take the fast lane. */
import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { HookEventName } from "../../schemas/generated/types.ts";

/** Makes the folder hold exactly these. @throws when the folder cannot be read or written */
export async function setAnsweredEvents(folder: string, events: ReadonlySet<HookEventName>): Promise<void> {
  const present = new Set(await readdir(folder));
  for (const event of events) if (!present.has(event)) await writeFile(join(folder, event), "", { mode: 0o600 });
  for (const name of present) if (!events.has(name as HookEventName)) await rm(join(folder, name), { force: true });
}
