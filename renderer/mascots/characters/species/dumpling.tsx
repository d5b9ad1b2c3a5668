import { Inside, Stroke, useBrush } from "../paint.tsx";
import { RoundFeet } from "./feet.tsx";
import type { Species } from "./species.ts";

/** The pleats where the dough is twisted shut. */
function Pleats() {
  const { tones } = useBrush();
  return (
    <Inside>
      <g className="m-idle-top">
        <Stroke d="M60 53Q59 59 60 63M65 55Q70 59 77 62M55 55Q50 59 43 62" colour={tones.line} width={2.2} opacity={0.6} />
      </g>
    </Inside>
  );
}

export const dumpling: Species = {
  name: "dumpling",
  top: 40,
  body: "M57 52C52 47 54 40 60 42C64 38 71 42 67 49C66 51 66 52 67 53C90 57 104 73 104 90C104 102 89 107 60 107C31 107 16 102 16 90C16 73 30 57 55 53C57 53 57 53 57 52Z",
  lit: { x: 46, y: 68 },
  shine: "M28 77C32 68 40 63 47 62C49 62 49 65 47 66C41 68 35 72 32 79C31 82 27 80 28 77Z",
  anchors: {
    face: { x: 60, y: 79.5 },
    eyeGap: 33,
    mouth: { x: 0, y: 8 },
    cheek: { x: 26.5, y: 8 },
    crown: { x: 60, y: 55, width: 37 },
    ear: { x: 95, y: 77 },
    neck: { x: 60, y: 96, half: 41 },
    shoulder: { x: 94, y: 91 },
    badge: { x: 37, y: 98.5 },
  },
  arm: { root: 11, middle: 10, tip: 10 },
  Front: Pleats,
  Feet: ({ sitting }) => <RoundFeet sitting={sitting} apart={16} />,
};
