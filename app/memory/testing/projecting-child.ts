/**
 * A process that takes events in and writes the conversation until it is killed.
 *   node projecting-child.cjs <folder> <name of this run>
 */
import fs from "node:fs";
import { delivered, startRecorder, turn } from "./recorder.ts";

const [folder = "", run = ""] = process.argv.slice(2);

async function main(): Promise<void> {
  const { pipeline } = await startRecorder(folder);
  for (let n = 0; ; n++) {
    await Promise.all(turn(`session-${n % 3}`, "/home/dev/garden", `ask ${run} ${n}`, `answer ${run} ${n}`).map((payload, i) => pipeline.ingest(delivered(payload, { deliveryId: `${run}-${n}-${i}` }))));
    fs.writeSync(1, `${run} ${n}\n`);
  }
}

void main();
