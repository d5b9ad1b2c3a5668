/** The thread that reads the spool: no file of a hook is ever waited for in the thread that shows the mascots. */
import { parentPort, workerData } from "node:worker_threads";
import type { SpoolVerdicts } from "../../parts.ts";
import { collectGarbage } from "../../machine/spare-memory.ts";
import { SpoolFolder } from "./spool-folder.ts";
import { SpoolReader } from "./spool-reader.ts";
import type { SpoolThreadData, ToSpoolThread } from "./spool-thread.ts";

const port = parentPort;
if (port === null) throw new Error("the spool's thread was started as a program");

const { path, uid } = workerData as SpoolThreadData;
const reader = new SpoolReader(new SpoolFolder(path, { uid }));

port.on("message", (message: ToSpoolThread) => {
  if (message.kind === "settle") reader.settle(message.verdicts satisfies SpoolVerdicts);
  else if (message.kind === "give_back") collectGarbage();
  else
    void reader.close().then(() => {
      port.postMessage({ kind: "closed" });
      port.close();
    });
});
reader.start({
  onBatch: (files) => port.postMessage({ kind: "batch", files }),
  onTrouble: (message, details) => port.postMessage({ kind: "trouble", message, details }),
});
