import { createContext, type ReactNode, useContext } from "react";
import type { ThemeView } from "../../../schemas/generated/types.ts";
import { mixed } from "./colour.ts";
import { luminance, type Tones } from "./palettes.ts";

/**
 * A scene is painted twice over the same tree: `halo` lays a thin light edge under everything that has an outline, so a
 * mascot stands out from any wallpaper without a filter; `ink` is the drawing. `silhouette` is the halo pass in solid
 * black, for icons and for judging shapes.
 */
export type Pass = "halo" | "ink" | "silhouette";

export interface Brush {
  readonly pass: Pass;
  /** ink when absent. */
  readonly style?: ThemeView["style"];
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
  const { pass, style, tones } = useBrush();
  if (pass === "ink" && style === "paper") return <Sheet {...{ d, fill, width, transform }} />;
  if (pass === "ink") {
    return <path d={d} fill={fill} stroke={line ?? tones.line} strokeWidth={width} strokeLinejoin="round" strokeLinecap="round" transform={transform} />;
  }
  const colour = pass === "halo" ? HALO_COLOUR : "#000";
  const reach = pass === "halo" ? width + HALO * 2 : width;
  return <path d={d} fill={colour} stroke={colour} strokeWidth={reach} strokeLinejoin="round" strokeLinecap="round" transform={transform} />;
}

/** How far a sheet's shadow falls, in grid units. */
const SHADOW = "translate(1 1.9)";
const SHADOW_COLOUR = "#2a1622";

/** A shape cut from paper: no outline, its shadow on what lies below, a rim where the light meets the cut. As large as with an outline. */
function Sheet({ d, fill, width = LINE, transform }: Omit<SolidProps, "line">) {
  const round = { strokeLinejoin: "round", strokeLinecap: "round" } as const;
  return (
    <g transform={transform}>
      <path d={d} fill={SHADOW_COLOUR} stroke={SHADOW_COLOUR} strokeWidth={width} opacity={0.3} transform={SHADOW} {...round} />
      <path d={d} fill={fill} stroke={rimOf(fill)} strokeWidth={width} {...round} />
      <path d={d} fill={fill} {...round} />
    </g>
  );
}

/** Light on coloured paper; on white paper, which may lie on a white wallpaper, a little darker than the sheet. */
function rimOf(fill: string): string {
  return luminance(mixed(fill, fill, 0)) > 0.72 ? mixed(fill, "#7a6252", 0.42) : mixed(fill, "#ffffff", 0.38);
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
  const { pass, style, tones } = useBrush();
  const round = { fill: "none", strokeLinecap: "round", strokeLinejoin: "round" } as const;
  const outer = width + edge * 2;
  if (pass !== "ink") {
    const colour = pass === "halo" ? HALO_COLOUR : "#000";
    return <path d={d} stroke={colour} strokeWidth={pass === "halo" ? outer + HALO * 2 : outer} {...round} />;
  }
  if (style === "paper") {
    return (
      <>
        <path d={d} stroke={SHADOW_COLOUR} strokeWidth={outer} opacity={0.3} transform={SHADOW} {...round} />
        <path d={d} stroke={fill} strokeWidth={outer} {...round} />
      </>
    );
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
