/**
 * All that moves on the stage goes by one beat that is kept here. Left alone the engine asks every running animation sixty times a second whether its next step has come, and where the processor
 * draws, each picture has its price. So animations are held, and set to their next pose by a timer: everything that moves, moves in the same picture, also in the one that somebody's new look
 * needs anyway. Loops move with each beat; gestures, which are over soon, twice as often, unless one new look follows upon another: then there is movement enough. Figures walk by themselves.
 */

/** One pose of a loop, in ms; the lengths of all loops are numbers of it (mascot.css). */
export const BEAT_MS = 175;
/** One pose of a gesture: as animators draw them, twelve a second or so. */
export const HALF_MS = BEAT_MS / 2;
/** Behind a step's edge: on it the engine may round to either side. */
const INSIDE_MS = 1;
/** After this share of the way to the next beat it is near. */
const NEAR = 0.6;
/** So many new looks within so many ms are a hurry: agents are at work, and what pictures cost is taken from them. */
const HURRY = { looks: 3, withinMs: 1_000 };
/** A wave of the hand or two are no loop. */
const MOST_IN_A_GESTURE = 2;
/** Where little is to move, one look fades into the next: smoothly, or it would be a flicker. */
const FADE = "m-cross-fade";

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

/** @param newLook somebody does something else now, or makes a gesture; false: a blink, a habit, a loop that begins */
type Drawn = (newLook: boolean) => void;

/** Calls after each drawing that may have begun animations, before its picture is made. Habits hang on classes (company.ts). */
function watchDrawings({ body }: Document, drawn: Drawn): void {
  const changes = (records: readonly MutationRecord[]): void => drawn(records.some(isNewLook));
  new MutationObserver(changes).observe(body, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-motion", "data-state", "data-moment", "class"] });
}

/** A gesture that ends is none. */
export const isNewLook = ({ attributeName, target }: Pick<MutationRecord, "attributeName" | "target">): boolean =>
  attributeName === "data-state" || (attributeName === "data-moment" && (target as Element).hasAttribute(attributeName));

/** Where a loop stands after so many beats, in ms. */
export const positionAt = (beats: number): number => beats * BEAT_MS + INSIDE_MS;

/**
 * How many beats and half beats there were in so many ms, by a timer that is never quite on time, and late rather than early; one that is near counts, since a picture that is made then shows it.
 * In the middle between two beats, where a gesture moves, none is near.
 */
export function countIn(ms: number): Count {
  const since = Math.max(0, ms);
  return { beats: Math.floor(since / BEAT_MS + 1 - NEAR), halves: Math.floor(since / HALF_MS + 1 - NEAR) };
}

interface Count {
  beats: number;
  halves: number;
}

interface Held {
  loops: boolean;
  /** The beat, or half beat, at which it was held first. */
  from: number;
  /** ms */
  end: number;
  /** Where it was set last, in ms. */
  at: number | null;
  /** It has come to its end, and stays known until it is gone. */
  over: boolean;
}

/** For as long as the page is there. It beats only while something moves that can be seen. */
export function keepBeat(page: Document, clock: Clock = pageClock, watch = watchDrawings): void {
  /** Counted from when the timer began to go as it goes: on the edge between two counts a timer that is never quite on time would stall and skip. */
  let base = { at: clock.now(), beats: 0, halves: 0 };
  const held = new Map<Animation, Held>();
  let last = base.at;
  let count: Count = base;
  let timer: { ms: number; end(): void } | null = null;
  /** When the last new looks were drawn. */
  const looks: number[] = [];

  const beat = (): void => {
    if (page.hidden) return rest();
    const moving = movingNow();
    letGoAllBut(moving);
    last = clock.now();
    countNow();
    setAll(moving);
    goOn();
  };
  const countNow = (): void => {
    const { beats, halves } = countIn(clock.now() - base.at);
    count = { beats: base.beats + beats, halves: base.halves + halves };
  };
  const movingNow = (): Animation[] => page.getAnimations().filter((animation) => held.has(animation) || isOurs(animation));
  /** All are asked before the first is held, and held before the first is set: to answer, the engine works out anew how everything looks. */
  const setAll = (moving: readonly Animation[]): void => {
    const fresh = moving.filter((animation) => !held.has(animation));
    for (const animation of fresh) held.set(animation, firstLook(animation));
    // Not paused: of a CSS animation that a script has paused the engine believes that it is no longer the style sheet's, and goes on with it when the style sheet has long another.
    for (const animation of fresh) animation.playbackRate = 0;
    for (const animation of moving) set(animation, held.get(animation) as Held);
  };
  const firstLook = ({ effect }: Animation): Held => {
    const { iterations, endTime } = effect?.getComputedTiming() ?? {};
    const loops = (iterations ?? 1) > MOST_IN_A_GESTURE;
    return { loops, from: loops ? count.beats : count.halves, end: Number(endTime), at: null, over: false };
  };
  const set = (animation: Animation, one: Held): void => {
    const at = one.loops ? positionAt(count.beats - one.from) : (count.halves - one.from) * HALF_MS + INSIDE_MS;
    if (at === one.at || one.over) return;
    one.at = at;
    one.over = !one.loops && at >= one.end;
    if (!one.over) {
      animation.currentTime = at;
      return;
    }
    animation.playbackRate = 1;
    animation.finish();
  };
  /** Those that begin wait for the next beat and are not asked until then. If it is near it is now: one picture does for both. */
  const drawn: Drawn = (newLook) => {
    if (newLook) looks.push(clock.now());
    if (looks.length > HURRY.looks) looks.shift();
    if (timer === null || clock.now() - last >= timer.ms * NEAR) {
      rest();
      return beat();
    }
    countNow();
    setAll(movingNow().filter((animation) => !held.has(animation)));
    // Slower only from a beat on: from between two of them the next would be so late that a pose of the loops is left out.
    if (paceNow() < timer.ms) goOn();
  };
  /** What is over, or whose figure has gone: the engine would keep a held animation for good, and the drawing with it. */
  const letGoAllBut = (moving: readonly Animation[]): void => {
    const wanted = new Set(moving);
    for (const animation of [...held.keys()]) {
      if (wanted.has(animation)) continue;
      animation.cancel();
      held.delete(animation);
    }
  };
  /** ms from one picture to the next; Infinity: nothing moves. */
  const paceNow = (): number => {
    const under = [...held.values()].filter(({ over }) => !over);
    if (under.length === 0) return Number.POSITIVE_INFINITY;
    return isHurry() || under.every(({ loops }) => loops) ? BEAT_MS : HALF_MS;
  };
  const goOn = (): void => {
    const ms = paceNow();
    if (timer?.ms === ms) return;
    rest();
    if (ms === Number.POSITIVE_INFINITY) return;
    base = { at: clock.now(), ...count };
    timer = { ms, end: clock.every(ms, beat) };
  };
  const isHurry = (): boolean => looks.length === HURRY.looks && clock.now() - (looks[0] as number) < HURRY.withinMs;
  const rest = (): void => {
    timer?.end();
    timer = null;
  };

  watch(page, drawn);
  page.addEventListener("visibilitychange", beat);
}

const isOurs = (animation: Animation): boolean => !("transitionProperty" in animation) && (animation as CSSAnimation).animationName !== FADE && animation.playState !== "finished";