import { createContext, type ReactNode, useContext } from "react";
import type { Tones } from "./palettes.ts";

/**
 * A scene is painted twice over the same tree: `halo` lays a thin light edge under everything that has an outline, so a
 * mascot stands out from any wallpaper without a filter; `ink` is the drawing. `silhouette` is the halo pass in solid
 * black, for icons and for judging shapes.
 */
export type Pass = "halo" | "ink" | "silhouette";

export interface Brush {
  readonly pass: Pass;
  readonly tones: Tones;
}

const BrushContext = createContext<Brush | null>(null);
export const BrushProvider = BrushContext.Provider;

export function useBrush(): Brush {
  const brush = useContext(BrushContext);
  if (!brush) throw new Error("a mascot part was drawn outside a scene");
  return brush;
}

/** Outline width of the figure in grid units. */
export const LINE = 3;
/** How far the halo reaches beyond an outline, in grid units. */
const HALO = 1.9;
export const HALO_COLOUR = "#fffdf8";

export interface SolidProps {
  readonly d: string;
  readonly fill: string;
  /** Outline colour; the body's outline tone when absent. */
  readonly line?: string;
  readonly width?: number;
  readonly transform?: string;
}

/** A filled shape with an outline: the only kind of shape that counts for the silhouette. */
export function Solid({ d, fill, line, width = LINE, transform }: SolidProps) {
  const { pass, tones } = useBrush();
  if (pass === "ink") {
    return <path d={d} fill={fill} stroke={line ?? tones.line} strokeWidth={width} strokeLinejoin="round" strokeLinecap="round" transform={transform} />;
  }
  const colour = pass === "halo" ? HALO_COLOUR : "#000";
  const reach = pass === "halo" ? width + HALO * 2 : width;
  return <path d={d} fill={colour} stroke={colour} strokeWidth={reach} strokeLinejoin="round" strokeLinecap="round" transform={transform} />;
}

export interface CordProps {
  readonly d: string;
  readonly fill: string;
  readonly line?: string;
  readonly width: number;
  /** Width of the outline on each side. */
  readonly edge?: number;
}

/** A thick open line with an outline: tails, handles, antennas, strings. */
export function Cord({ d, fill, line, width, edge = LINE / 2 }: CordProps) {
  const { pass, tones } = useBrush();
  const round = { fill: "none", strokeLinecap: "round", strokeLinejoin: "round" } as const;
  const outer = width + edge * 2;
  if (pass !== "ink") {
    const colour = pass === "halo" ? HALO_COLOUR : "#000";
    return <path d={d} stroke={colour} strokeWidth={pass === "halo" ? outer + HALO * 2 : outer} {...round} />;
  }
  return (
    <>
      <path d={d} stroke={line ?? tones.line} strokeWidth={outer} {...round} />
      <path d={d} stroke={fill} strokeWidth={width} {...round} />
    </>
  );
}

/** Drawing inside a silhouette: shading, lines, letters. Absent from the halo. */
export function Inside({ children }: { readonly children: ReactNode }) {
  return useBrush().pass === "ink" ? children : null;
}

export interface StrokeProps {
  readonly d: string;
  readonly colour: string;
  readonly width?: number;
  readonly opacity?: number;
  readonly className?: string;
}

/** An open line inside a silhouette. */
export function Stroke({ d, colour, width = 2, opacity, className }: StrokeProps) {
  return <path d={d} fill="none" stroke={colour} strokeWidth={width} strokeLinecap="round" strokeLinejoin="round" opacity={opacity} className={className} />;
}
