/** Where an export goes and where one comes from: the person says, no window does. */
import { join } from "node:path";
import { dialog } from "electron";
import type { ExportOrder } from "../../schemas/generated/types.ts";
import type { Texts } from "./texts.ts";

const ENDINGS: Record<ExportOrder["format"], string> = { markdown: "md", json: "json", jsonl: "jsonl" };

/** @param nowMs for the name that is offered @returns null when the person thinks better of it */
export async function askWhereToSave(order: ExportOrder, folder: string, nowMs: number, texts: Texts): Promise<string | null> {
  const ending = ENDINGS[order.format];
  const answer = await dialog.showSaveDialog({
    title: texts("export.title"), defaultPath: join(folder, `${nameFor(order, nowMs)}.${ending}`), filters: [{ name: ending, extensions: [ending] }], properties: ["showOverwriteConfirmation"],
  });
  return answer.canceled || !answer.filePath ? null : answer.filePath;
}

/** @returns null when the person thinks better of it */
export async function askWhatToImport(folder: string, texts: Texts): Promise<string | null> {
  const { filePaths } = await dialog.showOpenDialog({ title: texts("import.title"), defaultPath: folder, filters: [{ name: ENDINGS.jsonl, extensions: [ENDINGS.jsonl] }], properties: ["openFile"] });
  return filePaths[0] ?? null;
}

/** Session ids come from outside: only what no file system takes amiss is used of them. */
function nameFor({ what, session_id }: ExportOrder, nowMs: number): string {
  const day = new Date(nowMs).toISOString().slice(0, 10);
  const part = what === "session" && session_id ? `session-${session_id.replace(/[^A-Za-z0-9-]/g, "").slice(0, 8)}` : "all";
  return `agent-mascot-${part}-${day}`;
}
