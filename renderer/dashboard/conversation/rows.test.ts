import { describe, expect, it } from "vitest";
import { anInteraction } from "../testing/rows.ts";
import { estimatedHeight, rowsOf } from "./rows.ts";

const reply = { role: "assistant", skill_name: "claude_response" } as const;
const call = { role: "assistant", skill_name: "Bash", content: "npm test" } as const;

const NOBODY = new Set<string>();

describe("the rows of a conversation", () => {
  it("prompts of a person, notes that nobody wrote, replies and calls are told apart", () => {
    const rows = rowsOf([
      anInteraction(), anInteraction({ metadata: { injected: true } }), anInteraction({ ...reply, metadata: { thinking: "hm" } }),
      ...[null, true, false, undefined].map((ok) => anInteraction({ ...call, metadata: ok === undefined ? {} : { ok } })),
    ], true, new Set([anInteraction().agent_id]));
    expect(rows.map((row) => (row.kind === "call" ? row.outcome : row.kind === "reply" ? `reply ${row.thinking}` : row.kind))).toEqual(["prompt", "note", "reply hm", "running", "ok", "failed", "unknown"]);
  });

  it("a call without an end is under way while its agent works, a lead's in the last turn alone; of others the outcome is not known", () => {
    const open = { ...call, metadata: { ok: null } };
    const items = [anInteraction(), anInteraction(open), anInteraction({ ...open, agent_id: "helper" }), anInteraction({ ...open, agent_id: "gone" }), anInteraction({ content: "next" }), anInteraction(open)];
    const outcomes = (atWork: Set<string>) => rowsOf(items, true, atWork).flatMap((row) => (row.kind === "call" ? [row.outcome] : []));
    expect(outcomes(new Set([anInteraction().agent_id, "helper"]))).toEqual(["unknown", "running", "unknown", "running"]);
    expect(outcomes(NOBODY)).toEqual(["unknown", "unknown", "unknown", "unknown"]);
    const typedMeanwhile = [anInteraction({ turn_id: "a" }), anInteraction({ ...open, turn_id: "a" }), anInteraction({ turn_id: "a" }), anInteraction({ agent_id: "helper", turn_id: "b" })];
    expect(rowsOf(typedMeanwhile, true, new Set([anInteraction().agent_id]))[1]).toMatchObject({ outcome: "running" });
  });

  it("a reply knows how long its turn took, also when other turns lie between; a helper's and one of an unknown turn do not", () => {
    const rows = rowsOf([
      anInteraction({ turn_id: "a", ts: 1_000 }), anInteraction({ turn_id: "b", ts: 2_000 }), anInteraction({ ...reply, turn_id: "a", ts: 4_000 }),
      anInteraction({ ...reply, turn_id: "b", ts: 9_000 }), anInteraction({ ...reply, turn_id: "c" }), anInteraction({ ...reply, turn_id: "a", agent_id: "helper" }), anInteraction({ ...reply }),
    ], true, NOBODY);
    expect(rows.map((row) => (row.kind === "reply" ? row.tookMs : "-"))).toEqual(["-", "-", 3_000, 7_000, null, null, null]);
  });

  it("days begin, and who speaks is said when somebody else did before", () => {
    const noon = new Date(2026, 10, 28, 12).getTime();
    const rows = rowsOf([
      anInteraction({ ts: noon - 86_400_000 }), anInteraction({ ts: noon, ...reply }), anInteraction({ ts: noon + 1, ...call }), anInteraction({ ts: noon + 2, ...call, agent_id: "helper" }), anInteraction({ ts: noon + 3, ...call, agent_id: "helper" }),
    ], true, NOBODY);
    expect(rows.map((row) => row.startsDay)).toEqual([true, true, false, false, false]);
    expect(rows.map((row) => row.isNewVoice)).toEqual([true, true, false, true, false]);
    expect(rows.map((row) => row.helper)).toEqual([null, null, null, "helper", "helper"]);
  });

  it("of the first row that is held nothing is said that an older page would take back", () => {
    const [first] = rowsOf([anInteraction({ agent_id: "helper" })], false, NOBODY);
    expect([first?.startsDay, first?.isNewVoice]).toEqual([false, false]);
  });

  it("longer texts are expected to be higher, to a bound", () => {
    const height = (content: string) => estimatedHeight(rowsOf([anInteraction({ content }), anInteraction({ content })], true, NOBODY)[1]!);
    expect(height("a\nb\nc")).toBeGreaterThan(height("a"));
    expect(height("a ".repeat(200))).toBeGreaterThan(height("a"));
    expect(height("x".repeat(5_000_000))).toBeLessThan(2_000);
  });
});
