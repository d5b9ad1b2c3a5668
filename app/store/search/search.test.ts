/** Finding: what a person types is found where it stands, whatever it is made of. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SearchQuery } from "../../../schemas/generated/types.ts";
import type { ConversationStore } from "../../conversation-parts.ts";
import { call, draft, patch, project, reply } from "../testing/conversation-fixture.ts";
import { cleanUp, newFile, NOON, open } from "../testing/store-fixture.ts";

const DAY_MS = 86_400_000;
let store: ConversationStore;

const TEXTS = {
  login: "로그인버그를 고쳐 주세요",
  ticket: "Ticket POL-358 is open, POL-359 is not",
  date: "deployed on 2026-04-20",
  version: "Ubuntu 20.04 has it",
  path: "look at app/store/main.ts and at ConversationStore.ts",
  apostrophe: "I don’t think so",
  kebab: "agentic-os needs the pre-edit hook",
  code: "for (const x of xs) snake_case_name += a->b; c++ // TODO: fix",
  capital: "GRÜNE Äpfel und STRASSE",
  emoji: "ship it 🚀 now",
  han: "日本語の検索も動く",
  percent: "100% of 50_000 *stars* \"quoted words here\" \\back",
  thai: "ภาษาไทย",
  nul: "before\0after",
  long: `${"x ".repeat(2000)}needle ${"y ".repeat(2000)}`,
};

beforeAll(async () => {
  store = (await open(newFile())).conversation;
  const drafts = Object.entries(TEXTS).map(([id, content], n) => draft({ id, content, ts: NOON + n }));
  await project(store, drafts);
  await project(store, [
    call("Bash", { command: "grep -rn needle_in_args .", nested: { list: ["deep treasure", 4711] } }, { id: "bash", ts: NOON + DAY_MS, metadata: { result: "nothing of the result is found" } }),
    reply({ id: "reply", content: "The answer is treasure", ts: NOON + 2 * DAY_MS, session_id: "session-b" }),
  ], [patch(), patch({ project: "/work/meadow" }, {}, "session-b")]);
  await store.saveSummary("session-b", { asked: ["find the lantern"], done: [], files: [], tools: {}, failures: [], open: [], last_reply: null, made_at: NOON + 2 * DAY_MS });
});
afterAll(cleanUp);

const found = async (text: string, more: Partial<SearchQuery> = {}) => (await store.search({ text, ...more })).items.map((item) => item.interaction_id);

describe("finds", () => {
  it.each([
    ["Korean inside a word", "버그", "login"], ["the word whole", "로그인버그를", "login"], ["two Korean words", "버그 고쳐", "login"], ["a single character", "그", "login"],
    ["an identifier with a hyphen", "POL-358", "ticket"], ["in any case", "pol-358", "ticket"], ["M11: a word with a hyphen", "agentic-os", "kebab"], ["M11: another", "pre-edit", "kebab"],
    ["a version", "20.04", "version"], ["a file name", "main.ts", "path"], ["a path", "store/main.ts", "path"], ["the end of a path", "Store.ts", "path"],
    ["a part of a camelCase name", "conversation", "path"], ["an apostrophe", "don't", "apostrophe"], ["the typographic one", "don’t", "apostrophe"],
    ["a snake_case name", "snake_case", "code"], ["signs behind a word", "c++", "code"], ["signs alone", "->", "code"], ["a single letter", "x of", "code"],
    ["letters with dots, in small", "grüne", "capital"], ["an emoji", "🚀", "emoji"], ["Han and kana", "検索", "han"], ["a single Han character", "語", "han"], ["Thai", "ไทย", "thai"],
    ["per cent", "100%", "percent"], ["a word between stars", "*stars*", "percent"], ["a phrase", '"quoted words"', "percent"], ["a backslash", "\\back", "percent"],
    ["the beginning of a word", "needl", "bash"], ["a beginning with a star", "needl*", "bash"], ["a tool's input", "needle_in_args", "bash"], ["deep in a tool's input", "treasure", "bash"],
    ["a number in a tool's input", "4711", "bash"], ["a reply", "answer", "reply"], ["what stands behind a NUL", "after", "nul"], ["a summary", "lantern", "summary:session-b"],
  ])("%s: %s", async (_what, text, id) => {
    expect(await found(text)).toContain(id);
  });

  it.each([
    ["parts that stand apart", "20.04", "date"], ["another number", "POL-358", "kebab"], ["words in another order as a phrase", '"words quoted"', "percent"], ["the middle of a Latin word", "eedle", "long"],
    ["a short word inside a word", "ai", "reply"], ["one word of two", "needle treasure", "long"], ["what a tool answered", "nothing of the result", "bash"],
  ])("does not find %s: %s", async (_what, text, id) => {
    expect(await found(text)).not.toContain(id);
  });

  it("nothing for nothing", async () => {
    for (const text of ["", "   ", '"', '""', "\0"]) expect(await store.search({ text })).toEqual({ items: [], more: false });
  });
});

describe("filters", () => {
  it.each([
    ["project", { project: "/work/meadow" }, ["reply"]], ["role", { role: "user" as const }, []], ["tool", { tool: "Bash" }, ["bash"]], ["session", { session_id: "session-b" }, ["reply"]],
    ["from", { from: NOON + 2 * DAY_MS }, ["reply"]], ["to", { to: NOON + 2 * DAY_MS - 1 }, ["bash"]], ["a span without any", { from: NOON + 5, to: NOON + 9 }, []],
    ["an unknown session", { session_id: "nobody" }, []], ["a span the wrong way round", { from: NOON + 3 * DAY_MS, to: NOON }, []], ["all of time", { from: 0, to: 8e15 }, ["reply", "bash"]],
  ])("by %s", async (_name, filter, ids) => {
    expect(await found("treasure", filter)).toEqual(ids);
  });
});

describe("answers", () => {
  it("newest first, and says when there is more", async () => {
    expect(await found("treasure")).toEqual(["reply", "bash"]);
    const first = await store.search({ text: "treasure", limit: 1 });
    expect([first.items.map((item) => item.interaction_id), first.more]).toEqual([["reply"], true]);
  });

  it("with the found pieces marked in what stands around them", async () => {
    const hit = (await store.search({ text: "버그 주세요" })).items[0];
    expect(hit?.snippet).toEqual([
      { text: "로그인", hit: false }, { text: "버그", hit: true }, { text: "를 고쳐 ", hit: false }, { text: "주세요", hit: true },
    ]);
    const long = (await store.search({ text: "needle", role: "user" })).items.find((item) => item.interaction_id === "long");
    expect(long?.snippet.filter((piece) => piece.hit)).toEqual([{ text: "needle", hit: true }]);
    expect(long?.snippet.at(0)).toEqual({ text: "…", hit: false });
    expect(long?.snippet.map((piece) => piece.text).join("").length).toBeLessThan(250);
  });
});

describe("never throws", () => {
  const nasty = fc.oneof(
    fc.string({ unit: "binary", maxLength: 40 }), fc.string({ unit: "grapheme", maxLength: 40 }),
    fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)), maxLength: 40 }),
    fc.array(fc.constantFrom('"', "'", "*", "NEAR(", "NEAR(a b, 2)", "AND", "OR", "NOT", "tokens:", "-", "^", "(", ")", "{", "}", "\0", "\uD800", "\uDC00x", "\uE000s1", "🚀", "버", "그", "a", ";--", "+", "\\", "%", "\n"), { maxLength: 14 }).map((parts) => parts.join(" ")),
  );

  it("for any text", async () => {
    await fc.assert(fc.asyncProperty(nasty, async (text) => {
      const { items } = await store.search({ text });
      expect(Array.isArray(items)).toBe(true);
    }), { numRuns: 400 });
  });

  it("and any text that was said is found by itself", async () => {
    await fc.assert(fc.asyncProperty(nasty, async (text) => {
      const { items } = await store.search({ text: `"${text.replaceAll('"', " ").replaceAll("\0", " ").trim()}"` });
      expect(items.every((item) => item.snippet.some((piece) => piece.hit))).toBe(true);
    }), { numRuns: 200 });
    const words = fc.stringMatching(/^[a-zA-Z가-힣0-9\p{Script=Han}éß_.'-]{1,20}$/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
    await fc.assert(fc.asyncProperty(words, async (word) => {
      const { id } = (await project(store, [draft({ content: `before ${word} after` })])).interactions[0] as { id: string };
      expect(await found(word)).toContain(id);
    }), { numRuns: 60 });
  });
});
