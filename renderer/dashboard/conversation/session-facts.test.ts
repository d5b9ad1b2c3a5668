import { expect, it } from "vitest";
import { byFrequency, relativeTo, summaryLine } from "./session-facts.ts";

it("tools are told by how often they were used, then by name", () => expect(byFrequency({ Read: 2, Bash: 5, Edit: 2 })).toEqual([["Bash", 5], ["Edit", 2], ["Read", 2]]));

it.each([
  ["/dev/garden", "/dev/garden/src/a.ts", "src/a.ts"], ["/dev/garden", "/dev/garden-2/a.ts", "/dev/garden-2/a.ts"], ["C:\\dev", "C:\\dev\\a.ts", "a.ts"], ["", "/a.ts", "/a.ts"], ["/dev", "/dev", "/dev"],
])("in %s the file %s is %s", (folder, file, shown) => expect(relativeTo(folder, file)).toBe(shown));

it.each([
  ["Ran: npm test: all", "ran", "npm test: all"], ["Failed last: Bash x", "failed_last", "Bash x"], ["Not answered: why?", "not_answered", "why?"], ["Plant: the beans", null, "Plant: the beans"], ["constructor: x", null, "constructor: x"], ["", null, ""],
])("the line %j of a summary is %s: %j", (line, kind, text) => expect(summaryLine(line)).toEqual({ kind, text }));
