import { Cord, Inside, Solid, Stroke } from "../paint.tsx";
import { RoundFeet } from "./feet.tsx";
import type { Species } from "./species.ts";

const LEAF = { base: "#86cf6c", light: "#b4e79b", line: "#2c6637" };

function Leaves({ lift }: { readonly lift: number }) {
  return (
    <g transform={`translate(0 ${-lift})`}>
      <g className="m-idle-top">
        <Cord d="M60 52Q61 45 60 38" fill={LEAF.base} line={LEAF.line} width={3.4} />
        <Solid d="M60 39C61 27 73 19 87 22C87 34 76 43 60 39Z" fill={LEAF.base} line={LEAF.line} />
        <Solid d="M60 39C59 30 50 24 39 26C39 36 48 43 60 39Z" fill={LEAF.base} line={LEAF.line} />
        <Inside>
          <Stroke d="M65 36Q72 29 81 26" colour={LEAF.light} width={2.4} />
          <Stroke d="M55 36Q50 31 44 29" colour={LEAF.light} width={2.2} />
        </Inside>
      </g>
    </g>
  );
}

export const sprout: Species = {
  name: "sprout",
  top: 20,
  body: "M60 50C75 50 84 59 86 71C88 81 94 86 94 95C94 104 80 107.5 60 107.5C40 107.5 26 104 26 95C26 86 32 81 34 71C36 59 45 50 60 50Z",
  lit: { x: 48, y: 66 },
  shine: "M41 70C43 63 47 59 52 58C54 57 55 60 53 61C49 63 46 67 45 72C44 75 40 73 41 70Z",
  anchors: {
    face: { x: 60, y: 75 },
    eyeGap: 25,
    mouth: { x: 0, y: 8 },
    cheek: { x: 20, y: 8 },
    crown: { x: 60, y: 53, width: 36 },
    ear: { x: 86, y: 71 },
    neck: { x: 60, y: 92, half: 31 },
    shoulder: { x: 84, y: 89 },
    badge: { x: 44, y: 98 },
  },
  arm: { root: 8, middle: 7.5, tip: 9 },
  Behind: Leaves,
  Feet: ({ sitting }) => <RoundFeet sitting={sitting} apart={13} size={6.5} />,
};
