import { Cord, Inside, Solid, Stroke, useBrush } from "../paint.tsx";
import { box, ellipse, MIDDLE } from "../shapes.ts";
import type { Species } from "./species.ts";

const METAL = { base: "#c9d1dc", shade: "#98a3b5", light: "#eef2f7" };

function Antenna({ lift }: { readonly lift: number }) {
  const { tones } = useBrush();
  return (
    <>
      <Solid d={box(21, 67, 10, 18, 4.5)} fill={METAL.base} />
      <Solid d={box(89, 67, 10, 18, 4.5)} fill={METAL.base} />
      <g transform={`translate(0 ${-lift})`}>
        <g className="m-idle-top">
          <Cord d="M60 54V38" fill={METAL.base} width={3} />
          <Solid d={ellipse(60, 34, 5.6)} fill={tones.accent} />
          <Inside>
            <path d={ellipse(58.2, 32.2, 1.7)} fill="#fff" opacity={0.85} />
          </Inside>
        </g>
      </g>
    </>
  );
}

function Screen() {
  const { tones } = useBrush();
  return (
    <Inside>
      <path d={box(33, 58, 54, 32, 13)} fill={tones.light} stroke={tones.line} strokeWidth={1.8} />
      <path d={box(35.5, 60.5, 49, 27, 11)} fill="#fff" opacity={0.45} />
      <Stroke d="M52 96.5H68" colour={tones.line} width={2} opacity={0.45} />
      <Stroke d="M55 100H65" colour={tones.line} width={2} opacity={0.45} />
    </Inside>
  );
}

function Feet({ sitting }: { readonly sitting: boolean }) {
  return (
    <>
      {[-1, 1].map((side) => {
        const x = MIDDLE + side * (sitting ? 18 : 13);
        return sitting ? (
          <Solid key={side} d={box(x - 7, 97.5, 14, 12, 5)} fill={METAL.base} />
        ) : (
          <Solid key={side} d={`M${x - 5} 98H${x + 5}V104C${x + 9} 104 ${x + 9} 110 ${x + 7} 110H${x - 7}C${x - 9} 110 ${x - 9} 104 ${x - 5} 104Z`} fill={METAL.shade} />
        );
      })}
    </>
  );
}

export const robot: Species = {
  name: "robot",
  top: 27,
  body: box(26, 50, 68, 53, 17),
  lit: { x: 44, y: 62 },
  shine: "M31.5 66C31.5 59 35 55 42 55C44.5 55 44.5 58 42 58C37 58 35 61 35 66C35 69 31.5 69 31.5 66Z",
  anchors: {
    face: { x: 60, y: 71.5 },
    eyeGap: 26,
    mouth: { x: 0, y: 9.5 },
    cheek: { x: 20, y: 9 },
    crown: { x: 60, y: 52, width: 44 },
    ear: { x: 94, y: 75 },
    neck: { x: 60, y: 94, half: 33 },
    shoulder: { x: 90, y: 92 },
    badge: { x: 38, y: 96.5 },
  },
  arm: { root: 8, middle: 7, tip: 8 },
  armFill: () => METAL.base,
  Behind: Antenna,
  Front: Screen,
  Feet,
  Hand: ({ at }) => <RobotHand x={at.x} y={at.y} />,
};

function RobotHand({ x, y }: { readonly x: number; readonly y: number }) {
  const { tones } = useBrush();
  return <Solid d={ellipse(x, y, 5.6)} fill={tones.base} />;
}
