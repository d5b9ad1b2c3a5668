import { memo, useEffect, useMemo, useRef, useState } from "react";
import type { Appearance, FailureKind, MascotState, Moment, MomentKind } from "../../../schemas/generated/types.ts";
import { type Liveliness, useSignsOfLife } from "./aliveness.ts";
import "./mascot.css";
import { MOMENT_MS, MOMENT_POSES, type Pose, POSES } from "./poses.ts";
import { MOMENT_PROPS, STATE_PROPS } from "./props/index.ts";
import { Scene } from "./Scene.tsx";
import { GRID } from "./shapes.ts";
import { speciesAt } from "./species/index.ts";

/** Gestures after which nobody is there any more. */
const FINAL: ReadonlySet<MomentKind> = new Set<MomentKind>(["leaving", "faded"]);

const LIVELINESS: Readonly<Partial<Record<MascotState, Liveliness>>> = { resting: "idle", watching: "steady", asleep: "sleeping" };

/** Older than this when first drawn, a gesture has been seen or missed for good; milliseconds. */
const HISTORY_MS = 10_000;

export interface MascotProps {
  readonly appearance: Appearance;
  readonly state: MascotState;
  /** A gesture to play once over the state; a new `seq` plays it again. */
  readonly moment?: Moment | null;
  readonly failure?: FailureKind | null;
  /** One still pose a state, with a short cross-fade between them. */
  readonly reducedMotion?: boolean;
  /** Stops every movement and timer, e.g. while the window is hidden. */
  readonly paused?: boolean;
  /** Side of the square it is drawn in, in CSS pixels; who is smaller than whom is the layout's business. */
  readonly size?: number;
  /** Which way to look, about -1 to 1 on each axis: the pointer is near. */
  readonly lookAt?: { readonly x: number; readonly y: number } | null;
  /** What a screen reader says; without it the drawing is decoration. */
  readonly label?: string;
  readonly onMomentEnd?: (kind: MomentKind) => void;
}

/** One mascot: any combination of slots in any state. */
export const Mascot = memo(function Mascot(props: MascotProps) {
  const { state, failure = null, reducedMotion = false, paused = false, size = 128, lookAt = null, label } = props;
  const appearance = useUnchanged(props.appearance);
  const gesture = useGesture(props);
  const pose = useLooking(gesture ? MOMENT_POSES[gesture] : POSES[state], lookAt);
  const prop = gesture ? MOMENT_PROPS[gesture] : STATE_PROPS[state];
  const still = paused || reducedMotion;
  const drawing = useRef<SVGSVGElement>(null);
  useSignsOfLife(drawing, still || gesture ? null : livelinessOf(state, lookAt !== null));
  const beat = useBeat(gesture ?? state);
  const scene = { appearance, pose, prop, failure };
  const gone = reducedMotion && gesture !== null && FINAL.has(gesture);
  const classes = ["mascot", reducedMotion && "is-reduced", gone && "is-gone", pose.faint && "is-faint"];
  return (
    <svg
      ref={drawing}
      className={classes.filter(Boolean).join(" ")}
      viewBox={`0 0 ${GRID} ${GRID}`}
      width={size}
      height={size}
      data-state={state}
      data-moment={gesture ?? undefined}
      data-motion={still ? undefined : (gesture ?? state)}
      data-species={speciesAt(appearance.species).name}
      data-beat={beat}
      role={label ? "img" : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <g className="m-fade" key={reducedMotion ? (gesture ?? state) : "always"}>
        <Scene {...scene} pass="halo" />
        <Scene {...scene} pass="ink" />
      </g>
    </svg>
  );
});

/** Who looks at something does not look about as well. */
function livelinessOf(state: MascotState, looking: boolean): Liveliness {
  const usual = LIVELINESS[state] ?? "busy";
  return looking && usual !== "sleeping" ? "attentive" : usual;
}

/** The same object for as long as its slots are the same: messages bring a new copy with every change of anything. */
function useUnchanged(appearance: Appearance): Appearance {
  const last = useRef(appearance);
  const keys = Object.keys(appearance) as (keyof Appearance)[];
  if (keys.some((key) => last.current[key] !== appearance[key])) last.current = appearance;
  return last.current;
}

/** The gesture being played now, or null. Final gestures stay until the mascot is removed. */
function useGesture({ moment = null, onMomentEnd }: MascotProps): MomentKind | null {
  const [finished, setFinished] = useState<number | null>(() => (moment && isOver(moment) ? moment.seq : null));
  const ended = useRef(onMomentEnd);
  ended.current = onMomentEnd;
  const seq = moment?.seq ?? null;
  const kind = moment?.kind ?? null;
  useEffect(() => {
    if (seq === null || kind === null) return;
    const timer = setTimeout(() => {
      if (!FINAL.has(kind)) setFinished(seq);
      ended.current?.(kind);
    }, MOMENT_MS[kind]);
    return () => clearTimeout(timer);
  }, [seq, kind]);
  return kind !== null && finished !== seq ? kind : null;
}

/** A gesture from before this mascot was drawn is history and is not acted out again; going away always is. */
function isOver({ kind, at }: Moment): boolean {
  return !FINAL.has(kind) && Date.now() - Date.parse(at) > HISTORY_MS;
}

/** The pose with its eyes on something near by. */
function useLooking(pose: Pose, lookAt: MascotProps["lookAt"]): Pose {
  const x = lookAt?.x ?? null;
  const y = lookAt?.y ?? null;
  return useMemo(() => (x === null || y === null ? pose : { ...pose, gaze: { x: x * 1.8, y: y * 1.6 }, turn: { x: x * 1.5, y } }), [pose, x, y]);
}

/** Alternates with every change, so that the squash between two loops can restart without remounting anything. */
function useBeat(key: string): "a" | "b" {
  const last = useRef({ key, beat: "a" as "a" | "b" });
  if (last.current.key !== key) last.current = { key, beat: last.current.beat === "a" ? "b" : "a" };
  return last.current.beat;
}
