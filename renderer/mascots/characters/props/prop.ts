import type { ReactNode } from "react";
import type { FailureKind } from "../../../../schemas/generated/types.ts";
import type { Pose } from "../poses.ts";
import type { Point } from "../shapes.ts";
import type { Species } from "../species/species.ts";

/** What a prop may know about the figure it belongs to. */
export interface Holder {
  readonly species: Species;
  readonly pose: Pose;
  /** Slot of the eyes, for a lens that enlarges one. */
  readonly eyes: number;
  readonly failure: FailureKind | null;
  /** Where a point of the face (relative to its middle) is on the grid. */
  readonly onFace: (p: Point) => Point;
}

type Part = (props: { readonly holder: Holder }) => ReactNode;

/** A state's prop, in the layers it needs. All layers but `Face` are in grid units. */
export interface Prop {
  /** Highest point, for props that stand above a head. */
  readonly top?: number;
  /** Behind the figure, standing on the ground. */
  readonly Behind?: Part;
  /** On the face, in face coordinates: glasses. */
  readonly Face?: Part;
  /** In front of the body and behind the hands. */
  readonly Held?: Part;
  /** In front of everything. */
  readonly Front?: Part;
  /** In front of even that, as it is: what only one picture of a story has. */
  readonly extra?: ReactNode;
}

/** Outline of things that are not part of anybody's body. */
export const PROP_LINE = "#4b3a46";
export const PAPER = "#fffaf0";
export const PAPER_SHADE = "#e9dcc8";
export const WOOD = "#c98f56";
export const WOOD_LIGHT = "#e8bb86";
export const WOOD_LINE = "#5f3a1c";
