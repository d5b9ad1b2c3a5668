import type { ReactNode } from "react";
import { Cord, Inside, Solid, Stroke, useBrush } from "../paint.tsx";
import { wrap } from "../palettes.ts";
import { box, ellipse, n } from "../shapes.ts";
import type { Anchors } from "../species/species.ts";
import { edgeOf, lightOf } from "./headwear.tsx";

interface CarryProps {
  readonly anchors: Anchors;
}

interface Carry {
  readonly name: string;
  readonly Behind?: (props: CarryProps) => ReactNode;
  readonly Front?: (props: CarryProps) => ReactNode;
}

function band({ x, y, half }: Anchors["neck"], sag: number): string {
  return `M${n(x - half)} ${y - 2}Q${x} ${y + sag} ${n(x + half)} ${y - 2}`;
}

function Scarf({ anchors }: CarryProps) {
  const { tones } = useBrush();
  const { x, y, half } = anchors.neck;
  const line = edgeOf(tones.accent);
  const tail = x - half * 0.55;
  return (
    <>
      <Solid d={`M${n(tail - 4)} ${y + 2}L${n(tail - 6)} ${y + 15}H${n(tail + 5)}L${n(tail + 5)} ${y + 3}Z`} fill={lightOf(tones.accent)} line={line} width={2.4} />
      <Cord d={band(anchors.neck, 7)} fill={tones.accent} line={line} width={6.4} edge={1.3} />
      <Inside>
        <Stroke d={`M${n(tail - 4)} ${y + 11.5}H${n(tail + 4)}`} colour={line} width={1.4} opacity={0.5} />
      </Inside>
    </>
  );
}

function Satchel({ anchors }: CarryProps) {
  const { neck } = anchors;
  const right = neck.x + neck.half * 0.62;
  return (
    <>
      <Inside>
        <Stroke d={`M${n(neck.x - neck.half * 0.92)} ${neck.y - 6}Q${neck.x - 4} ${neck.y + 6} ${n(right)} ${neck.y + 3}`} colour="#6b4226" width={4.4} />
        <Stroke d={`M${n(neck.x - neck.half * 0.92)} ${neck.y - 6}Q${neck.x - 4} ${neck.y + 6} ${n(right)} ${neck.y + 3}`} colour="#b5794a" width={2.2} />
      </Inside>
      <Solid d={box(right - 7, neck.y, 17, 13, 3.5)} fill="#b5794a" line="#4f2f19" width={2.4} />
      <Inside>
        <path d={`M${n(right - 6)} ${neck.y + 1}h15v4q-7.5 5-15 0Z`} fill="#d49c6a" />
        <path d={ellipse(right + 1.5, neck.y + 7.4, 1.5)} fill="#ffe08a" />
      </Inside>
    </>
  );
}

function PackBehind({ anchors }: CarryProps) {
  const { tones } = useBrush();
  const { x, y, half } = anchors.neck;
  const line = edgeOf(tones.accent);
  return (
    <>
      <Solid d={box(x - half - 5, y - 24, 18, 32, 8)} fill={tones.accent} line={line} />
      <Solid d={box(x + half - 13, y - 24, 18, 32, 8)} fill={tones.accent} line={line} />
    </>
  );
}

function PackStraps({ anchors }: CarryProps) {
  const { tones } = useBrush();
  const { x, y, half } = anchors.neck;
  const line = edgeOf(tones.accent);
  const strap = (side: number) => `M${n(x + side * (half + 1))} ${y - 8}Q${n(x + side * half * 0.7)} ${y} ${n(x + side * half * 0.74)} ${y + 9}`;
  return (
    <Inside>
      <Stroke d={strap(-1) + strap(1)} colour={line} width={5.4} />
      <Stroke d={strap(-1) + strap(1)} colour={lightOf(tones.accent)} width={3} />
    </Inside>
  );
}

function Bell({ anchors }: CarryProps) {
  const { tones } = useBrush();
  const { x, y } = anchors.neck;
  const line = edgeOf(tones.accent);
  return (
    <>
      <Cord d={band(anchors.neck, 5)} fill={tones.accent} line={line} width={3} edge={1.3} />
      <Solid d={ellipse(x, y + 4, 5.2)} fill="#ffd45e" line="#7b5205" width={2.2} />
      <Inside>
        <Stroke d={`M${x - 4} ${y + 4}H${x + 4}M${x} ${y + 5.4}V${y + 7.4}`} colour="#7b5205" width={1.5} />
        <path d={ellipse(x - 1.7, y + 1.6, 1.1)} fill="#fff" />
      </Inside>
    </>
  );
}

function CapeBehind({ anchors }: CarryProps) {
  const { tones } = useBrush();
  const { x, y, half } = anchors.neck;
  const line = edgeOf(tones.accent);
  return (
    <g className="m-idle-cape">
      <Solid d={`M${n(x - half * 0.8)} ${y - 22}C${n(x - half - 5)} ${y - 8} ${n(x - half - 8)} ${y + 4} ${n(x - half - 10)} 106C${n(x - half)} 111 ${n(x - 14)} 104 ${x} 109C${n(x + 14)} 104 ${n(x + half)} 111 ${n(x + half + 10)} 106C${n(x + half + 8)} ${y + 4} ${n(x + half + 7)} ${y - 8} ${n(x + half * 0.8)} ${y - 22}Z`} fill={tones.accent} line={line} />
    </g>
  );
}

function CapeTie({ anchors }: CarryProps) {
  const { tones } = useBrush();
  const line = edgeOf(tones.accent);
  const { x, y } = anchors.neck;
  return (
    <>
      <Cord d={band(anchors.neck, 5)} fill={tones.accent} line={line} width={2.6} edge={1.3} />
      <Solid d={ellipse(x, y + 2, 3.6)} fill="#ffd45e" line="#7b5205" width={2} />
    </>
  );
}

/** In slot order. */
export const CARRY: readonly Carry[] = [
  { name: "nothing" },
  { name: "scarf", Front: Scarf },
  { name: "satchel", Front: Satchel },
  { name: "backpack", Behind: PackBehind, Front: PackStraps },
  { name: "bell", Front: Bell },
  { name: "cape", Behind: CapeBehind, Front: CapeTie },
];

export function carryAt(index: number): Carry {
  return CARRY[wrap(index, CARRY.length)] as Carry;
}
