import { describe, expect, it } from "vitest";
import type { Open } from "../place.ts";
import { wordsOf } from "../../shared/words.ts";
import { pageCommands } from "./commands.ts";
import { relevance } from "./relevance.ts";

const pages = pageCommands(wordsOf("en"), (() => undefined) as Open);

function found(typed: string): string[] {
  const scored = pages.map(({ id, keywords, text }) => ({ id: id.replace("page ", ""), score: relevance(id, typed, [text, ...keywords]) }));
  return scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score).map(({ id }) => id);
}

describe("what the palette finds", () => {
  it.each([["delete", "data"], ["expor", "data"], ["discord", "bridges"], ["doctor", "hooks"], ["dark", "settings"], ["mem", "memory"], ["settigns", "settings"], ["지우기", "data"], ["디스코드", "bridges"], ["설정", "settings"]])(
    "%s: first of all %s", (typed, page) => expect(found(typed)[0]).toBe(page),
  );

  it("not every page whose letters happen to be there", () => {
    expect(found("delete")).toEqual(["data"]);
    expect(found("discord")).toEqual(["bridges"]);
    expect(relevance("session 1", "delete", ["Overview of sessions, replies and details, tell everyone"])).toBe(0);
  });

  it("a session by its title and its project together", () => expect(relevance("session 1", "parser bakery", ["Fix the parser", "/home/dev/bakery"])).toBeGreaterThan(0));

  it("nothing by its id", () => expect(relevance("session delete", "delete", ["Fix the parser"])).toBe(0));
});
