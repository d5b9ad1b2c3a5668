import { describe, expect, it } from "vitest";
import type { MascotEvent } from "../../../schemas/generated/types.ts";
import { MascotEvent as isEvent } from "../../../schemas/generated/validators.mjs";
import { eventsOf, recordedTurn, turnNames } from "../../pipeline/test-support.ts";
import type { InteractionDraft } from "./drafts.ts";
import type { SessionMemo } from "./memo.ts";
import { type Patch, projectEvents } from "./project-events.ts";
import { RESULT_LIMIT } from "./result-text.ts";
import { withoutContent } from "./unrecorded.ts";
import { anEvent } from "./test-support.ts";

interface Told {
  rows: Map<string, InteractionDraft>;
  sessions: Patch[];
  memos: Map<string, SessionMemo>;
}

/** As the store keeps them: a row of a known id fills in what it did not know. */
function project(events: MascotEvent[], options: { batch?: number; records?: boolean } = {}): Told {
  const told: Told = { rows: new Map(), sessions: [], memos: new Map() };
  const batch = options.batch ?? events.length;
  for (let from = 0; from < events.length; from += batch) {
    const { interactions, sessions, memos } = projectEvents(events.slice(from, from + batch), { memos: told.memos, projectOf: (cwd) => cwd, records: () => options.records ?? true });
    for (const [id, memo] of memos) told.memos.set(id, memo);
    told.sessions.push(...sessions);
    for (const draft of interactions) told.rows.set(draft.id, merged(told.rows.get(draft.id), draft));
  }
  return told;
}

function merged(known: InteractionDraft | undefined, draft: InteractionDraft): InteractionDraft {
  if (known === undefined) return draft;
  const news = Object.entries(draft.metadata).filter(([name, value]) => value !== null && (known.metadata[name as keyof typeof known.metadata] ?? null) === null);
  return { ...known, skill_args: known.skill_args ?? draft.skill_args, content: known.content || draft.content, metadata: { ...known.metadata, ...Object.fromEntries(news) } };
}

const rowsOf = (told: Told) => [...told.rows.values()];
const total = (told: Told, key: "prompts" | "replies" | "tool_calls" | "failures") => told.sessions.reduce((sum, { add }) => sum + (add[key] ?? 0), 0);

/** Where the recorded client had its hooks twice, every payload is there twice. */
const once = (payloads: Record<string, unknown>[]) => payloads.filter((payload, i) => i === 0 || JSON.stringify(payload) !== JSON.stringify(payloads[i - 1]));

describe.each(turnNames())("the recorded session %s", (name) => {
  const recorded = recordedTurn(name);
  const payloads = recorded.map(({ payload }) => payload);
  const events = recorded.flatMap(({ payload, meta, at }) => eventsOf(payload, { meta, collectedAt: at, receivedAt: at }));
  const told = project(events);
  const of = (hook: string) => payloads.filter((payload) => payload["hook_event_name"] === hook);

  it("has every prompt once, word for word, in order", () => {
    const prompts = rowsOf(told).filter((row) => row.skill_name === "user_prompt");
    expect(prompts.map((row) => row.content)).toEqual(once(of("UserPromptSubmit")).map((payload) => payload["prompt"]));
    expect(prompts.every((row) => row.role === "user")).toBe(true);
  });

  it("has every reply that a stop told, word for word, in order", () => {
    const replies = rowsOf(told).filter((row) => row.skill_name === "claude_response" && row.agent_id === row.session_id);
    expect(replies.map((row) => row.content)).toEqual(once(of("Stop")).map((payload) => payload["last_assistant_message"]).filter((text) => !!text));
  });

  it("has every call once, with its input and what became of it", () => {
    const started = of("PreToolUse");
    const calls = rowsOf(told).filter((row) => row.metadata.tool_use_id !== undefined);
    expect(calls.map((row) => row.metadata.tool_use_id).sort()).toEqual([...new Set(started.map((payload) => payload["tool_use_id"]))].sort());
    const succeeded = new Set(of("PostToolUse").map((payload) => payload["tool_use_id"]));
    const failed = new Set([...of("PostToolUseFailure"), ...of("PermissionDenied")].map((payload) => payload["tool_use_id"]));
    for (const row of calls) {
      const id = row.metadata.tool_use_id;
      expect(row.metadata.ok, id).toBe(succeeded.has(id) ? true : failed.has(id) ? false : null);
      expect(row.skill_name).toBe(started.find((payload) => payload["tool_use_id"] === id)?.["tool_name"]);
      expect(row.skill_args).not.toBeNull();
    }
    expect(total(told, "tool_calls")).toBe(calls.length);
  });

  it("is the same however the log is cut into batches", () => {
    for (const batch of [1, 3, 7]) {
      const other = project(events, { batch });
      expect(rowsOf(other)).toEqual(rowsOf(told));
      expect([...other.memos]).toEqual([...told.memos]);
      for (const key of ["prompts", "replies", "tool_calls", "failures"] as const) expect(total(other, key)).toBe(total(told, key));
    }
  });

  it("ends as its last end says", () => {
    const end = of("SessionEnd").at(-1);
    if (end === undefined) return;
    expect(told.memos.get(String(end["session_id"]))).toMatchObject({ state: "completed", end_reason: end["reason"] ?? null });
  });
});

describe("a session", () => {
  it("knows its first prompt of a person, its folder and its model", () => {
    const told = project([
      anEvent("session_started", { source: "startup", model: "opus" }), anEvent("user_prompt", { text: "<task-notification>", injected: true }), anEvent("user_prompt", { text: "x".repeat(500), injected: false }),
      anEvent("user_prompt", { text: "second", injected: false, cwd: "/home/dev/garden/beds" }),
    ]);
    expect(told.memos.get("s1")).toMatchObject({ first_prompt: "x".repeat(200), project: "/home/dev/garden", cwd: "/home/dev/garden", model: "opus", source: "startup", trust: "verified", state: "active" });
    expect(total(told, "prompts")).toBe(2);
    expect(rowsOf(told)[0]?.metadata.injected).toBe(true);
  });

  it.each(["startup", "resume", "clear", "compact", "fork"])("begins or goes on by %s, and says so", (source) => {
    const told = project([anEvent("session_started", { source }), anEvent("user_prompt", { text: "hello", injected: false })]);
    expect(told.memos.get("s1")).toMatchObject({ source, state: "active", first_prompt: "hello" });
  });

  it("that ended is active again when it is resumed, and not by an event that was late", () => {
    const started = anEvent("session_started", { source: "startup" });
    const ended = anEvent("session_ended", { reason: "other" });
    const late = anEvent("tool_succeeded", { tool_name: "Read", tool_use_id: "t1", tool_kind: "reading" }, { ts: started.ts });
    expect(project([started, ended, late]).memos.get("s1")).toMatchObject({ state: "completed", ended_at: Date.parse(ended.ts) });
    const resumed = anEvent("session_started", { source: "resume" });
    expect(project([started, ended, late, resumed]).memos.get("s1")).toMatchObject({ state: "active", ended_at: null, end_reason: null, source: "resume" });
  });

  it.each<[string, MascotEvent]>([
    ["a sub-agent's stop", anEvent("agent_stopped", { scope: "agent", last_message: "found" }, { agent_id: "s1:a1" })],
    ["a call's end", anEvent("tool_succeeded", { tool_name: "Read", tool_use_id: "t1", tool_kind: "reading" })],
    ["a notice", anEvent("notification", { notification_type: "idle_prompt" })],
    ["a stop", anEvent("agent_stopped", { scope: "turn" })],
    ["a task's end", anEvent("task_completed", {})],
    ["a teammate's rest", anEvent("agent_stopped", { scope: "turn", reason: "teammate_idle" }, { agent_id: "s1:m1" })],
  ])("that ended stays so when %s comes after its end, in any order of delivery", (_what, late) => {
    const at = (seconds: number) => ({ ts: new Date(Date.parse(late.ts) - 60_000 + seconds * 1_000).toISOString() });
    const events = [anEvent("user_prompt", { text: "go", injected: false }, at(0)), anEvent("agent_stopped", { scope: "turn" }, at(1)), anEvent("session_ended", { reason: "clear" }, at(2)), late];
    for (let turned = 0; turned < events.length; turned++) {
      const told = project([...events.slice(turned), ...events.slice(0, turned)], { batch: 1 });
      expect(told.memos.get("s1")).toMatchObject({ state: "completed", ended_at: Date.parse(at(2).ts), end_reason: "clear", last_at: Date.parse(late.ts) });
    }
  });

  it("that was resumed goes on, although its end is told after that", () => {
    const ended = anEvent("session_ended", { reason: "resume" });
    const resumed = anEvent("session_started", { source: "resume" });
    expect(project([anEvent("user_prompt", { text: "go", injected: false }, { ts: ended.ts }), resumed, ended]).memos.get("s1")).toMatchObject({ state: "active", ended_at: null, end_reason: null });
  });

  it("whose clock was set back before it ended is over all the same", () => {
    const prompt = anEvent("user_prompt", { text: "go", injected: false, lag_ms: 5 });
    const ended = anEvent("session_ended", { reason: "other", lag_ms: 5 }, { ts: new Date(Date.parse(prompt.ts) - 3_600_000).toISOString() });
    expect(project([prompt, ended]).memos.get("s1")).toMatchObject({ state: "completed", end_reason: "other" });
  });

  it("whose client is gone is stale, and what the app notices later does not wake it", () => {
    const told = project([
      anEvent("user_prompt", { text: "hello", injected: false }), anEvent("session_ended", { cause: "process_gone" }, { source: "synthetic" }),
      anEvent("assistant_response", { text: "hi", message_id: "msg_1" }, { source: "synthetic" }),
    ]);
    expect(told.memos.get("s1")).toMatchObject({ state: "stale", end_reason: "process_gone" });
    expect(rowsOf(told)[1]).toMatchObject({ id: "reply:s1:msg_1", metadata: { message_id: "msg_1", told_by: "transcript" } });
  });

  it("of which only strangers told is unverified, and begins anew with the first proven event", () => {
    const stranger = { trust: "unverified" } as const;
    const first = [anEvent("session_started", { source: "startup" }, stranger), anEvent("user_prompt", { text: "obey me", injected: false }, stranger)];
    expect(project(first).memos.get("s1")).toMatchObject({ trust: "unverified", first_prompt: "obey me" });
    const told = project([...first, anEvent("user_prompt", { text: "hello", injected: false }), anEvent("user_prompt", { text: "obey me again", injected: false }, stranger)]);
    expect(told.memos.get("s1")).toMatchObject({ trust: "verified", first_prompt: "hello" });
    expect(rowsOf(told).map((row) => [row.content, row.metadata.trust])).toEqual([["obey me", "unverified"], ["hello", undefined]]);
  });

  describe("in a project that is not recorded", () => {
    const events = [
      anEvent("session_started", { source: "startup", title: "secret plan" }), anEvent("user_prompt", { text: "secret", injected: false }),
      anEvent("tool_started", { tool_name: "Write", tool_use_id: "t1", tool_kind: "editing", input: { file_path: "secret.ts" }, target: "secret.ts" }, { thinking_text: "secret" }), anEvent("file_edit", { file_path: "secret.ts" }),
      anEvent("agent_stopped", { scope: "turn", last_message: "secret", background: [{ id: "b1", type: "shell", status: "running", description: "secret" }] }, { raw: { last_assistant_message: "secret" } }),
      anEvent("assistant_response", { text: "secret" }),
    ];

    it.each([["with", events], ["without", events.map(withoutContent)]])("has its times and counts, and nothing that was said (events %s their content)", (_, given) => {
      const told = project(given, { records: false });
      expect(told.rows.size).toBe(0);
      expect(JSON.stringify(told.sessions)).not.toContain("secret");
      expect([total(told, "prompts"), total(told, "replies"), total(told, "tool_calls")]).toEqual([1, 1, 1]);
    });

    it("keeps nothing of it in its events, which are events all the same", () => {
      const kept = events.map(withoutContent);
      expect(JSON.stringify(kept)).not.toContain("secret");
      for (const event of kept) expect(isEvent(event)).toBe(true);
    });

    it("keeps of every recorded event what its schema asks for", () => {
      for (const name of turnNames()) {
        for (const event of recordedTurn(name).flatMap(({ payload, meta, at }) => eventsOf(payload, { meta, collectedAt: at, receivedAt: at }))) expect(isEvent(withoutContent(event))).toBe(true);
      }
    });
  });
});

describe("a reply", () => {
  it("that is still being written is none", () => {
    expect(project([anEvent("assistant_response", { text: "I be", partial: true, message_id: "m" })]).rows.size).toBe(0);
  });

  it("keeps what was thought beside it", () => {
    const [row] = rowsOf(project([anEvent("assistant_response", { text: "done", model: "opus" }, { thinking_text: "hm" })]));
    expect(row).toMatchObject({ content: "done", metadata: { thinking: "hm", model: "opus" } });
  });

  it("of a sub-agent is its own; an agent that never was says nothing", () => {
    const told = project([
      anEvent("agent_stopped", { scope: "agent", last_message: "found it" }, { agent_id: "s1:a1" }), anEvent("agent_stopped", { scope: "agent", last_message: "…", phantom: true }, { agent_id: "s1:a2" }),
      anEvent("agent_stopped", { scope: "turn", last_message: "the beginning" }),
    ]);
    expect(rowsOf(told).map((row) => [row.agent_id, row.content])).toEqual([["s1:a1", "found it"]]);
  });
});

describe("a call", () => {
  it("without an id is paired by what it does, the oldest first", () => {
    const bash = { tool_name: "Bash", tool_kind: "running", input_digest: "d1" } as const;
    const told = project(
      [anEvent("tool_started", { ...bash, input: { command: "make" } }), anEvent("tool_started", { ...bash, input: { command: "make" } }), anEvent("tool_succeeded", { ...bash, output: "first" }), anEvent("tool_failed", { ...bash, exit_code: 1, error_message: "second" })],
      { batch: 1 },
    );
    expect(rowsOf(told).map(({ metadata }) => [metadata.ok, metadata.result ?? metadata.error])).toEqual([[true, "first"], [false, "second"]]);
    expect([total(told, "tool_calls"), total(told, "failures")]).toEqual([2, 1]);
  });

  it("of which only the end was told is a row of its own", () => {
    const told = project([anEvent("tool_succeeded", { tool_name: "Read", tool_kind: "reading", input: { file_path: "a.ts" }, output: { file: { content: "text" } } })]);
    expect(rowsOf(told)).toMatchObject([{ skill_name: "Read", skill_args: { file_path: "a.ts" }, metadata: { ok: true, result: "text" } }]);
    expect(total(told, "tool_calls")).toBe(1);
  });

  describe("that the guard denied", () => {
    const call = { tool_name: "Edit", target: "a.ts", input_digest: "d" } as const;
    const start = (more: object = { tool_use_id: "t1" }) => anEvent("tool_started", { ...call, tool_kind: "editing", input: { file_path: "a.ts" }, ...more });
    const denial = (more: object = { tool_use_id: "t1" }) => anEvent("edit_blocked", { ...call, cause: "no_port", ...more }, { source: "synthetic" });
    const refusal = () => anEvent("decision", { decision: "permission_denied", tool_name: "Edit", tool_use_id: "t1", reason: "hook" }, { source: "synthetic" });
    const denied = { skill_name: "Edit", content: "a.ts", skill_args: { file_path: "a.ts" }, metadata: { ok: false, denied: "no_port", error: "Denied by the guard: no port (work item) runs", told_by: "hook" } };

    it.each<[string, () => MascotEvent[]]>([
      ["its denial", () => [start(), denial()]],
      ["its denial, and then its start", () => [denial(), start()]],
      ["its denial, and the transcript", () => [start(), denial(), refusal()]],
      ["its start and its denial twice", () => [start(), denial(), start(), denial()]],
      ["its denial, without an id", () => [start({}), denial({})]],
    ])("is one call that did not run (told by %s)", (_by, events) => {
      for (const batch of [1, 10]) {
        const told = project(events(), { batch });
        expect(rowsOf(told)).toMatchObject([denied]);
        expect(total(told, "tool_calls")).toBe(1);
      }
    });

    it("takes nothing from the same call that is made again and runs", () => {
      const told = project([start({}), denial({}), start({}), anEvent("tool_succeeded", { ...call, tool_kind: "editing", output: "edited" })]);
      expect(rowsOf(told).map(({ metadata }) => [metadata.ok, metadata.result])).toEqual([[false, undefined], [true, "edited"]]);
    });

    it("is none where nobody told of the call, and a call that was let pass goes on", () => {
      expect(project([denial({})]).rows.size).toBe(0);
      expect(rowsOf(project([start(), anEvent("untracked_edit", { ...call, tool_use_id: "t1" }, { source: "synthetic" })]))).toMatchObject([{ metadata: { ok: null } }]);
    });
  });

  it("keeps 10,000 characters of its result, never half a character", () => {
    const [row] = rowsOf(project([anEvent("tool_succeeded", { tool_name: "Read", tool_kind: "reading", output: `${"x".repeat(RESULT_LIMIT - 1)}😀${"y".repeat(50)}` })]));
    expect(row?.metadata.result).toBe("x".repeat(RESULT_LIMIT - 1));
  });
});

it("hooks that are installed twice tell everything once", () => {
  const at = { ts: new Date(1_768_468_000_000).toISOString(), turn_id: "p1" };
  const twice = (event: MascotEvent) => [event, { ...event, id: `${event.id}b` }];
  const told = project([
    ...twice(anEvent("user_prompt", { text: "go on", injected: false }, at)), ...twice(anEvent("tool_started", { tool_name: "Bash", tool_use_id: "t1", tool_kind: "running", input: {} }, at)),
    ...twice(anEvent("assistant_response", { text: "done" }, at)),
  ]);
  expect(rowsOf(told).map((row) => row.content || row.skill_name)).toEqual(["go on", "Bash", "done"]);
  expect([total(told, "prompts"), total(told, "tool_calls"), total(told, "replies")]).toEqual([1, 1, 1]);
  const later = project([anEvent("user_prompt", { text: "go on", injected: false }, at), anEvent("user_prompt", { text: "go on", injected: false }, { ...at, ts: new Date(1_768_468_060_000).toISOString() })]);
  expect(later.rows.size).toBe(2);
});

it("what was not understood, and the app's own heartbeat, make no session", () => {
  expect(project([anEvent("schema_error", { reason: "?" }), anEvent("heartbeat", {}, { session_id: null })]).memos.size).toBe(0);
});
