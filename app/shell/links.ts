/** The one door to the person's browser. Text that agents write ends up in links, so what passes is decided here and nowhere else. */
import { shell } from "electron";
import type { Log } from "../parts.ts";
import { isSafeLink } from "../../schemas/safe-link.ts";

export async function openLink(url: string, log: Log): Promise<void> {
  if (!isSafeLink(url)) return log.warn("link refused");
  await shell.openExternal(url);
}
