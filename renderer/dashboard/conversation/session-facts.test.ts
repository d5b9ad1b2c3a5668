import { expect, it } from "vitest";
import { byFrequency, relativeTo } from "./session-facts.ts";

it("tools are told by how often they were used, then by name", () => expect(byFrequency({ Read: 2, Bash: 5, Edit: 2 })).toEqual([["Bash", 5], ["Edit", 2], ["Read", 2]]));

it.each([
  ["/dev/garden", "/dev/garden/src/a.ts", "src/a.ts"], ["/dev/garden", "/dev/garden-2/a.ts", "/dev/garden-2/a.ts"], ["C:\\dev", "C:\\dev\\a.ts", "a.ts"], ["", "/a.ts", "/a.ts"], ["/dev", "/dev", "/dev"],
])("in %s the file %s is %s", (folder, file, shown) => expect(relativeTo(folder, file)).toBe(shown));
