import type { ReactNode } from "react";
import { Stroke, useBrush } from "../paint.tsx";
import { wrap } from "../palettes.ts";
import { ellipse } from "../shapes.ts";
import { BEAK } from "../species/bird.tsx";

/** What the mouth does; `own` is the character's own resting mouth. */
export type MouthExpression = "own" | "small" | "talk" | "shout" | "grin" | "sad" | "wobble" | "tongue" | "flat";

const TONGUE = "#ff8d95";
const MOUTH = "#6d2436";

/** Resting mouths in slot order, around (0, 0). */
export const MOUTHS: readonly (() => ReactNode)[] = [Smile, CatMouth, Laugh, Fang, Pout, Smirk];

function Smile() {
  return <Line d="M-4-1C-2.6 2.6 2.6 2.6 4-1" />;
}

function CatMouth() {
  return <Line d="M-5.4-1C-5 2.6-.6 2.6 0-.8C.6 2.6 5 2.6 5.4-1" />;
}

function Laugh() {
  return <OpenMouth d="M-4.4-1.4H4.4C4.4 5-4.4 5-4.4-1.4Z" tongue={ellipse(0, 3, 2.4, 1.5)} />;
}

function Fang() {
  const { tones } = useBrush();
  return (
    <>
      <Line d="M-4.6-.8C-2.6 2.2 2.6 2.2 4.6-.8" />
      <path d="M1.2 1.2L3.9.3L3 3.6Z" fill="#fff" stroke={tones.ink} strokeWidth={1} strokeLinejoin="round" />
    </>
  );
}

function Pout() {
  const { tones } = useBrush();
  return <path d={ellipse(0, 0.6, 2, 1.7)} fill={MOUTH} stroke={tones.ink} strokeWidth={1.6} />;
}

function Smirk() {
  return <Line d="M-3.6.8C-1 1.8 2.8 1 4.4-1.8" />;
}

const LINES: Partial<Record<MouthExpression, string>> = {
  small: "M-2.4 0C-1.4 1.6 1.4 1.6 2.4 0",
  sad: "M-4.2 2.4C-2.8-1.4 2.8-1.4 4.2 2.4",
  wobble: "M-5 1C-3.4-1.6-1.8-1.4-.4.6C1 2.4 3 2 5-.6",
  flat: "M-3.4.6H3.4",
};

export function Mouth({ kind, expression }: { readonly kind: number; readonly expression: MouthExpression }) {
  if (expression === "own") {
    const Own = MOUTHS[wrap(kind, MOUTHS.length)] as () => ReactNode;
    return <Own />;
  }
  const line = LINES[expression];
  if (line) return <Line d={line} />;
  if (expression === "talk") return <OpenMouth d={ellipse(0, 1, 3, 3.2)} tongue={ellipse(0, 2.8, 1.9, 1.2)} />;
  if (expression === "shout") return <OpenMouth d="M-4.6 2C-4.6-4 4.6-4 4.6 2C4.6 6.6-4.6 6.6-4.6 2Z" tongue={ellipse(0, 3.4, 2.8, 1.7)} />;
  if (expression === "tongue") return <TongueOut />;
  return <OpenMouth d="M-6.4-2H6.4C6.4 6.8-6.4 6.8-6.4-2Z" tongue={ellipse(0, 3.2, 3.3, 1.8)} />;
}

function Line({ d }: { readonly d: string }) {
  const { tones } = useBrush();
  return <Stroke d={d} colour={tones.ink} width={2.3} />;
}

function OpenMouth({ d, tongue }: { readonly d: string; readonly tongue: string }) {
  const { tones } = useBrush();
  return (
    <>
      <path d={d} fill={MOUTH} stroke={tones.ink} strokeWidth={2} strokeLinejoin="round" />
      <path d={tongue} fill={TONGUE} />
    </>
  );
}

function TongueOut() {
  const { tones } = useBrush();
  return (
    <>
      <path d="M.2.6V3.4C.2 6 4.4 6 4.4 3.2V0Z" fill={TONGUE} stroke={tones.ink} strokeWidth={1.6} strokeLinejoin="round" />
      <Line d="M-4 0C-1.6 1.4 2.4 1 4.8-.6" />
    </>
  );
}

/** How wide a beak opens for each mouth. */
const BEAK_GAPE: Partial<Record<MouthExpression, number>> = { talk: 3, shout: 6, grin: 4.6, sad: 0.5, wobble: 1.2 };
const BEAK_WIDTHS = [6.5, 5.4, 7.4, 6, 5, 7];

export function Beak({ kind, expression }: { readonly kind: number; readonly expression: MouthExpression }) {
  const w = BEAK_WIDTHS[wrap(kind, BEAK_WIDTHS.length)] as number;
  const gape = BEAK_GAPE[expression] ?? (kind % 3 === 2 ? 2 : 0);
  const droop = expression === "sad" ? 2 : 0;
  return (
    <>
      {gape > 0 && <path d={`M${-w * 0.7} 1.5C${-w * 0.5} ${4.5 + gape} ${w * 0.5} ${4.5 + gape} ${w * 0.7} 1.5Z`} fill={MOUTH} stroke={BEAK.line} strokeWidth={1.9} strokeLinejoin="round" />}
      <path d={`M0-4C${w * 0.6}-4 ${w} ${-1 + droop} ${w} ${1 + droop}C${w * 0.6} 3 ${w * 0.25} 4.4 0 5C${-w * 0.25} 4.4 ${-w * 0.6} 3 ${-w} ${1 + droop}C${-w} ${-1 + droop} ${-w * 0.6}-4 0-4Z`} fill={BEAK.base} stroke={BEAK.line} strokeWidth={2} strokeLinejoin="round" />
      <path d={ellipse(-w * 0.3, -1.2, 1.5, 1)} fill="#ffd597" />
    </>
  );
}
