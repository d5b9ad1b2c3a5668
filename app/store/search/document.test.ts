/** Words by which the index is filtered, and texts that give the same words again. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { spanTags, textOf, timeTags } from "./document.ts";
import { tokensOf, wellFormed } from "./tokens.ts";

const HOUR_MS = 3_600_000;
const time = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2030, 0, 1) });
const span = fc.tuple(time, fc.integer({ min: 0, max: 4 * 365 * 24 * HOUR_MS }));

it("a span of time has a word of every moment in it, and of none an hour beside it", () => {
  fc.assert(fc.property(span, fc.double({ min: 0, max: 1, noNaN: true }), ([from, length], where) => {
    const tags = new Set(spanTags(from, from + length));
    const has = (ts: number) => timeTags(ts).some((tag) => tags.has(tag));
    expect(has(from + Math.floor(length * where))).toBe(true);
    expect(has(from - HOUR_MS)).toBe(false);
    expect(has(from + length + HOUR_MS)).toBe(false);
  }));
});

it("a span takes few words, one that is too long none", () => {
  expect(spanTags(Date.UTC(2026, 0, 1), Date.UTC(2027, 0, 1) - 1)).toHaveLength(12);
  expect(spanTags(Date.UTC(2026, 0, 30, 22), Date.UTC(2026, 2, 2, 1) - 1)).toHaveLength(2 + 1 + 1 + 1 + 1);
  expect(spanTags(0, Date.UTC(9000, 0, 1))).toBeNull();
  expect(spanTags(5, 4)).toEqual([spanTags(5, 5)?.[0]]);
  expect(spanTags(HOUR_MS, 5)).toEqual([]);
});

it("any moment has words, also one that no calendar has", () => {
  for (const ts of [-1, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 8.64e15]) expect(timeTags(ts)).toHaveLength(3);
});

it("a text gives the same words before and after it was stored", () => {
  const any = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)), maxLength: 60 });
  fc.assert(fc.property(any, (text) => {
    const once = wellFormed(text);
    expect(wellFormed(once)).toBe(once);
    const stored = Buffer.from(text, "utf8").toString("utf8");
    expect(tokensOf(textOf(stored, JSON.stringify({ text })))).toEqual(tokensOf(textOf(text, JSON.stringify({ text }))));
  }));
});

it("no word holds a blank, and no text makes a word that filters", () => {
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 80 }), (text) => {
    for (const token of tokensOf(wellFormed(`${text} \uE000s1 a\uE000s1`))) {
      expect(token).not.toMatch(/[\s"]/);
      expect(token).not.toContain("\uE000");
    }
  }));
});
