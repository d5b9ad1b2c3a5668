import { expect, it } from "vitest";
import type { MascotEvent, Snapshot } from "../../schemas/generated/types.ts";
import { recordedEvents, turnNames } from "../pipeline/test-support.ts";
import { onlyTimesDiffer, snapshotOf } from "./changes.ts";
import { EMPTY_WORLD, reduce, type World } from "./world.ts";

/** What a face is told, without times. */
function seen(world: World): string {
  const { agents, sessions }: Snapshot = snapshotOf(world, 0);
  return JSON.stringify([agents, sessions], (key, value) => (key === "last_event_at" || key === "state_since" ? undefined : value));
}

function recorded(name: string): MascotEvent[] {
  return recordedEvents(name).map((event, i) => ({ ...event, seq: i + 1 }));
}

it.each(turnNames())("of the recorded session %s it is known after each event whether anything but times is told anew", (name) => {
  let world: World = EMPTY_WORLD;
  const answers = new Set<boolean>();
  for (const event of recorded(name)) {
    const { world: next } = reduce(world, event);
    const only = onlyTimesDiffer(world, next);
    expect([event.event_type, only]).toEqual([event.event_type, seen(next) === seen(world)]);
    answers.add(only);
    world = next;
  }
  expect(answers).toContain(false);
});
