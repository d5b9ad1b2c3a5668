import { describe, expect, it } from "vitest";
import type { AgentView } from "../../schemas/generated/types.ts";
import { agent as anAgent } from "./test-support.ts";
import { crowdMenu } from "./crowd-menu.ts";
import { textsFor } from "./texts.ts";

const texts = textsFor("en");
const agent = (id: string, more: Partial<AgentView> = {}) => anAgent({ agent_id: id, display_name: id, state: "running", ...more });
const labels = (agents: AgentView[], ids: string[]) => crowdMenu(agents, ids, texts).flatMap((entry) => ("label" in entry ? [entry.label] : []));

describe("the menu of those who find no room", () => {
  it("names them and nobody else, whoever needs the person first", () => {
    const agents = [agent("seen"), agent("rests", { state: "resting" }), agent("works"), agent("asks", { state: "asking_permission" })];
    const [head, ...names] = labels(agents, ["rests", "works", "asks", "gone"]);
    expect(head).toBe("3 more agents");
    expect(names.slice(0, 3).map((label) => label.split(":")[0])).toEqual(["asks · auth-service", "works · auth-service", "rests · auth-service"]);
  });

  it("leads to each in the dashboard, and to all", () => {
    const commands = crowdMenu([agent("a")], ["a"], texts).flatMap((entry) => (entry.kind === "item" ? [entry.command] : []));
    expect(commands).toEqual([{ do: "dashboard", target: { agent_id: "a", page: "now" } }, { do: "dashboard", target: { page: "now" } }]);
  });

  it("is no longer than a screen, and says how many it leaves out", () => {
    const many = Array.from({ length: 36 }, (_, n) => agent(`a${n}`));
    const shown = labels(many, many.map(({ agent_id }) => agent_id));
    expect(shown).toHaveLength(1 + 20 + 1 + 1);
    expect(shown.at(-2)).toBe("… and 16 more");
  });
});
