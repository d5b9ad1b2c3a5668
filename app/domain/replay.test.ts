/** Recorded sessions of the real client, replayed in other orders, from checkpoints, and with a clock that was set back. */
import { describe, expect, it } from "vitest";
import { turnNames } from "../pipeline/test-support.ts";
import { restore, serialise } from "./checkpoint.ts";
import { recordedEvents, shown, shuffled, worldOf } from "./test-support.ts";
import { EMPTY_WORLD } from "./world.ts";

const SHUFFLES = 200;
const STAGE_SHUFFLES = 6;

describe.each(turnNames())("recorded session %s", (name) => {
  const events = recordedEvents(name);
  const cuts = cutPoints(events.length);

  it(`A21: ends in the same state in ${SHUFFLES} orders of delivery, at every stage of the turn`, () => {
    for (const cut of cuts) {
      const part = events.slice(0, cut);
      const expected = shown(worldOf(part));
      for (let seed = 1; seed <= STAGE_SHUFFLES; seed++) expect(shown(worldOf(shuffled(part, seed * 7_919 + cut)))).toEqual(expected);
    }
    const expected = shown(worldOf(events));
    for (let seed = 1; seed <= SHUFFLES; seed++) expect(shown(worldOf(shuffled(events, seed)))).toEqual(expected);
  });

  it("shows the same world after a restart at any moment", () => {
    const expected = shown(worldOf(events));
    for (const cut of cuts) {
      const restored = restore(serialise(worldOf(events.slice(0, cut))));
      expect(restored).not.toBeNull();
      expect(shown(restored ?? EMPTY_WORLD)).toEqual(shown(worldOf(events.slice(0, cut))));
      expect(shown(worldOf(events.slice(cut), restored ?? EMPTY_WORLD))).toEqual(expected);
    }
  });

  it("A17: says nothing new when every event comes twice", () => {
    expect(shown(worldOf(events.flatMap((event) => [event, event])))).toEqual(shown(worldOf(events)));
  });
});

function cutPoints(length: number): number[] {
  const step = Math.max(1, Math.floor(length / 12));
  return Array.from({ length: Math.ceil(length / step) }, (_, i) => Math.min(length, (i + 1) * step));
}
