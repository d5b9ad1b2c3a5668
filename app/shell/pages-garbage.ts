/** What a burst of patches leaves behind in the pages. They collect by what is made in V8 alone, and the pictures and nodes behind it are many times that. */
import { webContents } from "electron";
import { APP_ORIGIN } from "./app-files.ts";

/** Not at once: in a turn of the page's own, in which nothing on its stack may be taken for a reference. */
const COLLECT = "void globalThis.gc?.({ execution: 'async' })";

export function collectPagesGarbage(): void {
  for (const contents of webContents.getAllWebContents()) {
    if (contents.getURL().startsWith(APP_ORIGIN) && !contents.isLoading() && !contents.isCrashed()) contents.executeJavaScript(COLLECT).catch(() => undefined);
  }
}
