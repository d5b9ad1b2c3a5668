import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Lines } from "./lines.ts";

const bytes = (text: string) => Buffer.from(text, "utf8");

describe("lines", () => {
  it("end at a line feed and nowhere else", () => {
    expect(new Lines(1_000).push(bytes("a\u2028b\u0085c\r\nd\re\n\n\r\nhalf"))).toEqual(["a\u2028b\u0085c", "d\re"]);
  });

  it("a half line waits for its rest, also in the middle of a character", () => {
    const whole = bytes("로그인 🐛\nrest\n");
    for (let cut = 0; cut <= whole.length; cut++) {
      const lines = new Lines(1_000);
      expect([...lines.push(whole.subarray(0, cut)), ...lines.push(whole.subarray(cut))]).toEqual(["로그인 🐛", "rest"]);
    }
  });

  it("come out the same however they are cut", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" }).map((line) => line.replace(/[\r\n]/g, ""))), fc.array(fc.nat(40)), (texts, cuts) => {
        const whole = bytes(texts.map((line) => `${line}\n`).join(""));
        const lines = new Lines(10_000);
        const got: string[] = [];
        let from = 0;
        for (const cut of cuts) {
          got.push(...lines.push(whole.subarray(from, from + cut)));
          from += cut;
        }
        got.push(...lines.push(whole.subarray(from)));
        expect(got).toEqual(texts.filter((line) => line !== ""));
      }),
    );
  });

  it("one that is too long is passed over, and holds no memory", () => {
    const lines = new Lines(10);
    expect(lines.push(bytes("0123456789A"))).toEqual([]);
    expect(lines.pending).toBe(0);
    expect(lines.push(bytes("BCDEF"))).toEqual([]);
    expect(lines.push(bytes("\nshort\n0123456789AB\nok\n"))).toEqual(["short", "ok"]);
    expect(lines.passedOver).toBe(2);
  });

  it("read from the middle, the first is not whole", () => {
    expect(new Lines(100, true).push(bytes("rest of a line\nwhole\n"))).toEqual(["whole"]);
    expect(new Lines(100, true).push(bytes("\nwhole\n"))).toEqual(["whole"]);
  });
});
