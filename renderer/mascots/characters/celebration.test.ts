import { describe, expect, it } from "vitest";
import { Celebrations, CHEER_MS, cheerFor } from "./celebration.ts";

const MINUTE = 60_000;

describe("celebration is calmer the more often it happens", () => {
  it("the first end is grand, the next two are glad, then it nods, and each is shorter", () => {
    const joy = new Celebrations();
    expect([1, 2, 3, 4, 5].map((seq) => joy.of(seq, seq * MINUTE))).toEqual(["grand", "glad", "glad", "nod", "nod"]);
    expect(CHEER_MS.grand).toBeGreaterThan(CHEER_MS.glad);
    expect(CHEER_MS.glad).toBeGreaterThan(CHEER_MS.nod);
  });

  it("the hundredth of a busy day is a nod", () => {
    const joy = new Celebrations();
    const all = Array.from({ length: 100 }, (_, i) => joy.of(i, i * 5 * MINUTE));
    expect(all.filter((cheer) => cheer === "grand")).toHaveLength(1);
    expect(all.at(-1)).toBe("nod");
  });

  it("after a long quiet time the joy is grand again", () => {
    expect(cheerFor([0, MINUTE, 2 * MINUTE, 3 * MINUTE], 60 * MINUTE)).toBe("grand");
  });

  it("drawing the same end again changes nothing", () => {
    const joy = new Celebrations();
    expect([joy.of(1, 0), joy.of(1, 0), joy.of(1, 0), joy.of(2, MINUTE)]).toEqual(["grand", "grand", "grand", "glad"]);
  });
});
