/** PortStore over the log's file. */
import type { PortEdit, PortStore } from "../ports-parts.ts";
import { addPortEdits, selectPortFiles, selectPorts, shiftRunning } from "./repositories/ports.ts";
import type { SharedFile } from "./shared-file.ts";

const COST_OF_EDIT = 1024;

export function createPortStore(shared: SharedFile): PortStore {
  return {
    all: () => shared.read(selectPorts),
    files: (project, id, limit) => shared.read((reader) => selectPortFiles(reader, project, id, limit)),
    addEdits: (edits: readonly PortEdit[], notedSeq) => shared.write((writer) => addPortEdits(writer, edits, notedSeq), edits.length * COST_OF_EDIT),
    shiftRunning: (ms) => shared.write((writer) => shiftRunning(writer, ms)),
  };
}

/** Of a log that may open late: every call waits for the file, or fails with the reason why there is none. */
export function latePorts(opened: () => Promise<PortStore>): PortStore {
  return {
    all: async () => (await opened()).all(),
    files: async (project, id, limit) => (await opened()).files(project, id, limit),
    addEdits: async (edits, notedSeq) => (await opened()).addEdits(edits, notedSeq),
    shiftRunning: async (ms) => (await opened()).shiftRunning(ms),
  };
}
