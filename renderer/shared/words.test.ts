import { describe, expect, it } from "vitest";
import { MASCOT_STATES } from "../../schemas/generated/types.ts";
import en from "../texts/en.json";
import ko from "../texts/ko.json";
import { anAgent } from "./testing/builders.ts";
import { BUBBLE_LENGTH, bubbleText, figureLabel, shorten, wordsOf } from "./words.ts";

const keysOf = (value: object, prefix = ""): string[] =>
  Object.entries(value).flatMap(([key, inner]) => (typeof inner === "object" ? keysOf(inner, `${prefix}${key}.`) : [`${prefix}${key}`]));
const textsOf = (value: object): string[] => Object.values(value).flatMap((inner) => (typeof inner === "object" ? textsOf(inner) : [inner]));

describe("the words of the windows", () => {
  it("are there in English and Korean alike, none empty", () => {
    expect(keysOf(ko)).toEqual(keysOf(en));
    expect([...textsOf(en), ...textsOf(ko)].filter((text) => text.trim() === "")).toEqual([]);
  });

  it("name every state of a mascot in both languages", () => {
    for (const state of MASCOT_STATES) for (const texts of [en, ko]) expect(texts.state).toHaveProperty(state);
  });

  it("say what a tool does in plain words", () => {
    const agent = anAgent({ state: "editing", bubble: { kind: "tool", tool_name: "Edit", target: "store.ts" } });
    expect(bubbleText(agent, wordsOf("en"))).toBe("edits store.ts");
    expect(bubbleText(agent, wordsOf("ko"))).toBe("store.ts 고치는 중");
  });

  it("say a shell's command as one, though it only looks for something", () => {
    const agent = anAgent({ state: "searching", bubble: { kind: "tool", tool_name: "Bash", target: "ls src" } });
    expect(bubbleText(agent, wordsOf("en"))).toBe("runs ls src");
    expect(bubbleText({ ...agent, bubble: { kind: "tool", tool_name: "Grep", target: "TODO" } }, wordsOf("en"))).toBe("looks for TODO");
  });

  it("count helpers by the language's rules", () => {
    const watching = (count: number) => bubbleText(anAgent({ state: "watching", bubble: { kind: "watching", count } }), wordsOf("en"));
    expect([watching(1), watching(3)]).toEqual(["watches 1 helper", "watches 3 helpers"]);
  });

  it.each([["test_failed", "vitest: failed", "tests failed", "vitest 실패"], ["build_failed", "vitest: failed", "build failed", "vitest 실패"], ["warning", "look at vitest", "something to look at", "vitest 확인 필요"]] as const)("say what went wrong: %s", (kind, named, bare, korean) => {
    const agent = (target?: string) => anAgent({ state: "thinking", bubble: { kind, ...(target ? { target } : {}) } });
    expect([bubbleText(agent("vitest"), wordsOf("en")), bubbleText(agent(), wordsOf("en")), bubbleText(agent("vitest"), wordsOf("ko"))]).toEqual([named, bare, korean]);
  });

  it("keep a bubble within its length without halving a character", () => {
    const long = anAgent({ state: "running", bubble: { kind: "tool", target: "아주 긴 명령을 실행합니다 그리고 더 길게 👩‍💻👩‍💻👩‍💻👩‍💻👩‍💻" } });
    const text = bubbleText(long, wordsOf("ko")) ?? "";
    expect(text.endsWith("…")).toBe(true);
    expect([...new Intl.Segmenter("ko", { granularity: "grapheme" }).segment(text)].length).toBe(BUBBLE_LENGTH);
    expect(shorten("👩‍💻👩‍💻👩‍💻", 2)).toBe("👩‍💻…");
    expect(shorten("runs touch notes.txt", 17)).toBe("runs touch notes…");
  });

  it("tell a screen reader who needs the person and why", () => {
    const agent = anAgent({ display_name: "garden", state: "asking_permission", bubble: { kind: "permission", target: "npm publish" } });
    expect(figureLabel(agent, wordsOf("en"))).toBe("garden needs you: needs your permission, may I? npm publish");
  });
});
