import type { MascotState } from "../../../schemas/generated/types.ts";
import { CHEER_POSES, MOMENT_POSES, type Pose, POSES } from "./poses.ts";
import { CHEER_PROPS, MOMENT_PROPS, STATE_PROPS } from "./props/index.ts";
import type { Prop } from "./props/prop.ts";
import type { RestLook } from "./rest.ts";
import { type Frame, propOf, restProp } from "./stories.ts";
import type { Gesture } from "./useGesture.ts";

export interface Doing {
  readonly state: MascotState;
  readonly gesture: Gesture | null;
  /** Picture of the story being told, by somebody at rest. */
  readonly frame: Frame | null;
  readonly look: RestLook;
}

export interface Picture {
  readonly pose: Pose;
  readonly prop: Prop;
}

/** The state that is drawn: who has rested long is drawn asleep. */
export function drawnState(state: MascotState, { rest }: RestLook): MascotState {
  return state === "resting" && rest === "asleep" ? "asleep" : state;
}

const DROWSY: Pose = { ...POSES.resting, eyes: "soft", mouth: "small", lean: 3, turn: { x: 2, y: 2 } };

/** Posture and prop of what somebody does: a gesture over a story over a state. */
export function pictureOf({ state, gesture, frame, look }: Doing): Picture {
  if (gesture?.kind === "done") return { pose: CHEER_POSES[gesture.cheer], prop: CHEER_PROPS[gesture.cheer] };
  if (gesture) return { pose: MOMENT_POSES[gesture.kind], prop: MOMENT_PROPS[gesture.kind] };
  const drawn = drawnState(state, look);
  if (drawn !== "resting") return { pose: POSES[drawn], prop: STATE_PROPS[drawn] };
  if (frame) return { pose: frame.pose, prop: propOf(frame, look.night) };
  return { pose: look.rest === "drowsy" ? DROWSY : POSES.resting, prop: restProp(look.night) };
}
