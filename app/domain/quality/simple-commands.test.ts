import { describe, expect, it } from "vitest";
import { checksOf } from "./check-commands.ts";
import { simpleCommands } from "./simple-commands.ts";

describe("a line as what it runs", () => {
  it.each<[string, [string | null, string, string | null][]]>([
    ["npm test", [[null, "npm test", null]]],
    ["cd app && npm test 2>&1 | tail -3", [[null, "cd app", "&&"], ["&&", "npm test", "|"], ["|", "tail -3", null]]],
    ["make; make test &", [[null, "make", ";"], [";", "make test", "&"]]],
    ["(cd a && go test ./...) || true", [[null, "cd a", "&&"], ["&&", "go test ./...", "||"], ["||", "true", null]]],
    ["A='x y' npm run \"build\" > log # comment", [[null, "A='x y' npm run build", null]]],
    ["cat <<EOF\nnpm test\nEOF\nmake", [[null, "cat", ";"], [";", "make", null]]],
    ["[[ -f a ]] && pytest", [[null, "TestCommand", "&&"], ["&&", "pytest", null]]],
    ["if npm test; then echo; fi; make", [[null, "If", ";"], [";", "make", null]]],
    ["! npm test && make", [[null, "Negation", "&&"], ["&&", "make", null]]],
    ["", []],
  ])("%s", (line, expected) => {
    expect(simpleCommands(line).map(({ words, before, after }) => [before, words.join(" "), after])).toEqual(expected);
  });

  it("a check whose failure is wished for is none", () => {
    expect(checksOf("! npm test")).toEqual([]);
  });
});
