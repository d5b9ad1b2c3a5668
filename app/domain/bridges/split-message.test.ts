import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutMessage, splitMessage } from "./split-message.ts";

const FAMILY = "👨‍👩‍👧‍👦";
const LIMIT = 1_900;
const characters = (text: string) => [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);

describe("a reply in parts", () => {
  it("a short one is one part, as it is", () => {
    expect(splitMessage("done.\n\n```ts\nlet a = 1;\n```", LIMIT)).toEqual(["done.\n\n```ts\nlet a = 1;\n```"]);
  });
  it("nothing to see is no part", () => {
    expect(splitMessage(" \n\t\n", LIMIT)).toEqual([]);
  });
  it("a code block that goes over parts is closed and opened again with its language", () => {
    const code = Array.from({ length: 200 }, (_, n) => `const line${n} = "value";`).join("\n");
    const parts = splitMessage(`Look:\n\`\`\`ts\n${code}\n\`\`\`\nThat is all.`, LIMIT);
    expect(parts.length).toBeGreaterThan(2);
    for (const part of parts) {
      expect(part.length).toBeLessThanOrEqual(LIMIT);
      expect((part.match(/^```/gm) ?? []).length % 2).toBe(0);
    }
    expect(parts.slice(1, -1).every((part) => part.startsWith("```ts\n"))).toBe(true);
    expect(parts.join("\n").replaceAll(/^```(ts)?$\n?/gm, "").replaceAll("\n\n", "\n").trim()).toBe(`Look:\n${code}\nThat is all.`);
  });
  it("an inner fence of fewer marks neither closes nor opens the outer one", () => {
    const inner = Array.from({ length: 90 }, () => "```js\nx\n```\n").join("");
    const parts = splitMessage(`\`\`\`\`md\n${inner}\`\`\`\``, 400);
    for (const part of parts) expect(part.startsWith("````md\n") && part.endsWith("````")).toBe(true);
  });
  it("a fence that is never closed is closed in each part", () => {
    const parts = splitMessage(`~~~python\n${"print(1)\n".repeat(400)}`, LIMIT);
    for (const part of parts) expect(part.startsWith("~~~python\n") && part.endsWith("\n~~~")).toBe(true);
  });
  it.each([["a family", FAMILY], ["Korean in pieces", "\u1100\u1161\u11a8"], ["a flag", "🇰🇷"], ["an accent", "e\u0301"], ["a lone surrogate", "\ud83d"]])("is never cut inside %s", (_name, character) => {
    const parts = splitMessage(character.repeat(1_500), LIMIT);
    expect(parts.join("")).toBe(character.repeat(1_500));
    for (const part of parts) expect(new Set(characters(part)).size).toBeLessThanOrEqual(character === "\ud83d" ? 2 : 1);
  });
  it("words are kept whole where there are words", () => {
    const parts = splitMessage("wonderful ".repeat(500).trim(), LIMIT);
    for (const part of parts) expect(part.split(" ").every((word) => word === "wonderful")).toBe(true);
  });
  it("whatever the text: no part is too long, nothing but breaks and fence lines is lost, and it ends", () => {
    const piece = fc.oneof(fc.constantFrom("```", "```ts\n", "~~~", "````", "\n", "\n\n", " ", FAMILY, "한국어", "`"), fc.string({ maxLength: 40 }));
    const seen = (text: string) => text.replaceAll(/[\s`~]/g, "");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 120 }), fc.integer({ min: 100, max: 300 }), (pieces, limit) => {
        const text = pieces.join("");
        const parts = splitMessage(text, limit);
        for (const part of parts) expect(part.length).toBeLessThanOrEqual(limit);
        // Languages of fences that were opened again come twice, so all of the text is there in its order, and maybe more.
        let at = 0;
        const all = seen(parts.join(""));
        for (const character of seen(text)) {
          at = all.indexOf(character, at) + 1;
          if (at === 0) throw new Error("something is lost");
        }
      }),
      { numRuns: 300 },
    );
  });
  it("a megabyte is split in no time", () => {
    const start = performance.now();
    splitMessage(`~~~\n${"x".repeat(1_000_000)}`, LIMIT);
    expect(performance.now() - start).toBeLessThan(3_000);
  });
});

describe("a reply that is cut", () => {
  it("has 1,900 characters and three dots", () => {
    expect(cutMessage("a".repeat(2_001), LIMIT)).toBe(`${"a".repeat(1_900)}...`);
    expect(cutMessage("a".repeat(1_900), LIMIT)).toBe("a".repeat(1_900));
  });
  it("ends before a character that does not fit", () => {
    expect(cutMessage("a".repeat(1_899) + FAMILY, LIMIT)).toBe(`${"a".repeat(1_899)}...`);
  });
});
