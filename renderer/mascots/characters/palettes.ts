/** The colours one figure is painted with. `line` is the outline, `ink` the eyes and mouth. */
export interface Tones {
  readonly name: string;
  readonly base: string;
  readonly shade: string;
  readonly light: string;
  readonly line: string;
  readonly ink: string;
  readonly accent: string;
  readonly blush: string;
}

const palette = (name: string, base: string, shade: string, light: string, line: string, accent: string, blush: string, ink = "#33222e"): Tones => ({
  name, base, shade, light, line, ink, accent, blush,
});

/**
 * Twelve body palettes. Neighbours differ in lightness as well as in hue, so that they stay apart for colour-blind eyes
 * and in greyscale; every outline has at least 3:1 contrast against its body.
 */
export const PALETTES: readonly Tones[] = [
  palette("cream", "#ffe8c4", "#f3c891", "#fff7e6", "#7d5331", "#e8654f", "#f7a58a"),
  palette("teal", "#3fa59f", "#2a8682", "#86d2ca", "#0b4241", "#ffc94d", "#f29a8c", "#0f2f33"),
  palette("rose", "#ffc6d2", "#f79db3", "#ffe4ea", "#8c3355", "#5b7fd6", "#f2738f"),
  palette("dusk", "#7288bd", "#5468a0", "#a3b5dd", "#232f57", "#ffb454", "#e99bb0", "#182040"),
  palette("lemon", "#ffdc66", "#f3b735", "#fff0ad", "#7b5205", "#3f8fc9", "#f6a04f"),
  palette("coral", "#ff8f78", "#e86a56", "#ffb8a5", "#7b2a22", "#2fa39a", "#e8505a", "#431820"),
  palette("snow", "#f3f4f8", "#ced6e6", "#ffffff", "#59647d", "#f0718a", "#f7b0b8"),
  palette("lilac", "#bba6f0", "#9880da", "#dccffb", "#453081", "#ffd166", "#ee8fc0", "#291a4f"),
  palette("apricot", "#ffb35c", "#f08f34", "#ffd59b", "#7d3f08", "#3c7fb0", "#f0704a"),
  palette("mint", "#b4ecca", "#82d0a5", "#defae7", "#23624c", "#f2786b", "#f5ab9d", "#17382f"),
  palette("cocoa", "#b88a6c", "#966a4f", "#d8b397", "#46281a", "#7fd1c7", "#e58a7a", "#2b170f"),
  palette("sky", "#9bd2f8", "#6cb0e4", "#cfebff", "#1f4f80", "#ff8d5c", "#f5a3b5", "#142b4a"),
];

/** Colours a team shares in headwear and badge; a ladder of lightness, so that all stay apart for colour-blind eyes. */
export const TEAM_COLOURS: readonly string[] = ["#ce5200", "#437a8c", "#fdc92b", "#7234b6", "#06ad62", "#cca0aa", "#232b4a", "#a2ebff"];

export function paletteAt(index: number): Tones {
  return PALETTES[wrap(index, PALETTES.length)] as Tones;
}

export function teamColourAt(index: number): string {
  return TEAM_COLOURS[wrap(index, TEAM_COLOURS.length)] as string;
}

/** Any whole number as an index of a list of `length`: slots from other versions still draw something. */
export function wrap(index: number, length: number): number {
  if (!Number.isFinite(index)) return 0;
  return ((Math.trunc(index) % length) + length) % length;
}

/** WCAG relative luminance of `#rrggbb`. */
export function luminance(hex: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

/** WCAG contrast ratio of two `#rrggbb` colours, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}
