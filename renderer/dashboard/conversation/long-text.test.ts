import { describe, expect, it } from "vitest";
import { cutText, firstLine } from "./long-text.ts";

const steps = { first: 1_000, lines: 100, step: 2_000 };

describe("long texts", () => {
  it("a text that is hardly longer is shown whole", () => expect(cutText("x".repeat(1_400), steps, 0).left).toBe(0));

  it("is shown in steps until all of it is there", () => {
    const text = "x".repeat(5_000);
    expect([0, 1, 2].map((taken) => cutText(text, steps, taken).left)).toEqual([4_000, 2_000, 0]);
  });

  it("is cut where a line ends, when one does nearby", () => {
    expect(cutText(`${"x".repeat(800)}\n${"y".repeat(900)}`, steps, 0).shown).toBe("x".repeat(800));
    expect(cutText(`${"x".repeat(300)}\n${"y".repeat(1_900)}`, steps, 0).shown).toHaveLength(1_000);
  });

  it("many short lines are long, too", () => {
    const { shown, left } = cutText("word\n".repeat(300), steps, 0);
    expect([shown.split("\n").length, left]).toEqual([100, 1_001]);
  });

  it("never halves a character", () => {
    const { shown, left } = cutText(`x${"🌱".repeat(2_000)}`, steps, 0);
    expect([shown.length, left]).toEqual([999, 3_002]);
    expect(encodeURIComponent(shown)).toContain("%F0%9F%8C%B1");
  });

  it.each([["\n\n  one\ntwo", "one"], ["", ""], ["abcdefgh", "abcd…"], ["abc🌱ef", "abc…"]])("of %j the first line is %j", (text, line) => expect(firstLine(text, 5)).toBe(line));
});
