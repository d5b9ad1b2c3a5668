import { describe, expect, it } from "vitest";
import type { PortSummary } from "../../../schemas/generated/types.ts";
import { HookAnswer as isAnswer } from "../../../schemas/generated/validators.mjs";
import { type AnswerFacts, hookAnswer } from "./hook-answer.ts";

const port: PortSummary = {
  id: "login", title: "Login", state: "running", project: "/p", session_id: null, priority: "normal", depends_on: [], waits_for: [], files: 1, spent_ms: 5, running_since: 1, created_at: 0, started_at: 1, ended_at: null,
};
const FACTS: AnswerFacts = {
  hook: "PreToolUse", session: "s1", project: "/p", state: "active", docs: [{ path: "/p/CLAUDE.md", kind: "Project" }], tokens: 1_000, budget: { tokens: 200_000, warnAt: 0.8 }, running: [port], verdict: { kind: "pass" },
  mode: "strict", recorded: { ok: true, understood: true, event_ids: ["evt_20261128_1"] }, notices: [], appVersion: "1.0.0",
};
const answer = (facts: Partial<AnswerFacts> = {}) => {
  const told = hookAnswer({ ...FACTS, ...facts }, (key, part, values = {}) => `${key}.${part} ${JSON.stringify(values)}`);
  expect(isAnswer(told), JSON.stringify(isAnswer.errors)).toBe(true);
  return told;
};

describe("the extended answer", () => {
  it("tells the active port, the documents, the session's state and how full its context is", () => {
    expect(answer()).toEqual({
      decision: "approve", context: { active_port: port, loaded_docs: [{ path: "/p/CLAUDE.md", kind: "Project" }], session_state: "active", tokens_used: 1_000, token_budget: 200_000 }, notifications: [], suggestions: [],
      metadata: { hook_event_name: "PreToolUse", session_id: "s1", project: "/p", tracking_mode: "strict", recorded: true, event_ids: ["evt_20261128_1"], app_version: "1.0.0" },
    });
  });

  const verdict = { cause: "no_port" as const, writes: [], reason: "start one", suggestions: ["agent-mascot port create a"] };
  it("of an edit without a port blocks, with what to do", () => {
    expect(answer({ running: [], verdict: { kind: "deny", ...verdict } })).toMatchObject({ decision: "block", reason: "start one", suggestions: ["agent-mascot port create a"], notifications: [{ level: "error", action: "agent-mascot port create a" }] });
  });
  it("of an edit that is only noted approves and says so", () => {
    expect(answer({ running: [], verdict: { kind: "warn", ...verdict } })).toMatchObject({ decision: "approve", reason: "start one", notifications: [{ level: "warn", title: "untracked.title {}" }] });
  });
  it("says that the context is nearly full", () => {
    expect(answer({ tokens: 170_000 }).notifications).toEqual([{ level: "warn", title: expect.stringContaining("context_full.title"), message: 'context_full.message {"percent":85,"tokens":170000,"budget":200000}' }]);
  });
  it("says what was not recorded, and what was not understood", () => {
    expect(answer({ recorded: { ok: false, understood: true, event_ids: [] } })).toMatchObject({ notifications: [{ level: "error", title: "not_recorded.title {}" }], metadata: { recorded: false } });
    expect(answer({ recorded: { ok: true, understood: false, event_ids: ["e"] } }).notifications).toMatchObject([{ level: "warn", title: "not_understood.title {}" }]);
  });
  it.each([
    ["a session that nobody told of", { state: null }, "unknown"],
    ["a start without a session", { state: null, session: null, hook: "SessionStart" }, "active"],
    ["an end without a session", { state: null, session: null, hook: "SessionEnd" }, "completed"],
    ["a question without a session", { state: null, session: null, hook: null, recorded: null }, "unknown"],
  ])("of %s has a state", (_what, facts, state) => expect(answer(facts).context.session_state).toBe(state));
});
