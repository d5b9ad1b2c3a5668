import { Inside, Stroke, useBrush } from "../paint.tsx";
import { RoundFeet } from "./feet.tsx";
import type { Species } from "./species.ts";

/** The pleats where the dough is twisted shut. */
function Pleats() {
  const { tones } = useBrush();
  return (
    <Inside>
      <g className="m-idle-top">
        <Stroke d="M60 47Q59 53 60 57M65 49Q69 53 74 55M55 49Q51 53 46 55" colour={tones.line} width={2.2} opacity={0.6} />
      </g>
    </Inside>
  );
}

export const dumpling: Species = {
  name: "dumpling",
  top: 34,
  body: "M57 46C52 41 54 34 60 36C64 32 71 36 67 43C66 45 66 46 67 47C86 51 100 68 100 87C100 101 86 107 60 107C34 107 20 101 20 87C20 68 36 51 55 47C57 47 57 47 57 46Z",
  lit: { x: 46, y: 62 },
  shine: "M33 70C36 63 42 58 48 57C50 57 50 60 48 61C43 63 39 67 37 72C36 75 32 73 33 70Z",
  anchors: {
    face: { x: 60, y: 77 },
    eyeGap: 30,
    mouth: { x: 0, y: 8 },
    cheek: { x: 24, y: 8 },
    crown: { x: 60, y: 49, width: 36 },
    ear: { x: 91, y: 74 },
    neck: { x: 60, y: 95, half: 38 },
    shoulder: { x: 91, y: 89 },
    badge: { x: 42, y: 98 },
  },
  arm: { root: 11, middle: 10, tip: 10 },
  Front: Pleats,
  Feet: ({ sitting }) => <RoundFeet sitting={sitting} apart={16} />,
};
