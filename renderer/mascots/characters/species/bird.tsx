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
          <Solid d="M55 49C48 44 46 36 50 31C55 33 57 37 58 40C57 33 60 27 65 25C68 31 67 36 65 40C68 36 73 34 77 36C77 42 72 47 66 49Z" fill={tones.accent} />
        </g>
      </g>
    </>
  );
}

function Belly() {
  const { tones } = useBrush();
  return (
    <Inside>
      <path d="M60 84C74 82 84 88 84 95C80 102 71 105.5 60 105.5C49 105.5 40 102 36 95C36 88 46 82 60 84Z" fill={tones.light} opacity={0.8} />
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
  top: 23.5,
  body: ellipse(MIDDLE, 75.5, 35, 31.5),
  lit: { x: 47, y: 62 },
  shine: "M32 68C34 60 40 53 48 50.5C50.5 50 51 53 49 54C42 57 38 62 36 69C35 72 31.3 71.5 32 68Z",
  anchors: {
    face: { x: 60, y: 70 },
    eyeGap: 29,
    mouth: { x: 0, y: 8 },
    cheek: { x: 23, y: 8 },
    crown: { x: 60, y: 48, width: 36 },
    ear: { x: 94, y: 71 },
    neck: { x: 60, y: 90, half: 32 },
    shoulder: { x: 91, y: 80 },
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
