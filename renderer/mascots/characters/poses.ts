import type { MascotState, MomentKind } from "../../../schemas/generated/types.ts";
import type { Cheer } from "./celebration.ts";
import type { EyeExpression } from "./parts/eyes.tsx";
import type { MouthExpression } from "./parts/mouths.tsx";
import { GROUND, MIDDLE, type Point } from "./shapes.ts";

/** A hand's place on the grid (not moved by the body's lean) and how far the elbow is pushed aside. */
export interface Reach extends Point {
  readonly bend: number;
}

export interface Pose {
  readonly feet: "standing" | "sitting" | "hidden";
  /** Degrees, clockwise, around the middle of the ground line. */
  readonly lean: number;
  readonly shift: Point;
  readonly stretch: Point;
  /** How far the face is turned: moves it on the body. */
  readonly turn: Point;
  readonly gaze: Point;
  readonly eyes: EyeExpression;
  readonly mouth: MouthExpression;
  /** Null: the arm is out of sight. */
  readonly left: Reach | null;
  readonly right: Reach | null;
  /** Sub-states of sleep and silence paint the whole figure fainter. */
  readonly faint?: boolean;
}

type Standing = Pose & { readonly left: Reach; readonly right: Reach };

const at = (x: number, y: number, bend = 0): Reach => ({ x, y, bend });
const point = (x: number, y: number): Point => ({ x, y });

const STANDING: Standing = {
  feet: "standing",
  lean: 0,
  shift: point(0, 0),
  stretch: point(1, 1),
  turn: point(0, 0),
  gaze: point(0, 0),
  eyes: "open",
  mouth: "own",
  left: at(22, 98, 2),
  right: at(98, 98, -2),
};

const SITTING: Standing = { ...STANDING, feet: "sitting", shift: point(0, 1), stretch: point(1.02, 0.97), left: at(47, 100, 5), right: at(73, 100, -5) };

/** One posture for each state: a still of any of them must already say what is going on. */
export const POSES: Readonly<Record<MascotState, Pose>> = {
  resting: SITTING,
  thinking: { ...STANDING, lean: -4, shift: point(-5, 0), turn: point(2, -1.5), gaze: point(1.7, -1.7), mouth: "small", left: at(45, 101, 5), right: at(68, 93, -6) },
  reading: { ...SITTING, shift: point(5, 1), turn: point(0, 0), gaze: point(0, 1.8), mouth: "small", left: at(41, 99, 3), right: at(89, 99, -3) },
  editing: { ...STANDING, lean: 8, shift: point(-12, 0), turn: point(4, 2), gaze: point(1.4, 1.8), eyes: "open", mouth: "tongue", left: at(32, 104, 4), right: at(91, 83, -5) },
  running: { ...SITTING, shift: point(-12.5, 1), turn: point(4, 0), gaze: point(1.8, 0.8), eyes: "focused", mouth: "small", left: at(47, 101, 5), right: at(73, 100, -4) },
  searching: { ...STANDING, lean: 9, shift: point(-11, 0), turn: point(3, 0), gaze: point(1.4, 0.4), mouth: "talk", left: at(10, 76, -3), right: at(99, 101, 4) },
  browsing: { ...STANDING, lean: -4, shift: point(-11.5, 0), turn: point(4, -2), gaze: point(1.8, -1.4), mouth: "own", left: at(14, 94, 3), right: at(95, 76, -5) },
  delegating: { ...STANDING, lean: 4, shift: point(4, 0), turn: point(-3, 0), gaze: point(0, 0), mouth: "talk", left: at(30, 84, 7), right: at(108, 56, 5) },
  planning: { ...STANDING, lean: -3, shift: point(-12, 0), turn: point(4, -2), gaze: point(1.8, -1.2), mouth: "small", left: at(12, 98, 4), right: at(87, 64, -4) },
  compacting: { ...STANDING, lean: 3, shift: point(-5, 0), turn: point(3, 2), gaze: point(1.4, 1.6), eyes: "focused", mouth: "small", left: at(14, 82, -3), right: at(100, 72, -3) },
  asking_permission: { ...STANDING, shift: point(-6, 0), stretch: point(0.97, 1.06), eyes: "wide", mouth: "talk", turn: point(0, -2), left: at(12, 76, 4), right: at(98, 54, 4) },
  asking_question: { ...STANDING, lean: -9, shift: point(-6, 0), turn: point(2, -1), gaze: point(1.2, -1.6), eyes: "wide", mouth: "small", left: at(40, 96, 6), right: at(92, 86, -3) },
  watching: { ...STANDING, lean: -3, shift: point(-2, 0), turn: point(-5, 0.5), gaze: point(-1.8, 0.8), eyes: "open", mouth: "small", left: at(32, 101, 4), right: at(91, 84, -5) },
  failed: { ...SITTING, shift: point(0, 2), stretch: point(1.06, 0.88), turn: point(0, 2.5), gaze: point(0, 1.2), eyes: "sad", mouth: "sad", left: at(26, 106, 4), right: at(94, 106, -4) },
  blocked: { ...STANDING, turn: point(0, -3), gaze: point(0, 0.6), eyes: "sad", mouth: "wobble", left: at(36, 91, 5), right: at(84, 91, -5) },
  untracked: { ...STANDING, lean: 5, shift: point(-8, 0), turn: point(4, 0), gaze: point(1.7, 0.6), eyes: "wide", mouth: "wobble", left: at(11, 74, -4), right: at(93, 59, 3) },
  asleep: { ...SITTING, feet: "hidden", lean: -3, shift: point(-2, 3), stretch: point(1.1, 0.84), turn: point(-2, 0), eyes: "closed", mouth: "small", left: null, right: null },
  stale: { ...SITTING, shift: point(-11, 2), stretch: point(1.03, 0.93), turn: point(4, 1), gaze: point(1.4, 0.8), eyes: "soft", mouth: "flat", left: at(40, 101, 5), right: at(97, 88, -4), faint: true },
};

/** Postures of the one-shot gestures, played over whatever the state is. */
export const MOMENT_POSES: Readonly<Record<MomentKind, Pose>> = {
  entering: { ...STANDING, turn: point(0, -1), eyes: "happy", mouth: "grin", left: at(14, 68, 5), right: at(106, 68, -5) },
  stumbled: { ...STANDING, lean: 20, shift: point(-6, 0), turn: point(3, 1), eyes: "dizzy", mouth: "wobble", left: at(20, 56, -3), right: at(108, 84, 3) },
  done: { ...STANDING, turn: point(0, -2), stretch: point(0.98, 1.04), eyes: "happy", mouth: "grin", left: at(16, 52, -4), right: at(104, 52, 4) },
  leaving: { ...STANDING, lean: -5, shift: point(4, 0), turn: point(2, -1), eyes: "happy", mouth: "own", left: at(22, 96, 3), right: at(108, 52, 5) },
  faded: { ...STANDING, lean: 4, turn: point(0, 1), eyes: "closed", mouth: "own", left: at(24, 98, 2), right: at(86, 58, 11) },
};

/** A joy that comes often is a smaller one. */
export const CHEER_POSES: Readonly<Record<Cheer, Pose>> = {
  grand: MOMENT_POSES.done,
  glad: { ...STANDING, turn: point(0, -1), lean: -3, eyes: "happy", mouth: "grin", left: at(30, 98, 3), right: at(106, 56, 4) },
  nod: { ...SITTING, turn: point(0, 2), eyes: "happy", mouth: "own" },
};

/** How long each gesture lasts, in milliseconds. */
export const MOMENT_MS: Readonly<Record<MomentKind, number>> = { entering: 600, stumbled: 900, done: 1200, leaving: 800, faded: 800 };

/** The body's transform for a pose, as an SVG attribute. */
export function poseTransform({ shift, lean, stretch }: Pose): string {
  return `translate(${MIDDLE + shift.x} ${GROUND + shift.y}) rotate(${lean}) scale(${stretch.x} ${stretch.y}) translate(${-MIDDLE} ${-GROUND})`;
}

/** Where a point of the body is on the grid once it is posed. */
export function placed({ shift, lean, stretch }: Pose, p: Point): Point {
  const angle = (lean * Math.PI) / 180;
  const x = (p.x - MIDDLE) * stretch.x;
  const y = (p.y - GROUND) * stretch.y;
  return {
    x: MIDDLE + shift.x + x * Math.cos(angle) - y * Math.sin(angle),
    y: GROUND + shift.y + x * Math.sin(angle) + y * Math.cos(angle),
  };
}
