import { describe, expect, it } from "vitest";
import type { MascotEvent } from "../../../schemas/generated/types.ts";
import { ownDelivery } from "../own-events.ts";
import { delivery, MemoryStore, recordedTurn, turnNames } from "../test-support.ts";
import { contextBudget } from "./budget.ts";
import { bash, edit, type Road, road, run, S, SUB } from "./test-support.ts";

const MATE = { agent_id: "aresearcher-52b2e9c1d5bba401", agent_type: "researcher" };
const IDLE = { ...MATE, teammate_name: "researcher", team_name: "t" };
const HELPER = { agent_id: SUB, agent_type: "Explore" };

describe("who is at work", () => {
  it("a sub-agent takes up work by its start and rests at its stop, once each", async () => {
    const r = await road();
    await r.hook("SubagentStart", HELPER);
    await r.hook("PreToolUse", { ...bash("ls"), tool_use_id: "t1", ...HELPER });
    await r.hook("SubagentStop", { ...HELPER, last_assistant_message: "done" });
    expect(r.of("agent_activated")).toMatchObject([{ agent_id: `${S}:${SUB}`, source: "synthetic", payload: { role: "subagent", agent_type: "Explore", cause_event_id: r.of("agent_started")[0]?.id } }]);
    expect(r.of("agent_deactivated")).toMatchObject([{ agent_id: `${S}:${SUB}`, payload: { role: "subagent", reason: "stopped" } }]);
  });

  it("a teammate that rests takes up work again by acting", async () => {
    const r = await road();
    await r.hook("SubagentStart", MATE);
    await r.hook("TeammateIdle", IDLE);
    await run(r, bash("ls"), { agent: MATE });
    const switched = r.store.events.filter(({ event_type }) => event_type.endsWith("activated")).map(({ event_type, payload }) => [event_type, payload?.["reason"]]);
    expect(switched).toEqual([["agent_activated", undefined], ["agent_deactivated", "idle"], ["agent_activated", undefined]]);
  });

  it("a teammate that rests by its name alone ends nobody's turn: nobody knows which one it is, and the lead works on", async () => {
    const r = await road();
    await r.hook("UserPromptSubmit", { prompt: "go" });
    await r.hook("SubagentStart", MATE);
    await r.hook("TeammateIdle", { teammate_name: "researcher", team_name: "t" });
    expect(r.of("agent_stopped")).toHaveLength(0);
    expect(r.world.agents().map(({ role, phase }) => [role, phase])).toEqual([["lead", "busy"], ["teammate", "busy"]]);
  });

  it("a turn's end rests those it does not name, a session's end all", async () => {
    const r = await road();
    await r.hook("SubagentStart", HELPER);
    await r.hook("SubagentStart", { agent_id: "a0000000000000002", agent_type: "Plan" });
    await r.hook("Stop", { background_tasks: [{ id: SUB, type: "subagent", status: "running", description: "look" }] });
    expect(r.of("agent_deactivated").map(({ agent_id, payload }) => [agent_id, payload?.["reason"]])).toEqual([[`${S}:a0000000000000002`, "turn_ended"]]);
    await r.hook("SessionEnd", { reason: "other" });
    expect(r.of("agent_deactivated").map(({ payload }) => payload?.["reason"])).toEqual(["turn_ended", "session_ended"]);
  });

  it("the mascot of a teammate that rests stays", async () => {
    const r = await road();
    await r.hook("SessionStart", { source: "startup" });
    await r.hook("UserPromptSubmit", { prompt: "go" });
    await r.hook("SubagentStart", MATE);
    await r.hook("TeammateIdle", IDLE);
    expect(r.of("agent_deactivated")).toHaveLength(1);
    expect(r.world.agents().map(({ role, state }) => [role, state])).toContainEqual(["teammate", "resting"]);
  });
});

describe("what became of a question to the person", () => {
  const call = { ...bash("touch a"), tool_use_id: "t1" };

  it("a call that runs was allowed", async () => {
    const r = await road();
    await r.hook("PreToolUse", call);
    await r.hook("PermissionRequest", bash("touch a"));
    expect(r.of("agent_unblocked")).toHaveLength(0);
    await r.hook("PostToolUse", { ...call, tool_response: { stdout: "" } });
    const [blocked] = r.of("agent_blocked");
    expect(r.of("agent_unblocked")).toMatchObject([{ payload: { how: "answered", answer: "allow", blocked_event_id: blocked?.id, tool_name: "Bash" } }]);
    expect(r.of("decision")).toMatchObject([{ payload: { decision: "permission_allowed", about: "permission", tool_name: "Bash", tool_use_id: "t1", target: "touch a" } }]);
  });

  it("also where the request is told after the call's end", async () => {
    const r = await road();
    const askedAt = r.time.now() + 500;
    await r.hook("PostToolUse", { ...call, tool_response: { stdout: "" } });
    await r.hook("PermissionRequest", bash("touch a"), { collectedAt: askedAt });
    expect(r.of("decision").map(({ payload }) => payload?.["decision"])).toEqual(["permission_allowed"]);
  });

  it("a call that needed no permission was decided by nobody", async () => {
    const r = await road();
    await run(r, bash("ls"));
    expect(r.of("decision")).toHaveLength(0);
  });

  it("a refusal answers it; the third in a turn is an escalation, whoever tells of it", async () => {
    const r = await road();
    await r.hook("UserPromptSubmit", { prompt: "go" });
    for (const id of ["t1", "t2", "t3", "t4"]) {
      await r.hook("PreToolUse", { ...call, tool_use_id: id });
      await r.hook("PermissionRequest", bash("touch a"));
      await r.hook("PermissionDenied", { ...call, tool_use_id: id, reason: "Blocked by classifier" });
      await r.own(`refused-${id}`, { event_type: "decision", session_id: S, payload: { decision: "permission_denied", tool_use_id: id, tool_name: "Bash" } });
    }
    expect(r.of("agent_unblocked").map(({ payload }) => payload?.["answer"])).toEqual(["deny", "deny", "deny", "deny"]);
    expect(r.of("escalation")).toMatchObject([{ severity: "warn", payload: { reason: "refused", times: 3, tool_name: "Bash" } }]);
  });

  it("the next prompt withdraws what was not answered", async () => {
    const r = await road();
    await r.hook("PermissionRequest", bash("touch a"));
    await r.hook("UserPromptSubmit", { prompt: "never mind" });
    expect(r.of("agent_unblocked")).toMatchObject([{ payload: { how: "withdrawn" } }]);
  });

  it("the client's registry tells that a dialog is gone; what was decided shows later, and only that is told then", async () => {
    const r = await road();
    await r.hook("PreToolUse", call);
    await r.hook("PermissionRequest", bash("touch a"));
    await r.own("hint-1", { event_type: "notification", session_id: S, payload: { notification_type: "client_status", client_status: "busy" } });
    await r.hook("PostToolUse", { ...call, tool_response: {} });
    expect(r.of("agent_unblocked").map(({ payload }) => payload?.["how"])).toEqual(["registry"]);
    expect(r.of("decision").map(({ payload }) => payload?.["decision"])).toEqual(["permission_allowed"]);
  });

  it("a person who does not come for five minutes is called by an escalation, once for each wait", async () => {
    const r = await road();
    await r.hook("SessionStart", { source: "startup" });
    await r.hook("PreToolUse", call);
    await r.hook("PermissionRequest", bash("touch a"));
    const beat = async (minutes: number) => {
      r.time.step(minutes * 60_000);
      await r.own(`beat-${r.time.now()}`, { event_type: "heartbeat", payload: {} });
    };
    await beat(4);
    expect(r.of("escalation")).toHaveLength(0);
    await beat(2);
    await beat(10);
    expect(r.of("escalation")).toMatchObject([{ session_id: S, agent_id: S, severity: "warn", payload: { reason: "waiting", kind: "permission", tool_name: "Bash", waited_ms: 360_000 } }]);
  });

  it("nobody is asked in a run that nobody attends", async () => {
    const r = await road();
    await r.hook("PermissionRequest", bash("touch a"), { meta: { attended: false } });
    await r.hook("UserPromptSubmit", { prompt: "x" }, { meta: { attended: false } });
    expect(r.of("agent_unblocked")).toHaveLength(0);
  });
});

describe("warnings", () => {
  const warnings = (r: Road) => r.of("quality_warning").map(({ payload }) => payload?.["rule"]);

  it("the same check failed three times in a row", async () => {
    const r = await road();
    for (let i = 0; i < 5; i++) await run(r, bash("npm test"), { fails: "Exit code 1\nTests: 1 failed" });
    expect(r.of("quality_warning")).toMatchObject([{ severity: "warn", payload: { rule: "repeated_failure", times: 3, check: "npm test", explanation: "npm test failed 3 times in a row" } }]);
  });

  it("is none when it passed in between", async () => {
    const r = await road();
    for (const fails of ["Exit code 1\n1 failing", "Exit code 1\n1 failing", undefined, "Exit code 1\n1 failing"]) await run(r, bash("npx mocha"), fails === undefined ? {} : { fails });
    expect(warnings(r)).toEqual([]);
  });

  it("the same call of any tool counts by its input", async () => {
    const r = await road();
    for (const path of ["/p/a", "/p/b", "/p/a", "/p/a"]) await run(r, { tool_name: "Read", tool_input: { file_path: path } }, { fails: "File does not exist." });
    expect(warnings(r)).toEqual(["repeated_failure"]);
  });

  it("a file was changed that the session had not read, once", async () => {
    const r = await road();
    await r.hook("SessionStart", { source: "startup" });
    await run(r, edit("/home/dev/project/src/a.ts"));
    await run(r, edit("/home/dev/project/src/a.ts"));
    expect(r.of("quality_warning")).toMatchObject([{ payload: { rule: "unread_edit", file_path: "/home/dev/project/src/a.ts", tool_name: "Edit" } }]);
  });

  it.each([
    ["was read", async (r: Road) => run(r, { tool_name: "Read", tool_input: { file_path: "/home/dev/project/src/a.ts" } })],
    ["was looked at by a command", async (r: Road) => run(r, bash("cd src && sed -n 1,40p ./a.ts"))],
    ["was named by the person", async (r: Road) => r.hook("UserPromptSubmit", { prompt: "change @src/a.ts please" })],
    ["is new", async (r: Road) => run(r, { tool_name: "Write", tool_input: { file_path: "/home/dev/project/src/a.ts", content: "x" } }, { response: { type: "create" } })],
  ])("no warning of a file that %s", async (_what, first) => {
    const r = await road();
    await r.hook("SessionStart", { source: "startup" });
    await first(r);
    await run(r, edit("/home/dev/project/src/a.ts"));
    expect(warnings(r)).toEqual([]);
  });

  it.each(["resume", "compact"])("no warning in a session of which the beginning was not seen (%s)", async (source) => {
    const r = await road();
    await r.hook("SessionStart", { source });
    await run(r, edit("/home/dev/project/src/a.ts"));
    expect(warnings(r)).toEqual([]);
  });

  it("a turn that ends on failed tests is told, with the edits after them, once; and the mascot says so while it rests", async () => {
    const r = await road();
    await r.hook("UserPromptSubmit", { prompt: "go", prompt_id: "p1" });
    await run(r, bash("npm test"), { fails: "Exit code 1\nTests: 1 failed" });
    await run(r, edit("/home/dev/project/src/a.ts"));
    await r.hook("Stop", { last_assistant_message: "done" });
    await r.hook("Stop", { last_assistant_message: "done" });
    expect(r.of("quality_warning")).toMatchObject([{ payload: { rule: "left_failing", check: "npm test", explanation: "npm test had failed, and was not run again after an edit" } }]);
  });

  it("shows at rest until the next turn", async () => {
    const r = await road();
    await r.hook("UserPromptSubmit", { prompt: "go" });
    await run(r, bash("npm test"), { fails: "Exit code 1\nTests: 1 failed" });
    await r.hook("Stop", { last_assistant_message: "done" });
    expect(r.world.agents()[0]).toMatchObject({ state: "resting", bubble: { kind: "warning", target: "npm test" } });
    await r.hook("UserPromptSubmit", { prompt: "again" });
    expect(r.world.agents()[0]?.bubble).toEqual({ kind: "thinking" });
  });

  it("is none when they passed at last, or the turn was broken off", async () => {
    const r = await road();
    await run(r, bash("npm test"), { fails: "Exit code 1\nTests: 1 failed" });
    await r.hook("StopFailure", { error: "rate_limit" });
    await run(r, bash("npm test"), { response: { stdout: "Tests: 3 passed" } });
    await r.hook("Stop", {});
    expect(warnings(r)).toEqual([]);
  });
});

describe("the mascot shows what failed", () => {
  it("until its next call", async () => {
    const r = await road();
    await r.hook("SessionStart", { source: "startup" });
    await r.hook("UserPromptSubmit", { prompt: "go" });
    await run(r, bash("npx vitest run | tail -3"), { response: { stdout: "      Tests  2 failed | 41 passed (43)" } });
    expect(r.world.agents()[0]).toMatchObject({ state: "thinking", bubble: { kind: "test_failed", target: "vitest" }, moment: { kind: "stumbled" } });
    await r.hook("PreToolUse", { ...bash("ls"), tool_use_id: "t9" });
    expect(r.world.agents()[0]?.bubble).toMatchObject({ kind: "tool" });
  });
});

describe("a checkpoint", () => {
  it("tells what the session was at when its context was compacted", async () => {
    const r = await road();
    await r.hook("SessionStart", { source: "startup" });
    await r.hook("UserPromptSubmit", { prompt: "Fix the login" });
    await r.hook("UserPromptSubmit", { prompt: "<task-notification><task-id>x</task-id><status>completed</status></task-notification>" });
    await r.hook("PreToolUse", { tool_name: "TaskCreate", tool_input: { subject: "write the test" }, tool_use_id: "c1" });
    await r.hook("TaskCreated", { task_id: "1", task_subject: "write the test" });
    await r.hook("TaskCreated", { task_id: "2", task_subject: "look around" });
    await r.hook("TaskCompleted", { task_id: "2", task_subject: "look around" });
    await run(r, { tool_name: "Write", tool_input: { file_path: "/p/login.ts", content: "x" } }, { response: { type: "create" } });
    await run(r, bash("npm test"), { fails: "Exit code 1\nTests: 1 failed" });
    await r.hook("PreCompact", { trigger: "manual", custom_instructions: "keep the file names" });
    const kept = { prompt: "Fix the login", open_tasks: ["write the test"], files: ["/p/login.ts"], failing: ["npm test"], trigger: "manual", notes: "keep the file names", ports: [{ id: "login", title: "Login" }] };
    expect(r.of("checkpoint_created")).toMatchObject([{ session_id: S, payload: { ...kept, cause_event_id: r.of("compact")[0]?.id } }]);
    expect(await r.derive.checkpoint(S)).toMatchObject(kept);
  });

  it("that was told late is made from what is known", async () => {
    const r = await road();
    await r.hook("UserPromptSubmit", { prompt: "Fix the login" });
    expect(await r.derive.checkpoint(S)).toEqual({ prompt: "Fix the login" });
  });

  it("of before is none of now", async () => {
    const r = await road();
    await r.hook("UserPromptSubmit", { prompt: "Fix the login" });
    await r.hook("PreCompact", { trigger: "auto" });
    await r.hook("UserPromptSubmit", { prompt: "Now the logout" });
    expect(await r.derive.checkpoint(S)).toEqual({ prompt: "Now the logout" });
  });

  it("is found in the log when the session was long ago", async () => {
    const r = await road();
    await r.hook("UserPromptSubmit", { prompt: "Fix the login" });
    await r.hook("PreCompact", { trigger: "auto" });
    r.derive.forget(null);
    expect(await r.derive.checkpoint(S)).toMatchObject({ prompt: "Fix the login", trigger: "auto" });
  });
});

describe("a context that fills", () => {
  const fill = (r: Road, messageId: string, tokens: number) => r.derive.noteNews({ sessionId: S, model: "claude-x", context: { messageId, tokens } });

  it("is told when it crosses the mark, once each time", async () => {
    const r = await road();
    await r.hook("UserPromptSubmit", { prompt: "go" });
    for (const [id, tokens] of [["m1", 700], ["m2", 800], ["m3", 950], ["m4", 200], ["m5", 1_200]] as const) fill(r, id, tokens);
    await r.settled();
    expect(r.of("context_overflow").map(({ payload }) => payload?.["tokens"])).toEqual([800, 1_200]);
    expect(r.of("context_overflow")[0]).toMatchObject({ session_id: S, agent_id: S, severity: "warn", payload: { memory_type: "session", tokens: 800, budget: 1_000, warn_at: 0.8, model: "claude-x" } });
    expect(r.derive.of(S)?.context).toEqual({ tokens: 1_200, model: "claude-x" });
  });

  it("is not told anew after a restart", async () => {
    const r = await road();
    await r.hook("UserPromptSubmit", { prompt: "go" });
    fill(r, "m2", 900);
    await r.settled();
    const again = await road(r.store, r.time);
    fill(again, "m3", 950);
    await again.settled();
    expect(again.of("context_overflow")).toHaveLength(1);
  });

  it("has the budget of the settings, else what the model holds", () => {
    expect([contextBudget({ token_budget: 5_000, warn_at: 0.5 }, 9), contextBudget({ token_budget: null, warn_at: 0.5 }, 9), contextBudget(undefined, null)]).toEqual([
      { tokens: 5_000, warnAt: 0.5 }, { tokens: 9, warnAt: 0.5 }, { tokens: 200_000, warnAt: 0.8 },
    ]);
  });
});

describe("what follows", () => {
  it.each(turnNames())("is the same however often the log is read and the hooks are told: %s", async (name) => {
    const r = await road();
    const turn = recordedTurn(name);
    const tell = async (to: Road) => {
      for (const { payload, meta, at, from } of turn) await to.pipeline.ingest(delivery(payload, { deliveryId: from.replace(":", "-"), meta, collectedAt: at, receivedAt: at }));
      await to.settled();
    };
    await tell(r);
    const before = r.store.events.map(({ id }) => id);
    const again = await road(r.store, r.time);
    await again.settled();
    await tell(again);
    expect(r.store.events.map(({ id }) => id)).toEqual(before);
    expect(new Set(before).size).toBe(before.length);
  });

  it("is made up for when the app ended between an event and what follows from it", async () => {
    const r = await road();
    await r.hook("SubagentStart", HELPER);
    const killed = new MemoryStore();
    await killed.append([{ keys: ["d:1"], events: [structuredClone(r.of("agent_started")[0] as MascotEvent)] }]);
    const again = await road(killed, r.time);
    await again.settled();
    expect(again.of("agent_activated").map(({ id }) => id)).toEqual(r.of("agent_activated").map(({ id }) => id));
    expect(again.of("agent_activated")).toHaveLength(1);
  });

  it("is nothing where nobody proved what was told", async () => {
    const r = await road();
    await r.hook("SubagentStart", HELPER, { trust: "unverified" });
    await r.hook("UserPromptSubmit", { prompt: "go" }, { trust: "unverified" });
    await r.hook("PreCompact", { trigger: "auto" }, { trust: "unverified" });
    expect(r.store.events.filter(({ source }) => source === "synthetic")).toEqual([]);
    expect(await r.derive.checkpoint(S)).toBeNull();
  });

  it("is nothing of a session that was deleted", async () => {
    const r = await road();
    await r.hook("UserPromptSubmit", { prompt: "secret plan" });
    r.derive.forget(S);
    expect(r.derive.of(S)).toBeNull();
  });

  it("comes from no event twice, and an event that cannot be taken stops nothing", async () => {
    const r = await road();
    await r.pipeline.ingest(ownDelivery(r.time, "odd-1", { event_type: "agent_stopped", session_id: S, payload: null as never }));
    await r.hook("SubagentStart", HELPER);
    r.derive.noteCommitted(r.store.events);
    await r.settled();
    expect(r.of("agent_activated")).toHaveLength(1);
  });
});
