import type { Appearance, FailureKind, MascotState, Moment, MomentKind } from "../../../schemas/generated/types.ts";
import type { RestLook } from "./rest.ts";

export interface MascotProps {
  readonly appearance: Appearance;
  readonly state: MascotState;
  /** A gesture to play once over the state; a new `seq` plays it again. */
  readonly moment?: Moment | null;
  readonly failure?: FailureKind | null;
  /** How somebody who rests spends the time of day; `restOf` tells. */
  readonly look?: RestLook;
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
