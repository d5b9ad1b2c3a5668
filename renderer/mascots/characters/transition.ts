import { type Pose, placed } from "./poses.ts";
import { GROUND, MIDDLE, type Point } from "./shapes.ts";

/** Where a figure comes from when its posture changes: what has to be laid over the new one so that the body starts where the old one was. */
export interface Origin extends Point {
  /** Degrees, around the middle of the ground line. */
  readonly lean: number;
}

const round = (value: number) => Math.round(value * 100) / 100;

/** Of a change between two postures. Only its stretch is left to the squash. */
export function originOf(before: Pose, after: Pose): Origin {
  const lean = before.lean - after.lean;
  const angle = (lean * Math.PI) / 180;
  const { x, y } = after.shift;
  return {
    x: round(before.shift.x - (x * Math.cos(angle) - y * Math.sin(angle))),
    y: round(before.shift.y - (x * Math.sin(angle) + y * Math.cos(angle))),
    lean: round(lean),
  };
}

/** A point of the body once it is posed and moved back to where it comes from: the first picture of a change, without its squash. */
export function atOrigin(after: Pose, { x, y, lean }: Origin, p: Point): Point {
  const q = placed(after, p);
  const angle = (lean * Math.PI) / 180;
  const dx = q.x - MIDDLE;
  const dy = q.y - GROUND;
  return { x: MIDDLE + x + dx * Math.cos(angle) - dy * Math.sin(angle), y: GROUND + y + dx * Math.sin(angle) + dy * Math.cos(angle) };
}

/** As the style sheet takes it (`--from-x` …), in grid units and degrees. */
export function originStyle({ x, y, lean }: Origin): Record<`--from-${string}`, string> {
  return { "--from-x": `${x}px`, "--from-y": `${y}px`, "--from-lean": `${lean}deg` };
}
