import { expect, it } from "vitest";
import { findAll, snippetOf } from "./found.ts";

const shown = (text: string, ...needles: string[]) => snippetOf(text, findAll(text, needles) ?? []).map((piece) => (piece.hit ? `[${piece.text}]` : piece.text)).join("");

it("lines around what was found are one line in which each is told apart", () => {
  expect(shown("Sort the list\nEdited: list.ts\r\n\n  Ran: npm\ttest\nDone", "list")).toBe("Sort the [list] · Edited: [list].ts · Ran: npm test · Done");
  expect(shown("found\nbelow", "found")).toBe("[found] · below");
});
