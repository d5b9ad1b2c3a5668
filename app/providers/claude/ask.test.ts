import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { AskAnswer } from "../../../schemas/generated/types.ts";
import { readAsk } from "./ask.ts";

const ID = "evt_20261128_a";
const request = (tool_name: string, tool_input: unknown, more: object = {}) => ({ hook_event_name: "PermissionRequest", session_id: "s", cwd: "/w/app", permission_mode: "default", tool_name, tool_input, ...more });
const SUGGESTIONS = [
  { type: "addDirectories", directories: ["/w/app"], destination: "session" },
  { type: "setMode", mode: "acceptEdits", destination: "session" },
  { type: "addRules", rules: [{ toolName: "Bash", ruleContent: "npm test:*" }, { toolName: "Read" }], behavior: "allow", destination: "localSettings" },
  { type: "setMode", mode: "bypassPermissions", destination: "session" },
  { type: "addRules", rules: [{ toolName: "Bash" }], behavior: "deny", destination: "session" },
  { type: "somethingNew", destination: "session" },
];
const QUESTIONS = {
  questions: [
    { question: "Which parts?", header: "Parts", multiSelect: true, options: [{ label: "Login, old", description: "A" }, { label: "Search", description: "B" }] },
    { question: "Which framework?", header: "Framework", multiSelect: false, options: [{ label: "React", description: "" }, { label: "Vue", description: "" }] },
  ],
};

function decided(payload: unknown, answer: Omit<AskAnswer, "id">): unknown {
  const output = readAsk(payload)?.output({ id: ID, ...answer });
  return output === null || output === undefined ? output : (output["hookSpecificOutput"] as { decision: unknown }).decision;
}

describe("what a request says", () => {
  it("a command is shown whole, with the agent's own words and every other field", () => {
    const command = `echo ${"x".repeat(5_000)}\nrm -rf build`;
    expect(readAsk(request("Bash", { command, description: "Clean", timeout: 5_000 }))?.content).toMatchObject({
      kind: "permission", tool_kind: "running", main: command, note: "Clean", details: [{ name: "timeout", text: "5000", form: "line" }],
    });
  });

  it("an edit is about its file, both sides in the details", () => {
    const { content } = readAsk(request("Edit", { file_path: "/w/app/a.ts", old_string: "a", new_string: "b", replace_all: false })) ?? {};
    expect(content).toMatchObject({ main: "/w/app/a.ts", details: [{ form: "before", text: "a" }, { form: "after", text: "b" }, { name: "replace_all", text: "false" }] });
  });

  it("a tool of a server is named by server and tool, its input as JSON", () => {
    expect(readAsk(request("mcp__db__drop_table", { table: { name: "users" } }))?.content).toMatchObject({ main: "db: drop_table", details: [{ name: "table", form: "block", text: '{\n  "name": "users"\n}' }] });
  });

  it("who asks and in which mode is told, so that nobody else's requests are held", () => {
    expect(readAsk(request("Bash", { command: "ls" }))).toMatchObject({ bySubagent: false, permissionMode: "default", cwd: "/w/app" });
    expect(readAsk(request("Bash", { command: "ls" }, { agent_id: "a1", agent_type: "Explore", permission_mode: "bypassPermissions" }))).toMatchObject({ bySubagent: true, permissionMode: "bypassPermissions" });
    expect(readAsk(request("Bash", { command: "ls" }, { agent_type: "reviewer" }))?.bySubagent).toBe(false);
  });

  it("nothing in it is invisible or turned round", () => {
    expect(readAsk(request("Bash", { command: "rm \u202egpj.exe\u200b \u0007\ttab" }))?.content.main).toBe("rm ⟨U+202E⟩gpj.exe⟨U+200B⟩ ⟨U+0007⟩\ttab");
  });

  it.each([
    ["another event", { ...request("Bash", { command: "ls" }), hook_event_name: "PreToolUse" }],
    ["no tool", request("", {})],
    ["no input", request("Bash", null)],
    ["an input that is too long to be looked through", request("Write", { file_path: "a", content: "x".repeat(200_001) })],
    ["a plan without a plan", request("ExitPlanMode", {})],
    ["a question without questions", request("AskUserQuestion", { questions: [] })],
    ["two questions of the same words", request("AskUserQuestion", { questions: [QUESTIONS.questions[0], QUESTIONS.questions[0]] })],
    ["an option without a label", request("AskUserQuestion", { questions: [{ question: "?", options: [{}] }] })],
    ["a list", []],
    ["nothing", null],
  ])("is left to the client: %s", (_, payload) => {
    expect(readAsk(payload)).toBeNull();
  });

  it("every recorded request of the real client can be read", () => {
    const lines = ["i-ask", "i-perm-deny", "i-perm-hook-allow", "i-perm-user-first"].flatMap((turn) => readFileSync(`e2e/fixtures/turns/${turn}.jsonl`, "utf8").trim().split("\n"));
    const payloads = lines.map((line) => (JSON.parse(line) as { payload: { hook_event_name: string } }).payload).filter(({ hook_event_name }) => hook_event_name === "PermissionRequest");
    expect(payloads.length).toBeGreaterThan(3);
    expect(payloads.map(readAsk)).not.toContain(null);
  });
});

describe("the answers to a permission", () => {
  const bash = request("Bash", { command: "touch a" }, { permission_suggestions: SUGGESTIONS });

  it("allow says nothing more than that", () => {
    expect(decided(bash, { how: "allow" })).toEqual({ behavior: "allow" });
  });

  it("deny takes the reason along", () => {
    expect(decided(bash, { how: "deny", reason: "Use a port" })).toEqual({ behavior: "deny", message: "Use a port" });
    expect(decided(bash, { how: "deny" })).toEqual({ behavior: "deny" });
  });

  it("what is known of the client's suggestions is offered; modes without any question, denials and new kinds are not", () => {
    expect(readAsk(bash)?.content.suggestions).toEqual([
      { number: 0, kind: "folders", what: "/w/app", lasting: "session" }, { number: 1, kind: "edits", what: "", lasting: "session" },
      { number: 2, kind: "rules", what: "Bash(npm test:*), Read", lasting: "local" },
    ]);
  });

  it("a chosen suggestion goes back as the client wrote it, and only one that was offered", () => {
    expect(decided(bash, { how: "allow", always: [2, 0] })).toEqual({ behavior: "allow", updatedPermissions: [SUGGESTIONS[2], SUGGESTIONS[0]] });
    expect(decided(bash, { how: "allow", always: [3] })).toBeNull();
    expect(decided(bash, { how: "allow", always: [6] })).toBeNull();
    expect(decided(request("Bash", { command: "ls" }), { how: "allow", always: [0] })).toBeNull();
  });

  it("a reply fits a question alone", () => {
    expect(decided(bash, { how: "reply", replies: [{ labels: [0] }] })).toBeNull();
  });
});

describe("the answers to questions", () => {
  const ask = request("AskUserQuestion", QUESTIONS);

  it("labels in the client's words, several with commas between, or the person's own words", () => {
    expect(decided(ask, { how: "reply", replies: [{ labels: [0, 1] }, { labels: [], words: "Svelte" }] })).toEqual({
      behavior: "allow", updatedInput: { ...QUESTIONS, answers: { "Which parts?": "Login, old, Search", "Which framework?": "Svelte" } },
    });
    expect(decided(ask, { how: "reply", replies: [{ labels: [1], words: "and help" }, { labels: [0] }] })).toMatchObject({ updatedInput: { answers: { "Which parts?": "Search, and help" } } });
  });

  it.each([
    ["one of two", [{ labels: [0] }]],
    ["two where one may be chosen", [{ labels: [0] }, { labels: [0, 1] }]],
    ["nothing chosen", [{ labels: [] }, { labels: [0] }]],
    ["an option that is not there", [{ labels: [2] }, { labels: [0] }]],
    ["the same one twice", [{ labels: [0, 0] }, { labels: [0] }]],
  ])("does not fit: %s", (_, replies) => {
    expect(decided(ask, { how: "reply", replies })).toBeNull();
  });

  it("nobody can allow or deny a question", () => {
    expect(decided(ask, { how: "allow" })).toBeNull();
    expect(decided(ask, { how: "deny" })).toBeNull();
  });
});

describe("the answers to a plan", () => {
  const input = { plan: "# Plan\n1. Test", planFilePath: "/w/plan.md" };
  const plan = request("ExitPlanMode", input);

  it("an approval gives the plan back, without which the client goes on asking", () => {
    expect(readAsk(plan)?.content).toMatchObject({ kind: "plan", plan: input.plan });
    expect(decided(plan, { how: "allow" })).toEqual({ behavior: "allow", updatedInput: input });
  });

  it("a refusal says what is to be changed", () => {
    expect(decided(plan, { how: "deny", reason: "Tests first" })).toEqual({ behavior: "deny", message: "Tests first" });
  });
});
