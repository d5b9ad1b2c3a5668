import type { MascotBridge } from "../../../schemas/bridge.ts";
import type { DataDone, ExportOrder } from "../../../schemas/generated/types.ts";
import { deleteSession } from "../sessions/deletions.ts";
import { useSearchState } from "../search/search-store.ts";
import { runJob } from "./jobs.ts";

/** While something is removed piece by piece, it is asked this often how much is left. */
const LOOK_MS = 600;

export interface Named {
  session_id: string;
  name: string;
}

export function exportAll(bridge: MascotBridge): Promise<DataDone> {
  return runJob({ kind: "export_all" }, () => bridge.exportData({ what: "all", format: "jsonl" }));
}

export function importAll(bridge: MascotBridge): Promise<DataDone> {
  return runJob({ kind: "import_all" }, () => bridge.importData());
}

export function exportSession(bridge: MascotBridge, { session_id, name }: Named, format: ExportOrder["format"]): Promise<DataDone> {
  return runJob({ kind: "export_session", name, session_id }, () => bridge.exportData({ what: "session", session_id, format }));
}

/** Other pages show that it goes on, too. */
export function removeSession(bridge: MascotBridge, { session_id, name }: Named): Promise<DataDone> {
  return runJob({ kind: "delete_session", name, session_id }, async (report) => {
    const stop = watchLeft(bridge, session_id, report);
    const done = await deleteSession(bridge, session_id);
    stop();
    return done;
  });
}

export function removeAll(bridge: MascotBridge): Promise<DataDone> {
  return runJob({ kind: "delete_all" }, async () => {
    const done = await bridge.deleteAll();
    if (done.ok) useSearchState.getState().forget();
    return done;
  });
}

/** @returns ends it */
function watchLeft(bridge: MascotBridge, session_id: string, report: (left: number) => void): () => void {
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = async () => {
    const left = await bridge.conversationPage({ session_id, limit: 1 }).then(({ total }) => total, () => null);
    if (isOver) return;
    if (left !== null) report(left);
    timer = setTimeout(() => void look(), LOOK_MS);
  };
  void look();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
