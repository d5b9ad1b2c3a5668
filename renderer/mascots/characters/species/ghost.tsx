import { Inside, Solid, useBrush } from "../paint.tsx";
import type { Species } from "./species.ts";

/** A ghost has no feet; its hem is drawn as part of the body, and a second fold sways behind it. */
function Hem() {
  const { tones } = useBrush();
  return (
    <g className="m-idle-tail">
      <Solid d="M37 86L32 97C34 103 40 103 43 98C46 104 53 104 56 98.5C58 103 62 103 64 98.5C67 104 74 104 77 98C80 103 86 103 88 97L83 86Z" fill={tones.shade} />
    </g>
  );
}

function Glow() {
  const { tones } = useBrush();
  return (
    <Inside>
      <path d="M39 91C39 94 43 96 45 93M54 94C56 97 60 97 62 94" fill="none" stroke={tones.shade} strokeWidth={2.4} strokeLinecap="round" />
    </Inside>
  );
}

export const ghost: Species = {
  name: "ghost",
  top: 27.5,
  body: "M60 29C79 29 88 43 88 61C88 73 89.5 83 92 91C93.5 96.5 88.5 99.5 84.5 96.5C81 94 77 94.5 74.5 97.5C71.5 101.5 66.5 101 64 97.5C61.5 94 58.5 94 56 97.5C53.5 101 48.5 101.5 45.5 97.5C43 94.5 39 94 35.5 96.5C31.5 99.5 26.5 96.5 28 91C30.5 83 32 73 32 61C32 43 41 29 60 29Z",
  lit: { x: 48, y: 54 },
  shine: "M39 55C40 47 44 40 51 38C53.5 37.5 54 40.5 52 41.5C47 44 44 49 43 56C42.6 59.5 38.5 58.5 39 55Z",
  anchors: {
    face: { x: 60, y: 59 },
    eyeGap: 25,
    mouth: { x: 0, y: 9 },
    cheek: { x: 19.5, y: 8 },
    crown: { x: 60, y: 32, width: 36 },
    ear: { x: 87, y: 60 },
    neck: { x: 60, y: 79, half: 27.5 },
    shoulder: { x: 84, y: 75 },
    badge: { x: 45, y: 84 },
  },
  arm: { root: 13, middle: 11, tip: 8 },
  Behind: Hem,
  Front: Glow,
  Feet: () => null,
};
