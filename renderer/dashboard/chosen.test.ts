import { expect, it } from "vitest";
import { asKey, fromKey, withChosen } from "./chosen.ts";

it.each([
  ["nothing is chosen", ["/a", "/b"], null, ["/a", "/b"]],
  ["one of them is chosen", ["/a", "/b"], "/b", ["/a", "/b"]],
  ["the chosen one has gone", ["/a"], "/b", ["/a", "/b"]],
  ["the last one has gone", [], "/b", ["/b"]],
  ["the one without a name is chosen, and has gone", ["/a"], "", ["/a", ""]],
])("when %s, of %j and %j are offered %j", (_when, known, chosen, offered) => expect(withChosen(known, chosen)).toEqual(offered));

it.each([[null, ""], ["", "="], ["/a", "=/a"], ["=", "=="]])("the choice of %j is written %j and read again", (value, key) => {
  expect(asKey(value)).toBe(key);
  expect(fromKey(key)).toBe(value);
});
