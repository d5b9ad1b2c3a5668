import { describe, expect, it } from "vitest";
import { BEAT_MS, type Clock, countIn, HALF_MS, isNewLook, keepBeat, positionAt } from "./beat.ts";

interface Part {
  effect: { getComputedTiming(): { iterations: number; endTime: number } };
  playState: string;
  currentTime: number;
  playbackRate: number;
  letGo: boolean;
  finish(): void;
  cancel(): void;
}

function part(iterations: number, length = 700): Part {
  return {
    effect: { getComputedTiming: () => ({ iterations, endTime: length * iterations }) }, playState: "running", currentTime: 40, playbackRate: 1, letGo: false,
    finish() {
      expect(this.playbackRate, "what stands still cannot end").not.toBe(0);
      this.playState = "finished";
    },
    cancel() {
      this.letGo = true;
    },
  };
}

const isHeld = ({ playbackRate }: Part) => playbackRate === 0;

/** A page whose animations and time the test moves. */
function stage() {
  const listeners = new Map<string, () => void>();
  const page = { hidden: false, moving: [] as Part[], getAnimations: () => page.moving, addEventListener: (name: string, act: () => void) => listeners.set(name, act) };
  let now = 1000;
  let timer: (() => void) | null = null;
  let pace = 0;
  let drawn = (_newLook: boolean): void => {};
  const clock: Clock = {
    now: () => now,
    every(ms, act) {
      expect(timer, "one timer at a time").toBeNull();
      timer = act;
      pace = ms;
      return () => {
        timer = null;
      };
    },
  };
  keepBeat(page as unknown as Document, clock, (_page, act) => (drawn = act));
  return {
    page,
    hear: (name: string) => listeners.get(name)?.(),
    beats: () => timer !== null,
    pace: () => (timer === null ? null : pace),
    now: () => now,
    /** @param after ms since the last beat was due @param stays time goes on from there @param newLook somebody does something else now */
    draw(after: number, stays = false, newLook = false) {
      now += after;
      drawn(newLook);
      if (!stays) now -= after;
    },
    /** @param late ms */
    next(late = 0) {
      now += pace;
      const [on, at] = [timer, now];
      now += late;
      on?.();
      now = at;
    },
  };
}

describe("the beat of the stage", () => {
  it("holds what loops and sets it a pose further at each beat, on time whatever the timer does", () => {
    const { page, draw, next } = stage();
    const loop = part(Number.POSITIVE_INFINITY);
    page.moving = [loop];
    draw(0);
    expect([isHeld(loop), loop.currentTime]).toEqual([true, positionAt(0)]);
    for (const late of [0, 60, 3, 80]) next(late);
    expect(loop.currentTime).toBe(positionAt(4));
  });

  it("whatever begins between two beats falls into step with the others", () => {
    const { page, next, draw } = stage();
    const [first, second, third] = [part(19), part(Number.POSITIVE_INFINITY), part(3)];
    page.moving = [first];
    draw(0);
    next();
    page.moving = [first, second, third];
    draw(40);
    expect([isHeld(second), second.currentTime, isHeld(third)], "an engine asks nobody who is held").toEqual([true, positionAt(0), true]);
    expect(first.currentTime).toBe(positionAt(1));
    next();
    next();
    expect([first, second, third].map(({ currentTime }) => currentTime)).toEqual([positionAt(3), positionAt(2), positionAt(2)]);
  });

  it("a picture that is made shortly before a beat shows the beat, too, and the next is a whole one later", () => {
    const { page, draw, next, beats } = stage();
    const [first, second] = [part(19), part(19)];
    page.moving = [first];
    draw(0);
    page.moving = [first, second];
    draw(120);
    expect([first.currentTime, second.currentTime, beats()]).toEqual([positionAt(1), positionAt(0), true]);
    next(120);
    expect([first.currentTime, second.currentTime]).toEqual([positionAt(2), positionAt(1)]);
  });

  it.each([50, 90, 100, 110, 170])("pictures that are made every %d ms hold no loop up", (every) => {
    const { page, draw } = stage();
    const loop = part(Number.POSITIVE_INFINITY);
    page.moving = [loop];
    draw(0);
    for (let n = 0; n < 20; n++) draw(every, true);
    expect(loop.currentTime).toBeGreaterThanOrEqual(positionAt(Math.floor((20 * every) / (2 * BEAT_MS))));
  });

  it("a picture in which nothing loops any more ends the beat", () => {
    const { page, draw, beats } = stage();
    page.moving = [part(19)];
    draw(0);
    page.moving = [];
    draw(120);
    expect(beats()).toBe(false);
  });

  it("lets go of what is over or gone, and of nothing because the page is not seen for a while", () => {
    const { page, draw, hear, next } = stage();
    const [gone, last] = [part(19), part(Number.POSITIVE_INFINITY)];
    page.moving = [gone, last];
    draw(0);
    page.moving = [last];
    next();
    expect([gone.letGo, last.letGo]).toEqual([true, false]);
    page.hidden = true;
    hear("visibilitychange");
    expect(last.letGo).toBe(false);
    page.hidden = false;
    page.moving = [];
    hear("visibilitychange");
    expect(last.letGo).toBe(true);
  });

  it("a gesture goes twice as fast, to its end, and lets the loops go their own pace", () => {
    const { page, draw, next, pace } = stage();
    const [loop, gesture] = [part(Number.POSITIVE_INFINITY), part(1, 240)];
    page.moving = [loop];
    draw(0);
    expect(pace()).toBe(BEAT_MS);
    page.moving = [loop, gesture];
    draw(0);
    expect([isHeld(gesture), gesture.currentTime, pace()]).toEqual([true, 1, HALF_MS]);
    const seen = [1, 2, 3].map(() => {
      next();
      return [gesture.currentTime, gesture.playState, loop.currentTime];
    });
    expect(seen).toEqual([[HALF_MS + 1, "running", positionAt(0)], [2 * HALF_MS + 1, "running", positionAt(1)], [2 * HALF_MS + 1, "finished", positionAt(1)]]);
    expect(pace()).toBe(BEAT_MS);
    next();
    expect([gesture.playState, gesture.letGo, loop.currentTime], "the pose in which it ended stays").toEqual(["finished", false, positionAt(2)]);
    page.moving = [loop];
    next();
    expect(gesture.letGo, "and is let go when it is gone").toBe(true);
  });

  it.each([0, 30, 60, 85, 110, 150])("a gesture that begins %i ms after a beat shows each of its poses", (after) => {
    const { page, draw, now, next } = stage();
    const [loop, gesture] = [part(Number.POSITIVE_INFINITY), part(1, BEAT_MS)];
    page.moving = [loop];
    draw(0);
    page.moving = [loop, gesture];
    draw(after, true);
    const poses = [gesture.currentTime];
    for (const late of [4, -4]) {
      next(late);
      poses.push(gesture.playState === "finished" ? BEAT_MS : gesture.currentTime);
    }
    expect([poses, now() >= after]).toEqual([[1, HALF_MS + 1, BEAT_MS], true]);
  });

  it.each([0, 40, 87, 100, 130])("loops that begin at any time of the page go on evenly, by a timer that is not quite on time: %i ms", (phase) => {
    const { page, hear, draw, next } = stage();
    const loop = part(Number.POSITIVE_INFINITY);
    page.moving = [loop];
    draw(phase, true);
    const positions = [3, -3, 5, 0, -5, 2].map((late) => {
      next(late);
      return loop.currentTime;
    });
    expect(positions).toEqual([1, 2, 3, 4, 5, 6].map(positionAt));
    hear("visibilitychange");
  });

  describe("in a hurry", () => {
    /** Three new looks within a second, the last of them with a gesture. */
    function hurry(newLook = true) {
      const all = stage();
      const [loop, gesture] = [part(Number.POSITIVE_INFINITY), part(1, 500)];
      all.page.moving = [loop];
      for (const after of [0, 300]) all.draw(after, true, newLook);
      all.page.moving = [loop, gesture];
      all.draw(300, true, newLook);
      return { ...all, gesture };
    }

    it("a gesture makes no pictures of its own: it goes with the loops, and is over no later than by a pose", () => {
      const { next, pace, gesture } = hurry();
      expect(pace()).toBe(BEAT_MS);
      const seen = [1, 2, 3].map(() => {
        next();
        return gesture.playState === "finished" ? "over" : gesture.currentTime;
      });
      expect(seen).toEqual([BEAT_MS + 1, 2 * BEAT_MS + 1, "over"]);
    });

    it("it goes twice as fast again when nobody has done anything new for a second", () => {
      const { page, draw, next, pace } = hurry();
      page.moving = [part(1, 3_000)];
      draw(0);
      const paces = [1, 2, 3].map(() => {
        next();
        return pace();
      });
      expect(paces).toEqual([BEAT_MS, BEAT_MS, HALF_MS]);
    });

    it("blinks and habits are no hurry", () => {
      expect(hurry(false).pace()).toBe(HALF_MS);
    });

    it.each([10, 30, 50])("one that begins %d ms after a half beat leaves no pose of a loop out", (after) => {
      const { page, draw, next } = stage();
      const loop = part(Number.POSITIVE_INFINITY);
      page.moving = [loop, part(1, 2_000)];
      draw(0, true, true);
      draw(0, true, true);
      next();
      draw(after, false, true);
      const poses = [1, 2, 3, 4].map(() => {
        next();
        return loop.currentTime;
      });
      for (const [n, pose] of poses.entries()) expect(pose - (poses[n - 1] ?? positionAt(0))).toBeLessThanOrEqual(BEAT_MS);
      expect(poses.at(-1)).toBeGreaterThanOrEqual(positionAt(3));
    });

    it.each([
      ["somebody does something else", "data-state", true, true],
      ["somebody makes a gesture", "data-moment", true, true],
      ["a gesture ends", "data-moment", false, false],
      ["a loop begins", "data-motion", true, false],
      ["somebody blinks", "class", true, false],
      ["a bubble comes", null, false, false],
    ])("%s: a new look?", (_what, attributeName, has, expected) => {
      expect(isNewLook({ attributeName, target: { hasAttribute: () => has } as unknown as Node })).toBe(expected);
    });
  });

  it("a fade is left to the engine", () => {
    const { page, draw, beats } = stage();
    const fade = { ...part(1), animationName: "m-cross-fade" };
    page.moving = [fade];
    draw(0);
    expect([isHeld(fade), beats()]).toEqual([false, false]);
  });

  it("a hand that waves twice is a gesture", () => {
    const { page, draw, pace } = stage();
    page.moving = [part(2, 260)];
    draw(0);
    expect(pace()).toBe(HALF_MS);
  });

  it("no timer goes for a gesture that has ended, and its drawing is let go with the next change", () => {
    const { page, draw, next, beats } = stage();
    const gesture = part(1, 100);
    page.moving = [gesture];
    draw(0);
    next();
    next();
    expect([gesture.playState, gesture.letGo, beats()]).toEqual(["finished", false, false]);
    page.moving = [];
    draw(5000);
    expect([gesture.letGo, beats()]).toEqual([true, false]);
  });

  it("leaves those alone who walk", () => {
    const { page, draw, beats } = stage();
    const walk = { ...part(1), transitionProperty: "transform" };
    page.moving = [walk];
    draw(0);
    expect([isHeld(walk), walk.currentTime, beats()]).toEqual([false, 40, false]);
  });

  it("no timer goes while nothing loops, or nobody can see it", () => {
    const { page, draw, hear, next, beats } = stage();
    const loop = part(Number.POSITIVE_INFINITY);
    page.moving = [loop];
    draw(0);
    page.hidden = true;
    hear("visibilitychange");
    expect(beats()).toBe(false);
    next();
    page.hidden = false;
    hear("visibilitychange");
    expect([beats(), loop.currentTime]).toEqual([true, positionAt(1)]);
    page.moving = [];
    next();
    expect(beats()).toBe(false);
  });
});

it.each([[0, 0, 0], [HALF_MS - 5, 0, 1], [HALF_MS + 15, 0, 1], [120, 1, 1], [BEAT_MS - 5, 1, 2], [BEAT_MS + 15, 1, 2], [2 * BEAT_MS, 2, 4], [-5000, 0, 0]])("in %d ms there are %d beats and %d half ones", (ms, beats, halves) => {
  expect(countIn(ms)).toEqual({ beats, halves });
});
