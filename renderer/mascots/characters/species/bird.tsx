import { Inside, Solid, Stroke, useBrush } from "../paint.tsx";
import { ellipse, MIDDLE } from "../shapes.ts";
import type { Species } from "./species.ts";

const HORN = { base: "#ffa63d", line: "#8a4308" };

function CrestAndTail({ lift }: { readonly lift: number }) {
  const { tones } = useBrush();
  return (
    <>
      <g className="m-idle-tail">
        <Solid d="M88 92C97 92 105 87 109 80C112 86 111 92 107 95C111 96 111 100 108 102C101 106 92 104 86 100Z" fill={tones.shade} />
      </g>
      <g transform={`translate(0 ${-lift})`}>
        <g className="m-idle-top">
          <Solid d="M54 50C45 45 42 34 46 27C52 29 56 34 57 38C55 29 59 21 65 18C70 26 69 33 66 38C70 33 76 31 80 33C80 41 74 47 67 50Z" fill={tones.accent} />
        </g>
      </g>
    </>
  );
}

function Belly() {
  const { tones } = useBrush();
  return (
    <Inside>
      <path d="M60 85C73 83 82 89 82 95C78 102 70 105.5 60 105.5C50 105.5 42 102 38 95C38 89 47 83 60 85Z" fill={tones.light} opacity={0.8} />
    </Inside>
  );
}

function Feet({ sitting }: { readonly sitting: boolean }) {
  return (
    <>
      {[-1, 1].map((side) => {
        const x = MIDDLE + side * (sitting ? 16 : 12);
        return sitting ? (
          <Solid key={side} d={`M${x - 7} 101C${x - 7} 97 ${x - 3} 97 ${x - 2} 100C${x - 2} 96 ${x + 2} 96 ${x + 2} 100C${x + 3} 97 ${x + 7} 97 ${x + 7} 101C${x + 6} 107 ${x + 3} 110 ${x} 110C${x - 3} 110 ${x - 6} 107 ${x - 7} 101Z`} fill={HORN.base} line={HORN.line} width={2.6} />
        ) : (
          <Solid key={side} d={`M${x - 2} 104L${x - 8} 108C${x - 9} 110.5 ${x - 6} 110.5 ${x - 4} 109.5C${x - 2} 111 ${x + 2} 111 ${x + 4} 109.5C${x + 6} 110.5 ${x + 9} 110.5 ${x + 8} 108L${x + 2} 104Z`} fill={HORN.base} line={HORN.line} width={2.4} />
        );
      })}
    </>
  );
}

/** Two feather tips at the end of a wing. */
function Feathers({ at, from }: { readonly at: { x: number; y: number }; readonly from: { x: number; y: number } }) {
  const { tones } = useBrush();
  const dx = (at.x - from.x) * 0.3;
  const dy = (at.y - from.y) * 0.3;
  return (
    <Inside>
      <Stroke d={`M${at.x - dx - dy * 0.3} ${at.y - dy + dx * 0.3}L${at.x - dy * 0.15} ${at.y + dx * 0.15}`} colour={tones.line} width={1.8} opacity={0.6} />
    </Inside>
  );
}

export const bird: Species = {
  name: "bird",
  top: 16.5,
  body: ellipse(MIDDLE, 76.5, 32, 30.5),
  lit: { x: 47, y: 62 },
  shine: "M34.5 70C36 62 42 55 50 52.5C52.5 52 53 55 51 56C44 59 40 64 38.5 71C37.6 74 34 73.5 34.5 70Z",
  anchors: {
    face: { x: 60, y: 71 },
    eyeGap: 27,
    mouth: { x: 0, y: 8 },
    cheek: { x: 21, y: 8 },
    crown: { x: 60, y: 49, width: 34 },
    ear: { x: 91, y: 72 },
    neck: { x: 60, y: 91, half: 29 },
    shoulder: { x: 88, y: 81 },
    badge: { x: 43, y: 95 },
  },
  arm: { root: 11, middle: 17, tip: 7 },
  armFill: (tones) => tones.base,
  Behind: CrestAndTail,
  Front: Belly,
  Feet,
  beak: true,
  Hand: Feathers,
};

export const BEAK = HORN;
