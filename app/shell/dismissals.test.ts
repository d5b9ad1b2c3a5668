import { describe, expect, it } from "vitest";
import { Dismissals } from "./dismissals.ts";
import { agent } from "./test-support.ts";

const update = (more: Parameters<typeof agent>[0]) => ({ kind: "mascot://agent-update" as const, agent: agent({ agent_id: "a", ...more }) });
const helper = { agent_id: "a:1", parent_agent_id: "a", role: "subagent" as const };

describe("a mascot that was sent away", () => {
  const away = (more: Parameters<typeof agent>[0] = {}) => {
    const dismissals = new Dismissals();
    dismissals.dismiss(agent({ agent_id: "a", ...more }));
    return dismissals;
  };

  it("stays away while it works, its helpers with it", () => {
    const dismissals = away();
    expect(dismissals.note([update({ state: "editing", state_since: "2026-01-01T00:01:00.000Z" }), { kind: "mascot://agent-appeared", agent: agent(helper) }])).toBe(false);
    expect([dismissals.hides(agent({ agent_id: "a" })), dismissals.hides(agent(helper)), dismissals.hides(agent({ agent_id: "b" }))]).toEqual([true, true, false]);
  });

  it.each(["asking_permission", "asking_question", "failed"] as const)("comes back when it is %s", (state) => {
    const dismissals = away();
    expect(dismissals.note([update({ state, state_since: "2026-01-01T00:01:00.000Z" })])).toBe(true);
    expect(dismissals.ids()).toEqual([]);
  });

  it("comes back with a helper that asks", () => {
    const dismissals = away();
    expect(dismissals.note([update({ ...helper, state: "asking_permission", state_since: "2026-01-01T00:01:00.000Z" })])).toBe(true);
    expect(dismissals.hides(agent({ agent_id: "a" }))).toBe(false);
  });

  it("while it was asking stays away until it asks anew", () => {
    const asking = { state: "asking_permission" as const, state_since: "2026-01-01T00:01:00.000Z" };
    const dismissals = away(asking);
    expect(dismissals.note([update(asking)])).toBe(false);
    expect(dismissals.note([update({ ...asking, state_since: "2026-01-01T00:02:00.000Z" })])).toBe(true);
  });

  it("that left for good is forgotten, and all can be called back", () => {
    const dismissals = away();
    expect(dismissals.note([{ kind: "mascot://agent-departed", agent_id: "a", how: "left" }])).toBe(true);
    dismissals.dismiss(agent({ agent_id: "b" }));
    dismissals.showAll();
    expect(dismissals.ids()).toEqual([]);
  });
});
