import { describe, expect, it } from "vitest";
import type { SearchHit } from "../../../schemas/generated/types.ts";
import { type Filters, isFiltered, NO_FILTERS, placeOfHit, queryOf, speakerOf } from "./query.ts";

const now = new Date(2026, 10, 28, 14, 2).getTime();
const day = (date: number, later = 0) => new Date(2026, 10, date).getTime() + later;
const asked = (filters: Partial<Filters>) => queryOf({ ...NO_FILTERS, text: "beans", ...filters }, 50, now);

describe("what is asked", () => {
  it.each([
    ["the text alone", {}, {}],
    ["blanks around it do not count", { text: "  beans " }, {}],
    ["a project", { project: "/p" }, { project: "/p" }],
    ["of an unknown project", { project: "" }, { project: "" }],
    ["who said it, and with what tool", { role: "assistant", tool: "Bash" }, { role: "assistant", tool: "Bash" }],
    ["today", { when: "today" }, { from: day(28) }],
    ["the last seven days, today among them", { when: "week" }, { from: day(22) }],
    ["between days, the last one whole", { when: "between", from: "2026-11-03", to: "2026-11-05" }, { from: day(3), to: day(6, -1) }],
    ["days in the wrong order", { when: "between", from: "2026-11-05", to: "2026-11-03" }, { from: day(3), to: day(6, -1) }],
    ["from a day on", { when: "between", from: "2026-11-03" }, { from: day(3) }],
    ["until a day", { when: "between", to: "2026-11-03" }, { to: day(4, -1) }],
    ["days that are none yet", { when: "between", from: "2026-", to: "" }, {}],
    ["days chosen for another span do not count", { from: "2026-11-03" }, {}],
  ] as const)("%s", (_what, filters, expected) => expect(asked(filters)).toEqual({ text: "beans", limit: 50, ...expected }));

  it("is nothing without a text", () => expect([asked({ text: "" }), asked({ text: " \n" })]).toEqual([null, null]));

  it("is cut where main would refuse it", () => expect(asked({ text: "x".repeat(5_000) })?.text).toHaveLength(1000));

  it("is told apart from what was filtered", () => expect([isFiltered(NO_FILTERS), isFiltered({ ...NO_FILTERS, text: "a" }), isFiltered({ ...NO_FILTERS, when: "today" })]).toEqual([false, false, true]));
});

describe("a hit", () => {
  const hit: SearchHit = { interaction_id: "i", seq: 7, session_id: "s", project: "/p", role: "user", skill_name: "user_prompt", ts: 1234, snippet: [] };

  it("opens the conversation at its place; a summary opens the session", () => {
    expect(placeOfHit(hit)).toEqual({ page: "sessions", session_id: "s", at: "1234.7" });
    expect(placeOfHit({ ...hit, skill_name: "session_summary", seq: 0 })).toEqual({ page: "sessions", session_id: "s" });
  });

  it.each([["user_prompt", { key: "you" }], ["claude_response", { key: "agent" }], ["session_summary", { key: "summary" }], ["Bash", { tool: "Bash" }]] as const)("of %s is said by %j", (skill_name, speaker) => {
    expect(speakerOf({ role: "user", skill_name })).toEqual(speaker);
  });
});
