/** A clock that is set back must not freeze a state, and a late delivery must not drag one back. */
import { describe, expect, it } from "vitest";
import type { MascotEvent } from "../../schemas/generated/types.ts";
import { BASE, begun, recordedEvents, shown, shuffled, Story, worldOf } from "./test-support.ts";
import { EMPTY_WORLD } from "./world.ts";

const HOUR = 3_600;
/** Delivered at once, by the same clock that stamped it. */
const live = { lag_ms: 5, direct: true };

function stamped(story: Story, more: object): Story {
  return new Story().also(story.events.map((event) => ({ ...event, payload: { ...event.payload, ...more } })));
}

/** The recording, heard live, with the machine's clock set back by an hour before event `from`. */
function steppedBack(events: MascotEvent[], from: number): MascotEvent[] {
  return events.map((event, index) => ({
    ...event, ts: new Date(Date.parse(event.ts) - (index < from ? 0 : HOUR * 1_000)).toISOString(), payload: { ...event.payload, ...live },
  }));
}

/** What was to be seen after each event. */
function looks(events: MascotEvent[]) {
  let world = EMPTY_WORLD;
  return events.map((event) => {
    world = worldOf([event], world);
    return shown(world).agents.map(({ agent_id, state, phase, bubble }) => ({ agent_id, state, phase, bubble }));
  });
}

describe("a clock that is set back", () => {
  it.each(["cap-basic", "i-ask", "i-perm-user-first", "i-queue", "i-bgagent", "i-compact"])("%s: wherever the step falls, the states go on as they were", (name) => {
    const events = recordedEvents(name);
    const expected = looks(events);
    for (let from = 1; from < events.length; from++) expect(looks(steppedBack(events, from))).toEqual(expected);
  });

  it("is proven by a call that ends before it began, without any lag", () => {
    const story = begun().call("t1", "Bash", { at: 10 }).ends("t1", "Bash", { at: 10 - HOUR }).stop({ at: 11 - HOUR });
    expect(story.lead()).toMatchObject({ state: "resting", phase: "interactable" });
  });

  it("is proven by a stop from before its prompt, without any lag", () => {
    expect(begun().stop({ at: 5 - HOUR }).lead()).toMatchObject({ state: "resting", moment: { kind: "done" } });
  });

  it("is proven by a direct request that is an hour old in a session that was prompt", () => {
    const story = new Story().also(stamped(begun(), live).events);
    const late = new Story().prompt("p2", { at: 60 - HOUR }).call("t2", "Bash", { turn_id: "p2", at: 61 - HOUR });
    const events = late.events.map((event, i) => ({ ...event, id: `evt_20261128_z${i}`, payload: { ...event.payload, lag_ms: HOUR * 1_000, direct: true } }));
    expect(new Story().also([...story.events, ...events]).lead()?.state).toBe("running");
  });

  it("times shown to people stay the clock's own", () => {
    const story = begun().stop({ at: 5 - HOUR });
    expect(story.lead()?.state_since).toBe(new Date(BASE + (5 - HOUR) * 1_000).toISOString());
  });
});

describe("late deliveries", () => {
  it("an hour late from the spool is late, not a step", () => {
    const story = stamped(begun().stop(), live);
    const late = new Story().call("t0", "Bash", { at: 2.5 });
    story.also(late.events.map((event) => ({ ...event, id: "evt_20261128_late", payload: { ...event.payload, lag_ms: HOUR * 1_000 } })));
    expect(story.lead()?.state).toBe("resting");
  });

  it("recordings replayed with times of a minute ago, of now, and of the near future end alike in any order", () => {
    const events = recordedEvents("i-basic");
    for (const receivedAfterMs of [60_000, 5_000, 0, -30_000]) {
      const heard = (all: MascotEvent[]) => all.map((event, i) => ({ ...event, payload: { ...event.payload, direct: true, lag_ms: BASE + receivedAfterMs + i - Date.parse(event.ts) } }));
      const expected = shown(worldOf(heard(events)));
      for (let seed = 1; seed <= 60; seed++) expect(shown(worldOf(heard(shuffled(events, seed))))).toEqual(expected);
    }
  });
});
