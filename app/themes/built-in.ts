/** The themes that come with the app. Windows have names for them in the person's language (`themes.name_<id>`). */
import type { ThemeManifest } from "../../schemas/generated/types.ts";

export const USUAL = "mascots";

export const BUILT_IN: ReadonlyMap<string, ThemeManifest> = new Map<string, ThemeManifest>([
  [USUAL, { format: 1, name: "Mascots", style: "ink" }],
  ["paper-cut", { format: 1, name: "Paper cut", style: "paper" }],
]);
