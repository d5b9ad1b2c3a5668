/** The thread that reads transcripts: files of any size, never waited for in the thread that answers hooks. */
import { parentPort, workerData } from "node:worker_threads";
import { collectGarbage } from "../machine/spare-memory.ts";
import { DirectSource, type SourceOptions } from "./source.ts";
import type { FromThread, ToThread } from "./thread-source.ts";

const port = parentPort;
if (port === null) throw new Error("the transcripts' thread was started as a program");

const source = new DirectSource(workerData as SourceOptions);
const say = (message: FromThread) => port.postMessage(message);

port.on("message", (message: ToThread) => {
  if (message.kind === "attend") source.attend(message.attention);
  else if (message.kind === "give_back") collectGarbage();
  else void source.close().then(() => port.close());
});
source.start({
  onReading: (reading) => say({ kind: "reading", reading }),
  onRegistry: (entries) => say({ kind: "registry", entries }),
  onTrouble: (message, details) => say({ kind: "trouble", message, details }),
});
