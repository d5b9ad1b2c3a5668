/** A picture or a table of figures, into a file that the person names. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { dialog } from "electron";
import type { DataDone, FigureFile } from "../../schemas/generated/types.ts";
import type { Texts } from "./texts.ts";

/** Without it spreadsheets take UTF-8 for something else. */
const BYTE_ORDER_MARK = "\uFEFF";

/** @returns `ok: false` without a reason when the person thinks better of it */
export async function saveFigures({ format, name, content }: FigureFile, folder: string, texts: Texts): Promise<DataDone> {
  const { canceled, filePath } = await dialog.showSaveDialog({
    title: texts("figures.title"), defaultPath: join(folder, `${name}.${format}`), filters: [{ name: format, extensions: [format] }], properties: ["showOverwriteConfirmation"],
  });
  if (canceled || !filePath) return { ok: false };
  try {
    await writeFile(filePath, format === "png" ? Buffer.from(content, "base64") : `${BYTE_ORDER_MARK}${content}`);
    return { ok: true, file: filePath };
  } catch (error) {
    return { ok: false, reason: texts("figures.failed", { problem: (error as NodeJS.ErrnoException).code ?? String(error) }) };
  }
}
