import { Cord, Inside, Solid, Stroke, useBrush } from "../paint.tsx";
import { edgeOf, lightOf } from "../parts/headwear.tsx";
import { box, ellipse, gear } from "../shapes.ts";
import { PROP_LINE, type Prop } from "./prop.ts";

/** Asleep: under a patched blanket. */
export const blanket: Prop = {
  Held: () => <Quilt />,
  Front: () => (
    <>
      <g className="m-zed">
        <Zed x={91} y={34} size={9} />
      </g>
      <g className="m-zed m-zed-far">
        <Zed x={103} y={17} size={12} />
      </g>
    </>
  ),
};

function Quilt() {
  const { tones } = useBrush();
  const line = edgeOf(tones.accent);
  return (
    <>
      <Solid d="M12 109C9 97 22 92 36 92H84C98 92 111 97 108 109C108 111 105 111 102 110.5H18C15 111 12 111 12 109Z" fill={tones.accent} line={line} />
      <Inside>
        <path d="M16 99C20 94 27 93.5 36 93.5H84C93 93.5 100 94 104 99C90 97 30 97 16 99Z" fill={lightOf(tones.accent)} />
        <path d={`${box(30, 99.5, 10, 9.5, 2)}${box(80, 99.5, 10, 9.5, 2)}`} fill={lightOf(tones.accent)} opacity={0.8} />
        <path d={box(55, 99.5, 10, 9.5, 2)} fill={tones.light} opacity={0.9} />
        <Stroke d="M47.5 99V109M72.5 99V109" colour={line} width={1.3} opacity={0.45} />
      </Inside>
    </>
  );
}

function Zed({ x, y, size }: { readonly x: number; readonly y: number; readonly size: number }) {
  return <Cord d={`M${x - size / 2} ${y}H${x + size / 2}L${x - size / 2} ${y + size}H${x + size / 2}`} fill="#fff" line="#4a5a8c" width={2.6} edge={1.5} />;
}

/** Watching the background: a lantern held up, and small gears at work. */
export const lantern: Prop = {
  Behind: () => (
    <Inside>
      <path className="m-glow" d={ellipse(103, 90, 19)} fill="#ffd95e" opacity={0.35} />
    </Inside>
  ),
  Held: () => (
    <g className="m-lantern">
      <Cord d="M97.5 84C97.5 75 108.5 75 108.5 84" fill="#98a3b5" line={PROP_LINE} width={1.8} edge={1.2} />
      <Solid d="M95.5 83H110.5L112.5 88H93.5Z" fill="#566079" line={PROP_LINE} width={2.4} />
      <Solid d={box(95, 88, 16, 15, 3)} fill="#fff0ad" line={PROP_LINE} width={2.4} />
      <Inside>
        <path className="m-flame" d="M103 90.5C107 95 107.5 101 103 101C98.5 101 99 95 103 90.5Z" fill="#ff9f40" />
        <path d="M103 95.5C105 98 105 100.5 103 100.5C101 100.5 101 98 103 95.5Z" fill="#ffe66b" />
      </Inside>
      <Solid d={box(93.5, 102, 19, 5, 2.2)} fill="#566079" line={PROP_LINE} width={2.4} />
    </g>
  ),
  Front: () => (
    <>
      <g className="m-gear">
        <Gear x={17} y={94} outer={14} inner={10.5} teeth={8} colour="#c9d1dc" />
      </g>
      <g className="m-gear m-gear-small">
        <Gear x={33} y={103.5} outer={8.6} inner={6.3} teeth={6} colour="#ffc94d" />
      </g>
    </>
  ),
};

function Gear({ x, y, outer, inner, teeth, colour }: { readonly x: number; readonly y: number; readonly outer: number; readonly inner: number; readonly teeth: number; readonly colour: string }) {
  return (
    <>
      <Solid d={gear(x, y, outer, inner, teeth)} fill={colour} line={PROP_LINE} width={2.2} />
      <Inside>
        <path d={ellipse(x, y, inner * 0.4)} fill={PAPER_HOLE} stroke={PROP_LINE} strokeWidth={1.8} />
      </Inside>
    </>
  );
}

const PAPER_HOLE = "#7d879f";
