/** What a call looks like from outside. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shorten, shortTarget, toolKind } from "./tool-kinds.ts";

describe("kinds", () => {
  it.each([
    ["Read", "reading"], ["Edit", "editing"], ["Write", "editing"], ["MultiEdit", "editing"], ["NotebookEdit", "editing"], ["Grep", "searching"], ["Glob", "searching"], ["WebFetch", "browsing"],
    ["WebSearch", "browsing"], ["Agent", "delegating"], ["Task", "delegating"], ["Workflow", "delegating"], ["TodoWrite", "planning"], ["TaskUpdate", "planning"], ["ExitPlanMode", "planning"],
    ["mcp__playwright__browser_navigate", "browsing"], ["mcp__fs__write_file", "editing"], ["mcp__fs__readFile", "reading"], ["mcp__github__search_code", "searching"],
    ["mcp__github__create_issue", "editing"], ["mcp__demo__frobnicate", "running"], ["mcp__playwright__wait", "browsing"], ["SomethingNew", "running"], ["constructor", "running"], ["__proto__", "running"],
  ])("%s is %s", (tool, kind) => {
    expect(toolKind(tool, {})).toBe(kind);
  });

  it.each(["grep -rn foo src", "rg foo | head -20", "cd src && ls", "find . -name '*.ts' 2>/dev/null | wc -l", "git grep x", "git ls-files", "ls; ls -a"])("the command %s only searches", (command) => {
    expect(toolKind("Bash", { command })).toBe("searching");
  });

  it.each(["npm test", "grep foo a > b", "rg foo | xargs rm", "find . -delete", "find . -exec rm {} +", "ls $(rm x)", "ls `rm x`", "grep x & rm y", "cat a.txt", "cd src", "git status", "", "ls && make", "grep a b; sed -i s/a/b/ c"])("the command %s runs", (command) => {
    expect(toolKind("Bash", { command })).toBe("running");
  });

  it("odd inputs are no trouble", () => {
    for (const input of [undefined, null, 1, "x", [], { command: 5 }, { command: "ls ".repeat(100_000) }]) expect(toolKind("Bash", input)).toBe("running");
  });
});

describe("targets", () => {
  it.each([
    ["Read", { file_path: "/home/dev/project/notes.txt" }, "notes.txt"],
    ["Edit", { file_path: "C:\\work\\a.ts" }, "a.ts"],
    ["Bash", { command: "\n# build it\n  make all\nmake check", description: "Build" }, "make all"],
    ["Grep", { pattern: "TODO", path: "/home/dev/project/src" }, "TODO"],
    ["WebFetch", { url: "https://user:secret@example.org:8080/a?token=1", prompt: "x" }, "example.org"],
    ["WebSearch", { query: "how to" }, "how to"],
    ["Agent", { description: "Look at notes", prompt: "long" }, "Look at notes"],
    ["AskUserQuestion", { questions: [{ question: "Which framework?", header: "F" }] }, "Which framework?"],
    ["TaskUpdate", { taskId: "1", status: "completed" }, "1"],
    ["Skill", { skill: "review" }, "review"],
  ])("of %s", (tool, input, target) => {
    expect(shortTarget(tool, input)).toBe(target);
  });

  it("there is none when the input names nothing", () => {
    for (const input of [undefined, null, {}, [], 5, "text", { file_path: 5 }, { url: "not a url" }, { todos: [] }, { questions: [] }, { file_path: "/" }]) expect(shortTarget("Tool", input)).toBeUndefined();
  });

  it("are one short line without control characters, whatever comes", () => {
    const input = fc.record({ command: fc.string({ unit: "binary", maxLength: 400 }), file_path: fc.string({ maxLength: 300 }) }, { requiredKeys: [] });
    fc.assert(
      fc.property(fc.constantFrom("Bash", "Read", "Grep"), input, (tool, value) => {
        const target = shortTarget(tool, value);
        if (target === undefined) return;
        expect(target.length).toBeLessThanOrEqual(60);
        expect(/[\u0000-\u001f\u007f]/.test(target)).toBe(false);
      }),
    );
  });

  it("a sign that turns the direction of what follows, or cannot be seen, is spelled out: a command is shown as it will run", () => {
    expect(shortTarget("Bash", { command: 'echo "safe \u202e# ; / fr- mr" && rm -rf x' })).toBe('echo "safe ⟨U+202E⟩# ; / fr- mr" && rm -rf x');
    expect(shortTarget("Edit", { file_path: "/work/a\u202etxt.exe" })).toBe("a⟨U+202E⟩txt.exe");
    expect(shorten("Really?\n\u0007\u2066Yes", 60)).toBe("Really? ⟨U+2066⟩Yes");
    expect(shortTarget("Bash", { command: `${"x".repeat(55)}\u202ey` })).toBe(`${"x".repeat(55)}…`);
    expect(shorten("می\u200cخواهم", 60)).toBe("می\u200cخواهم");
  });

  it("a pair of units is never cut in two", () => {
    const text = shorten("🙂".repeat(50), 60);
    expect(text.endsWith("…")).toBe(true);
    expect(/[\ud800-\udbff](?![\udc00-\udfff])/.test(text)).toBe(false);
  });
});
