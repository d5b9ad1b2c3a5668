import { memo, type ReactNode, useMemo } from "react";
import type { Appearance, FailureKind } from "../../../schemas/generated/types.ts";
import { type Brush, BrushProvider, Inside, type Pass, Solid, useBrush } from "./paint.tsx";
import { type Tones, teamColourAt } from "./palettes.ts";
import { Badge } from "./parts/badges.tsx";
import { carryAt } from "./parts/carry.tsx";
import { Eye } from "./parts/eyes.tsx";
import { headwearAt, TeamClip } from "./parts/headwear.tsx";
import { Marks } from "./parts/marks.tsx";
import { Beak, Mouth } from "./parts/mouths.tsx";
import { type Pose, placed, poseTransform } from "./poses.ts";
import type { Holder, Prop } from "./props/prop.ts";
import { ellipse, GROUND, limb, MIDDLE, type Point } from "./shapes.ts";
import type { Species } from "./species/species.ts";
import { speciesAt } from "./species/index.ts";
import { brushOf, useTheme } from "./theme.ts";

export interface SceneProps {
  readonly appearance: Appearance;
  readonly pose: Pose;
  readonly prop: Prop;
  readonly failure: FailureKind | null;
}

/** Degrees of lean from which the feet leave the ground. */
const FALLING = 15;

const round = (value: number) => Math.round(value * 100) / 100;

/** Everything of one mascot, back to front, painted in one pass. Drawn again only when the picture changes, not for a blink. */
export const Scene = memo(function Scene({ appearance, pose, prop, failure, pass }: SceneProps & { readonly pass: Pass }) {
  const brush = useOneBrush(pass, appearance.palette);
  const species = speciesAt(appearance.species);
  const holder = holderOf(appearance, species, pose, failure);
  const { Behind, Held, Front, extra } = prop;
  return (
    <BrushProvider value={brush}>
      <g className={`m-pass-${pass}`}>
        <g className="m-stage">
          {pass === "ink" && <GroundShadow pose={pose} />}
          {Behind && <g className="m-behind"><Behind holder={holder} /></g>}
          <g className="m-beat">
            <g className="m-loop">
              <Figure appearance={appearance} species={species} pose={pose} prop={prop} holder={holder} />
              {Held && <g className="m-held"><Held holder={holder} /></g>}
              <Arm side="left" species={species} pose={pose} />
              <Arm side="right" species={species} pose={pose} />
            </g>
          </g>
          {(Front || extra) && <g className="m-front">{Front && <Front holder={holder} />}{extra}</g>}
        </g>
      </g>
    </BrushProvider>
  );
});

/** The same one for as long as it paints the same: with another all parts are drawn anew. */
function useOneBrush(pass: Pass, palette: number): Brush {
  const theme = useTheme();
  return useMemo(() => brushOf(theme, pass, palette), [theme, pass, palette]);
}

export function holderOf(appearance: Appearance, species: Species, pose: Pose, failure: FailureKind | null): Holder {
  const { face } = species.anchors;
  const onFace = (p: Point) => {
    const q = placed(pose, { x: face.x + pose.turn.x + p.x, y: face.y + pose.turn.y + p.y });
    return { x: round(q.x), y: round(q.y) };
  };
  return { species, pose, eyes: appearance.eyes, failure, onFace };
}

function GroundShadow({ pose }: { readonly pose: Pose }) {
  return <path className="m-ground" d={ellipse(MIDDLE + pose.shift.x, GROUND + 1, 36 * pose.stretch.x, 3.6)} fill="#1c1420" opacity={0.16} />;
}

interface FigureProps {
  readonly appearance: Appearance;
  readonly species: Species;
  readonly pose: Pose;
  readonly prop: Prop;
  readonly holder: Holder;
}

/** The body and what it wears, in its posture. With another posture most of it is only moved: what is the same in all of them is not drawn again. */
export function Figure({ appearance, species, pose, prop, holder }: FigureProps) {
  const sitting = pose.feet === "sitting";
  const feet = pose.feet === "hidden" ? null : <Feet species={species} sitting={sitting} />;
  return (
    <>
      <g transform={poseTransform(pose)}>
        <Back appearance={appearance} species={species} />
      </g>
      {!sitting && <g transform={footing(pose)}>{feet}</g>}
      <g transform={poseTransform(pose)}>
        <Body species={species} />
        <Face appearance={appearance} species={species} pose={pose} prop={prop} holder={holder} />
        <Wearing appearance={appearance} species={species} />
        {sitting && feet}
      </g>
    </>
  );
}

type Unposed = Pick<FigureProps, "appearance" | "species">;

/** What grows or is carried behind. */
const Back = memo(function Back({ appearance, species: { anchors, Behind } }: Unposed) {
  const carry = carryAt(appearance.carry);
  return (
    <>
      {carry.Behind && <carry.Behind anchors={anchors} />}
      {Behind && <Behind lift={headwearAt(appearance.headwear).lift} />}
    </>
  );
});

const Feet = memo(function Feet({ species, sitting }: { readonly species: Species; readonly sitting: boolean }) {
  return <species.Feet sitting={sitting} />;
});

/** Who leans keeps both feet on the ground; who falls does not. */
function footing(pose: Pose): string {
  return Math.abs(pose.lean) > FALLING ? poseTransform(pose) : `translate(${pose.shift.x} ${pose.shift.y})`;
}

const Body = memo(function Body({ species }: { readonly species: Species }) {
  const { Front } = species;
  return (
    <>
      <Trunk species={species} />
      {Front && <Front />}
    </>
  );
});

function Trunk({ species: { body, lit, shine } }: { readonly species: Species }) {
  const { style, tones } = useBrush();
  if (style === "paper") return <Solid d={body} fill={tones.base} />;
  return (
    <>
      <Solid d={body} fill={tones.shade} />
      <Inside>
        <path d={body} fill={tones.base} transform={`translate(${lit.x} ${lit.y}) scale(.91) translate(${-lit.x} ${-lit.y})`} />
        <path d={shine} fill={tones.light} />
        <path d={body} fill="none" stroke={tones.line} strokeWidth={3} strokeLinejoin="round" />
      </Inside>
    </>
  );
}

function Face({ appearance, species, pose, prop, holder }: FigureProps) {
  const { anchors } = species;
  const { face, mouth, eyeGap } = anchors;
  const sides: readonly (1 | -1)[] = [-1, 1];
  return (
    <Inside>
      <g className="m-face" transform={`translate(${face.x + pose.turn.x} ${face.y + pose.turn.y})`}>
        <Marks kind={appearance.marks} anchors={anchors} />
        <g className="m-eyes">
          {sides.map((side) => (
            <g key={side} transform={`translate(${(side * eyeGap) / 2} 0)`}>
              <Eye kind={appearance.eyes} expression={pose.eyes} gaze={pose.gaze} side={side} />
            </g>
          ))}
        </g>
        <g className="m-mouth" transform={`translate(${mouth.x} ${mouth.y})`}>
          {species.beak ? <Beak kind={appearance.mouth} expression={pose.mouth} /> : <Mouth kind={appearance.mouth} expression={pose.mouth} />}
        </g>
        {prop.Face && <prop.Face holder={holder} />}
      </g>
    </Inside>
  );
}

const Wearing = memo(function Wearing({ appearance, species: { anchors } }: Unposed): ReactNode {
  const { tones } = useBrush();
  const { team_color: team, badge } = appearance;
  const colour = team === null ? tones.accent : teamColourAt(team);
  const headwear = headwearAt(appearance.headwear);
  const carry = carryAt(appearance.carry);
  const bare = headwear.name === "none";
  return (
    <>
      <g className="m-hat">{bare && team !== null ? <TeamClip colour={colour} anchors={anchors} /> : <headwear.Draw colour={colour} anchors={anchors} />}</g>
      {badge !== null && <Badge shape={badge} colour={colour} at={anchors.badge} />}
      {carry.Front && <carry.Front anchors={anchors} />}
    </>
  );
});

/** An arm from the posed shoulder to where the hand is wanted. */
function Arm({ side, species, pose }: { readonly side: "left" | "right"; readonly species: Species; readonly pose: Pose }) {
  const { tones } = useBrush();
  const { shoulder } = species.anchors;
  const reach = pose[side];
  if (!reach) return null;
  const root = placed(pose, side === "right" ? shoulder : { x: MIDDLE * 2 - shoulder.x, y: shoulder.y });
  const from = { x: round(root.x), y: round(root.y) };
  const { Hand } = species;
  return (
    <g className={`m-arm m-arm-${side}`}>
      <Solid d={limb(from, reach, reach.bend, species.arm)} fill={armFill(species, tones)} width={2.8} />
      {Hand && <Hand at={reach} from={from} />}
    </g>
  );
}

function armFill(species: Species, tones: Tones): string {
  return species.armFill ? species.armFill(tones) : tones.base;
}
