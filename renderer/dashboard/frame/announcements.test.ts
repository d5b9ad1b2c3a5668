import { describe, expect, it } from "vitest";
import type { AgentView } from "../../../schemas/generated/types.ts";
import { anAgent } from "../../shared/testing/builders.ts";
import { wordsOf } from "../../shared/words.ts";
import { announcement } from "./announcements.ts";

const world = (...agents: AgentView[]) => new Map(agents.map((agent) => [agent.agent_id, agent]));
const one = (id: string, state: AgentView["state"]) => anAgent({ agent_id: id, display_name: id, state });
const words = wordsOf("en");

describe("what a screen reader is told of agents", () => {
  it("says who came, who left and who waits, the waiting first", () => {
    expect(announcement(world(one("bakery", "running")), world(one("garden", "resting"), one("bakery", "asking_permission")), words)).toBe("bakery needs you: needs your permission. garden is here.");
    expect(announcement(world(one("garden", "resting")), world(), words)).toBe("garden has left.");
  });

  it("is silent while an agent goes from tool to tool", () => {
    expect(announcement(world(one("garden", "reading")), world(one("garden", "editing")), words)).toBe("");
  });

  it("says when a turn has ended", () => {
    expect(announcement(world(one("garden", "editing")), world(one("garden", "resting")), words)).toBe("garden: resting.");
  });

  it("counts what is too much to say", () => {
    expect(announcement(world(), world(...Array.from({ length: 9 }, (_, n) => one(`a${n}`, "resting"))), words)).toBe("a0 is here. a1 is here. a2 is here. And 6 more changes.");
  });
});
