import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { HEADWEAR } from "./parts/headwear.tsx";
import { pictureOf } from "./picture.ts";
import { POSES } from "./poses.ts";
import { AWAKE, restOf } from "./rest.ts";
import { appearance } from "./samples.ts";
import { Scene } from "./Scene.tsx";
import { SPECIES } from "./species/index.ts";
import { lengthOf, nextStory, propOf, STORIES, storiesOf } from "./stories.ts";
import { boundsOf, shapesOf } from "./testing/raster.ts";

describe("small stories of those who rest", () => {
  it.each(SPECIES)("$name has several, some that no other species has", ({ name }) => {
    expect(storiesOf(name).length).toBeGreaterThanOrEqual(7);
    expect(storiesOf(name).filter((story) => story.species !== undefined).length).toBeGreaterThanOrEqual(2);
  });

  it.each(SPECIES)("$name tells every one of them in a long day, and never the same twice in a row", ({ name }) => {
    const told: string[] = [];
    for (let i = 0; i < 500; i++) told.push(nextStory(name, [told.at(-1) ?? null], ((i * 7919) % 1000) / 1000).name);
    expect(told.filter((story, i) => story === told[i - 1])).toEqual([]);
    expect(new Set(told).size).toBe(storiesOf(name).length);
  });

  it.each(STORIES)("$name is short, of few pictures, and ends", (story) => {
    expect(lengthOf(story)).toBeLessThanOrEqual(2600);
    expect(story.frames.length).toBeLessThanOrEqual(5);
    for (const { ms } of story.frames) expect(ms).toBeGreaterThanOrEqual(200);
  });

  it.each(STORIES)("$name stays on the grid, whoever tells it in whatever hat, by day and by night", (story) => {
    const tellers = SPECIES.map((species, index) => ({ species, index })).filter(({ species }) => storiesOf(species.name).includes(story));
    const over = tellers.flatMap(({ species, index }) =>
      HEADWEAR.flatMap((hat, headwear) =>
        story.frames.flatMap((frame, at) => {
          const markup = renderToStaticMarkup(<Scene appearance={appearance({ species: index, headwear })} pose={frame.pose} prop={propOf(frame, headwear % 2 === 0)} failure={null} pass="halo" />);
          const box = boundsOf(shapesOf(markup));
          return box.left < -1 || box.top < -6 || box.right > 121 || box.bottom > 119 ? [`${species.name} in ${hat.name}, picture ${at}: ${JSON.stringify(box)}`] : [];
        }),
      ),
    );
    expect(over).toEqual([]);
  });
});

describe("day and night are seen", () => {
  const at = (minutes: number, hour: number) => pictureOf({ state: "resting", gesture: null, frame: null, look: restOf("resting", minutes * 60_000, hour) });

  it("a mug by day, a candle by night, drowsy eyes after a while, asleep in the end", () => {
    expect(at(0, 14).prop).not.toBe(at(0, 23).prop);
    expect(at(20, 14).pose.eyes).toBe("soft");
    expect(at(60, 14).pose).toBe(POSES.asleep);
  });

  it("a gesture wakes whoever sleeps", () => {
    const look = restOf("resting", 3_600_000, 3);
    expect(pictureOf({ state: "resting", gesture: { kind: "done", cheer: "nod" }, frame: null, look }).pose.eyes).toBe("happy");
    expect(pictureOf({ state: "thinking", gesture: null, frame: null, look: AWAKE }).pose).toBe(POSES.thinking);
  });
});
