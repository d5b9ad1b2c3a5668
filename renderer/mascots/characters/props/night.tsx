import { Cord, Inside, Solid, Stroke, useBrush } from "../paint.tsx";
import { edgeOf, lightOf } from "../parts/headwear.tsx";
import { box, ellipse, gear } from "../shapes.ts";
import { PROP_LINE, type Prop, WOOD, WOOD_LINE } from "./prop.ts";

/** Asleep: under a patched blanket. */
export const blanket: Prop = {
  top: 12,
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
  const light = lightOf(tones.accent);
  return (
    <>
      <Solid d="M8 107C3 93 14 87.5 25 92C40 98.5 78 98.5 93 91C106 86.5 117 92 112 107C112.5 113 108 113 104 112.5H16C12 113 7.5 113 8 107Z" fill={tones.accent} line={line} />
      <Inside>
        <path d="M9.5 98C11 91.5 18 90.5 25 93.6C40 100 78 100 93 92.6C102 89.5 109.5 91 110.5 97C104 93.5 98 95.5 93 98C78 105 42 105.5 25 99C19 96.5 14 95.5 9.5 98Z" fill={light} />
        <path d="M38 110L40 104.5L48 105L47 110ZM76 110L75 104.5L83 103.8L85.5 110Z" fill={tones.light} opacity={0.85} />
        <Stroke d="M20 101.5L19 109M60 106V109.5M99 100.5L100.5 109" colour={line} width={1.4} opacity={0.45} />
      </Inside>
    </>
  );
}

function Zed({ x, y, size }: { readonly x: number; readonly y: number; readonly size: number }) {
  return <Cord d={`M${x - size / 2} ${y}H${x + size / 2}L${x - size / 2} ${y + size}H${x + size / 2}`} fill="#fff" line="#4a5a8c" width={2.6} edge={1.5} />;
}

/** Watching the background: a lantern held up, and small gears at work. */
export const lantern: Prop = {
  top: 44,
  Behind: () => (
    <Inside>
      <path className="m-glow" d={ellipse(105.5, 70, 15)} fill="#ffe066" opacity={0.75} />
    </Inside>
  ),
  Held: () => (
    <g>
      <Cord d="M88 89L106 46" fill={WOOD} line={WOOD_LINE} width={2.8} edge={1.2} />
    <g className="m-lantern" transform="translate(105.5 47) scale(1.2) translate(-103 -76)">
      <Cord d="M97.5 84C97.5 75 108.5 75 108.5 84" fill="#98a3b5" line={PROP_LINE} width={1.8} edge={1.2} />
      <Solid d="M95.5 83H110.5L112.5 88H93.5Z" fill="#566079" line={PROP_LINE} width={2.4} />
      <Solid d={box(95, 88, 16, 15, 3)} fill="#fff0ad" line={PROP_LINE} width={2.4} />
      <Inside>
        <path className="m-flame" d="M103 90.5C107 95 107.5 101 103 101C98.5 101 99 95 103 90.5Z" fill="#ff9f40" />
        <path d="M103 95.5C105 98 105 100.5 103 100.5C101 100.5 101 98 103 95.5Z" fill="#ffe66b" />
      </Inside>
      <Solid d={box(93.5, 102, 19, 5, 2.2)} fill="#566079" line={PROP_LINE} width={2.4} />
    </g>
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
