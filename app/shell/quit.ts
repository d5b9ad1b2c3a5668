/** The orderly end: each part gets its turn, and none of them can keep the app from ending. Free of Electron. */
import type { Log } from "../parts.ts";
import { ThreadStuck } from "../machine/worker-end.ts";
import type { StageTimers } from "./mascot-stage.ts";

export interface QuitStep {
  name: string;
  run(byPerson: boolean): void | Promise<void>;
}

export interface QuitOptions {
  /** In order. */
  steps: readonly QuitStep[];
  /** For all of them together, in ms; then the process ends all the same. */
  boundMs: number;
  timers: Pick<StageTimers, "after">;
  log: Log;
  exit(code: number): void;
  /** Ends the process when nothing else may: where a part hangs the exit would wait for it as well. */
  kill(): void;
}

export type Quit = (byPerson: boolean) => Promise<void>;

/** An end that may be asked for before there is anything to end: the wish waits for the parts, within a bound. */
export interface EarlyQuit {
  quit: Quit;
  /** Somebody asked for it. */
  isEnding(): boolean;
  /** All parts are there: from now on this is how they end. */
  partsAreMade(orderly: Quit): void;
}

/**
 * @param giveUpMs after which a start that never comes to its end is ended all the same
 * @param onBegin once, when the end is asked for
 */
export function earlyQuit({ timers, giveUpMs, exit, onBegin }: Pick<QuitOptions, "timers" | "exit"> & { giveUpMs: number; onBegin(): void }): EarlyQuit {
  let ending = false;
  let partsAreMade: (orderly: Quit) => void = () => {};
  const made = new Promise<Quit>((resolve) => (partsAreMade = resolve));
  return {
    isEnding: () => ending,
    partsAreMade: (orderly) => partsAreMade(orderly),
    async quit(byPerson) {
      if (!ending) onBegin();
      ending = true;
      const stopTimer = timers.after(giveUpMs, () => exit(0));
      const orderly = await made;
      stopTimer();
      await orderly(byPerson);
    },
  };
}

/** @returns a function that may be called often: the first call decides, the others wait for the same end */
export function orderlyQuit(options: QuitOptions): Quit {
  let ending: Promise<void> | null = null;
  return (byPerson) => {
    ending ??= end(options, byPerson);
    return ending;
  };
}

async function end({ steps, boundMs, timers, log, exit, kill }: QuitOptions, byPerson: boolean): Promise<void> {
  let stopTimer = () => {};
  const tooLong = new Promise<"late">((resolve) => {
    stopTimer = timers.after(boundMs, () => resolve("late"));
  });
  const result = await Promise.race([runAll(steps, byPerson, log), tooLong]);
  stopTimer();
  if (result === "late") log.warn("the end took too long and was cut short");
  if (result === "ended") exit(0);
  else kill();
}

/** @returns whether all that was running has ended */
async function runAll(steps: readonly QuitStep[], byPerson: boolean, log: Log): Promise<"ended" | "stuck"> {
  let result: "ended" | "stuck" = "ended";
  for (const step of steps) {
    try {
      await step.run(byPerson);
    } catch (error) {
      if (error instanceof ThreadStuck) result = "stuck";
      log.error("a part did not end well", { part: step.name, error: error instanceof Error ? error.message : String(error) });
    }
  }
  return result;
}
