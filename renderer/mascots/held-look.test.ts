import { describe, expect, it } from "vitest";
import type { AgentView } from "../../schemas/generated/types.ts";
import { dueIn, LEAST_SHOWN_MS, lookAt, TOOL_SHOWN_MS, TWO_LOOKS_MS } from "./held-look.ts";

/** What is drawn of an agent, as far as it matters here. */
const look = (fields: Partial<AgentView>) => fields as AgentView;
const reads = look({ state: "reading", bubble: { kind: "tool", tool_name: "Read", target: "a.ts" }, moment: null });
const edits = look({ state: "editing", bubble: { kind: "tool", tool_name: "Edit", target: "a.ts" }, moment: null });
const thinks = look({ state: "thinking", bubble: { kind: "thinking" }, moment: null });

describe("how long a look stays", () => {
  it.each([
    ["the first change after a while is drawn at once", reads, edits, TOOL_SHOWN_MS, 0],
    ["a look is not taken back within a frame", reads, edits, 10, LEAST_SHOWN_MS - 10],
    ["a tool that is done stays until its name could be read", reads, thinks, LEAST_SHOWN_MS, TOOL_SHOWN_MS - LEAST_SHOWN_MS],
    ["the next tool does not wait for that", reads, edits, LEAST_SHOWN_MS, 0],
    ["a thought that can be read does not either", reads, look({ ...thinks, bubble: { kind: "thinking", text: "The test is wrong" } }), LEAST_SHOWN_MS, 0],
    ["a stumble does not either", reads, look({ ...thinks, moment: { kind: "stumbled", at: "", seq: 7 } }), LEAST_SHOWN_MS, 0],
    ["the end of a turn does not either", reads, look({ state: "resting", bubble: null, moment: null }), LEAST_SHOWN_MS, 0],
    ["thinking gives way to a tool as soon as it could be glanced at", thinks, reads, LEAST_SHOWN_MS, 0],
    ["who asks the person never waits", reads, look({ state: "asking_permission", bubble: { kind: "permission" }, moment: null }), 1, 0],
  ])("%s", (_, shown, newest, shownFor, expected) => {
    expect(Math.max(0, dueIn(1_000 + shownFor, { agent: shown, since: 1_000, before: 0 }, newest))).toBe(expected);
  });

  it("of many looks in a short time two are shown, the last of them in any case", () => {
    let shown = { agent: reads, since: 0, before: -1_000 };
    for (const now of [40, 60, 80, 100]) shown = lookAt(now, shown, now === 100 ? edits : { ...thinks, bubble: { kind: "thinking", text: String(now) } });
    expect(shown).toMatchObject({ agent: { bubble: { text: "40" } }, since: 40, before: 0 });
    expect(dueIn(100, shown, edits)).toBe(TWO_LOOKS_MS - 100);
    expect(lookAt(TWO_LOOKS_MS, shown, edits)).toEqual({ agent: edits, since: TWO_LOOKS_MS, before: 40 });
  });

  it("news that was held up on its way does not hold up the next", () => {
    const late = lookAt(300, { agent: reads, since: 100, before: 0 }, edits);
    expect(dueIn(300 + LEAST_SHOWN_MS + 6, late, reads)).toBe(0);
  });
});
