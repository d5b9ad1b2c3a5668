import { expect, it } from "vitest";
import { inputParts } from "./tool-input.ts";

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
