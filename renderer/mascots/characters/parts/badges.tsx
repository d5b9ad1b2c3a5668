import { Solid } from "../paint.tsx";
import { wrap } from "../palettes.ts";
import { box, ellipse, type Point, star } from "../shapes.ts";
import { edgeOf } from "./headwear.tsx";

/** Shapes a team shares, around (0, 0), about 10 units across; in slot order. */
export const BADGES: readonly string[] = [
  star(0, 0.4, 6, 2.9),
  ellipse(0, 0, 5),
  "M0 5C-7.4.6-5.4-6 0-2.2C5.4-6 7.4.6 0 5Z",
  "M0-6L5.4 0L0 6L-5.4 0Z",
  box(-4.6, -4.6, 9.2, 9.2, 2.4),
  "M1.6-6.4L-5 1.2H-.4L-1.8 6.2L5-1.4H.4Z",
];

/** A team's badge on the chest. */
export function Badge({ shape, colour, at }: { readonly shape: number; readonly colour: string; readonly at: Point }) {
  const d = BADGES[wrap(shape, BADGES.length)] as string;
  return (
    <g transform={`translate(${at.x} ${at.y}) rotate(-6)`}>
      <Solid d={d} fill={colour} line={edgeOf(colour)} width={2} />
    </g>
  );
}
