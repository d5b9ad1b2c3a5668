import { describe, expect, it } from "vitest";
import { anAgent } from "../shared/testing/builders.ts";
import { MOST_MOVING, TURN_MS, holdingStill, nextTurn } from "./moving.ts";

describe("a crowd at work", () => {
  const busy = (id: string, since: number, state: "running" | "asking_permission" | "resting" = "running") => anAgent({ agent_id: id, state, state_since: new Date(since).toISOString() });
  const few = Array.from({ length: MOST_MOVING }, (_, i) => busy(`a${i}`, i));
  const crowd = [...few, busy("b", 50), busy("c", 60)];

  it("a few move all", () => {
    expect(nextTurn(few, null, 0)).toBeNull();
    expect(holdingStill(few, null, 0).size).toBe(0);
  });

  it("of many, the one moves that began last, and who asks moves always", () => {
    const all = [busy("asks", 70, "asking_permission"), busy("rests", 80, "resting"), ...crowd];
    expect(nextTurn(all, null, 0)).toEqual({ agentId: "c", since: 0 });
    expect([...holdingStill(all, { agentId: "c", since: 0 }, 0)].sort()).toEqual(["a0", "a1", "a2", "a3", "b"]);
  });

  it("who moves goes on until its turn is over, whoever begins meanwhile", () => {
    const turn = { agentId: "b", since: 100 };
    expect(nextTurn(crowd, turn, 100 + TURN_MS - 1)).toBe(turn);
    expect(nextTurn(crowd, turn, 100 + TURN_MS)).toEqual({ agentId: "c", since: 100 + TURN_MS });
  });

  it("its turn ends with its work", () => {
    expect(nextTurn(crowd, { agentId: "gone", since: 100 }, 101)).toEqual({ agentId: "c", since: 101 });
  });

  it("keeps the turn while nobody began later", () => {
    const turn = { agentId: "c", since: 100 };
    expect(nextTurn(crowd, turn, 100 + 10 * TURN_MS)).toBe(turn);
  });

  it("who has just done something to be seen takes its turn like the others, and is no longer counted when it was seen", () => {
    const cheers = { ...busy("done", 90, "resting"), moment: { kind: "done" as const, at: new Date(90).toISOString(), seq: 9 } };
    expect(nextTurn([...crowd, cheers], null, 100)).toEqual({ agentId: "done", since: 100 });
    expect(holdingStill([...crowd, cheers], { agentId: "c", since: 0 }, 100).has("done")).toBe(true);
    expect(holdingStill([...crowd, cheers], { agentId: "c", since: 0 }, 90 + 1_200).has("done")).toBe(false);
    expect(nextTurn([...few, cheers], null, 100)).toBeNull();
  });
});
