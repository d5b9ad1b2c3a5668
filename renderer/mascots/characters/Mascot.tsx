import { memo, type CSSProperties, useMemo, useRef } from "react";
import type { Appearance, MascotState } from "../../../schemas/generated/types.ts";
import { needsPerson } from "../../shared/words.ts";
import { type Liveliness, useSignsOfLife } from "./aliveness.ts";
import { Going } from "./Going.tsx";
import "./mascot.css";
import type { MascotProps } from "./mascot-props.ts";
import { drawnState, pictureOf } from "./picture.ts";
import { PictureMascot } from "./PictureMascot.tsx";
import type { Pose } from "./poses.ts";
import { AWAKE, type RestLook } from "./rest.ts";
import { Scene } from "./Scene.tsx";
import { GRID } from "./shapes.ts";
import { speciesAt } from "./species/index.ts";
import { useTheme } from "./theme.ts";
import { originOf, originStyle } from "./transition.ts";
import { beatOf, useChange, useMoves } from "./useChange.ts";
import { FINAL, useGesture } from "./useGesture.ts";
import { useStory } from "./useStory.ts";

const LIVELINESS: Readonly<Partial<Record<MascotState, Liveliness>>> = { resting: "idle", watching: "steady", asleep: "sleeping" };

/** One mascot: any combination of slots in any state, or the theme's picture in its place. */
export const Mascot = memo(function Mascot(props: MascotProps) {
  const { characters } = useTheme();
  return characters && characters.length > 0 ? <PictureMascot {...props} characters={characters} /> : <DrawnMascot {...props} />;
});

function DrawnMascot(props: MascotProps) {
  const { state, failure = null, look = AWAKE, reducedMotion = false, paused = false, size = 128, lookAt = null, label } = props;
  const appearance = useUnchanged(props.appearance);
  const species = speciesAt(appearance.species).name;
  const gesture = useGesture(props.moment ?? null, props.onMomentEnd);
  const still = paused || reducedMotion;
  const drawing = useRef<SVGSVGElement>(null);
  const { frame, stories } = useStory(species);
  const drawn = drawnState(state, look);
  useSignsOfLife(drawing, still || gesture ? null : livelinessOf(drawn, look, lookAt !== null), stories);
  const picture = pictureOf({ state, gesture, frame: still ? null : frame, look });
  const pose = useLooking(picture.pose, lookAt);
  const doing = gesture?.kind ?? drawn;
  const change = useChange(doing, picture);
  const moves = useMoves(change, still, gesture !== null || needsPerson(state));
  const before = still || change.cut ? null : change.before;
  const scene = { appearance, pose, prop: picture.prop, failure };
  const gone = reducedMotion && gesture !== null && FINAL.has(gesture.kind);
  const classes = ["mascot", reducedMotion && "is-reduced", gone && "is-gone", pose.faint && "is-faint"];
  return (
    <svg
      ref={drawing}
      className={classes.filter(Boolean).join(" ")}
      viewBox={`0 0 ${GRID} ${GRID}`}
      width={size}
      height={size}
      data-state={state}
      data-moment={gesture?.kind}
      data-cheer={gesture?.kind === "done" ? gesture.cheer : undefined}
      data-motion={moves ? doing : undefined}
      data-species={species}
      data-beat={beatOf(change)}
      style={!before ? undefined : (originStyle(originOf(before.pose, picture.pose)) as CSSProperties)}
      role={label ? "img" : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      {before && <Going key={change.count} appearance={appearance} pose={before.pose} prop={before.prop} failure={failure} />}
      <g className="m-fade" key={reducedMotion ? doing : "always"}>
        <Scene {...scene} pass="halo" />
        <Scene {...scene} pass="ink" />
      </g>
    </svg>
  );
}

/** Who looks at something does not look about as well, and who nods off has no stories. */
function livelinessOf(state: MascotState, { rest }: RestLook, looking: boolean): Liveliness {
  const usual = state === "resting" && rest === "drowsy" ? "attentive" : (LIVELINESS[state] ?? "busy");
  return looking && usual !== "sleeping" ? "attentive" : usual;
}

/** The same object for as long as its slots are the same: messages bring a new copy with every change of anything. */
function useUnchanged(appearance: Appearance): Appearance {
  const last = useRef(appearance);
  const keys = Object.keys(appearance) as (keyof Appearance)[];
  if (keys.some((key) => last.current[key] !== appearance[key])) last.current = appearance;
  return last.current;
}

/** The pose with its eyes on something near by. */
function useLooking(pose: Pose, lookAt: MascotProps["lookAt"]): Pose {
  const x = lookAt?.x ?? null;
  const y = lookAt?.y ?? null;
  return useMemo(() => (x === null || y === null ? pose : { ...pose, gaze: { x: x * 1.8, y: y * 1.6 }, turn: { x: x * 1.5, y } }), [pose, x, y]);
}
