import { expect, it } from "vitest";
import { draftOf, forgetDrafts, keepDraft } from "./kept-drafts.ts";

it("what was typed to a request is kept while the request waits, and no longer", () => {
  expect(draftOf("a", "reason", null)).toBeNull();
  keepDraft("a", "reason", "because");
  keepDraft("a", "always", [1]);
  keepDraft("b", "reason", "another");
  expect([draftOf("a", "reason", null), draftOf("a", "always", []), draftOf("b", "reason", null)]).toEqual(["because", [1], "another"]);
  forgetDrafts(new Set(["b", "c"]));
  expect([draftOf("a", "reason", null), draftOf("b", "reason", null)]).toEqual([null, "another"]);
});
