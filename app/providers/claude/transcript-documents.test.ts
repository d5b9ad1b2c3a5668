import { describe, expect, it } from "vitest";
import { contextWindow } from "./models.ts";
import { claudeTranscripts } from "./transcript.ts";

const attached = (attachment: object) => claudeTranscripts.read(JSON.stringify({ type: "attachment", sessionId: "s1", timestamp: "2026-11-28T09:00:00.000Z", attachment }));

describe("documents that the client puts into the context", () => {
  it.each([
    ["instructions, with what they include", { type: "instructions", files: [{ path: "/p/CLAUDE.md", type: "Project", content: "See @extra.md" }, { path: "/p/extra.md", type: "Project", content: "more" }] }, [{ path: "/p/CLAUDE.md", kind: "Project" }, { path: "/p/extra.md", kind: "Project" }]],
    ["instructions of a folder that was worked in", { type: "nested_memory", path: "/p/sub/CLAUDE.md", content: { path: "/p/sub/CLAUDE.md", type: "Project", content: "rules" } }, [{ path: "/p/sub/CLAUDE.md", kind: "Project" }]],
    ["a file that the person named", { type: "file", filename: "/p/notes.md", content: { type: "text" } }, [{ path: "/p/notes.md", kind: "file" }]],
    [
      "instructions given with the first request",
      { type: "session_context", context: { gitStatus: "clean", claudeMd: "Instructions follow.\n\nContents of /p/CLAUDE.md (project instructions, checked into the codebase):\n\n# Rules\nContents of the box are old\n\nContents of /home/dev/.claude/CLAUDE.md (user's private global instructions for all projects):\n\nBe kind." } },
      [{ path: "/p/CLAUDE.md", kind: "Project" }, { path: "/home/dev/.claude/CLAUDE.md", kind: "User" }],
    ],
  ])("%s", (_what, attachment, documents) => expect(attached(attachment)).toMatchObject({ kind: "documents", sessionId: "s1", documents }));

  it.each([
    ["the state of git", { type: "session_context", context: { gitStatus: "On branch main" } }],
    ["a note to the model", { type: "silent_turn_reminder", text: "Contents of /p/a.md:" }],
    ["files that are none", { type: "instructions", files: [7, { path: 1 }] }],
    ["a path that is none", { type: "nested_memory", path: 7 }],
    ["nothing", {}],
  ])("none: %s", (_what, attachment) => expect(attached(attachment)).toMatchObject({ kind: "other" }));

  it("headings without an end cost no time", () => {
    const started = performance.now();
    attached({ type: "session_context", context: { claudeMd: `Contents of ${"x (".repeat(300_000)}` } });
    attached({ type: "session_context", context: { claudeMd: "Contents of \n".repeat(100_000) } });
    expect(performance.now() - started).toBeLessThan(500);
  });
});

describe("how much a model holds", () => {
  it.each([["claude-opus-5-5", 200_000], ["claude-sonnet-4-5[1m]", 1_000_000], ["us.anthropic.claude-3-7-sonnet-v1:0", 200_000], ["gpt-x", null], [null, null]])("%s", (model, tokens) => expect(contextWindow(model)).toBe(tokens));
});
