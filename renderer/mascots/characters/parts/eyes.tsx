import type { ReactNode } from "react";
import { Stroke, useBrush } from "../paint.tsx";
import { wrap } from "../palettes.ts";
import { ellipse, type Point, star } from "../shapes.ts";

/** What the eyes say, whatever kind they are. */
export type EyeExpression = "open" | "wide" | "focused" | "soft" | "happy" | "closed" | "dizzy" | "sad";

interface OpenProps {
  /** Where the eye looks, about -2 to 2 grid units on each axis. */
  readonly gaze: Point;
  /** 1 for the right eye, -1 for the left: outer details are mirrored. */
  readonly side: 1 | -1;
}

type OpenEye = (props: OpenProps) => ReactNode;

function Glints({ x, y, r }: { readonly x: number; readonly y: number; readonly r: number }) {
  return (
    <>
      <path d={ellipse(x, y, r)} fill="#fff" />
      <path d={ellipse(-x * 0.9, -y * 0.95, r * 0.48)} fill="#fff" opacity={0.9} />
    </>
  );
}

function Bead({ gaze }: OpenProps) {
  const { tones } = useBrush();
  return (
    <g className="m-pupil" transform={at(gaze)}>
      <path d={ellipse(0, 0, 4.7, 6.1)} fill={tones.ink} />
      <Glints x={-1.5} y={-2.3} r={1.9} />
    </g>
  );
}

function Jewel({ gaze }: OpenProps) {
  const { tones } = useBrush();
  return (
    <g className="m-pupil" transform={at(gaze)}>
      <path d={ellipse(0, 0, 5.8, 7)} fill={tones.ink} />
      <path d={ellipse(0, 3.1, 3.7, 2.9)} fill={tones.base} opacity={0.55} />
      <Glints x={-1.9} y={-2.7} r={2.2} />
    </g>
  );
}

function Saucer({ gaze }: OpenProps) {
  const { tones } = useBrush();
  return (
    <>
      <path d={ellipse(0, 0, 6.9)} fill="#fff" stroke={tones.line} strokeWidth={1.7} />
      <g className="m-pupil" transform={at({ x: gaze.x * 1.3, y: gaze.y * 1.3 })}>
        <path d={ellipse(0, 0, 4)} fill={tones.ink} />
        <Glints x={-1.3} y={-1.5} r={1.4} />
      </g>
    </>
  );
}

function Drowsy({ gaze }: OpenProps) {
  const { tones } = useBrush();
  return (
    <>
      <g className="m-pupil" transform={at({ x: gaze.x, y: Math.max(gaze.y, 0) })}>
        <path d="M-5.2-1Q0-4 5.2-1C5.6 3.8 3.2 6 0 6C-3.2 6-5.6 3.8-5.2-1Z" fill={tones.ink} />
        <path d={ellipse(-1.6, 1.3, 1.6)} fill="#fff" />
      </g>
      <Stroke d="M-6.4 0Q0-5 6.4 0" colour={tones.ink} width={2.4} />
    </>
  );
}

function Lashes({ gaze, side }: OpenProps) {
  const { tones } = useBrush();
  return (
    <>
      <Stroke d={`M${3.2 * side}-4.6L${6.4 * side}-7.4M${4.6 * side}-2.4L${8.2 * side}-3.8`} colour={tones.ink} width={1.9} />
      <Bead gaze={gaze} side={side} />
    </>
  );
}

function Button({ gaze }: OpenProps) {
  const { tones } = useBrush();
  return (
    <g className="m-pupil" transform={at(gaze)}>
      <path d={ellipse(0, 0, 4.3)} fill={tones.ink} />
      <path d={ellipse(-1.3, -1.5, 1.5)} fill="#fff" />
    </g>
  );
}

function Starry({ gaze }: OpenProps) {
  const { tones } = useBrush();
  return (
    <g className="m-pupil" transform={at(gaze)}>
      <path d={ellipse(0, 0, 5.8, 6.7)} fill={tones.ink} />
      <path d={star(-1.1, -1.4, 4, 1.3, 4)} fill="#fff" />
      <path d={ellipse(2.4, 2.9, 1.1)} fill="#fff" opacity={0.9} />
    </g>
  );
}

function Moon({ gaze }: OpenProps) {
  const { tones } = useBrush();
  return (
    <g className="m-pupil" transform={at(gaze)}>
      <path d={ellipse(0, 0, 4, 7.2)} fill={tones.ink} />
      <path d={ellipse(-0.8, -3.4, 1.7, 2.1)} fill="#fff" />
      <path d="M-2.4 3.6Q0 6 2.4 3.6" fill="none" stroke={tones.accent} strokeWidth={1.5} strokeLinecap="round" />
    </g>
  );
}

/** In slot order. */
export const EYES: readonly OpenEye[] = [Bead, Jewel, Saucer, Drowsy, Lashes, Button, Starry, Moon];

const at = (p: Point) => `translate(${p.x} ${p.y})`;

const SHUT: Record<"happy" | "closed" | "dizzy", string> = {
  happy: "M-5.4 2.4C-3.6-3.4 3.6-3.4 5.4 2.4",
  closed: "M-5.4-.4C-3.6 4 3.6 4 5.4-.4",
  dizzy: "M-3.8-3.8L3.8 3.8M3.8-3.8L-3.8 3.8",
};

export interface EyeProps extends OpenProps {
  readonly kind: number;
  readonly expression: EyeExpression;
}

/** One eye around (0, 0). Open eyes carry their own closed lid, shown while the figure blinks. */
export function Eye({ kind, expression, gaze, side }: EyeProps) {
  const { tones } = useBrush();
  if (expression === "happy" || expression === "closed" || expression === "dizzy") {
    return <Stroke d={SHUT[expression]} colour={tones.ink} width={2.8} />;
  }
  const Open = EYES[wrap(kind, EYES.length)] as OpenEye;
  return (
    <>
      <g className="m-eye-open" transform={scaleFor(expression)}>
        <Open gaze={gaze} side={side} />
      </g>
      <g className="m-eye-shut">
        <Stroke d={SHUT.closed} colour={tones.ink} width={2.6} />
      </g>
      <Lid expression={expression} side={side} />
    </>
  );
}

function scaleFor(expression: EyeExpression): string | undefined {
  if (expression === "wide") return "scale(1.16)";
  if (expression === "focused") return "scale(1 .82)";
  if (expression === "soft") return "scale(1 .6)";
  return undefined;
}

/** Brows and heavy lids that make an open eye sad, tired or busy. */
function Lid({ expression, side }: { readonly expression: EyeExpression; readonly side: 1 | -1 }) {
  const { tones } = useBrush();
  if (expression === "focused") return <Stroke d={`M${-3.6 * side}-9Q${1 * side}-10.6 ${5.4 * side}-10`} colour={tones.ink} width={2.4} />;
  if (expression === "sad") return <Stroke d={`M${-4.6 * side}-10L${5.4 * side}-7`} colour={tones.ink} width={2.4} />;
  if (expression === "soft") return <Stroke d={`M${-5.8 * side}-3.4Q${1 * side}-4.8 ${6.6 * side} 0.4`} colour={tones.ink} width={2.4} />;
  if (expression === "wide") return <Stroke d={`M${-4 * side}-11.2Q${1 * side}-13.4 ${5.4 * side}-11`} colour={tones.ink} width={2.2} />;
  return null;
}
