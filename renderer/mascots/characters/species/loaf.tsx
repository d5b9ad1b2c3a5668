import { Cord, Inside, Stroke, useBrush } from "../paint.tsx";
import { RoundFeet } from "./feet.tsx";
import type { Species } from "./species.ts";

function Tail() {
  const { tones } = useBrush();
  return (
    <g className="m-idle-tail">
      <Cord d="M90 100C101 101 105.5 92 102.5 84C101.5 80 104.5 77 107.5 79" fill={tones.base} width={6.6} />
      <Inside>
        <Stroke d="M102.7 83.5C101.5 80 104.5 77 107.5 79" colour={tones.light} width={6.4} />
      </Inside>
    </g>
  );
}

function EarsAndStripes() {
  const { tones } = useBrush();
  return (
    <Inside>
      <path d="M32.6 56C31.8 49 31.6 44 32.2 41.5L42.6 53C38.6 54 35.4 54.8 32.6 56Z" fill={tones.blush} opacity={0.75} />
      <path d="M87.4 56C88.2 49 88.4 44 87.8 41.5L77.4 53C81.4 54 84.6 54.8 87.4 56Z" fill={tones.blush} opacity={0.75} />
      <Stroke d="M54 54.5V59M60 53.8V60.5M66 54.5V59" colour={tones.shade} width={3} />
      <Stroke d="M28 80L34.5 81.5M27.5 87L34 86.5M92 80L85.5 81.5M92.5 87L86 86.5" colour={tones.line} width={1.7} opacity={0.55} />
    </Inside>
  );
}

export const loaf: Species = {
  name: "loaf",
  top: 32,
  body: "M29 72C26 62 25.5 47 27 37.5C27.8 33.4 31 33 33.4 35.4L49 52.4C56 50.6 64 50.6 71 52.4L86.6 35.4C89 33 92.2 33.4 93 37.5C94.5 47 94 62 91 72C97 80 99 90 97.5 97C95.8 105.5 84 107.5 60 107.5C36 107.5 24.2 105.5 22.5 97C21 90 23 80 29 72Z",
  lit: { x: 46, y: 66 },
  shine: "M33 68C35 63 39 60 44 59C46 59 46 62 44 63C41 64 38 67 37 70C36 73 32 71 33 68Z",
  anchors: {
    face: { x: 60, y: 76 },
    eyeGap: 32,
    mouth: { x: 0, y: 7.5 },
    cheek: { x: 23.5, y: 8 },
    crown: { x: 60, y: 54, width: 35 },
    ear: { x: 92, y: 74 },
    neck: { x: 60, y: 94, half: 37 },
    shoulder: { x: 89, y: 90 },
    badge: { x: 42, y: 98 },
  },
  arm: { root: 11, middle: 10.5, tip: 11 },
  Behind: Tail,
  Front: EarsAndStripes,
  Feet: ({ sitting }) => <RoundFeet sitting={sitting} apart={15} />,
};
