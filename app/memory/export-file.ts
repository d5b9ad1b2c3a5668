/** Writes an export to a file that is whole or not there, and reads one back. */
import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { link, open, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { DataDone, ExportOrder } from "../../schemas/generated/types.ts";
import type { Log } from "../parts.ts";

export interface ExportOptions {
  /** The export's text in pieces; null for a session that is not known. */
  pieces(order: ExportOrder): Promise<AsyncIterable<string> | null>;
  log: Log;
}

export type ExportTo = (order: ExportOrder, file: string, options?: { overwrite: boolean }) => Promise<DataDone>;

/** Written at once, so that a large export does not make a call for every row. */
const CHUNK = 256 * 1024;

export function exportToFile({ pieces, log }: ExportOptions): ExportTo {
  return async (order, file, { overwrite } = { overwrite: true }) => {
    try {
      const text = await pieces(order);
      if (text === null) return { ok: false, reason: "unknown_session" };
      return { ok: true, count: await write(text, file, overwrite), file };
    } catch (error) {
      const reason = (error as NodeJS.ErrnoException).code ?? "failed";
      log.warn("an export could not be written", { reason, message: error instanceof Error ? error.message : String(error) });
      return { ok: false, reason };
    }
  };
}

export interface ImportSource {
  /** @returns how many interactions it held */
  take(text: AsyncIterable<string>): Promise<number>;
  log: Log;
}

export function importFromFile({ take, log }: ImportSource): (file: string) => Promise<DataDone> {
  return async (file) => {
    try {
      // Some of what is no file, such as a device, never ends.
      if (!(await stat(file)).isFile()) throw Object.assign(new Error("no file"), { code: "not_an_export" });
      return { ok: true, count: await take(createReadStream(file, { encoding: "utf8", highWaterMark: CHUNK })) };
    } catch (error) {
      const reason = (error as NodeJS.ErrnoException).code ?? "failed";
      log.warn("an export could not be taken back", { reason, message: error instanceof Error ? error.message : String(error) });
      return { ok: false, reason };
    }
  };
}

/** Only the person may read it: it is what they and their agents said. @returns pieces written */
async function write(pieces: AsyncIterable<string>, file: string, overwrite: boolean): Promise<number> {
  const temporary = join(dirname(file), `.${basename(file)}.${process.pid}-${randomBytes(4).toString("hex")}.tmp`);
  const handle = await open(temporary, "wx", 0o600);
  try {
    let count = 0;
    let chunk = "";
    for await (const piece of pieces) {
      count++;
      chunk += piece;
      if (chunk.length < CHUNK) continue;
      await handle.write(chunk);
      chunk = "";
    }
    await handle.write(chunk);
    await handle.sync();
    await handle.close();
    // A link fails where a file is already, with no moment between looking and writing.
    if (overwrite) await rename(temporary, file);
    else await link(temporary, file);
    return count;
  } finally {
    await handle.close().catch(() => undefined);
    await rm(temporary, { force: true });
  }
}
