import { execFileSync } from "node:child_process";
import { appendFileSync, copyFileSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { extractLastAssistantResponse } from "./extract-response.ts";

const fixtures = resolve(import.meta.dirname, "../../e2e/fixtures/transcripts");
let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "mascot-response-"));
  file = join(folder, "s.jsonl");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const text = (words: string) => ({ type: "text", text: words });
const tool = { type: "tool_use", id: "t", name: "Bash", input: { command: "ls" } };
const thought = { type: "thinking", thinking: "hm" };
const says = (content: unknown, id?: string) => ({ type: "assistant", message: { role: "assistant", ...(id ? { id } : {}), content } });
const asks = (content: unknown) => ({ type: "user", message: { role: "user", content } });
const put = (...records: unknown[]) => writeFileSync(file, records.map((record) => `${typeof record === "string" ? record : JSON.stringify(record)}\n`).join(""));
const response = (maxLength?: number) => extractLastAssistantResponse(file, maxLength);

describe("the last response of a transcript (specification 5 §4)", () => {
  it("is the text of the last reply", async () => {
    put(asks("one"), says([text("first")]), asks("two"), says([thought]), says([text("second")]));
    expect(await response()).toBe("second");
  });

  it("T7: is the blocks of one reply joined, without its tool calls and thinking", async () => {
    put(asks("go"), says([thought], "m1"), says([text("a")], "m1"), says([tool], "m1"), asks([{ type: "tool_result", tool_use_id: "t", content: "x" }]), says([text("b")], "m1"));
    expect(await response()).toBe("a\nb");
  });

  it("T3: is found behind system lines and a summary", async () => {
    put(asks("go"), says([text("done")]), { type: "system", subtype: "turn_duration" }, { type: "system", subtype: "informational" }, { type: "summary", summary: "x" });
    expect(await response()).toBe("done");
  });

  it("is null for an empty file, a missing one, one of prompts only", async () => {
    expect(await response()).toBeNull();
    writeFileSync(file, "");
    expect(await response()).toBeNull();
    put(asks("hello"), asks([text("again")]));
    expect(await response()).toBeNull();
  });

  it.each([["tool calls", tool], ["thinking", thought]])("is null when the last turn is %s only, whatever was said before it", async (_what, block) => {
    put(says([block]));
    expect(await response()).toBeNull();
    put(asks("one"), says([text("before")]), asks("two"), says([block]));
    expect(await response()).toBeNull();
  });

  it("T1: is the one before while the file has only the prompt of the new turn", async () => {
    put(asks("one"), says([text("first")]), asks("two"));
    expect(await response()).toBe("first");
  });

  it("leaves out what sub-agents said", async () => {
    put(asks("go"), says([text("mine")]), { ...says([text("theirs")]), isSidechain: true });
    expect(await response()).toBe("mine");
  });

  it("is cut at 1,900 characters and `...`", async () => {
    put(says([text("x".repeat(1900))]));
    expect(await response()).toBe("x".repeat(1900));
    put(says([text("x".repeat(2500))]));
    expect(await response()).toBe(`${"x".repeat(1900)}...`);
    expect(await response(10)).toBe(`${"x".repeat(10)}...`);
  });

  it.each([["an emoji", "😀"], ["a family", "👨‍👩‍👧‍👦"], ["a letter with its accent", "e\u0301"], ["a flag", "🇰🇷"]])("is never cut inside %s", async (_what, character) => {
    for (let before = 0; before < character.length + 2; before++) {
      put(says([text("x".repeat(before) + character.repeat(40))]));
      const cut = ((await response(50)) ?? "").slice(before, -3);
      expect(cut).toBe(character.repeat(cut.length / character.length));
      expect(cut.length).toBeGreaterThan(50 - before - character.length);
    }
  });

  it("survives half lines, CRLF, U+2028, unknown kinds and null content", async () => {
    put('{"type":"assis', says(null), { type: "newest" }, says([text("one\u2028line")]));
    appendFileSync(file, '{"type":"assistant","message":{"content":[{"type":"text","te');
    expect(await response()).toBe("one\u2028line");
    writeFileSync(file, `${JSON.stringify(says([text("windows")]))}\r\n`);
    expect(await response()).toBe("windows");
    writeFileSync(file, JSON.stringify(says([text("no line end")])));
    expect(await response()).toBe("no line end");
  });

  it("reads the last 256 KB of a file of a gigabyte, whole lines only", async () => {
    put(says([text("early")]));
    truncateSync(file, 1024 ** 3);
    appendFileSync(file, `\n${JSON.stringify(says([text("로그인 버그를 고쳤습니다")]))}\n`);
    const before = process.memoryUsage().rss;
    expect(await response()).toBe("로그인 버그를 고쳤습니다");
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
    writeFileSync(file, `${JSON.stringify(says([text("x".repeat(300_000))]))}\n${JSON.stringify(asks("y".repeat(100))) }\n`);
    expect(await response()).toBeNull();
  });

  it("does not follow links, and waits for no pipe", async () => {
    const real = join(folder, "real.jsonl");
    writeFileSync(real, `${JSON.stringify(says([text("secret")]))}\n`);
    symlinkSync(real, file);
    expect(await response()).toBeNull();
    rmSync(file);
    execFileSync("mkfifo", [file]);
    expect(await response()).toBeNull();
    expect(await extractLastAssistantResponse(folder)).toBeNull();
  });

  it.each([
    ["i-basic/a678ddb7-07c0-488a-8168-b6cac2fab641.jsonl", "Scenario basic finished at step 9."],
    ["i-ask/44c1d25d-825c-4ba8-9371-6d3a39a47fe1.jsonl", "Thanks for the answer."],
    ["i-perm-deny/bd8c8748-7b94-4472-a9c2-9fc2aa531a8e.jsonl", null],
    ["cap-basic/7f0e89b8-e924-495b-94f1-404eccac770f/subagents/agent-a6502c30ffe692914.jsonl", "Subagent final report: notes look fine."],
  ])("T11: of the recorded %s is %s", async (name, expected) => {
    copyFileSync(join(fixtures, name), file);
    expect(await response()).toBe(expected);
  });
});
