import { memo, type ReactNode } from "react";
import { Stroke, useBrush } from "../paint.tsx";
import { wrap } from "../palettes.ts";
import { ellipse, star } from "../shapes.ts";
import type { Anchors } from "../species/species.ts";

type MarkPart = (props: { readonly anchors: Anchors }) => ReactNode;

const HEART = "M0 3.6C-5.4.2-4-4 0-1.4C4-4 5.4.2 0 3.6Z";

function Cheeks({ anchors, rx = 5, ry = 3.2, opacity = 0.7 }: { readonly anchors: Anchors; readonly rx?: number; readonly ry?: number; readonly opacity?: number }) {
  const { tones } = useBrush();
  const { x, y } = anchors.cheek;
  return <path d={ellipse(-x, y, rx, ry) + ellipse(x, y, rx, ry)} fill={tones.blush} opacity={opacity} />;
}

function DashedCheeks({ anchors }: { readonly anchors: Anchors }) {
  const { tones } = useBrush();
  const { x, y } = anchors.cheek;
  const dashes = (cx: number) => `M${cx - 2.4} ${y + 1.4}L${cx - 1.2} ${y - 1.4}M${cx + 1.2} ${y + 1.4}L${cx + 2.4} ${y - 1.4}`;
  return (
    <>
      <Cheeks anchors={anchors} />
      <Stroke d={dashes(-x) + dashes(x)} colour={tones.line} width={1.3} opacity={0.6} />
    </>
  );
}

function Freckles({ anchors }: { readonly anchors: Anchors }) {
  const { tones } = useBrush();
  const { x, y } = anchors.cheek;
  const dots = (cx: number) => ellipse(cx - 3, y - 0.6, 1) + ellipse(cx, y + 1.4, 1) + ellipse(cx + 3, y - 0.6, 1);
  return (
    <>
      <Cheeks anchors={anchors} opacity={0.45} />
      <path d={dots(-x) + dots(x)} fill={tones.line} opacity={0.55} />
    </>
  );
}

function Hearts({ anchors }: { readonly anchors: Anchors }) {
  const { tones } = useBrush();
  const { x, y } = anchors.cheek;
  return (
    <>
      {[-1, 1].map((side) => (
        <path key={side} d={HEART} transform={`translate(${side * x} ${y}) scale(1.15)`} fill={tones.blush} />
      ))}
    </>
  );
}

/** A patch over one eye, drawn under it. */
function Patch({ anchors }: { readonly anchors: Anchors }) {
  const { tones } = useBrush();
  const x = anchors.eyeGap / 2;
  return (
    <>
      <path d={`M${x - 9}-1C${x - 9}-10 ${x + 3}-12 ${x + 8}-6C${x + 12} 0 ${x + 8} 10 ${x} 9.5C${x - 6} 9 ${x - 9} 5 ${x - 9}-1Z`} fill={tones.shade} opacity={0.85} />
      <Cheeks anchors={anchors} opacity={0.6} />
    </>
  );
}

function StarCheek({ anchors }: { readonly anchors: Anchors }) {
  const { tones } = useBrush();
  const { x, y } = anchors.cheek;
  return (
    <>
      <path d={ellipse(-x, y, 5, 3.2)} fill={tones.blush} opacity={0.7} />
      <path d={star(x, y, 4.4, 2)} fill={tones.accent} stroke={tones.line} strokeWidth={1} strokeLinejoin="round" />
    </>
  );
}

/** In slot order, drawn in face coordinates under the eyes. */
export const MARKS: readonly MarkPart[] = [({ anchors }) => <Cheeks anchors={anchors} />, DashedCheeks, Freckles, Hearts, Patch, StarCheek];

export const Marks = memo(function Marks({ kind, anchors }: { readonly kind: number; readonly anchors: Anchors }) {
  const Part = MARKS[wrap(kind, MARKS.length)] as MarkPart;
  return <Part anchors={anchors} />;
});
