import type { ReactNode } from "react";
import type { LimbWidths, Point } from "../shapes.ts";
import type { Tones } from "../palettes.ts";

/** Where things sit on a body, all on the drawing grid. */
export interface Anchors {
  /** Middle between the eyes. */
  readonly face: Point;
  /** Distance between the eyes' centres. */
  readonly eyeGap: number;
  /** Mouth, relative to the face. */
  readonly mouth: Point;
  /** Cheek of the right side, relative to the face; the left is its mirror. */
  readonly cheek: Point;
  /** Where a hat sits, and how wide the head is there. */
  readonly crown: Point & { readonly width: number };
  /** Right end of the band on which earphones sit; the left is its mirror. */
  readonly ear: Point;
  /** Middle of the neckline, and half its width. */
  readonly neck: Point & { readonly half: number };
  /** Right shoulder; the left is its mirror. */
  readonly shoulder: Point;
  readonly badge: Point;
}

export interface Species {
  readonly name: string;
  /** Outline of the body, closed, star-shaped around `lit`. */
  readonly body: string;
  /** Highest point of what grows on the head, hatless. */
  readonly top: number;
  /** The point the light comes from; the lit tone is the body shrunk towards it. */
  readonly lit: Point;
  /** Highlight blob. */
  readonly shine: string;
  readonly anchors: Anchors;
  readonly arm: LimbWidths;
  /** Colour of arms where it is not the body's. */
  readonly armFill?: (tones: Tones) => string;
  /** Drawn behind the body: tails, antennas, leaves. `lift` is how far a hat pushes things up. */
  readonly Behind?: (props: { readonly lift: number }) => ReactNode;
  /** Drawn on the body under the face. */
  readonly Front?: () => ReactNode;
  /** Feet, standing under the body or stretched towards the viewer. */
  readonly Feet: (props: { readonly sitting: boolean }) => ReactNode;
  /** A beak replaces the mouth. */
  readonly beak?: boolean;
  /** The hand at the end of an arm, for species that have more than a rounded end. */
  readonly Hand?: (props: { readonly at: Point; readonly from: Point }) => ReactNode;
}
