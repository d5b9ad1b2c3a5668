import { Cord, Inside, Solid, Stroke, useBrush } from "../paint.tsx";
import { box, ellipse, MIDDLE } from "../shapes.ts";
import type { Species } from "./species.ts";

const METAL = { base: "#c9d1dc", shade: "#98a3b5", light: "#eef2f7" };

function Antenna({ lift }: { readonly lift: number }) {
  const { tones } = useBrush();
  return (
    <>
      <Solid d={box(19.5, 54, 10, 18, 4.5)} fill={METAL.base} />
      <Solid d={box(90.5, 54, 10, 18, 4.5)} fill={METAL.base} />
      <g transform={`translate(0 ${-lift})`}>
        <g className="m-idle-top">
          <Cord d="M60 44V29" fill={METAL.base} width={3} />
          <Solid d={ellipse(60, 25.5, 5.6)} fill={tones.accent} />
          <Inside>
            <path d={ellipse(58.2, 23.7, 1.7)} fill="#fff" opacity={0.85} />
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
      <path d={box(32, 47.5, 56, 33, 13)} fill={tones.light} stroke={tones.line} strokeWidth={1.8} />
      <path d={box(34.5, 50, 51, 28, 11)} fill="#fff" opacity={0.45} />
      <Stroke d="M54 96H66" colour={tones.line} width={2} opacity={0.45} />
      <Stroke d="M56.5 99.5H63.5" colour={tones.line} width={2} opacity={0.45} />
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
  top: 18.5,
  body: "M42 41H78C88.5 41 95 47.5 95 58V70C95 79 90.5 84.5 83 86.5C81.5 87 81 87.5 81.3 89L83.5 99C84.3 103 82 105.5 78 105.5H42C38 105.5 35.7 103 36.5 99L38.7 89C39 87.5 38.5 87 37 86.5C29.5 84.5 25 79 25 70V58C25 47.5 31.5 41 42 41Z",
  lit: { x: 55, y: 74 },
  shine: "M29.6 58C29.6 50.5 33.6 45.6 41 45.6C43 45.6 43 47.4 41 47.4C35 47.4 31.6 51.5 31.6 58C31.6 60 29.6 60 29.6 58Z",
  anchors: {
    face: { x: 60, y: 61.5 },
    eyeGap: 27,
    mouth: { x: 0, y: 9.5 },
    cheek: { x: 20, y: 9 },
    crown: { x: 60, y: 43, width: 45 },
    ear: { x: 95, y: 63 },
    neck: { x: 60, y: 88.5, half: 23 },
    shoulder: { x: 80, y: 92.5 },
    badge: { x: 45, y: 97 },
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
