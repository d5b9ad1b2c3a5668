import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { claudeTranscripts } from "../providers/claude/transcript.ts";
import { Digest, type Reading } from "./digest.ts";
import { BASE, call, endLine, interruptLine, promptLine, recordedTranscript, replyLines, resultLine, S, text, thinking } from "./test-support.ts";

const digest = (sessionId = S, agentId: string | null = null) => new Digest({ sessionId, path: `/t/${sessionId}.jsonl`, agentId });

function fed(lines: string, into = digest(), now = 0): Digest {
  for (const line of lines.split("\n")) if (line !== "") into.feed(claudeTranscripts.read(line), now);
  return into;
}
function told(lines: string, into = digest()): Reading {
  const all = fed(lines, into);
  all.closeAll();
  return all.take(false) as Reading;
}

describe("replies", () => {
  it("T7: one record a block is one reply, its blocks joined, thinking apart, counted once", () => {
    const { news } = told(promptLine("go", { prompt: "p1" }) + replyLines("m1", [thinking("hm"), text("a"), call("t1"), text("b")], { at: 2, ends: true }));
    expect(news.replies).toEqual([
      { messageId: "m1", agentId: null, promptId: "p1", text: "a\nb", thinking: "hm", model: "claude-opus-5-5", atMs: BASE + 2_000, sidechain: false, endsTurn: true, lastBlock: "b" },
    ]);
    expect(news.usages).toEqual([
      { message_id: "m1", session_id: S, model: "claude-opus-5-5", input_tokens: 10, output_tokens: 5, cache_read_tokens: 100, cache_write_tokens: 1, at: BASE + 2_000 },
    ]);
    expect(news).toMatchObject({ model: "claude-opus-5-5", turnCount: 1 });
  });

  it("a result between two blocks of a reply does not part them", () => {
    const { news } = told(replyLines("m1", [text("a"), call("t1")]) + resultLine("t1") + replyLines("m1", [text("b")]));
    expect(news.replies.map(({ text: words }) => words)).toEqual(["a\nb"]);
    expect(news.usages).toHaveLength(1);
  });

  it("is told when the file goes on, or when nothing was added for a while", () => {
    const into = fed(replyLines("m1", [text("a")]), digest(), 1_000);
    expect(into.take(false)).toBeNull();
    expect(into.settle(1_100)).toBe(600);
    expect(into.take(false)).toBeNull();
    expect(into.settle(1_700)).toBeNull();
    expect(into.take(false)?.news.replies).toHaveLength(1);
    fed(replyLines("m2", [text("b")], { ends: true }), into, 2_000);
    expect(into.settle(2_100)).toBe(50);
    fed(replyLines("m3", [text("c")]), into, 2_110);
    expect(into.take(false)?.news.replies).toMatchObject([{ messageId: "m2" }]);
  });

  it("a block that comes late tells the reply again, whole; one without words does not", () => {
    const into = fed(replyLines("m1", [text("a")]));
    into.closeAll();
    expect(into.take(false)?.news.replies).toMatchObject([{ text: "a" }]);
    fed(replyLines("m1", [call("t1")]), into);
    into.closeAll();
    expect(into.take(false)).toBeNull();
    fed(replyLines("m1", [text("b")], { output: 9 }), into);
    into.closeAll();
    const again = into.take(false)?.news;
    expect(again?.replies).toMatchObject([{ messageId: "m1", text: "a\nb" }]);
    expect(again?.usages).toMatchObject([{ output_tokens: 9 }]);
  });

  it("a failure that the client words is nobody's reply", () => {
    expect(fed(recordedTranscript("cap-err401/fd69739f-7283-44d8-97a8-9a1089e54bfe.jsonl"), digest("fd69739f-7283-44d8-97a8-9a1089e54bfe")).take(false)?.news).toMatchObject({ replies: [], usages: [], model: null });
  });

  it("those of sub-agents are told apart, and are not the session's model", () => {
    const { news } = told(replyLines("m1", [text("lead")]) + replyLines("s1", [text("sub")], { agent: "a1", model: "small" }));
    expect(news.replies).toMatchObject([{ messageId: "m1", sidechain: false, agentId: null }, { messageId: "s1", sidechain: true, agentId: "a1", model: "small" }]);
    expect(news.model).toBe("claude-opus-5-5");
  });
});

describe("turns", () => {
  it("a prompt that was queued is in the turn that it opened", () => {
    const { news } = told(promptLine("first", { prompt: "p1" }) + replyLines("m1", [text("a")]) + promptLine("queued while busy", { prompt: "p2" }) + replyLines("m2", [text("b")]) + endLine());
    expect(news.prompts).toMatchObject([{ promptId: "p1", byPerson: true }, { promptId: "p2", text: "queued while busy" }]);
    expect(news.replies.map(({ promptId }) => promptId)).toEqual(["p1", "p2"]);
    expect(news.turnCount).toBe(2);
  });

  it("an interrupt ends what was open, and names its turn", () => {
    const { news, refusals } = told(promptLine("go", { prompt: "p1" }) + replyLines("m1", [text("a"), call("t1")]) + resultLine("t1", { refused: "user-rejected", at: 4 }) + interruptLine({ at: 4 }));
    expect(news.interrupts).toEqual([{ atMs: BASE + 4_000, promptId: "p1" }]);
    expect(refusals).toEqual([{ callId: "t1", tool: "Bash", reason: "user-rejected", agentId: null, atMs: BASE + 4_000 }]);
    expect(news.waitReason).toBeNull();
  });

  it("a stopped sub-agent says so in its own transcript, and ends no turn of the lead", () => {
    const into = fed(replyLines("s1", [call("t1")], { agent: "a1" }) + resultLine("t1", { refused: "user-rejected", agent: "a1", at: 3 }) + interruptLine({ agent: "a1", at: 4 }));
    expect(into.take(false)).toMatchObject({ stops: [{ agentId: "a1", atMs: BASE + 4_000 }], news: { interrupts: [] } });
  });

  it("a call without a result is what the session waits for", () => {
    expect(told(replyLines("m1", [call("t1"), call("t2", "AskUserQuestion")]) + resultLine("t1")).news.waitReason).toBe("AskUserQuestion");
  });
});

describe("what is not to be trusted", () => {
  it("T9: what is not understood, and what is another session's, is counted and passed over", () => {
    const into = fed(`{"type":"new"}\nnot json\n${replyLines("m1", [text("theirs")], { session: "other" })}${replyLines("m2", [text("mine")])}`);
    into.closeAll();
    expect(into.skipped).toBe(3);
    expect(into.take(false)?.news.replies).toMatchObject([{ text: "mine" }]);
  });

  it("never throws, and tells no reply twice with the same words, whatever lines come in whatever order", () => {
    const lines = [promptLine("go", { prompt: "p" }), replyLines("m1", [thinking("x"), text("a"), call("t1")]), resultLine("t1"), replyLines("m2", [text("b")], { ends: true }), interruptLine(), endLine(), "{\n[]\n"].join("").trim().split("\n");
    fc.assert(
      fc.property(fc.array(fc.nat(lines.length - 1), { maxLength: 40 }), (order) => {
        const into = digest();
        const seen: string[] = [];
        order.forEach((index, step) => {
          into.feed(claudeTranscripts.read(lines[index] ?? ""), step * 400);
          into.settle(step * 400);
          seen.push(...(into.take(false)?.news.replies ?? []).map(({ messageId, text: words, thinking: thoughts }) => `${messageId}|${words}|${thoughts}`));
        });
        expect(new Set(seen).size).toBe(seen.length);
      }),
    );
  });
});

describe("recorded sessions", () => {
  it("T11: i-basic's conversation, word for word, in order, once", () => {
    const { news } = told(recordedTranscript("i-basic/a678ddb7-07c0-488a-8168-b6cac2fab641.jsonl"), digest("a678ddb7-07c0-488a-8168-b6cac2fab641"));
    expect(news.replies.filter(({ text: words }) => words !== "").map(({ text: words }) => words.split("\n")[0])).toEqual([
      "Line 1 of a longer streamed answer.", "Starting with a shell command.", "Delegating now.", "All steps are finished. This is the final answer.", "Scenario basic finished at step 9.",
    ]);
    expect(news.replies.find(({ messageId }) => messageId === "msg_fake_0002")).toMatchObject({ thinking: "The user wants a tour of the tools. First I will run echo." });
    expect(new Set(news.usages.map(({ message_id }) => message_id)).size).toBe(news.usages.length);
    expect(news.usages).toHaveLength(11);
    expect(news).toMatchObject({ turnCount: 3, model: "claude-opus-5-5", interrupts: [] });
  });
});
