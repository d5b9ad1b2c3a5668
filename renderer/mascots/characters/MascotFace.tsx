import { memo } from "react";
import type { Appearance } from "../../../schemas/generated/types.ts";
import { BrushProvider } from "./paint.tsx";
import { type Pose, POSES } from "./poses.ts";
import { Figure, holderOf } from "./Scene.tsx";
import { box } from "./shapes.ts";
import { speciesAt } from "./species/index.ts";
import { brushOf, characterOf, pictureFor, useTheme } from "./theme.ts";

/** Looking straight out of the picture, whatever the agent is doing. */
const PORTRAIT: Pose = { ...POSES.resting, feet: "hidden", shift: { x: 0, y: 0 }, stretch: { x: 1, y: 1 }, left: null, right: null };
/** Side of the square around the face, in grid units. */
const FRAME = 78;

export interface MascotFaceProps {
  readonly appearance: Appearance;
  /** Side in CSS pixels; made for 20 to 32. */
  readonly size?: number;
  /** What a screen reader says; without it the picture is decoration beside a name. */
  readonly label?: string;
}

/** The small portrait beside an agent's name: the same face wherever it is met. */
export const MascotFace = memo(function MascotFace({ appearance, size = 24, label }: MascotFaceProps) {
  const theme = useTheme();
  const { characters } = theme;
  if (characters && characters.length > 0) return <img className="mascot-face" src={pictureFor(characterOf(characters, appearance), "resting")} width={size} height={size} alt={label ?? ""} draggable={false} />;
  const brush = brushOf(theme, "ink", appearance.palette);
  const species = speciesAt(appearance.species);
  const top = species.anchors.face.y - FRAME * 0.63;
  return (
    <svg className="mascot-face" viewBox={`21 ${top} ${FRAME} ${FRAME}`} width={size} height={size} role={label ? "img" : undefined} aria-label={label} aria-hidden={label ? undefined : true}>
      <path d={box(21, top, FRAME, FRAME, FRAME * 0.32)} fill={brush.tones.accent} opacity={0.3} />
      <BrushProvider value={brush}>
        <Figure appearance={appearance} species={species} pose={PORTRAIT} prop={{}} holder={holderOf(appearance, species, PORTRAIT, null)} />
      </BrushProvider>
    </svg>
  );
});
