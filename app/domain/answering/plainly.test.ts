import { describe, expect, it } from "vitest";
import { plainly } from "./plainly.ts";

describe("an agent's text is shown as it is", () => {
  it.each([
    ["ordinary text", "npm test -- --watch=false\n\techo '한글 👩‍👩‍👧'", "npm test -- --watch=false\n\techo '한글 👩‍👩‍👧'"],
    ["lines of Windows", "a\r\nb", "a\nb"],
    ["a carriage return that would overwrite", "rm -rf ~\rls", "rm -rf ~⟨U+000D⟩ls"],
    ["colours and bells of terminals", "\u001b[31mred\u0007", "⟨U+001B⟩[31mred⟨U+0007⟩"],
    ["text turned round", "a\u202eb\u2066c\u2069", "a⟨U+202E⟩b⟨U+2066⟩c⟨U+2069⟩"],
    ["signs without width", "a\u200bb\ufeffc\u00add", "a⟨U+200B⟩b⟨U+FEFF⟩c⟨U+00AD⟩d"],
    ["signs without shape", "a\u3164b\u2800c", "a⟨U+3164⟩b⟨U+2800⟩c"],
    ["hidden tags", "a\u{e0041}b", "a⟨U+E0041⟩b"],
  ])("%s", (_, text, shown) => {
    expect(plainly(text)).toBe(shown);
  });

  it("emptiness that would push the rest out of sight is counted instead", () => {
    expect(plainly(`ls${"\n".repeat(200)}rm -rf ~`)).toBe("ls\n⟨199 × ⏎⟩\nrm -rf ~");
    expect(plainly(`ls${" ".repeat(500)}; rm -rf ~`)).toBe("ls ⟨500 × ␣⟩ ; rm -rf ~");
    expect(plainly("a\n\n\nb")).toBe("a\n\n\nb");
  });

  it("takes a long text in no time", () => {
    const from = performance.now();
    plainly(`${"\n ".repeat(50_000)}x${" ".repeat(100_000)}y`);
    expect(performance.now() - from).toBeLessThan(500);
  });
});
