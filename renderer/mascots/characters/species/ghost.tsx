import { Inside, Solid, useBrush } from "../paint.tsx";
import type { Species } from "./species.ts";

/** A ghost has no feet; its hem is drawn as part of the body, and a second fold sways behind it. */
function Hem() {
  const { tones } = useBrush();
  return (
    <g className="m-idle-tail">
      <Solid d="M31 92L26 104C29 111 36 110 39 105C42 111 50 111 53 105C56 111 64 111 67 105C70 111 78 111 81 105C84 110 91 111 94 104L89 92Z" fill={tones.shade} />
    </g>
  );
}

function Glow() {
  const { tones } = useBrush();
  return (
    <Inside>
      <path d="M34 96C34 99 38 101 41 98M52 99C54 102 58 102 60 99" fill="none" stroke={tones.shade} strokeWidth={2.4} strokeLinecap="round" />
    </Inside>
  );
}

export const ghost: Species = {
  name: "ghost",
  top: 38.5,
  body: "M60 40C81 40 93 55 93 75C93 84 95 92 97 98C98.5 103 93 106 89 102.5C85.5 99.5 81 100 78 103.5C74.5 107.5 69 107 66.5 103.5C63.5 99.5 56.5 99.5 53.5 103.5C51 107 45.5 107.5 42 103.5C39 100 34.5 99.5 31 102.5C27 106 21.5 103 23 98C25 92 27 84 27 75C27 55 39 40 60 40Z",
  lit: { x: 47, y: 60 },
  shine: "M36 66C37 58 42 51 49 49C51.5 48.5 52 51.5 50 52.5C45 55 41 60 40 67C39.6 70.5 35.5 69.5 36 66Z",
  anchors: {
    face: { x: 60, y: 68 },
    eyeGap: 27,
    mouth: { x: 0, y: 9 },
    cheek: { x: 22, y: 8 },
    crown: { x: 60, y: 43, width: 38 },
    ear: { x: 92, y: 68 },
    neck: { x: 60, y: 88, half: 32 },
    shoulder: { x: 89, y: 84 },
    badge: { x: 43, y: 91 },
  },
  arm: { root: 13, middle: 11, tip: 8 },
  Behind: Hem,
  Front: Glow,
  Feet: () => null,
};
