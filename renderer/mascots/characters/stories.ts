import type { ReactNode } from "react";
import { POSES, type Pose, type Reach } from "./poses.ts";
import { mug } from "./props/desk.tsx";
import type { Prop } from "./props/prop.ts";
import { both, butterfly, candle, crumbs, glint, heart, ladybird, lifted, note, signal, steamPuff } from "./props/stories.tsx";
import type { Point } from "./shapes.ts";

/** One drawn picture of a story, held for a while. */
export interface Frame {
  readonly ms: number;
  readonly pose: Pose;
  /** Beside the mug (or the candle); `alone`: instead of it. */
  readonly extra?: ReactNode;
  readonly alone?: boolean;
}

/** What somebody at rest does once in a while: a few key poses as drawn by hand, nothing in between. */
export interface Story {
  readonly name: string;
  /** Only these species tell it; all do when absent. */
  readonly species?: readonly string[];
  readonly frames: readonly Frame[];
}

const REST = POSES.resting as Pose & { readonly left: Reach; readonly right: Reach };
const p = (x: number, y: number): Point => ({ x, y });
const hand = (x: number, y: number, bend = 0): Reach => ({ x, y, bend });

function frame(ms: number, pose: Partial<Pose>, extra?: ReactNode, alone = false): Frame {
  return { ms, pose: { ...REST, ...pose }, ...(extra && { extra }), ...(alone && { alone }) };
}

const UP = { left: hand(18, 58, -4), right: hand(102, 58, 4) } as const;

/** Everybody's. */
const SHARED: readonly Story[] = [
  {
    name: "sip",
    frames: [
      frame(260, { right: hand(100, 99, -3), gaze: p(1.8, 1.4), turn: p(3, 1) }),
      frame(1100, { right: hand(80, 95, -7), eyes: "closed", mouth: "small", turn: p(2, -1), lean: -3 }, lifted(76, 88, -28), true),
      frame(800, { right: hand(92, 98, -4), eyes: "happy", mouth: "own" }, lifted(101, 99, 0), true),
    ],
  },
  {
    name: "stretch",
    frames: [
      frame(320, { stretch: p(1.06, 0.91), eyes: "closed", mouth: "small" }),
      frame(900, { ...UP, stretch: p(0.96, 1.05), eyes: "closed", mouth: "shout", turn: p(0, -2) }),
      frame(420, { stretch: p(1.05, 0.94), eyes: "soft", mouth: "small" }),
    ],
  },
  {
    name: "look about",
    frames: [
      frame(800, { turn: p(-5, 0), gaze: p(-2, 0), lean: -4, mouth: "small" }),
      frame(900, { turn: p(5, -1), gaze: p(2, -0.6), lean: 4, mouth: "small" }),
      frame(300, { turn: p(0, 0), eyes: "closed" }),
    ],
  },
  {
    name: "hello",
    frames: [
      frame(220, { right: hand(101, 66, 4), eyes: "happy", mouth: "grin", lean: -3 }),
      frame(220, { right: hand(108, 72, 4), eyes: "happy", mouth: "grin", lean: -3 }),
      frame(220, { right: hand(101, 66, 4), eyes: "happy", mouth: "grin", lean: -3 }),
      frame(500, { eyes: "happy" }),
    ],
  },
  {
    name: "hum",
    frames: [
      frame(480, { lean: -4, eyes: "happy", mouth: "small" }, note(99, 50, -8)),
      frame(480, { lean: 4, eyes: "happy", mouth: "talk" }, note(103, 38, 8)),
      frame(480, { lean: -4, eyes: "happy", mouth: "small" }, both(note(98, 30, -8), note(22, 46, 8))),
      frame(480, { lean: 3, eyes: "happy", mouth: "talk" }, note(19, 33, -6)),
    ],
  },
  {
    name: "butterfly",
    frames: [
      frame(360, { turn: p(4, -1), gaze: p(2, -1.4), eyes: "wide", mouth: "small" }, butterfly(104, 44, 1)),
      frame(300, { turn: p(3, -2), gaze: p(1.6, -1.8), eyes: "wide", mouth: "small" }, butterfly(96, 28, 0.3)),
      frame(300, { turn: p(0, -2), gaze: p(0.4, -2), eyes: "wide", mouth: "talk" }, butterfly(68, 20, 1)),
      frame(300, { turn: p(-3, -2), gaze: p(-1.8, -1.6), eyes: "wide", mouth: "talk" }, butterfly(32, 26, 0.3)),
      frame(360, { turn: p(-5, -1), gaze: p(-2, -1), left: hand(22, 70, -4), mouth: "grin" }, butterfly(16, 40, 1)),
    ],
  },
];

/** Of one species alone. */
const OWN: readonly Story[] = [
  {
    name: "steams",
    species: ["dumpling"],
    frames: [
      frame(520, { stretch: p(1.07, 0.92), eyes: "closed", mouth: "small" }),
      frame(240, { stretch: p(0.95, 1.06), eyes: "wide", mouth: "talk" }, steamPuff(0)),
      frame(320, { eyes: "soft", mouth: "small" }, steamPuff(9)),
      frame(420, { eyes: "happy" }, steamPuff(18)),
    ],
  },
  {
    name: "is poked",
    species: ["dumpling"],
    frames: [frame(260, { right: hand(80, 86, -8), gaze: p(1.4, 1.6), mouth: "small" }), frame(200, { stretch: p(1.05, 0.95), right: hand(76, 88, -8), eyes: "closed" }), frame(200, { stretch: p(0.97, 1.04), eyes: "happy" }), frame(200, { stretch: p(1.03, 0.98), eyes: "happy", mouth: "grin" })],
  },
  {
    name: "has a visitor",
    species: ["sprout"],
    frames: [
      frame(600, { gaze: p(1.2, -2), turn: p(2, -2), mouth: "small" }, ladybird(84, 22, 20)),
      frame(600, { gaze: p(0.8, -2), turn: p(1, -2), mouth: "small" }, ladybird(74, 25, -160)),
      frame(700, { gaze: p(0, -2), turn: p(0, -2), eyes: "wide", mouth: "grin" }, ladybird(60, 36, 90)),
    ],
  },
  {
    name: "basks",
    species: ["sprout"],
    frames: [frame(1400, { ...UP, left: hand(20, 72, -3), right: hand(100, 72, 3), eyes: "closed", mouth: "own", turn: p(0, -3), stretch: p(0.98, 1.04) }, glint(100, 36, 7)), frame(500, { eyes: "happy" })],
  },
  {
    name: "kneads",
    species: ["loaf"],
    frames: [frame(320, { left: hand(44, 104, 4), right: hand(72, 95, -4), eyes: "soft" }), frame(320, { left: hand(48, 95, 4), right: hand(76, 104, -4), eyes: "soft" }), frame(320, { left: hand(44, 104, 4), right: hand(72, 95, -4), eyes: "closed" }), frame(320, { left: hand(48, 95, 4), right: hand(76, 104, -4), eyes: "closed", mouth: "own" })],
  },
  {
    name: "washes",
    species: ["loaf"],
    frames: [frame(320, { right: hand(84, 80, -7), eyes: "closed", mouth: "tongue", lean: 4, turn: p(2, 1) }), frame(320, { right: hand(82, 70, -7), eyes: "closed", mouth: "small", lean: 5, turn: p(2, 0) }), frame(320, { right: hand(84, 80, -7), eyes: "closed", mouth: "tongue", lean: 4, turn: p(2, 1) }), frame(400, { eyes: "soft" })],
  },
  {
    name: "calls home",
    species: ["robot"],
    frames: [frame(380, { gaze: p(0, -2), turn: p(0, -2), mouth: "small" }, signal(false)), frame(380, { gaze: p(0, -2), turn: p(0, -2), mouth: "talk" }, signal(true)), frame(380, { gaze: p(0, -2), turn: p(0, -2), mouth: "small" }, signal(false)), frame(700, { eyes: "happy", mouth: "grin" }, heart(60, 14, 0.8))],
  },
  {
    name: "restarts",
    species: ["robot"],
    frames: [frame(900, { eyes: "closed", mouth: "flat", lean: 5, stretch: p(1.02, 0.95) }), frame(260, { eyes: "soft", mouth: "flat" }), frame(500, { eyes: "wide", mouth: "own", stretch: p(0.98, 1.03) }, glint(96, 40, 6))],
  },
  {
    name: "boo",
    species: ["ghost"],
    frames: [frame(400, { stretch: p(1.05, 0.9), eyes: "closed", left: hand(46, 84, 5), right: hand(74, 84, -5), mouth: "small" }), frame(900, { ...UP, stretch: p(0.95, 1.07), eyes: "wide", mouth: "shout", shift: p(0, -4) }), frame(600, { eyes: "happy", mouth: "grin", right: hand(70, 78, -6) })],
  },
  {
    name: "drifts",
    species: ["ghost"],
    frames: [frame(460, { shift: p(-5, -4), lean: -5, eyes: "soft" }), frame(460, { shift: p(-2, -8), lean: 2, eyes: "closed" }), frame(460, { shift: p(3, -6), lean: 5, eyes: "closed" }), frame(360, { shift: p(1, -2), lean: 2, eyes: "soft" })],
  },
  {
    name: "sings",
    species: ["bird"],
    frames: [frame(300, { turn: p(0, -3), eyes: "closed", mouth: "shout", ...UP, left: hand(18, 76, -3), right: hand(102, 76, 3) }, note(102, 44, -6)), frame(300, { turn: p(0, -2), eyes: "closed", mouth: "small" }, note(104, 34, 8)), frame(300, { turn: p(0, -3), eyes: "closed", mouth: "shout" }, both(note(100, 28, -6), note(20, 40, 6))), frame(500, { eyes: "happy", mouth: "grin" }, note(16, 30, -6))],
  },
  {
    name: "pecks",
    species: ["bird"],
    frames: [frame(300, { gaze: p(2, 1.6), turn: p(4, 2) }, crumbs, true), frame(200, { lean: 12, shift: p(-5, 1), turn: p(4, 4), eyes: "closed" }, crumbs, true), frame(200, { lean: 4, turn: p(3, 1), mouth: "own" }, crumbs, true), frame(200, { lean: 12, shift: p(-5, 1), turn: p(4, 4), eyes: "closed" }, crumbs, true), frame(500, { eyes: "happy" }, crumbs, true)],
  },
];

export const STORIES: readonly Story[] = [...SHARED, ...OWN];

/** What a species can tell. */
export function storiesOf(species: string): readonly Story[] {
  return STORIES.filter((story) => story.species === undefined || story.species.includes(species));
}

/**
 * Which story comes next: one of its own as likely as one that all tell, none that was told just before by this mascot or by any other.
 * @param chance in [0, 1)
 */
export function nextStory(species: string, told: readonly (string | null)[], chance: number): Story {
  const free = storiesOf(species).filter(({ name }) => !told.includes(name));
  const own = free.filter((story) => story.species !== undefined);
  const shared = free.filter((story) => story.species === undefined);
  const group = chance < 0.5 && own.length > 0 ? own : shared;
  const share = chance < 0.5 ? chance * 2 : chance * 2 - 1;
  return group[Math.floor(share * group.length)] as Story;
}

/** Length of a story, in ms. */
export function lengthOf({ frames }: Story): number {
  return frames.reduce((sum, { ms }) => sum + ms, 0);
}

/** What stands beside somebody at rest. */
export const restProp = (night: boolean): Prop => (night ? candle : mug);

/** What is drawn with a frame, by day or by night. */
export function propOf({ extra, alone = false }: Frame, night: boolean): Prop {
  return { ...(alone ? {} : restProp(night)), extra };
}
