import { describe, expect, it } from "vitest";
import { eventsOf } from "./test-support.ts";

const call = { session_id: "s1", cwd: "/home/dev/project", tool_use_id: "toolu_1" };
const ended = (fields: object) => eventsOf({ hook_event_name: "PostToolUse", ...call, ...fields });
const failed = (fields: object) => eventsOf({ hook_event_name: "PostToolUseFailure", is_interrupt: false, ...call, ...fields });
const types = (events: { event_type: string }[]) => events.map(({ event_type }) => event_type);
const bash = (command: string) => ({ tool_name: "Bash", tool_input: { command } });

describe("a call that ran tests, a build or a linter", () => {
  it("that failed tells which, how many, and what", () => {
    const [first, second] = failed({ ...bash("npx vitest run"), error: "Exit code 1\n   × sums up 5ms\n      Tests  2 failed | 41 passed (43)" });
    expect(first).toMatchObject({ event_type: "tool_failed", payload: { exit_code: 1, check: { kind: "test", outcome: "failed", name: "vitest" } } });
    expect(second).toMatchObject({
      event_type: "test_failed", severity: "warn", session_id: "s1",
      payload: { check: "vitest", command: "npx vitest run", count: 2, line: "× sums up 5ms", exit_code: 1, tool_name: "Bash", tool_use_id: "toolu_1", raw_in: first?.id },
    });
  });

  it("a build's failure is a build_failed, a linter's a warning", () => {
    expect(failed({ ...bash("npx tsc"), error: "Exit code 2\nsrc/a.ts(3,7): error TS2322: no" })[1]).toMatchObject({ event_type: "build_failed", payload: { check: "tsc", line: "src/a.ts(3,7): error TS2322: no" } });
    expect(failed({ ...bash("npx eslint ."), error: "Exit code 1\n✖ 2 problems (1 error, 1 warning)" })[1]).toMatchObject({ event_type: "quality_warning", payload: { rule: "lint_failed", check: "eslint", count: 1 } });
  });

  it("of which a pipe swallowed the exit code is told from its output", () => {
    expect(types(ended({ ...bash("npm test | tail -3"), tool_response: { stdout: "Tests:       1 failed, 4 passed, 5 total", stderr: "", interrupted: false } }))).toEqual(["tool_succeeded", "test_failed"]);
  });

  it("that passed tells nothing more, and is known to have passed", () => {
    const events = ended({ ...bash("npm test"), tool_response: { stdout: "Tests: 12 passed", stderr: "" } });
    expect(types(events)).toEqual(["tool_succeeded"]);
    expect(events[0]?.payload).toMatchObject({ check: { kind: "test", outcome: "passed" } });
  });

  it.each([
    ["was interrupted", failed({ ...bash("npm test"), error: "Exit code 1\nTests: 1 failed", is_interrupt: true })],
    ["goes on in the background", ended({ tool_name: "Bash", tool_input: { command: "npm test", run_in_background: true }, tool_response: { stdout: "Tests: 1 failed", backgroundTaskId: "b1" } })],
    ["is a search", failed({ ...bash("grep FAIL test.log"), error: "Exit code 1" })],
    ["reads a log", ended({ ...bash("cat test.log"), tool_response: { stdout: "Tests:       1 failed, 4 passed", stderr: "" } })],
    ["is no shell's", ended({ tool_name: "Read", tool_input: { file_path: "/a/npm test" }, tool_response: "Tests: 1 failed" })],
  ])("nothing follows from a call that %s", (_what, events) => expect(events).toHaveLength(1));

  it("carries no secret that its command or output held", () => {
    const told = JSON.stringify(failed({ ...bash("API_KEY=sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789 npm test"), error: "Exit code 1\nFAIL password=hunter2hunter2\n1 failing" }));
    expect(told).not.toMatch(/abcdefghijklmnop|hunter2hunter2/);
  });
});

describe("an edit", () => {
  const patch = [{ oldStart: 1, lines: [" a", "-b", "+c", "+d"] }];
  it.each([
    ["Write of a new file", { tool_name: "Write", tool_input: { file_path: "/p/a.ts", content: "one\ntwo\n" }, tool_response: { type: "create", filePath: "/p/a.ts", structuredPatch: [] } }, { kind: "created", lines_added: 2, lines_removed: 0 }],
    ["Write over a file", { tool_name: "Write", tool_input: { file_path: "/p/a.ts", content: "x" }, tool_response: { type: "update", structuredPatch: patch } }, { kind: "changed", lines_added: 2, lines_removed: 1 }],
    ["Edit", { tool_name: "Edit", tool_input: { file_path: "/p/a.ts" }, tool_response: { filePath: "/p/a.ts", structuredPatch: patch } }, { kind: "changed", lines_added: 2, lines_removed: 1 }],
    ["an MCP server's edit", { tool_name: "mcp__files__write_file", tool_input: { path: "/p/a.ts" }, tool_response: [] }, { kind: "changed" }],
  ])("%s tells its file, its kind and its lines", (_what, payload, expected) => {
    expect(ended(payload)[1]).toMatchObject({ event_type: "file_edit", severity: "debug", payload: { file_path: "/p/a.ts", target: "a.ts", ...expected } });
  });

  it("of an old client's Write does not say whether the file is new", () => {
    expect(ended({ tool_name: "Write", tool_input: { file_path: "/p/a.ts", content: "x" }, tool_response: "ok" })[1]?.payload).not.toHaveProperty("kind");
  });

  it.each([
    ["a server's tool that names no file", { tool_name: "mcp__tracker__create_issue", tool_input: { title: "x" }, tool_response: [] }],
    ["a server's tool that reads", { tool_name: "mcp__files__read_file", tool_input: { path: "/p/a.ts" }, tool_response: [] }],
  ])("%s edits none", (_what, payload) => expect(types(ended(payload))).toEqual(["tool_succeeded"]));
});

describe("what the person decided", () => {
  it("a plan that was approved", () => {
    expect(ended({ tool_name: "ExitPlanMode", tool_input: { plan: "do it" }, tool_response: { plan: "do it", isAgent: false } })[1]).toMatchObject({ event_type: "decision", payload: { decision: "plan_approved", about: "plan" } });
  });
  it("a question that was answered, with the answer", () => {
    const questions = [{ question: "Which one?", options: [{ label: "A" }, { label: "B" }] }];
    expect(ended({ tool_name: "AskUserQuestion", tool_input: { questions }, tool_response: { questions, answers: { "Which one?": "B" } } })[1]).toMatchObject({ event_type: "decision", payload: { decision: "answered", about: "question", target: "Which one?", answer: "Which one? → B" } });
  });
});
