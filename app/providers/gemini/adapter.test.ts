/** A turn as Gemini CLI 0.61.0 told it to our hooks, run against a model of our own; only folders are renamed. */
import { expect, it } from "vitest";
import { agentsOf, sessionsOf } from "../../domain/changes.ts";
import { EMPTY_WORLD, reduce } from "../../domain/world.ts";
import { BASE, eventsOf } from "../../pipeline/test-support.ts";
import turn from "./recorded-turn.json" with { type: "json" };

it("a recorded turn is one mascot that is asked, looks around, answers and leaves", () => {
  let world = EMPTY_WORLD;
  const seen: unknown[] = [];
  turn.forEach((payload, n) => {
    for (const event of eventsOf(payload, { provider: "gemini", deliveryId: `d${n}`, collectedAt: BASE + n * 1_000, receivedAt: BASE + n * 1_000 })) {
      // What comes before every request tells nothing of its own, and is kept quietly.
      expect(event.event_type === "schema_error").toBe(payload.hook_event_name === "PreCompress");
      world = reduce(world, event).world;
    }
    seen.push([payload.hook_event_name, sessionsOf(world)[0]?.phase, agentsOf(world)[0]?.state]);
  });
  expect(seen).toEqual([
    ["SessionStart", "interactable", expect.any(String)], ["BeforeAgent", "busy", "thinking"], ["PreCompress", "busy", "thinking"], ["BeforeTool", "busy", "searching"], ["AfterTool", "busy", "thinking"],
    ["PreCompress", "busy", "thinking"], ["AfterAgent", "interactable", expect.any(String)], ["SessionEnd", null, undefined],
  ]);
});
