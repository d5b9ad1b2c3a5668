/** The thread that reads the spool: no file of a hook is ever waited for in the thread that shows the mascots. */
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import type { ReadAheadOfFiles, SpoolFile, SpoolVerdicts } from "../../parts.ts";
import { SpoolFolder } from "./spool-folder.ts";
import { SpoolReader } from "./spool-reader.ts";
import type { SpoolThreadData, ToSpoolThread } from "./spool-thread.ts";

/** Files at once that are worth the load of what reads them ahead; a working agent leaves a few at a time. */
const MANY = 48;

const port = parentPort;
if (port === null) throw new Error("the spool's thread was started as a program");

const { path, uid } = workerData as SpoolThreadData;
const reader = new SpoolReader(new SpoolFolder(path, { uid }));
let aheadWorks = true;

port.on("message", (message: ToSpoolThread) => {
  if (message.kind === "settle") reader.settle(message.verdicts satisfies SpoolVerdicts);
  else
    void reader.close().then(() => {
      port.postMessage({ kind: "closed" });
      port.close();
    });
});
reader.start({
  onBatch: (files) => port.postMessage({ kind: "batch", files, ...ahead(files) }),
  onTrouble: (message, details) => port.postMessage({ kind: "trouble", message, details }),
});

/** Whatever is wrong with it: the main thread reads the files itself. */
function ahead(files: SpoolFile[]): { ahead?: string } {
  if (files.length < MANY || !aheadWorks) return {};
  try {
    const { readAhead } = require(join(__dirname, "read-ahead.worker.cjs")) as { readAhead: ReadAheadOfFiles };
    return { ahead: readAhead(files, Date.now()) };
  } catch (error) {
    aheadWorks = false;
    port?.postMessage({ kind: "trouble", message: "the spool is not read ahead", details: { reason: (error as Error).message } });
    return {};
  }
}
