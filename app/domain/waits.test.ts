/** Who asks the person for what, and what answers it. */
import { describe, expect, it } from "vitest";
import { background, begun, heartbeat, Story, SUB } from "./test-support.ts";

describe("waits", () => {
  it("Q11: a permission request alone shows at once", () => {
    expect(new Story().asks("d1").lead()).toMatchObject({ state: "asking_permission", phase: "waiting_permission", bubble: { kind: "permission", tool_name: "Bash", target: "make" } });
  });

  const answers: [string, (story: Story) => Story][] = [
    ["its call's success", (story) => story.ends("t1")],
    ["its call's failure", (story) => story.tell("tool_failed", { tool_name: "Bash", tool_use_id: "t1", exit_code: 1, error_message: "no" }, { turn_id: "p1" })],
    ["its batch's end", (story) => story.notice("tool_batch", {}, { tool_use_ids: ["t1"] })],
    ["the client's own refusal", (story) => story.tell("decision", { decision: "permission_denied", tool_name: "Bash", tool_use_id: "t1", input_digest: "digest-of-t1" })],
    ["an answer given through us", (story) => story.tell("agent_unblocked", { how: "answered", tool_name: "Bash", input_digest: "digest-of-t1" })],
    ["the turn's end", (story) => story.stop()],
    ["an interrupt", (story) => story.tell("agent_stopped", { scope: "turn", reason: "interrupted" }, { source: "synthetic" })],
    ["the next prompt", (story) => story.prompt("p2")],
    ["the registry's change", (story) => story.notice("client_status", { source: "synthetic" }, { client_status: "busy" })],
    ["the session's end", (story) => story.end()],
  ];
  it.each(answers)("Q1: a permission is no longer asked after %s", (_what, answer) => {
    const story = begun().call("t1").asks("digest-of-t1");
    expect(story.sessionView()?.waits).toHaveLength(1);
    expect(answer(story).sessionView()?.waits).toEqual([]);
    expect(story.lead()?.state ?? "gone").not.toBe("asking_permission");
  });

  const others: [string, (story: Story) => Story][] = [
    ["another call's end", (story) => story.ends("t2")],
    ["another call's start", (story) => story.call("t3")],
    ["a call of the same tool with another input", (story) => story.call("t3").ends("t3")],
    ["a sub-agent's call of the same input", (story) => story.call("s1", "Bash", { sub: SUB, digest: "digest-of-t1" }).ends("s1", "Bash", { sub: SUB, digest: "digest-of-t1" })],
    ["a sub-agent's stop", (story) => story.tell("agent_stopped", { scope: "agent" }, { sub: SUB })],
    ["the client's late notice", (story) => story.notice("permission_prompt")],
    ["a prompt queued in the same turn", (story) => story.prompt("p1")],
    ["displayed text", (story) => story.tell("assistant_response", { text: "…", partial: true })],
    ["time", (story) => new Story().also([...story.events, heartbeat(90_000)])],
  ];
  it.each(others)("a permission stays asked after %s", (_what, other) => {
    const story = other(begun().call("t2").call("t1").asks("digest-of-t1"));
    expect(story.sessionView()).toMatchObject({ state: "active", phase: "waiting_permission" });
    expect(story.sessionView()?.waits).toHaveLength(1);
  });

  it("Q7: two identical requests at once are both asked, and answered one by one", () => {
    const story = begun().call("t1", "Bash", { digest: "same" }).call("t2", "Bash", { digest: "same" }).asks("same").asks("same");
    expect(story.sessionView()?.waits).toHaveLength(2);
    expect(story.lead()?.bubble?.count).toBe(2);
    story.ends("t1", "Bash", { digest: "same" });
    expect(story.sessionView()).toMatchObject({ phase: "waiting_permission" });
    expect(story.sessionView()?.waits).toHaveLength(1);
    story.ends("t2", "Bash", { digest: "same" });
    expect(story.sessionView()).toMatchObject({ phase: "busy", waits: [] });
  });

  it("Q7: two requests that carry the same call id are both asked until that call ends", () => {
    const request = { kind: "permission", tool_name: "Bash", tool_use_id: "t1" } as const;
    const story = begun().call("t1").tell("agent_blocked", request).tell("agent_blocked", request);
    expect(story.sessionView()?.waits).toHaveLength(2);
    expect(story.ends("t1").sessionView()?.waits).toEqual([]);
  });

  it("an earlier call with the same input, already over, answers nothing", () => {
    const story = begun().call("t1", "Bash", { digest: "same" }).ends("t1", "Bash", { digest: "same" }).call("t2", "Bash", { digest: "same" }).asks("same");
    expect(story.sessionView()?.waits).toHaveLength(1);
  });

  it("Q5: a client that asks nobody in its mode is never shown to wait", () => {
    for (const mode of ["bypassPermissions", "dontAsk"]) expect(begun().call("t1").asks("digest-of-t1", { mode }).lead()?.state).toBe("running");
  });

  it("Q5: a call in auto mode is no wait, a request in it is a real dialog", () => {
    const story = begun().call("t1");
    expect(story.lead()?.state).toBe("running");
    expect(story.asks("digest-of-t1", { mode: "auto" }).lead()?.state).toBe("asking_permission");
  });

  it("an unattended run never waits, whoever says so", () => {
    expect(begun().call("t1").asks("digest-of-t1", { attended: false }).sessionView()).toMatchObject({ phase: "busy", waits: [] });
    const printMode = new Story().tell("session_started", { source: "startup", attended: false }).prompt().call("t1").asks("digest-of-t1").notice("permission_prompt");
    expect(printMode.sessionView()).toMatchObject({ phase: "busy", waits: [], attended: false });
    const byEntrypoint = new Story().tell("session_started", { source: "startup", entrypoint: "sdk-cli" }).prompt().asks("d1");
    expect(byEntrypoint.sessionView()?.phase).toBe("busy");
  });

  it("the late notice of a permission never makes a question a permission", () => {
    const story = begun().call("t1", "AskUserQuestion").asks("digest-of-t1", { kind: "question", tool: "AskUserQuestion" }).notice("permission_prompt");
    expect(story.lead()).toMatchObject({ phase: "waiting_question", state: "asking_question" });
    expect(story.ends("t1", "AskUserQuestion", { digest: "changed by the answer" }).lead()?.phase).toBe("busy");
  });

  it("the late notice of a sub-agent's request does not make the lead ask", () => {
    const story = begun().call("t0", "Agent", { kind: "delegating" }).call("s1", "Bash", { sub: SUB }).asks("digest-of-s1", { sub: SUB }).notice("permission_prompt");
    expect(story.lead()?.state).toBe("delegating");
    expect(story.member(SUB)?.state).toBe("asking_permission");
    expect(story.ends("s1", "Bash", { sub: SUB }).lead()?.state).toBe("delegating");
  });

  it("a plan's approval is told apart from a permission", () => {
    const story = begun().call("t1", "ExitPlanMode").asks("digest-of-t1", { kind: "plan", tool: "ExitPlanMode" });
    expect(story.lead()).toMatchObject({ cause: "plan", bubble: { kind: "plan" } });
    expect(story.ends("t1", "ExitPlanMode", { digest: "plan came back changed" }).lead()?.phase).toBe("busy");
  });

  it("a server's question ends with its result", () => {
    const story = begun().tell("agent_blocked", { kind: "question", request_id: "e1", text: "Your name?" }).tell("agent_blocked", { kind: "question", request_id: "e2", text: "Your age?" });
    expect(story.lead()?.bubble).toMatchObject({ kind: "question", text: "Your name?", count: 2 });
    expect(story.tell("agent_unblocked", { how: "answered", request_id: "e1" }).sessionView()?.waits).toHaveLength(1);
    expect(story.tell("agent_unblocked", { how: "answered", request_id: "e2" }).sessionView()?.phase).toBe("busy");
  });

  it("a wait outlives the answer to an earlier one", () => {
    const story = begun().call("t1").asks("digest-of-t1").call("t2").asks("digest-of-t2").ends("t1");
    expect(story.sessionView()?.waits).toMatchObject([{ kind: "permission", tool_name: "Bash" }]);
  });

  it("a registry change from before the request does not answer it", () => {
    const story = begun().notice("client_status", { at: 5 }, { client_status: "busy" }).asks("d1", { at: 6 });
    expect(story.sessionView()?.phase).toBe("waiting_permission");
  });

  it("a minute of silence is no raised hand", () => {
    expect(begun().stop().notice("idle_prompt").lead()).toMatchObject({ phase: "waiting_question", cause: "idle", state: "resting", bubble: null });
    expect(begun().stop().notice("idle_prompt").sessionView()).toMatchObject({ cause: "idle", waits: [] });
  });

  it("the registry's busy does not override the watch over background agents", () => {
    const story = begun().stop({ background: background("subagent") }).notice("client_status", { source: "synthetic" }, { client_status: "busy" });
    expect(story.lead()?.phase).toBe("waiting_background");
  });
});
