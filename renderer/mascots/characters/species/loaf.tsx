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
      <path d="M33.5 57C33 51 33 47 33.6 45.5L43 53.5C39 54.5 36 55.5 33.5 57Z" fill={tones.blush} opacity={0.75} />
      <path d="M86.5 57C87 51 87 47 86.4 45.5L77 53.5C81 54.5 84 55.5 86.5 57Z" fill={tones.blush} opacity={0.75} />
      <Stroke d="M54 54.5V59M60 53.8V60.5M66 54.5V59" colour={tones.shade} width={3} />
      <Stroke d="M28 80L34.5 81.5M27.5 87L34 86.5M92 80L85.5 81.5M92.5 87L86 86.5" colour={tones.line} width={1.7} opacity={0.55} />
    </Inside>
  );
}

export const loaf: Species = {
  name: "loaf",
  top: 37.5,
  body: "M29 72C27 62 27 50 28.6 42.5C29.4 38.6 32.6 38.2 35 40.4L48.5 52.4C56 50.6 64 50.6 71.5 52.4L85 40.4C87.4 38.2 90.6 38.6 91.4 42.5C93 50 93 62 91 72C97 80 99 90 97.5 97C95.8 105.5 84 107.5 60 107.5C36 107.5 24.2 105.5 22.5 97C21 90 23 80 29 72Z",
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
