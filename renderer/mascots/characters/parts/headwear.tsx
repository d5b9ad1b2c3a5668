import type { ReactNode } from "react";
import { Cord, Inside, Solid, Stroke } from "../paint.tsx";
import { contrast, luminance, wrap } from "../palettes.ts";
import { box, ellipse } from "../shapes.ts";
import type { Anchors } from "../species/species.ts";

interface WearProps {
  readonly colour: string;
  readonly anchors: Anchors;
}

interface Headwear {
  readonly name: string;
  /** How far leaves, crests and antennas move up to grow out of the top of it, in grid units. */
  readonly lift: number;
  /** How far it stands above the middle of the head, drawn for a head 40 units wide. */
  readonly rise: number;
  readonly Draw: (props: WearProps) => ReactNode;
}

/** A hat is drawn for a head 40 units wide around (0, 0), the middle of its edge, and scaled to the head it is on. */
function OnCrown({ anchors, children, dx = 0, tilt = 0 }: { readonly anchors: Anchors; readonly children: ReactNode; readonly dx?: number; readonly tilt?: number }) {
  const { x, y, width } = anchors.crown;
  const scale = Math.round((width / 38) * 100) / 100;
  return <g transform={`translate(${x + dx} ${y}) rotate(${tilt}) scale(${scale})`}>{children}</g>;
}

/** The darker tone of a hat's own outline, dark enough on every team colour. */
export function edgeOf(colour: string): string {
  const channel = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  const dark = (factor: number) => `#${[1, 3, 5].map((at) => Math.round(channel(at) * factor).toString(16).padStart(2, "0")).join("")}`;
  const factor = [0.5, 0.42, 0.34].find((f) => contrast(dark(f), colour) >= 3) ?? 0.3;
  return dark(factor);
}

export function lightOf(colour: string): string {
  const channel = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  const amount = luminance(colour) > 0.5 ? 0.6 : 0.35;
  return `#${[1, 3, 5].map((at) => Math.round(channel(at) + (255 - channel(at)) * amount).toString(16).padStart(2, "0")).join("")}`;
}

function Beanie({ colour, anchors }: WearProps) {
  const line = edgeOf(colour);
  const light = lightOf(colour);
  return (
    <OnCrown anchors={anchors}>
      <Solid d={ellipse(0, -15, 5.4)} fill={light} line={line} />
      <Solid d="M-20 5C-21-16 21-16 20 5Z" fill={colour} line={line} />
      <Inside>
        <Stroke d="M-8-8Q-10-3-10 2M0-10V2M8-8Q10-3 10 2" colour={line} width={1.6} opacity={0.4} />
      </Inside>
      <Solid d={box(-22.5, 1, 45, 8.5, 4.2)} fill={light} line={line} />
    </OnCrown>
  );
}

function Cap({ colour, anchors }: WearProps) {
  const line = edgeOf(colour);
  return (
    <OnCrown anchors={anchors} tilt={-5}>
      <Solid d="M-20 6C-22-15 19-17 20 5C10 2-10 3-20 6Z" fill={colour} line={line} />
      <Solid d="M-2 4C8 0 26 1 33 6C35 9 32 11 29 10C20 6 8 6-1 8Z" fill={lightOf(colour)} line={line} />
      <Inside>
        <Stroke d="M0-10C-6-8-9-2-9 4" colour={line} width={1.6} opacity={0.45} />
        <path d={ellipse(0, -11, 2)} fill={line} />
      </Inside>
    </OnCrown>
  );
}

function Bow({ colour, anchors }: WearProps) {
  const line = edgeOf(colour);
  return (
    <OnCrown anchors={anchors} dx={13} tilt={14}>
      <Solid d="M0 0C-6-9-16-12-17-7C-18-2-17 6-14 7C-10 8-4 4 0 0ZM0 0C6-9 16-12 17-7C18-2 17 6 14 7C10 8 4 4 0 0Z" fill={colour} line={line} />
      <Inside>
        <Stroke d="M-13-3Q-8-2-5-.6M13-3Q8-2 5-.6" colour={line} width={1.6} opacity={0.5} />
      </Inside>
      <Solid d={box(-4, -5, 8, 9.5, 3.6)} fill={lightOf(colour)} line={line} />
    </OnCrown>
  );
}

function Earphones({ colour, anchors }: WearProps) {
  const { ear, crown } = anchors;
  const line = edgeOf(colour);
  const left = 120 - ear.x;
  const top = crown.y - 9;
  return (
    <>
      <Cord d={`M${left} ${ear.y}C${left - 2} ${top - 2} ${ear.x + 2} ${top - 2} ${ear.x} ${ear.y}`} fill={lightOf(colour)} line={line} width={3} />
      <Solid d={box(left - 6, ear.y - 9, 11, 18, 5)} fill={colour} line={line} />
      <Solid d={box(ear.x - 5, ear.y - 9, 11, 18, 5)} fill={colour} line={line} />
    </>
  );
}

function Flower({ colour, anchors }: WearProps) {
  const line = edgeOf(colour);
  const petals = Array.from({ length: 5 }, (_, i) => (Math.PI * 2 * i) / 5 - Math.PI / 2);
  return (
    <OnCrown anchors={anchors} dx={-13} tilt={-10}>
      <Solid d="M6 3C12-1 18 1 20 5C15 9 9 8 6 3Z" fill="#86cf6c" line="#2c6637" width={2.4} />
      {petals.map((a) => (
        <Solid key={a} d={ellipse(Math.cos(a) * 6.4, Math.sin(a) * 6.4, 5)} fill={colour} line={line} width={2.6} />
      ))}
      <Inside>
        <path d={ellipse(0, 0, 6)} fill={colour} />
        <path d={ellipse(0, 0, 3.9)} fill="#ffe08a" stroke={line} strokeWidth={1.6} />
      </Inside>
    </OnCrown>
  );
}

function Beret({ colour, anchors }: WearProps) {
  const line = edgeOf(colour);
  return (
    <OnCrown anchors={anchors} tilt={-8}>
      <Cord d="M2-11Q3-15 6-16" fill={colour} line={line} width={2.4} />
      <Solid d="M-21 6C-30 2-29-9-14-12C2-15 24-11 27-3C28 3 22 6 19 6C8 2-10 2-21 6Z" fill={colour} line={line} />
      <Inside>
        <Stroke d="M-22-3C-18-8-10-9-4-9" colour={lightOf(colour)} width={2.6} />
      </Inside>
    </OnCrown>
  );
}

function TopHat({ colour, anchors }: WearProps) {
  const line = edgeOf(colour);
  return (
    <OnCrown anchors={anchors} dx={3} tilt={8}>
      <Solid d="M-11 2L-13-17C-13-20 13-20 13-17L11 2Z" fill={colour} line={line} />
      <Inside>
        <path d="M-11.6-4H11.6L11 3H-11Z" fill={lightOf(colour)} stroke={line} strokeWidth={1.6} />
      </Inside>
      <Solid d={ellipse(0, 3, 20, 4.6)} fill={colour} line={line} />
    </OnCrown>
  );
}

/** In slot order. */
export const HEADWEAR: readonly Headwear[] = [
  { name: "none", lift: 0, rise: 0, Draw: () => null },
  { name: "beanie", lift: 12, rise: 22, Draw: Beanie },
  { name: "cap", lift: 8, rise: 16, Draw: Cap },
  { name: "bow", lift: 0, rise: 12, Draw: Bow },
  { name: "earphones", lift: 8, rise: 12, Draw: Earphones },
  { name: "flower", lift: 0, rise: 14, Draw: Flower },
  { name: "beret", lift: 9, rise: 19, Draw: Beret },
  { name: "top hat", lift: 0, rise: 22, Draw: TopHat },
];

export function headwearAt(index: number): Headwear {
  return HEADWEAR[wrap(index, HEADWEAR.length)] as Headwear;
}

/** What a team member without a hat wears, so that kin are still told at a glance. */
export function TeamClip({ colour, anchors }: WearProps) {
  const line = edgeOf(colour);
  return (
    <OnCrown anchors={anchors} dx={-14} tilt={-24}>
      <Solid d={box(-8, 0, 16, 6, 3)} fill={colour} line={line} width={2.4} />
    </OnCrown>
  );
}

