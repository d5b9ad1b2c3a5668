import { describe, expect, it } from "vitest";
import type { AgentCard } from "../../schemas/generated/types.ts";
import { createCards } from "./agent-cards.ts";
import { CardFace } from "./card-face.ts";
import { agent, session } from "./test-support.ts";

const cardOf = (id: string): AgentCard => ({ agent: agent({ agent_id: id }), task: "Mend the gate", last_words: null, port: null, context: null, model: null });
const viewport = { width: 200, height: 180 };
const rect = { x: 50, y: 60, width: 100, height: 100 };
const SIZE = { width: 336, height: 200 };

function faced() {
  const told: string[] = [];
  const state = { mayShow: true, here: true };
  const face = new CardFace({
    cards: { of: async (id) => (state.here ? cardOf(id) : null) }, timers: { after: () => () => undefined }, mascots: () => ({ x: 1000, y: 600, width: 240, height: 180 }), mayShow: () => state.mayShow,
    ipc: { push: (_channel, data) => void told.push(`page: ${"card" in data ? (data.card?.agent.agent_id ?? "nobody") : "?"}`) },
    window: { prepare: () => undefined, setSize: () => undefined, show: ({ x, y }) => void told.push(`shown at ${x},${y}`), hide: () => void told.push("hidden"), close: () => undefined },
  });
  return { face, told, state };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("the card of a figure", () => {
  it("is shown once its page has drawn it, where the figure is by now", async () => {
    const { face, told } = faced();
    face.point({ agent_id: "a", rect, viewport });
    await settled();
    expect(told).toEqual(["page: a"]);
    // The window has grown to the left since: 40 more.
    face.setSize({ agent_id: "a", ...SIZE });
    expect(told.at(-1)).toBe("shown at 1090,660");
  });

  it("goes as soon as the pointer leaves, and nothing that comes late brings it back", async () => {
    const { face, told } = faced();
    face.point({ agent_id: "a", rect, viewport });
    face.point({ agent_id: null, rect, viewport });
    await settled();
    face.setSize({ agent_id: "a", ...SIZE });
    expect(told).toEqual(["hidden", "page: nobody"]);
    expect(face.shown()).toBeNull();
  });

  it("never shows one's words at another's head", async () => {
    const { face, told } = faced();
    face.point({ agent_id: "a", rect, viewport });
    await settled();
    face.point({ agent_id: "b", rect, viewport });
    face.setSize({ agent_id: "a", ...SIZE });
    await settled();
    expect(told.some((line) => line.startsWith("shown"))).toBe(false);
    face.setSize({ agent_id: "b", ...SIZE });
    expect(told.at(-1)).toMatch(/^shown/);
  });

  it("makes way for a request, and for hidden mascots", async () => {
    const { face, told, state } = faced();
    state.mayShow = false;
    face.point({ agent_id: "a", rect, viewport });
    await settled();
    expect(told).toEqual([]);
    state.mayShow = true;
    face.point({ agent_id: "a", rect, viewport });
    await settled();
    state.mayShow = false;
    face.look();
    expect(told.slice(-2)).toEqual(["hidden", "page: nobody"]);
  });

  it("goes with its figure", async () => {
    const { face, told } = faced();
    face.point({ agent_id: "a", rect, viewport });
    await settled();
    face.follow({ n: 1, changes: [{ kind: "mascot://agent-departed", agent_id: "a", how: "left" }] });
    expect(told.at(-1)).toBe("page: nobody");
  });
});

describe("what a card says", () => {
  const said = (kind: string, content: string, agent_id = "s1") => ({ seq: 1, id: content, user_id: "u", session_id: "s1", agent_id, role: "user" as const, content, skill_name: kind, skill_args: null, metadata: {} as never, turn_id: null, project: "/w/shop", ts: 1 });
  const sources = (trust: "verified" | "unverified" = "verified") => ({
    world: { agents: () => [agent(), agent({ agent_id: "s1:h", role: "subagent" as const })], sessions: () => [session({ model: "a-model", trust })] },
    conversation: { page: async () => ({ total: 5, items: [said("user_prompt", "first"), said("user_prompt", "Mend\n the gate"), said("claude_response", "w".repeat(900)), said("claude_response", "of a helper", "s1:h"), said("Bash", "npm test")] }) },
    ports: { list: async () => ({ items: [{ title: "Gate" } as never] }) },
    contextOf: () => ({ tokens: 84_000, holds: 200_000 }),
  });

  it("is the last prompt, the last reply, the work item and how full the context is", async () => {
    const card = await createCards(sources()).of("s1");
    expect(card).toMatchObject({ task: "Mend the gate", port: "Gate", context: { tokens: 84_000, holds: 200_000 }, model: "a-model" });
    expect(card?.last_words).toHaveLength(360);
  });

  it("of a helper its own words, and nothing that is its lead's", async () => {
    expect(await createCards(sources()).of("s1:h")).toMatchObject({ task: null, last_words: "of a helper", context: null, model: null });
  });

  it("asks for no work item on a stranger's word, and knows nobody who is not here", async () => {
    expect((await createCards(sources("unverified")).of("s1"))?.port).toBeNull();
    expect(await createCards(sources()).of("gone")).toBeNull();
  });

  it("is there without its texts when the record cannot be read", async () => {
    const broken = { ...sources(), conversation: { page: () => Promise.reject(new Error("busy")) } };
    expect(await createCards(broken).of("s1")).toMatchObject({ task: null, last_words: null, port: "Gate" });
  });
});
