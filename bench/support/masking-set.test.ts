import { lintSource } from "@secretlint/core";
import { creator } from "@secretlint/secretlint-rule-preset-recommend";
import { describe, expect, it } from "vitest";
import { maskText } from "../../app/domain/masking.ts";
import { leftOver, negatives, positives, score } from "./masking-set.ts";

describe("the labelled set", () => {
  it("is large and various enough to say something", () => {
    expect(positives().length).toBeGreaterThanOrEqual(300);
    expect(new Set(positives().map(({ family }) => family)).size).toBeGreaterThanOrEqual(25);
    expect(negatives().length).toBeGreaterThanOrEqual(300);
    expect(positives().filter(({ secrets }) => secrets.length === 0 || secrets.includes(""))).toEqual([]);
  });

  it("X1: recall and precision of masking are at least 99 %", () => {
    const { recall, precision, missed, wronged } = score(maskText);
    // What failed is told by its text.
    expect({ recall, missed: recall >= 0.99 ? [] : missed, precision, wronged: precision >= 0.99 ? [] : wronged }).toEqual({ recall: expect.closeTo(1, 1), missed: [], precision: expect.closeTo(1, 1), wronged: [] });
    expect(Math.min(recall, precision)).toBeGreaterThanOrEqual(0.99);
  });

  it("counts what is left of a secret, and what was changed without need", () => {
    const nothing = score((text) => text);
    expect([nothing.recall, nothing.wronged]).toEqual([0, []]);
    const everything = score(() => "***");
    expect([everything.recall, everything.precision]).toEqual([1, everything.positives / (everything.positives + everything.negatives)]);
    const positive = { family: "x", text: "key abcdefghijklmnop end", secrets: ["abcdefghijklmnop"] };
    expect(["key ***mnop end", "key ***klmnop end", "key abcdef*** end"].map((masked) => leftOver(positive, masked))).toEqual([false, true, true]);
  });

  it("masking any of it twice changes nothing more", () => {
    for (const { text } of [...positives(), ...negatives()]) {
      const once = maskText(text);
      expect(maskText(once)).toBe(once);
    }
  });

  it("in JSON, and in JSON in a string, as much is found", () => {
    for (const depth of [1, 2, 3]) {
      const wrapped = (text: string) => Array.from({ length: depth }).reduce<string>((inner) => JSON.stringify({ text: inner, more: "kept" }), text);
      const missed = positives().filter((positive) => {
        const escaped = { ...positive, text: wrapped(positive.text), secrets: positive.secrets.map((secret) => Array.from({ length: depth }).reduce<string>((inner) => JSON.stringify(inner).slice(1, -1), secret)) };
        return leftOver(escaped, maskText(escaped.text));
      });
      expect(1 - missed.length / positives().length, missed.map(({ text }) => text).join("\n")).toBeGreaterThanOrEqual(0.99);
    }
  });
});

describe("a second opinion", () => {
  const config = { rules: [{ id: "@secretlint/secretlint-rule-preset-recommend", rule: creator }] };
  const found = async (content: string) => {
    const { messages } = await lintSource({ source: { content, filePath: "text", ext: ".txt", contentType: "text" }, options: { config, noPhysicFilePath: true } });
    return messages.map(({ ruleId, range }) => `${ruleId}: ${content.slice(...range)}`);
  };

  it("X1: another set of rules finds secrets in the texts, and none in them once masked", async () => {
    const before = await Promise.all(positives().map(({ text }) => found(text)));
    expect(before.filter((secrets) => secrets.length > 0).length).toBeGreaterThan(30);
    const after = await Promise.all(positives().map(({ text }) => found(maskText(text))));
    expect(after.flat()).toEqual([]);
  });
});
