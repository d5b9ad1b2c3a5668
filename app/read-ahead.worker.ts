/**
 * Steps 2 to 5 of the road of an event (DESIGN §4) for many files at once, in the thread that read them: when a long spool is drained the main thread, which shows the
 * mascots, is what everything waits for. A file of its own, since the thread loads it at the first need; most threads never do. A composition like main.ts, for a thread that nothing can be passed into.
 */
import { randomBytes } from "node:crypto";
import { fromSpool } from "./collector/spool-file.ts";
import type { ReadAheadOfFiles, SpoolFile, ReadAhead } from "./parts.ts";
import { createProviders } from "./providers/index.ts";
import { createUniqueIds, prepare } from "./pipeline/prepare.ts";

const providers = createProviders();
const uniqueId = createUniqueIds(Date.now, randomBytes(4).toString("hex"));

export const readAhead: ReadAheadOfFiles = (files, now) => JSON.stringify(files.map((file) => readOne(file, now)));

function readOne(file: SpoolFile, now: number): ReadAhead {
  const { delivery, bad, dropped } = fromSpool(file, now, providers);
  const { payload: _, ...rest } = delivery;
  return { delivery: rest, item: prepare(delivery, { providers, uniqueId }), bad, ...(dropped === undefined ? {} : { dropped }) };
}
