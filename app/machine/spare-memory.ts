/**
 * What a start and a burst of events leave behind is given back to the system once it is quiet: V8 by itself keeps it for as long as nothing more is made, and a companion is quiet for most of
 * its life.
 */
import { getHeapSpaceStatistics, type HeapSpaceInfo, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Nothing has come for so long, in ms: the pause, some tens of ms, is felt by nobody. */
export const QUIET_MS = 3_000;
/** V8 makes the room for young objects small only when a collection finds that little was made in the five seconds before it: the first one still sees the burst. */
export const AFTER_BURST_MS = 2_500;
/** From one time to the next at least, in ms. */
export const APART_MS = 2 * 60_000;

export interface SpareMemoryDependencies {
  /** Calls back once after so many ms; the result takes it back. */
  after(ms: number, run: () => void): () => void;
  /** Called twice each time. */
  giveBack(): void;
}

export interface SpareMemory {
  /** Something came in: what it leaves behind is given back later. */
  noteWork(): void;
  close(): void;
}

export function createSpareMemory({ after, giveBack }: SpareMemoryDependencies): SpareMemory {
  let worked = true;
  /** Given back, and nothing came since: no timer runs. */
  let atRest = false;
  let cancel = after(QUIET_MS, look);

  function look(): void {
    if (worked) return lookAgain();
    giveBack();
    onceMore();
  }

  /** What came in between is covered by it. */
  function onceMore(): void {
    worked = false;
    cancel = after(AFTER_BURST_MS, () => {
      if (worked) return onceMore();
      giveBack();
      rest();
    });
  }

  function rest(): void {
    cancel = after(APART_MS, () => {
      atRest = !worked;
      if (worked) lookAgain();
    });
  }

  function lookAgain(): void {
    worked = false;
    cancel = after(QUIET_MS, look);
  }

  return {
    noteWork() {
      worked = true;
      if (atRest) lookAgain();
      atRest = false;
    },
    close: () => cancel(),
  };
}

/**
 * A whole collection, which also makes the room for young objects small again; pages that hours of work have left half empty are brought together, which takes it two
 * to three times as long and is worth that only now and then. Does nothing where V8 does not let us.
 */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("typeof gc === 'function' ? gc : null");
  if (typeof collect !== "function") return;
  if (!isLoose(getHeapSpaceStatistics())) return void collect();
  setFlagsFromString("--compact-on-every-full-gc");
  try {
    collect();
  } finally {
    setFlagsFromString("--no-compact-on-every-full-gc");
  }
}

/** A fifth of what such an app's old objects take, in bytes. */
const LOOSE_BYTES = 4 * 1024 * 1024;

/** Much of what V8 keeps for old objects holds none. */
export function isLoose(spaces: readonly Pick<HeapSpaceInfo, "space_name" | "space_size" | "space_used_size">[]): boolean {
  return spaces.some(({ space_name, space_size, space_used_size }) => space_name === "old_space" && space_size - space_used_size > LOOSE_BYTES);
}
