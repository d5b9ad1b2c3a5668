/** The rows of the phase table, and how turns go. */
import { describe, expect, it } from "vitest";
import type { MascotState, Phase } from "../../schemas/generated/types.ts";
import { AgentView as isAgentView, SessionView as isSessionView } from "../../schemas/generated/validators.mjs";
import { background, begun, Story } from "./test-support.ts";
import { snapshotOf } from "./changes.ts";

describe("phases and mascot states", () => {
  const rows: [what: string, story: Story, phase: Phase | null, state: MascotState | null][] = [
    ["a session starts", new Story().start(), "interactable", "resting"],
    ["a prompt is sent", begun(), "busy", "thinking"],
    ["a file is read", begun().call("t1", "Read", { kind: "reading" }), "busy", "reading"],
    ["a file is edited", begun().call("t1", "Edit", { kind: "editing" }), "busy", "editing"],
    ["a command runs", begun().call("t1"), "busy", "running"],
    ["a search runs", begun().call("t1", "Grep", { kind: "searching" }), "busy", "searching"],
    ["a page is opened", begun().call("t1", "WebFetch", { kind: "browsing" }), "busy", "browsing"],
    ["work is delegated", begun().call("t1", "Agent", { kind: "delegating" }), "busy", "delegating"],
    ["a list is planned", begun().call("t1", "TodoWrite", { kind: "planning" }), "busy", "planning"],
    ["a call succeeds", begun().call("t1").ends("t1"), "busy", "thinking"],
    ["a permission is asked", begun().call("t1").asks("digest-of-t1"), "waiting_permission", "asking_permission"],
    ["only the client's late notice tells of a permission", begun().call("t1").notice("permission_prompt"), "waiting_permission", "asking_permission"],
    ["a question is asked", begun().call("t1", "AskUserQuestion").asks("digest-of-t1", { kind: "question", tool: "AskUserQuestion" }), "waiting_question", "asking_question"],
    ["a question is asked by a client that sends no request", begun().call("t1", "AskUserQuestion", { kind: "planning" }), "waiting_question", "asking_question"],
    ["a server asks", begun().tell("agent_blocked", { kind: "question", request_id: "e1", text: "Your name?" }), "waiting_question", "asking_question"],
    ["only a notice tells of a server's question", begun().notice("elicitation_dialog"), "waiting_question", "asking_question"],
    ["a plan waits for approval", begun().call("t1", "ExitPlanMode").asks("digest-of-t1", { kind: "plan", tool: "ExitPlanMode" }), "waiting_permission", "asking_permission"],
    ["nobody answered for a minute", begun().stop().notice("idle_prompt"), "waiting_question", "resting"],
    ["a turn ends", begun().stop(), "interactable", "resting"],
    ["a turn ends with a sub-agent at work", begun().stop({ background: background("subagent") }), "waiting_background", "watching"],
    ["a turn ends with a teammate at work", begun().stop({ background: background("teammate") }), "waiting_background", "watching"],
    ["a turn ends with a workflow at work", begun().stop({ background: background("workflow") }), "waiting_background", "watching"],
    ["a turn ends with a dev server running", begun().stop({ background: background("shell") }), "interactable", "resting"],
    ["a turn ends with a monitor running", begun().stop({ background: background("monitor") }), "interactable", "resting"],
    ["a turn ends with a finished sub-agent in its list", begun().stop({ background: background("subagent", "completed") }), "interactable", "resting"],
    ["a turn fails", begun().tell("agent_stopped", { scope: "turn", failed: "rate_limit", error_message: "429" }), "interactable", "failed"],
    ["the conversation is compacted", begun().tell("compact", { stage: "start", trigger: "auto" }), "busy", "compacting"],
    ["an automatic compaction is over", begun().tell("compact", { stage: "start", trigger: "auto" }).tell("compact", { stage: "end", trigger: "auto" }), "busy", "thinking"],
    ["a manual compaction is over", begun().stop().tell("compact", { stage: "start", trigger: "manual" }).tell("compact", { stage: "end", trigger: "manual" }), "interactable", "resting"],
    ["the person stopped the turn", begun().call("t1").tell("agent_stopped", { scope: "turn", reason: "interrupted" }, { source: "synthetic" }), "interactable", "resting"],
    ["the registry says idle in the middle of a call", begun().call("t1").notice("client_status", { source: "synthetic" }, { client_status: "idle" }), "interactable", "resting"],
    ["an edit was refused by the guard", begun().call("t1", "Edit", { kind: "editing" }).tell("edit_blocked", { tool_name: "Edit", target: "a.ts" }), "busy", "blocked"],
    ["an edit belongs to no work item", begun().call("t1", "Edit", { kind: "editing" }).tell("untracked_edit", { tool_name: "Edit", target: "a.ts" }), "busy", "untracked"],
    ["the session ends", begun().stop().end(), null, null],
  ];

  it.each(rows)("%s", (_what, story, phase, state) => {
    expect(story.sessionView()?.phase ?? null).toBe(phase);
    expect(story.lead()?.state ?? null).toBe(state);
    expect(story.lead()?.phase ?? null).toBe(phase);
  });

  it.each(rows)("%s: the views fit their schemas", (_what, story) => {
    const { agents, sessions } = snapshotOf(story.world(), 0);
    for (const agent of agents) expect(isAgentView(agent), JSON.stringify(isAgentView.errors)).toBe(true);
    for (const session of sessions) expect(isSessionView(session), JSON.stringify(isSessionView.errors)).toBe(true);
  });

  it("ended sessions are completed, with the reason", () => {
    expect(begun().end("logout").sessionView()).toMatchObject({ state: "completed", phase: null, end_reason: "logout" });
  });

  it("a failure keeps its kind until the next prompt", () => {
    const story = begun().tell("agent_stopped", { scope: "turn", failed: "auth", error_message: "401" });
    expect(story.lead()).toMatchObject({ failure: "auth", bubble: { kind: "failure", text: "401" } });
    expect(story.notice("idle_prompt").lead()).toMatchObject({ state: "failed", cause: "idle" });
    expect(story.prompt("p2").lead()).toMatchObject({ state: "thinking", failure: null });
  });

  it("gestures: it enters, stumbles over a failed call, celebrates a good end, and each is told once", () => {
    const story = begun();
    const entering = story.lead()?.moment;
    expect(entering?.kind).toBe("entering");
    expect(story.call("t1").lead()?.moment).toEqual(entering);
    const stumbled = story.tell("tool_failed", { tool_name: "Bash", tool_use_id: "t1", exit_code: 1, error_message: "Exit code 1" }).lead();
    expect(stumbled).toMatchObject({ state: "thinking", moment: { kind: "stumbled" } });
    const done = story.stop().lead()?.moment;
    expect(done?.kind).toBe("done");
    expect(done?.seq).toBeGreaterThan(stumbled?.moment?.seq ?? 0);
  });

  it("a turn with agents still at work, a failed and an interrupted one are no reason to celebrate", () => {
    for (const end of [begun().stop({ background: background("subagent") }), begun().tell("agent_stopped", { scope: "turn", failed: "server" }), begun().tell("agent_stopped", { scope: "turn", reason: "interrupted" })]) {
      expect(end.lead()?.moment?.kind).toBe("entering");
    }
  });

  it("the bubble names the call and its target", () => {
    expect(begun().call("t1", "Read", { kind: "reading", target: "notes.txt" }).lead()?.bubble).toEqual({ kind: "tool", tool_name: "Read", target: "notes.txt" });
  });
});

describe("an edit that the guard denied", () => {
  const call = { tool_name: "Edit", target: "a.ts" };
  const byId = () => begun().call("t1", "Edit", { kind: "editing" }).tell("edit_blocked", { ...call, tool_use_id: "t1" });
  const byInput = () => begun().tell("tool_started", { ...call, tool_kind: "editing", input_digest: "d" }, { turn_id: "p1" }).tell("edit_blocked", { ...call, input_digest: "d" });

  it.each([["by its id", byId], ["without an id, by its input", byInput]])("is shown as denied until the next call, and then goes on no more (told %s)", (_how, denied) => {
    expect(denied().lead()).toMatchObject({ state: "blocked", phase: "busy", bubble: { kind: "blocked", target: "a.ts" } });
    expect(denied().call("t2").lead()?.state).toBe("running");
    expect(denied().call("t2").ends("t2").lead()?.state).toBe("thinking");
  });

  it.each([["by its id", byId], ["without an id, by its input", byInput]])("is the same when the denial is delivered before its call (told %s)", (_how, denied) => {
    for (const story of [denied(), denied().call("t2"), denied().call("t2").ends("t2")]) {
      const { events } = story;
      const turned = new Story().also([...events.slice(0, 2), events[3]!, events[2]!, ...events.slice(4)]);
      expect(turned.lead()).toEqual(story.lead());
    }
  });

  it("is told once more by the transcript: nothing changes", () => {
    const told = byId().tell("decision", { decision: "permission_denied", tool_name: "Edit", tool_use_id: "t1" }, { source: "synthetic" });
    expect(told.lead()).toMatchObject({ state: "blocked", moment: byId().lead()?.moment });
    expect(told.call("t2").ends("t2").lead()?.state).toBe("thinking");
  });

  it("ends no other call; one that was let pass goes on", () => {
    expect(byId().call("t2", "Write", { kind: "editing" }).call("t3").ends("t3").lead()).toMatchObject({ state: "editing", bubble: { tool_name: "Write" } });
    const passed = begun().call("t1", "Edit", { kind: "editing" }).tell("untracked_edit", { ...call, tool_use_id: "t1" });
    expect(passed.lead()?.state).toBe("untracked");
    expect(passed.call("t2").ends("t2").lead()?.state).toBe("editing");
  });
});

describe("turns", () => {
  it("a prompt typed in the middle of a turn changes nothing of it", () => {
    const story = begun().call("t1").prompt("p1");
    expect(story.lead()).toMatchObject({ phase: "busy", state: "running" });
    expect(story.stop().lead()?.state).toBe("resting");
  });

  it("a call that was interrupted ends with the next prompt", () => {
    expect(begun().call("t1").prompt("p2").lead()).toMatchObject({ state: "thinking" });
  });

  it("a call that was interrupted for a queued prompt does not come back after the next turn's calls", () => {
    const story = begun().call("t1").prompt("p1").call("t2", "Read", { turn_id: "p2", kind: "reading" }).ends("t2", "Read", { turn_id: "p2" });
    expect(story.lead()?.state).toBe("thinking");
  });

  it("a shell escape ends with a stop that no prompt began", () => {
    expect(new Story().start().stop({ turn_id: null }).lead()).toMatchObject({ phase: "interactable", state: "resting" });
  });

  it("a stop that a hook keeps going is followed by more work and another stop", () => {
    const story = begun().stop().call("t1");
    expect(story.lead()?.state).toBe("running");
    expect(story.ends("t1").stop().lead()?.state).toBe("resting");
  });

  it("the end of a call that arrives after the stop wakes nobody", () => {
    expect(begun().stop().ends("t9").lead()?.phase).toBe("interactable");
    expect(new Story().stop().ends("t9").lead()?.phase).toBe("interactable");
  });

  it("an injected prompt begins a turn like a person's", () => {
    expect(begun().stop({ background: background("subagent") }).prompt("p2", { injected: true }).lead()?.phase).toBe("busy");
  });

  it("a compaction neither enters nor wakes", () => {
    const story = begun().stop();
    const before = story.lead()?.moment;
    story.tell("compact", { stage: "start", trigger: "manual" }).tell("session_started", { source: "compact", model: "m" }).tell("compact", { stage: "end", trigger: "manual" });
    expect(story.lead()).toMatchObject({ state: "resting", moment: before });
    expect(story.sessionView()?.model).toBe("m");
  });

  it("a compaction whose end never came is over with the next act", () => {
    expect(begun().tell("compact", { stage: "start", trigger: "auto" }).call("t1").lead()?.state).toBe("running");
  });
});
