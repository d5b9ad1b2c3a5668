/** A turn as Codex CLI 0.171.0 told it to our hooks, run against a model of our own; only folders are renamed. */
import { expect, it } from "vitest";
import { agentsOf, sessionsOf } from "../../domain/changes.ts";
import { EMPTY_WORLD, reduce } from "../../domain/world.ts";
import { BASE, eventsOf } from "../../pipeline/test-support.ts";
import turn from "./recorded-turn.json" with { type: "json" };

it("a recorded turn is one mascot that is asked, runs a command, answers and leaves", () => {
  let world = EMPTY_WORLD;
  const seen: unknown[] = [];
  turn.forEach((payload, n) => {
    for (const event of eventsOf(payload, { provider: "codex", deliveryId: `d${n}`, collectedAt: BASE + n * 1_000, receivedAt: BASE + n * 1_000 })) {
      expect(event.event_type).not.toBe("schema_error");
      world = reduce(world, event).world;
    }
    seen.push([payload.hook_event_name, sessionsOf(world)[0]?.phase, agentsOf(world)[0]?.state]);
  });
  expect(seen).toEqual([
    ["SessionStart", "interactable", expect.any(String)], ["UserPromptSubmit", "busy", "thinking"], ["PreToolUse", "busy", "running"], ["PostToolUse", "busy", "thinking"],
    ["Stop", "interactable", expect.any(String)], ["SessionEnd", null, undefined],
  ]);
});
