import { describe, expect, it } from "vitest";
import type { AgentView, PatchBatch } from "../../schemas/generated/types.ts";
import { anAgent } from "./testing/builders.ts";
import { EMPTY_WORLD, applyBatch, fits, fromSnapshot, offStage } from "./world.ts";

const appeared = (n: number, agent: AgentView): PatchBatch => ({ n, changes: [{ kind: "mascot://agent-appeared", agent }] });

describe("a window's copy of the world", () => {
  it("starts from a snapshot and takes the next patch", () => {
    const world = fromSnapshot({ n: 4, agents: [anAgent({ agent_id: "s1" })], sessions: [] });
    const next = appeared(5, anAgent({ agent_id: "s2" }));
    expect(fits(world, next)).toBe("next");
    expect([...applyBatch(world, next).agents.keys()]).toEqual(["s1", "s2"]);
  });

  it("knows an old patch and a missing one", () => {
    const world = fromSnapshot({ n: 4, agents: [], sessions: [] });
    expect(fits(world, { n: 4, changes: [] })).toBe("old");
    expect(fits(world, { n: 6, changes: [] })).toBe("gap");
    expect(fits(EMPTY_WORLD, { n: 1, changes: [] })).toBe("gap");
  });

  it("keeps the figure of an agent that left until its clip has ended", () => {
    const there = fromSnapshot({ n: 1, agents: [anAgent({ agent_id: "s1" })], sessions: [] });
    const gone = applyBatch(there, { n: 2, changes: [{ kind: "mascot://agent-departed", agent_id: "s1", how: "faded" }] });
    expect(gone.agents.size).toBe(0);
    expect(gone.leaving.get("s1")?.how).toBe("faded");
    expect(offStage(gone, "s1").leaving.size).toBe(0);
    expect(offStage(gone, "unknown")).toBe(gone);
  });

  it("lets a figure come back while it is leaving", () => {
    const agent = anAgent({ agent_id: "s1" });
    const gone = applyBatch(fromSnapshot({ n: 1, agents: [agent], sessions: [] }), {
      n: 2, changes: [{ kind: "mascot://agent-departed", agent_id: "s1", how: "left" }],
    });
    const back = applyBatch(gone, appeared(3, agent));
    expect(back.leaving.size).toBe(0);
    expect(back.agents.has("s1")).toBe(true);
  });

  it("ignores a departure of somebody it never saw", () => {
    const world = applyBatch(fromSnapshot({ n: 1, agents: [], sessions: [] }), {
      n: 2, changes: [{ kind: "mascot://agent-departed", agent_id: "nobody", how: "left" }],
    });
    expect(world.leaving.size).toBe(0);
  });
});
