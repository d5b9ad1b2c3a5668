import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ReactNode } from "react";
import { type Color, differenceCiede2000, filterDeficiencyDeuter, filterDeficiencyProt, filterDeficiencyTrit, formatHex, parse } from "culori";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import slots from "../../../schemas/slots.json";
import type { Appearance, FailureKind, MascotState, MomentKind } from "../../../schemas/generated/types.ts";
import { BEAT_MS } from "../beat.ts";
import { headroom } from "./headroom.ts";
import { Mascot } from "./Mascot.tsx";
import { MascotFace } from "./MascotFace.tsx";
import { GONE_MS } from "./Going.tsx";
import { BrushProvider, HALO_COLOUR, type Pass } from "./paint.tsx";
import { contrast, luminance, PALETTES, paletteAt, TEAM_COLOURS } from "./palettes.ts";
import { Badge, BADGES } from "./parts/badges.tsx";
import { CARRY } from "./parts/carry.tsx";
import { Eye, EYES } from "./parts/eyes.tsx";
import { edgeOf, HEADWEAR } from "./parts/headwear.tsx";
import { MARKS, Marks } from "./parts/marks.tsx";
import { Beak, Mouth, MOUTHS } from "./parts/mouths.tsx";
import { MOMENT_POSES, MOMENT_MS, POSES, type Pose } from "./poses.ts";
import { MOMENT_PROPS, STATE_PROPS } from "./props/index.ts";
import type { Prop } from "./props/prop.ts";
import { ALL_MOMENTS, ALL_STATES, appearance, CAST, SLOT_SIZES } from "./samples.ts";
import { holderOf, Scene } from "./Scene.tsx";
import { SPECIES } from "./species/index.ts";
import { boundsOf, difference, flatten, rasterize, shapesOf } from "./testing/raster.ts";

const SPECIES_SLOTS = SPECIES.map((_, i) => i);
const FAILURES: readonly FailureKind[] = ["rate_limit", "auth", "billing", "server", "overloaded", "limit", "invalid", "unknown"];

function mascot(who: Appearance, state: MascotState, kind?: MomentKind): string {
  const moment = kind ? { kind, at: new Date().toISOString(), seq: 1 } : null;
  return renderToStaticMarkup(<Mascot appearance={who} state={state} moment={moment} failure="auth" />);
}

function paths(markup: string): string[] {
  return [...markup.matchAll(/\sd="([^"]*)"/g)].map((match) => match[1] as string);
}

/** What is wrong with drawn markup, in words; empty when nothing is. */
function faults(markup: string): string[] {
  const broken = paths(markup).filter((d) => {
    try {
      return flatten(d).flat().some((p) => !Number.isFinite(p.x) || !Number.isFinite(p.y));
    } catch {
      return true;
    }
  });
  const odd = /NaN|undefined|Infinity|\[object/.exec(markup)?.[0];
  return odd ? [odd, ...broken] : broken;
}

function painted(who: Appearance, pose: Pose, prop: Prop, pass: Pass): string {
  return renderToStaticMarkup(<Scene appearance={who} pose={pose} prop={prop} failure={null} pass={pass} />);
}

/** One part alone, as the figure would paint it. */
function part(node: ReactNode): string {
  return renderToStaticMarkup(<BrushProvider value={{ pass: "ink", tones: paletteAt(0) }}>{node}</BrushProvider>);
}

describe("every combination can be drawn", () => {
  it.each(ALL_STATES)("%s is drawn for every species", (state) => {
    for (const species of SPECIES_SLOTS) expect(faults(mascot(appearance({ species }), state))).toEqual([]);
  });

  it.each(ALL_MOMENTS)("the gesture %s is drawn for every species", (kind) => {
    for (const species of SPECIES_SLOTS) {
      const markup = mascot(appearance({ species }), "resting", kind);
      expect(markup).toContain(`data-motion="${kind}"`);
      expect(faults(markup)).toEqual([]);
    }
  });

  it.each(Object.keys(slots) as (keyof typeof slots)[])("every part of the slot %s is drawn on every species, and each looks different", (slot) => {
    for (const species of SPECIES_SLOTS) {
      const drawn = Array.from({ length: slots[slot] }, (_, i) => mascot(appearance({ species, team_color: slot === "badge" ? 0 : null, [slot]: i }), "resting"));
      expect(drawn.flatMap(faults)).toEqual([]);
      expect(new Set(drawn).size).toBe(drawn.length);
    }
  });

  it("every part in every state is drawn", () => {
    const all = ALL_STATES.flatMap((state) => CAST.map((who) => mascot(who, state)));
    expect(all.flatMap(faults)).toEqual([]);
  });

  it("a failure shows its kind on the cloud, each kind its own sign", () => {
    const drawn = FAILURES.map((failure) => renderToStaticMarkup(<Mascot appearance={appearance()} state="failed" failure={failure} />));
    expect(new Set(drawn).size).toBe(FAILURES.length);
  });

  it("a slot number from another version still draws somebody", () => {
    const odd = appearance({ species: 41, palette: -3, eyes: 1000, mouth: 99, marks: 6, headwear: -1, carry: 7, team_color: 12, badge: 50 });
    expect(faults(mascot(odd, "resting"))).toEqual([]);
  });

  it("the same appearance gives the same drawing every time", () => {
    for (const who of CAST) expect(mascot({ ...who }, "resting")).toBe(mascot(who, "resting"));
  });
});

describe("the slots hold what the schemas say", () => {
  it("as many parts are drawn as there are slot numbers", () => {
    const drawn = { species: SPECIES.length, palette: PALETTES.length, eyes: EYES.length, mouth: MOUTHS.length, marks: MARKS.length, headwear: HEADWEAR.length, carry: CARRY.length, badge: BADGES.length };
    expect(drawn).toEqual(slots);
    expect(SLOT_SIZES).toEqual(slots);
  });

  it("their order never changes: whoever has been met keeps the same face for ever", () => {
    const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name).join(" ");
    expect(names(SPECIES)).toMatch(/^dumpling sprout loaf robot ghost bird/);
    expect(names(PALETTES)).toMatch(/^cream teal rose dusk lemon coral snow lilac apricot mint cocoa sky/);
    expect(names(HEADWEAR)).toMatch(/^none beanie cap bow earphones flower beret top hat/);
    expect(names(CARRY)).toMatch(/^nothing scarf satchel backpack bell cape/);
    expect(EYES.slice(0, 8).map((eye) => eye.name)).toEqual(["Bead", "Jewel", "Saucer", "Drowsy", "Lashes", "Button", "Starry", "Moon"]);
    expect(MOUTHS.slice(0, 6).map((mouth) => mouth.name)).toEqual(["Smile", "CatMouth", "Laugh", "Fang", "Pout", "Smirk"]);
  });

  it("every state and gesture has a posture and a prop", () => {
    expect(Object.keys(STATE_PROPS).sort()).toEqual(Object.keys(POSES).sort());
    expect(Object.keys(MOMENT_PROPS).sort()).toEqual(Object.keys(MOMENT_POSES).sort());
    expect(Object.keys(MOMENT_MS).sort()).toEqual(Object.keys(MOMENT_POSES).sort());
  });
});

describe("a part stays small", () => {
  const LIMIT = 4096;
  const oversized = (named: readonly (readonly [string, string])[]) => named.filter(([, markup]) => new TextEncoder().encode(markup).length >= LIMIT).map(([name, markup]) => `${name}: ${markup.length}`);

  it("no part of a slot takes 4 kB", () => {
    const named = SPECIES.flatMap((species) => [
      ...HEADWEAR.map(({ name, Draw }) => [`${name} on ${species.name}`, part(<Draw colour="#e4572e" anchors={species.anchors} />)] as const),
      ...CARRY.flatMap(({ name, Behind, Front }) => [Behind, Front].map((Layer) => [`${name} on ${species.name}`, Layer ? part(<Layer anchors={species.anchors} />) : ""] as const)),
      ...MARKS.map((_, kind) => [`mark ${kind}`, part(<Marks kind={kind} anchors={species.anchors} />)] as const),
      [`body of ${species.name}`, part(<>{species.Behind && <species.Behind lift={0} />}{species.Front && <species.Front />}<species.Feet sitting /></>)] as const,
    ]);
    const faces = EYES.map((_, kind) => [`eye ${kind}`, part(<Eye kind={kind} expression="open" gaze={{ x: 0, y: 0 }} side={1} />)] as const);
    const mouths = MOUTHS.flatMap((_, kind) => [[`mouth ${kind}`, part(<Mouth kind={kind} expression="own" />)] as const, [`beak ${kind}`, part(<Beak kind={kind} expression="grin" />)] as const]);
    const badges = BADGES.map((_, shape) => [`badge ${shape}`, part(<Badge shape={shape} colour="#e4572e" at={{ x: 0, y: 0 }} />)] as const);
    expect(oversized([...named, ...faces, ...mouths, ...badges])).toEqual([]);
  });

  it("no prop takes 4 kB", () => {
    const each = [...ALL_STATES.map((name) => [name, STATE_PROPS[name], POSES[name]] as const), ...ALL_MOMENTS.map((name) => [name, MOMENT_PROPS[name], MOMENT_POSES[name]] as const)];
    const named = each.flatMap(([name, prop, pose]) => {
      const holder = holderOf(appearance(), SPECIES[0] as (typeof SPECIES)[number], pose, null);
      return [prop.Behind, prop.Face, prop.Held, prop.Front].flatMap((Layer) => (Layer ? [[name, part(<Layer holder={holder} />)] as const] : []));
    });
    expect(oversized(named)).toEqual([]);
  });
});

describe("colours work for every eye and on every wallpaper", () => {
  it.each(PALETTES)("the outline of $name stands out from its body at 3:1 or more", ({ line, base }) => {
    expect(contrast(line, base)).toBeGreaterThanOrEqual(3);
  });

  it.each(PALETTES)("the eyes of $name stand out from its body at 3:1 or more", ({ ink, base }) => {
    expect(contrast(ink, base)).toBeGreaterThanOrEqual(3);
  });

  it("neighbouring palettes differ in lightness, not only in hue", () => {
    PALETTES.forEach((palette, i) => {
      const next = PALETTES[(i + 1) % PALETTES.length] as (typeof PALETTES)[number];
      expect(contrast(palette.base, next.base), `${palette.name} beside ${next.name}`).toBeGreaterThanOrEqual(1.15);
    });
  });

  it("a team's colours are all different, and each has an outline darker than itself", () => {
    expect(new Set(TEAM_COLOURS).size).toBe(TEAM_COLOURS.length);
    for (const colour of TEAM_COLOURS) expect(luminance(edgeOf(colour))).toBeLessThan(luminance(colour));
  });
});

describe("colour-blind people tell them apart", () => {
  const distance = differenceCiede2000();
  const colourOf = (text: string) => parse(text) as Color;
  const VISIONS = [
    { name: "full colour vision", least: 20, see: (colour: string) => colour },
    { name: "protanopia", least: 12, see: (colour: string) => formatHex(filterDeficiencyProt(1)(colourOf(colour))) },
    { name: "deuteranopia", least: 12, see: (colour: string) => formatHex(filterDeficiencyDeuter(1)(colourOf(colour))) },
    { name: "tritanopia", least: 12, see: (colour: string) => formatHex(filterDeficiencyTrit(1)(colourOf(colour))) },
  ];
  const apart = (see: (colour: string) => string, a: string, b: string) => distance(see(a), see(b));

  it.each(VISIONS)("with $name neighbouring palettes, which sub-agents and their lead wear, are no less than $least CIEDE2000 apart", ({ see, least }) => {
    PALETTES.forEach((palette, i) => {
      const next = PALETTES[(i + 1) % PALETTES.length] as (typeof PALETTES)[number];
      expect(apart(see, palette.base, next.base), `${palette.name} beside ${next.name}`).toBeGreaterThanOrEqual(least);
    });
  });

  it.each(VISIONS)("with $name no two teams' colours are mistaken for one another", ({ see }) => {
    TEAM_COLOURS.forEach((colour, i) => {
      for (const other of TEAM_COLOURS.slice(i + 1)) expect(apart(see, colour, other), `${colour} and ${other}`).toBeGreaterThanOrEqual(12);
    });
  });

  it.each(VISIONS)("with $name an outline stays apart from its body, and the halo from the outline", ({ see }) => {
    for (const { name, base, line } of PALETTES) {
      expect(contrast(see(line), see(base)), name).toBeGreaterThanOrEqual(3);
      expect(contrast(see(line), see(HALO_COLOUR)), name).toBeGreaterThanOrEqual(3);
    }
  });
});

describe("figures stand out from every wallpaper", () => {
  it("from white by the outline, from black by the halo, from middle grey by either", () => {
    for (const { name, line } of PALETTES) {
      expect(contrast(line, "#ffffff"), name).toBeGreaterThanOrEqual(3);
      expect(contrast(HALO_COLOUR, "#000000"), name).toBeGreaterThanOrEqual(7);
      expect(Math.max(contrast(line, "#777777"), contrast(HALO_COLOUR, "#777777")), name).toBeGreaterThanOrEqual(3);
    }
  });
});

describe("shapes are told apart without colour", () => {
  const SIDE = 48;
  const picture = (who: Appearance, pose: Pose, prop: Prop) => rasterize(shapesOf(painted(who, pose, prop, "silhouette")), SIDE);
  const pairs = <T,>(items: readonly T[]) => items.flatMap((a, i) => items.slice(i + 1).map((b) => [a, b] as const));

  it("at 48 px each species has its own silhouette", () => {
    const pictures = SPECIES.map((species, i) => ({ name: species.name, picture: picture(appearance({ species: i }), POSES.resting, {}) }));
    for (const [a, b] of pairs(pictures)) expect(difference(a.picture, b.picture), `${a.name} and ${b.name}`).toBeGreaterThan(0.2);
  });

  it.each(ALL_STATES)("at 48 px the species are told apart while %s, whatever they wear", (state) => {
    HEADWEAR.forEach((hat, headwear) => {
      const pictures = SPECIES.map((species, i) => ({ name: species.name, picture: picture(appearance({ species: i, headwear }), POSES[state], STATE_PROPS[state]) }));
      for (const [a, b] of pairs(pictures)) expect(difference(a.picture, b.picture), `${a.name} and ${b.name} in ${hat.name}`).toBeGreaterThan(0.08);
    });
  });

  it.each(SPECIES.map(({ name }, species) => ({ name, who: appearance({ species }) })))("at 48 px each state and gesture of $name has its own silhouette", ({ who }) => {
    const pictures = [
      ...ALL_STATES.map((name) => ({ name, picture: picture(who, POSES[name], STATE_PROPS[name]) })),
      ...ALL_MOMENTS.map((name) => ({ name, picture: picture(who, MOMENT_POSES[name], MOMENT_PROPS[name]) })),
    ];
    for (const [a, b] of pairs(pictures)) expect(difference(a.picture, b.picture), `${a.name} and ${b.name}`).toBeGreaterThan(0.08);
  });

  it("nobody is drawn over the edge of the grid in any state, halo and all", () => {
    const over = ALL_STATES.flatMap((state) =>
      CAST.map((who) => ({ state, who, box: boundsOf(shapesOf(painted(who, POSES[state], STATE_PROPS[state], "halo"))) })).filter(({ box }) => box.left < -1 || box.top < -1 || box.right > 121 || box.bottom > 119),
    );
    expect(over.map(({ state, who, box }) => `${state} ${SPECIES[who.species]?.name} ${JSON.stringify(box)}`)).toEqual([]);
  });
});

describe("bubbles come down to heads", () => {
  it("the headroom of every figure is really empty, and little of the empty space is missed", () => {
    const everyHat = SPECIES_SLOTS.flatMap((species) => HEADWEAR.map((_, headwear) => ({ who: appearance({ species, headwear }), state: "resting" as const })));
    for (const { who, state } of [...everyHat, ...ALL_STATES.flatMap((state) => CAST.map((who) => ({ who, state })))]) {
      const told = headroom(who, state) * 120;
      const { top } = boundsOf(shapesOf(painted(who, POSES[state], STATE_PROPS[state], "silhouette")));
      const name = `${state} ${SPECIES[who.species]?.name} in ${HEADWEAR[who.headwear]?.name}`;
      expect(told, name).toBeLessThanOrEqual(Math.max(0, top));
      expect(top - told, name).toBeLessThan(20);
    }
  });
});

describe("movement is gentle and stops", () => {
  const css = readFileSync(join(import.meta.dirname, "mascot.css"), "utf8");

  it("keyframes move nothing but transform and opacity", () => {
    const frames = [...css.matchAll(/@keyframes [\w-]+ (\{(?:[^{}]*\{[^{}]*\})+[^{}]*\})/g)].map((match) => match[1] as string);
    const properties = new Set(frames.flatMap((frame) => [...frame.matchAll(/([a-z-]+):/g)].map((match) => match[1] as string)));
    expect(frames.length).toBe([...css.matchAll(/@keyframes/g)].length);
    expect([...properties].filter((name) => name !== "animation-timing-function").sort()).toEqual(["opacity", "transform"]);
  });

  const loops = [...css.matchAll(/^.*infinite;.*$/gm)].map((match) => match[0]);

  it("every clip goes in steps: smooth movement of simple figures costs twice as much", () => {
    const clips = [...css.matchAll(/animation: (m-[\w-]+ [^;]*);/g)].map((match) => match[1] as string);
    expect(clips.length).toBeGreaterThan(50);
    expect(clips.filter((clip) => !/steps\(\d+\)/.test(clip) && !clip.startsWith("m-cross-fade"))).toEqual([]);
  });

  it("every loop goes by the one beat: what moves together is one picture", () => {
    const looping = [...css.matchAll(/animation: (m-[\w-]+) ([\d.]+)s steps\((\d+)\) (?:infinite|\d+);/g)].map(([, name = "", seconds, steps]) => ({ name, beats: (Number(seconds) * 1000) / BEAT_MS, steps: Number(steps) }));
    expect(looping.length).toBeGreaterThan(30);
    expect(looping.filter(({ name, beats, steps }) => !goesByBeats(keyframesOf(name), beats, steps)).map(({ name }) => name)).toEqual([]);
  });

  /** Offsets from 0 to 1, with the steps to the next where it says them. */
  function keyframesOf(name: string): { at: number; looks: string; steps: number | null }[] {
    const body = new RegExp(`@keyframes ${name} \\{((?:[^{}]*\\{[^{}]*\\})+)`).exec(css)?.[1] ?? "";
    const frames = [...body.matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(([, where = "", what = ""]) => {
      const steps = /animation-timing-function: steps\((\d+)\)/.exec(what)?.[1];
      const looks = what.replace(/animation-timing-function:[^;]*;/, "").trim();
      return where.split(",").map((at) => ({ at: at.trim() === "from" ? 0 : at.trim() === "to" ? 1 : Number.parseFloat(at) / 100, looks, steps: steps === undefined ? null : Number(steps) }));
    });
    const still = { looks: "", steps: null };
    const ends = [0, 1].filter((at) => !frames.some((frame) => frame.at === at)).map((at) => ({ at, ...still }));
    return [...frames, ...ends].sort((a, b) => a.at - b.at);
  }

  function goesByBeats(frames: ReturnType<typeof keyframesOf>, beats: number, steps: number): boolean {
    return frames.length > 1 && frames.slice(1).every((to, n) => {
      const from = frames[n] as (typeof frames)[number];
      const length = (to.at - from.at) * beats;
      const cuts = from.steps ?? steps;
      const isStill = from.looks === to.looks && from.looks !== "";
      return isStill || (Math.abs(length - Math.round(length)) < 0.02 && (cuts === 1 || cuts === Math.round(length)));
    });
  }

  it("only who is at work moves without end: rest, sleep and every kind of waiting come to a stop", () => {
    const endless = new Set(loops.flatMap((rule) => [...rule.matchAll(/data-motion="(\w+)"/g)].map((match) => match[1] as string)));
    expect([...endless].sort()).toEqual(["browsing", "compacting", "delegating", "editing", "planning", "reading", "running", "searching", "thinking"]);
  });

  it("a resting mascot moves only for a sign of life", () => {
    const rules = [...css.matchAll(/^.*data-motion="(?:resting|stale|asleep)".*$/gm)].map((match) => match[0]);
    expect(rules.length).toBeGreaterThan(0);
    expect(rules.filter((rule) => !/\.is-(?:fidgeting|inhaling|full)\b/.test(rule))).toEqual([]);
    expect(rules.filter((rule) => /\.is-(?:inhaling|full)\b.*animation/.test(rule))).toEqual([]);
  });

  it.each(ALL_STATES.filter((state) => state !== "resting" && state !== "stale"))("%s has its own movement", (state) => {
    expect(css).toContain(`data-motion="${state}"`);
  });

  it("what is put away has gone before it is taken out, also when the beat begins late", () => {
    const takes = Number(/animation: m-go (\d+)ms/.exec(css)?.[1]);
    expect(GONE_MS).toBeGreaterThanOrEqual(takes + BEAT_MS);
  });

  it("every movement is of something that is drawn", () => {
    const drawn = new Set([...ALL_STATES.flatMap((state) => CAST.map((who) => mascot(who, state))), ...ALL_MOMENTS.map((kind) => mascot(CAST[0] as Appearance, "resting", kind))].flatMap((markup) => [...markup.matchAll(/class="([^"]*)"/g)].flatMap((match) => (match[1] as string).split(" "))));
    const moved = new Set([...css.matchAll(/\.(m-[\w-]+)/g)].map((match) => match[1] as string));
    // What is put away is drawn only while it goes, what lies over pictures only with a theme of pictures.
    expect([...moved].filter((name) => !["m-going", "m-overlay"].includes(name) && !drawn.has(name))).toEqual([]);
  });

  it.each([{ paused: true }, { reducedMotion: true }])("with %o nothing moves and the pose still shows", (stopped) => {
    const markup = renderToStaticMarkup(<Mascot appearance={appearance()} state="running" {...stopped} />);
    expect(markup).not.toContain("data-motion");
    expect(markup).toContain('data-state="running"');
  });

  it("a gesture from long ago is not acted out again, a farewell is", () => {
    const old = { at: new Date(Date.now() - 3_600_000).toISOString(), seq: 7 };
    const shown = (kind: MomentKind) => renderToStaticMarkup(<Mascot appearance={appearance()} state="resting" moment={{ kind, ...old }} />);
    expect(shown("done")).toContain('data-motion="resting"');
    expect(shown("leaving")).toContain('data-motion="leaving"');
  });

  it.each(SPECIES)("$name has an idle habit of its own, played once", ({ name }) => {
    expect(css).toMatch(new RegExp(`is-fidgeting\\[data-motion="resting"\\]\\[data-species="${name}"\\][^{]*\\{ animation: [^;]* 1;`));
  });
});

describe("who sees it and who hears it", () => {
  it("a labelled mascot is an image with that name; an unlabelled one is decoration", () => {
    expect(renderToStaticMarkup(<Mascot appearance={appearance()} state="resting" label="Mina rests" />)).toMatch(/role="img" aria-label="Mina rests"/);
    expect(mascot(appearance(), "resting")).toContain('aria-hidden="true"');
  });

  it("the portrait in lists shows the same face: body colour, eyes and hat of the appearance", () => {
    for (const who of CAST) {
      const face = renderToStaticMarkup(<MascotFace appearance={who} size={20} />);
      expect(faults(face)).toEqual([]);
      expect(face).toContain(paletteAt(who.palette).base);
    }
    expect(new Set(CAST.map((who) => renderToStaticMarkup(<MascotFace appearance={who} />))).size).toBe(CAST.length);
  });
});
