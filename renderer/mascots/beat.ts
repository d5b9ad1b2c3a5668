/**
 * The loops of all mascots go by one beat that is kept here. Left alone the engine asks every running animation sixty times a second whether its next step has come,
 * which costs more than all the pictures that do change. So loops are held, and set to their next step by a timer: pictures come when something moves, and everything
 * that moves, moves in the same picture. Gestures, which are over soon, run by themselves.
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
  /** Before the next picture is made, which may be under way. */
  thisPicture(act: () => void): void;
}

const pageClock: Clock = {
  now: () => performance.now(),
  every(ms, act) {
    const timer = setInterval(act, ms);
    return () => clearInterval(timer);
  },
  thisPicture: (act) => void requestAnimationFrame(act),
};

/** Where a loop stands after so many beats, in ms. */
export const positionAt = (beats: number): number => beats * BEAT_MS + INSIDE_MS;

/** Beats since `from`, of a timer that is never quite on time; both in ms of one clock. */
export const beatsSince = (from: number, now: number): number => Math.max(0, Math.round((now - from) / BEAT_MS));

/** For as long as the page is there. It beats only while something loops that can be seen. */
export function keepBeat(page: Document, clock: Clock = pageClock): void {
  const begun = clock.now();
  /** The beat at which each loop that is held was first held. */
  const since = new Map<Animation, number>();
  let beats = 0;
  let end: (() => void) | null = null;
  let asked = false;

  const beat = (): void => {
    if (page.hidden) return rest();
    const loops = page.getAnimations().filter(isLoop);
    letGoAllBut(loops);
    if (loops.length === 0) return rest();
    beats = beatsSince(begun, clock.now());
    for (const loop of loops) set(loop);
    end ??= clock.every(BEAT_MS, beat);
  };
  const set = (loop: Animation): void => {
    if (!since.has(loop)) {
      since.set(loop, beats);
      loop.pause();
    }
    loop.currentTime = positionAt(beats - (since.get(loop) ?? beats));
  };
  /** Those that have begun since the last beat: they wait for the next one, and are not asked until then. */
  const hold = (): void => {
    asked = false;
    for (const loop of page.getAnimations().filter(isLoop)) if (!since.has(loop)) set(loop);
  };
  const begins = (): void => {
    if (end === null) return beat();
    if (asked) return;
    asked = true;
    clock.thisPicture(hold);
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

  page.addEventListener("animationstart", begins);
  page.addEventListener("visibilitychange", beat);
}

function isLoop({ effect }: Animation): boolean {
  return (effect?.getTiming().iterations ?? 1) > 1;
}
