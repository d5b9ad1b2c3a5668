import { describe, expect, it } from "vitest";
import { claudeTranscripts } from "../providers/claude/transcript.ts";
import { Digest, type Reading } from "./digest.ts";
import { promptLine, replyLines, S, text } from "./test-support.ts";

function read(...texts: string[]): Reading | null {
  const digest = new Digest({ sessionId: S, path: "/t.jsonl", agentId: null });
  for (const line of texts.join("").split("\n").filter((each) => each !== "")) digest.feed(claudeTranscripts.read(line), 0);
  digest.closeAll();
  return digest.take(false);
}

describe("how full a session's context is", () => {
  it("is the client's own count of the last reply: what went in, from the cache or not, and what came out", () => {
    expect(read(promptLine("go"), replyLines("m1", [text("one")], { output: 5 }), replyLines("m2", [text("two")], { output: 40 }))?.news.context).toEqual({ messageId: "m2", tokens: 10 + 100 + 1 + 40 });
  });

  it("is the main thread's alone", () => {
    expect(read(replyLines("m1", [text("one")], { output: 5 }), replyLines("m2", [text("aside")], { agent: "a1", output: 5_000 }))?.news.context).toMatchObject({ messageId: "m1" });
  });
});

describe("documents in the context", () => {
  it("are told with the reading in which they came", () => {
    const attachment = JSON.stringify({ type: "attachment", sessionId: S, timestamp: "2026-11-28T09:00:01.000Z", attachment: { type: "nested_memory", path: "/p/CLAUDE.md", content: { type: "Project" } } });
    expect(read(`${attachment}\n`)?.news.documents).toEqual([{ path: "/p/CLAUDE.md", kind: "Project", atMs: Date.UTC(2026, 10, 28, 9, 0, 1) }]);
  });
});
