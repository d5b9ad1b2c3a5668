import { expect, it } from "vitest";
import { inputParts, resultParts } from "./tool-input.ts";

it("short values stand beside their names, long ones and those of several lines below, what is not there nowhere", () => {
  const parts = inputParts({ command: "npm test", content: "a\nb", timeout: 5, deep: { a: [1, 2] }, none: null, empty: "", long: "x".repeat(200), list: Array.from({ length: 90 }, (_, n) => n) });
  expect(parts.map(({ name, form }) => [name, form])).toEqual([["command", "line"], ["content", "block"], ["timeout", "line"], ["deep", "line"], ["long", "block"], ["list", "block"]]);
  expect(parts[3]?.text).toBe('{"a":[1,2]}');
  expect(parts[5]?.text).toContain("\n");
});

it("what an edit takes out and puts in is told apart", () => {
  expect(inputParts({ file_path: "/a", old_string: "x", new_string: "y" }).map(({ form }) => form)).toEqual(["line", "removed", "added"]);
});

it("an input of very many keys is bounded", () => {
  const parts = inputParts(Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`key${n}`, n])));
  expect([parts.length, parts.at(-1)?.form]).toEqual([25, "block"]);
});

it("a call without an input has no parts", () => expect(inputParts(null)).toEqual([]));

it("a plan is a document, whatever its length; what only has its name is not", () => {
  const forms = (args: Record<string, unknown>, tool: string) => inputParts(args, tool).map(({ form }) => form);
  expect([forms({ plan: "# Plan" }, "ExitPlanMode"), forms({ plan: "# Plan" }, "Bash"), forms({ plan: 5, planFilePath: "/w/plan.md" }, "ExitPlanMode")]).toEqual([["document"], ["line"], ["line", "line"]]);
});

it.each([
  ["an answer of several fields", "ExitPlanMode", '{"plan":"# Plan","isAgent":false,"filePath":"/w/plan.md"}', [["plan", "document"], ["isAgent", "line"], ["filePath", "line"]]],
  ["also what is not there", "ExitPlanMode", '{"plan":null,"note":""}', [["plan", "line"], ["note", "line"]]],
  ["a text that would lose digits", "lookup", '{"id":12345678901234567890}', null],
  ["a text with a key that is there twice", "lookup", '{"a":1,"a":2}', null],
  ["a command's output that is JSON", "Bash", '{"a":1}', null],
  ["a file that is JSON", "Read", '{"a":1}', null],
  ["a text of another server", "mcp__docs__search", '{"a":1}', null],
  ["one that was cut", "TodoWrite", '{"oldTodos":[{"content":"a', null],
  ["a text", "Glob", "a.ts\nb.ts", null],
])("what came out: %s", (_what, tool, result, parts) => expect(resultParts(result, tool)?.map(({ name, form }) => [name, form]) ?? null).toEqual(parts));
