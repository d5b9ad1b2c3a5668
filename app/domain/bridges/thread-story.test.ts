import { describe, expect, it } from "vitest";
import type { EventType, MascotEvent } from "../../../schemas/generated/types.ts";
import { threadName } from "./thread-name.ts";
import { type StoryState, tellStory } from "./thread-story.ts";

const NEW: StoryState = { thread: null, named: false, phase: null, owed: false };
const OPEN: StoryState = { thread: "open", named: true, phase: "interactable", owed: false };
let seq = 0;
const event = (event_type: EventType, payload: Record<string, unknown> = {}, changes: Partial<MascotEvent> = {}): { id: number; event: MascotEvent } => {
  const id = ++seq;
  return { id, event: { id: `evt_${id}`, version: "1.1", ts: "2026-11-28T12:00:00Z", event_type, source: "hook", workspace_id: "w", terminal_session_id: "t", session_id: "s", agent_id: "s", payload, ...changes } as MascotEvent };
};
const told = (rows: { id: number; event: MascotEvent }[], before = NEW, phases = true) => {
  const { deeds, after, idle } = tellStory(rows, before, phases);
  const ids = new Set([...deeds.flatMap((deed) => deed.ids), ...idle]);
  expect(rows.every(({ id }) => ids.has(id))).toBe(true);
  return { deeds: deeds.map((deed) => (deed.do === "say" ? deed.key : deed.do === "reply" ? `reply ${deed.text}` : deed.do)), after };
};

describe("the story of a thread", () => {
  it("a whole turn: opened, named, the reply, the phase after it, the end, archived", () => {
    const { deeds, after } = told([
      event("session_started", { source: "startup" }), event("user_prompt", { text: "mend the login" }), event("assistant_response", { text: "mended" }), event("agent_stopped", { scope: "turn" }),
      event("session_ended", { reason: "other" }),
    ]);
    expect(deeds).toEqual(["open", "name", "reply mended", "phase.interactable", "ended", "archive"]);
    expect(after).toEqual({ thread: "archived", named: true, phase: null, owed: false });
  });
  it("a start that is told twice opens one thread", () => {
    expect(told([event("session_started"), event("session_started", { source: "resume" })]).deeds).toEqual(["open"]);
  });
  it("a compaction is no start", () => {
    expect(told([event("session_started", { source: "compact" })]).deeds).toEqual([]);
  });
  it("a session whose start was missed gets its thread from the next sign", () => {
    expect(told([event("user_prompt", { text: "go" })]).deeds).toEqual(["open", "name", "phase.busy"]);
  });
  it("an archived thread is gone on with when the session is resumed", () => {
    expect(told([event("session_started", { source: "resume" })], { ...OPEN, thread: "archived" }).deeds).toEqual(["resumed"]);
  });
  it("a thread that a person took away is told nothing more, and no other is made", () => {
    expect(told([event("session_started"), event("assistant_response", { text: "x" })], { ...OPEN, thread: "gone" }).deeds).toEqual([]);
  });
  it.each([
    ["a permission", event("agent_blocked", { kind: "permission" }), "phase.waiting_permission"], ["a plan", event("agent_blocked", { kind: "plan" }), "phase.waiting_permission"],
    ["a question", event("agent_blocked", { kind: "question" }), "phase.waiting_question"], ["sub-agents at work", event("agent_stopped", { scope: "turn", background: [{ type: "subagent", status: "running" }] }), "phase.waiting_background"],
    ["a server left running", event("agent_stopped", { scope: "turn", background: [{ type: "shell", status: "running" }] }), "phase.interactable"], ["a failure", event("agent_stopped", { scope: "turn", failed: "rate_limit" }), "failed.rate_limit"],
  ])("%s is told", (_name, row, key) => {
    expect(told([row], { ...OPEN, phase: "busy" }).deeds).toEqual([key]);
  });
  it("phases that passed at once are not told, and none when they are switched off", () => {
    expect(told([event("user_prompt", { text: "a" }), event("agent_blocked", { kind: "permission" }), event("agent_unblocked"), event("agent_blocked", { kind: "question" })], OPEN).deeds).toEqual(["phase.waiting_question"]);
    expect(told([event("user_prompt", { text: "a" }), event("agent_stopped", { scope: "turn" })], OPEN, false).deeds).toEqual([]);
  });
  it("a stop without words is made good by the transcript, once, and by nothing else that it tells", () => {
    const synthetic = (text: string) => event("assistant_response", { text }, { source: "synthetic" });
    const stopped = told([event("user_prompt", { text: "go" }), synthetic("between"), event("agent_stopped", { scope: "turn" })], OPEN);
    expect(stopped.after.owed).toBe(true);
    expect(told([synthetic("last words"), synthetic("more")], stopped.after).deeds).toEqual(["reply last words"]);
  });
  it("a turn with tool calls only, displayed pieces, sub-agents and stops that go on say nothing", () => {
    const rows = [
      event("assistant_response", { text: "" }), event("assistant_response", { text: "half", partial: true }), event("agent_stopped", { scope: "turn", stop_hook_active: true }),
      event("assistant_response", { text: "sub" }, { agent_id: "s:a1" }), event("agent_stopped", { scope: "agent", role: "subagent" }, { agent_id: "s:a1" }), event("agent_blocked", { kind: "permission", role: "teammate" }, { agent_id: "s:mate" }),
    ];
    expect(told(rows, OPEN).deeds).toEqual([]);
  });
});

describe("the name of a thread", () => {
  it.each([
    ["/home/kim/shop", null, "shop"], ["/home/kim/shop", "로그인 버그를\n고쳐 줘", "shop · 로그인 버그를 고쳐 줘"], ["C:\\work\\shop\\", "go", "shop · go"], ["", null, "agent"],
    ["/p", "@everyone <@&2> \u202eabc\u0000", "p · ＠everyone <＠&2> abc"],
  ])("%s and %s", (project, prompt, name) => {
    expect(threadName(project, prompt)).toBe(name);
  });
  it("has a hundred characters at most", () => {
    expect(threadName("/p", "👨‍👩‍👧‍👦".repeat(50)).length).toBeLessThanOrEqual(100);
  });
});
