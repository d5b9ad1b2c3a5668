/**
 * The loops of all mascots go by one beat that is kept here. Left alone the engine asks every running animation sixty times a second whether its next step has come,
 * which costs more than all the pictures that do change. So loops are held, and set to their next step by a timer: pictures come when something moves, and everything
 * that moves, moves in the same picture: also in the one that somebody's new look needs anyway. Gestures, which are over soon, run by themselves.
 */

/** One pose, in ms; the lengths of all loops are numbers of it (mascot.css). */
export const BEAT_MS = 175;
/** Behind a step's edge: on it the engine may round to either side. */
const INSIDE_MS = 1;

export interface Clock {
  /** ms */
  now(): number;
  /** @returns what ends it */
  every(ms: number, act: () => void): () => void;
}

const pageClock: Clock = {
  now: () => performance.now(),
  every(ms, act) {
    const timer = setInterval(act, ms);
    return () => clearInterval(timer);
  },
};

/** Calls after each drawing that may have begun loops, before its picture is made. */
function watchDrawings({ body }: Document, drawn: () => void): void {
  new MutationObserver(drawn).observe(body, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-motion"] });
}

/** Where a loop stands after so many beats, in ms. */
export const positionAt = (beats: number): number => beats * BEAT_MS + INSIDE_MS;

/** Beats since `from`, of a timer that is never quite on time; both in ms of one clock. */
export const beatsSince = (from: number, now: number): number => Math.max(0, Math.round((now - from) / BEAT_MS));

/** For as long as the page is there. It beats only while something loops that can be seen. */
export function keepBeat(page: Document, clock: Clock = pageClock, watch = watchDrawings): void {
  const begun = clock.now();
  /** The beat at which each loop that is held was first held. */
  const since = new Map<Animation, number>();
  let last = begun;
  let beats = 0;
  let end: (() => void) | null = null;

  const beat = (): void => {
    if (page.hidden) return rest();
    const loops = loopsNow();
    letGoAllBut(loops);
    if (loops.length === 0) return rest();
    last = clock.now();
    beats = beatsSince(begun, last);
    for (const loop of loops) set(loop);
    end ??= clock.every(BEAT_MS, beat);
  };
  const loopsNow = (): Animation[] => page.getAnimations().filter((animation) => since.has(animation) || isLoop(animation));
  const set = (loop: Animation): void => {
    if (!since.has(loop)) {
      since.set(loop, beats);
      loop.pause();
    }
    loop.currentTime = positionAt(beats - (since.get(loop) ?? beats));
  };
  /** Those that begin wait for the next beat and are not asked until then. If it is near it is now: one picture does for both. */
  const drawn = (): void => {
    if (end !== null && clock.now() - last < BEAT_MS / 2) {
      for (const loop of loopsNow()) if (!since.has(loop)) set(loop);
      return;
    }
    rest();
    beat();
  };
  /** What is over, or whose figure has gone: the engine would keep a held animation for good, and the drawing with it. */
  const letGoAllBut = (loops: readonly Animation[]): void => {
    const wanted = new Set(loops);
    for (const loop of [...since.keys()]) {
      if (wanted.has(loop)) continue;
      loop.cancel();
      since.delete(loop);
    }
  };
  const rest = (): void => {
    end?.();
    end = null;
  };

  watch(page, drawn);
  page.addEventListener("animationstart", () => end ?? beat());
  page.addEventListener("visibilitychange", beat);
}

function isLoop({ effect }: Animation): boolean {
  return (effect?.getTiming().iterations ?? 1) > 1;
}
