import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { ThemeView } from "../../../schemas/generated/types.ts";
import { Mascot } from "./Mascot.tsx";
import { MascotFace } from "./MascotFace.tsx";
import { paletteAt } from "./palettes.ts";
import { ALL_MOMENTS, ALL_STATES, appearance, CAST } from "./samples.ts";
import { characterOf, pictureFor, ThemeProvider, USUAL_THEME } from "./theme.ts";

const drawn = (theme: Partial<ThemeView>, node: ReactNode) => renderToStaticMarkup(<ThemeProvider value={{ ...USUAL_THEME, ...theme }}>{node}</ThemeProvider>);
const character = (name: string) => ({ resting: `app://theme/t/1/${name}/resting.svg`, working: `app://theme/t/1/${name}/working.svg`, failed: `app://theme/t/1/${name}/failed.svg` });
const PICTURES: Partial<ThemeView> = { id: "t", characters: [character("a"), character("b")] };

describe("paper cut", () => {
  it("draws every state of everybody without an outline, with the same eyes and colours", () => {
    for (const state of ALL_STATES) {
      for (const who of CAST) {
        const paper = drawn({ style: "paper" }, <Mascot appearance={who} state={state} />);
        const ink = drawn({}, <Mascot appearance={who} state={state} />);
        expect(paper).not.toMatch(/NaN|undefined/);
        expect(paper).toContain(paletteAt(who.palette).base);
        expect(paper.split(`stroke="${paletteAt(who.palette).line}"`).length).toBeLessThan(ink.split(`stroke="${paletteAt(who.palette).line}"`).length);
      }
    }
  });
});

describe("palettes of a theme", () => {
  it("take the place of ours, the same one for the same agent", () => {
    const palettes = [{ base: "#112233", shade: "#001122", light: "#334455", line: "#ddeeff", ink: "#ffffff", accent: "#ff8800", blush: "#884444" }];
    expect(drawn({ palettes }, <Mascot appearance={appearance({ palette: 7 })} state="resting" />)).toContain("#112233");
    expect(drawn({ palettes }, <MascotFace appearance={appearance({ palette: 7 })} />)).toContain("#112233");
  });
});

describe("pictures of a theme", () => {
  it.each([...ALL_STATES, ...ALL_MOMENTS])("something is shown for %s", (doing) => expect(pictureFor(character("a"), doing)).toMatch(/^app:\/\/theme\//));

  it("work falls back to working, everything else to resting", () => {
    expect(pictureFor(character("a"), "running")).toContain("working");
    expect(pictureFor(character("a"), "blocked")).toContain("failed");
    expect(pictureFor(character("a"), "asleep")).toContain("resting");
  });

  it("are shown as images and never become part of the page", () => {
    const markup = drawn(PICTURES, <Mascot appearance={appearance()} state="running" />);
    expect(markup.match(/<img [^>]*src="([^"]*)"/)?.[1]).toBe("app://theme/t/1/a/working.svg");
    expect(markup).not.toMatch(/<(?:iframe|object|embed|use|image)\b/);
    expect(markup).toContain('data-motion="running"');
    expect(drawn(PICTURES, <MascotFace appearance={appearance()} />)).toMatch(/<img [^>]*class="mascot-face"/);
  });

  it("an agent has the same character for ever, all characters are met, and one species stays together", () => {
    const characters = Array.from({ length: 12 }, (_, i) => character(String(i)));
    const met = new Set<unknown>();
    for (let species = 0; species < 6; species += 1) {
      const family = new Set(Array.from({ length: 12 }, (_, palette) => characterOf(characters, appearance({ species, palette }))));
      expect(family.size).toBe(2);
      for (const one of family) met.add(one);
    }
    expect(met.size).toBe(12);
    for (const count of [1, 2, 5, 7, 24]) expect(characterOf(characters.slice(0, count), appearance({ species: 5, palette: 11 }))).toBeDefined();
  });

  it("keep what a picture cannot know: the team's badge and the kind of a failure", () => {
    const plain = drawn(PICTURES, <Mascot appearance={appearance()} state="failed" failure="auth" />);
    expect(plain).toContain("m-overlay");
    expect(plain).not.toBe(drawn(PICTURES, <Mascot appearance={appearance()} state="failed" failure="billing" />));
    expect(drawn(PICTURES, <Mascot appearance={appearance({ team_color: 2, badge: 1 })} state="resting" />)).toContain("m-overlay");
    expect(drawn(PICTURES, <Mascot appearance={appearance()} state="resting" />)).not.toContain("m-overlay");
  });

  it("hold still with reduced motion", () => {
    expect(drawn(PICTURES, <Mascot appearance={appearance()} state="running" reducedMotion />)).not.toContain("data-motion");
  });
});
