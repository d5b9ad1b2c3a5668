/** The order in which the parts end: first who shows and sends, then who records, last the sign that the app is gone. */
import { publishStopped } from "../home/collector-file.ts";
import type { QuitStep } from "../shell/quit.ts";
import type { Shell } from "../shell/shell.ts";
import type { Doors, Inside } from "./doors.ts";
import type { Program } from "./program.ts";

/** @param shell null while it is not shown yet */
export function stepsToTheEnd({ paths, clock }: Program, { ground, record, rules, road, bridges }: Inside, doors: Doors, shell: () => Shell | null): QuitStep[] {
  return [
    { name: "answering", run: () => rules.answering.close() },
    { name: "shell", run: () => shell()?.close() },
    { name: "bridges", run: () => bridges.close() },
    { name: "watches", run: () => {
      ground.quiet.close();
      road.spareMemory.close();
      return doors.stopWatching();
    } },
    { name: "transcripts", run: () => road.transcripts.close() },
    { name: "spool", run: () => doors.spool.close() },
    { name: "collector", run: () => doors.collector.close() },
    { name: "pipeline", run: () => road.pipeline.settled() },
    { name: "memory", run: () => record.memory.close() },
    { name: "ports", run: () => record.ports.close() },
    { name: "world", run: () => record.world.close() },
    { name: "store", run: () => ground.database.store.close() },
    { name: "discovery", run: (byPerson) => publishStopped(paths, { pid: process.pid, stoppedAt: new Date(clock.now()).toISOString(), quitByPerson: byPerson }) },
  ];
}
