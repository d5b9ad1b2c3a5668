import { createContext, useContext } from "react";
import type { Appearance, ThemeView } from "../../../schemas/generated/types.ts";
import type { Brush, Pass } from "./paint.tsx";
import { paletteAt, type Tones, wrap } from "./palettes.ts";
import { SPECIES } from "./species/index.ts";

/** How everybody looks until another theme is chosen. */
export const USUAL_THEME: ThemeView = { id: "mascots", style: "ink", palettes: null, characters: null };

const ThemeContext = createContext<ThemeView>(USUAL_THEME);
export const ThemeProvider = ThemeContext.Provider;

export function useTheme(): ThemeView {
  return useContext(ThemeContext);
}

/** The colours of a body: the theme's, else our own. */
export function tonesOf({ palettes }: ThemeView, palette: number): Tones {
  if (!palettes || palettes.length === 0) return paletteAt(palette);
  const chosen = palettes[wrap(palette, palettes.length)] as NonNullable<typeof palettes>[number];
  return { name: "theme", ...chosen };
}

export function brushOf(theme: ThemeView, pass: Pass, palette: number): Brush {
  return { pass, style: theme.style, tones: tonesOf(theme, palette) };
}

/** Pictures of one character of a theme, by state and gesture. */
export type Pictures = Readonly<Record<string, string>>;

/** Which of the theme's characters somebody is: always the same, and kin (one species, palettes beside each other) mostly the same. */
export function characterOf(characters: readonly Pictures[], { species, palette }: Appearance): Pictures {
  const each = Math.max(1, Math.floor(characters.length / SPECIES.length));
  return characters[wrap(wrap(species, SPECIES.length) * each + Math.floor(wrap(palette, 12) / (12 / each)), characters.length)] as Pictures;
}

/** What is shown where a theme has no picture of its own. */
const INSTEAD: Readonly<Record<string, readonly string[]>> = {
  thinking: ["working"], reading: ["working"], editing: ["working"], running: ["working"], searching: ["reading", "working"], browsing: ["reading", "working"], delegating: ["asking_question", "working"],
  planning: ["working"], compacting: ["working"], asking_question: ["asking_permission"], asking_permission: ["asking_question"], watching: ["working"], blocked: ["failed"], untracked: ["blocked", "editing", "working"],
  stale: ["asleep"], stumbled: ["failed"], done: ["entering"], entering: ["done"], leaving: ["done", "entering"], faded: ["asleep"],
};

/** The address of the picture for a state or a gesture. */
export function pictureFor(pictures: Pictures, doing: string): string {
  const name = [doing, ...(INSTEAD[doing] ?? []), "resting"].find((candidate) => pictures[candidate] !== undefined);
  return pictures[name ?? "resting"] ?? "";
}
