import { describe, expect, it } from "vitest";
import { remembering } from "./remembered-words.ts";

/** Words that count how often each text was put together. */
function counted() {
  const asked: string[] = [];
  const words = remembering((key, values) => {
    asked.push(key);
    return `${key} ${Object.values(values).map((value) => (typeof value === "object" ? JSON.stringify(value) : String(value))).join(" ")}`.trim();
  });
  return { asked, words };
}

describe("texts are put together once", () => {
  it("the same question is looked up once, with the same values too", () => {
    const { asked, words } = counted();
    expect([words("quit"), words("quit"), words("count", { count: 2 }), words("count", { count: 2 })]).toEqual(["quit", "quit", "count 2", "count 2"]);
    expect(asked).toEqual(["quit", "count"]);
  });

  it.each([
    ["another number", { count: 2 }, { count: 3 }],
    ["a number and its digits", { count: 2 }, { count: "2" }],
    ["another name", { name: "a" }, { label: "a" }],
    ["a value that is not given", { name: "a" }, { name: "a", host: undefined }],
  ])("%s is another question", (_what, one, other) => {
    const { asked, words } = counted();
    words("key", one);
    words("key", other);
    expect(asked).toHaveLength(2);
  });

  it("values that are no plain ones are looked up each time: they may have changed inside", () => {
    const { words } = counted();
    const list = ["a"];
    expect(words("names", { list })).toBe('names ["a"]');
    list.push("b");
    expect(words("names", { list })).toBe('names ["a","b"]');
  });

  it("names that never come again do not fill the memory", () => {
    const { asked, words } = counted();
    for (let n = 0; n < 1_000; n++) words("agent", { name: String(n) });
    words("agent", { name: "999" });
    expect(asked).toHaveLength(1_000);
    words("agent", { name: "1000" });
    words("agent", { name: "999" });
    expect(asked, "all are forgotten at once").toHaveLength(1_002);
  });
});
