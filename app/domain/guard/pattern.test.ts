import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mayMatch } from "./pattern.ts";

describe("a shell's pattern and a name", () => {
  it.each([
    ["*", "a", true], ["a*", "abc", true], ["*c", "abc", true], ["a*c*e", "abcde", true], ["a*c*e", "abcdf", false], ["??", "ab", true], ["??", "a", false], ["[ab]c", "xc", true], ["[]x]c", "]c", true], ["[!]x]c", "ac", true], ["[ac", "[ac", true], ["a[", "a[", true],
    ["", "", true], ["**", "", true], ["a", "", false], ["*.yaml", ".agent-mascot.yaml", true], [".agent-*t.y?ml", ".agent-mascot.yaml", true], [".agent-*x.yaml", ".agent-mascot.yaml", false], ["x".repeat(300), "a", true],
  ])("%s, %s: %s", (pattern, name, expected) => {
    expect(mayMatch(pattern, name)).toBe(expected);
  });

  it("says of stars and letters what a regular expression says", () => {
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom("a", "b", "*", "?"), maxLength: 12 }), fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 12 }), (pattern, name) => {
      expect(mayMatch(pattern, name)).toBe(new RegExp(`^${pattern.replace(/\*+/g, ".*").replace(/\?/g, ".")}$`).test(name));
    }), { numRuns: 2_000 });
  });
});
