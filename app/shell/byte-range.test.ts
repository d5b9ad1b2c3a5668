import { expect, it } from "vitest";
import { rangeOf } from "./byte-range.ts";

it.each([
  ["nothing", null, null],
  ["all of it, as players begin", "bytes=0-", { first: 0, last: 99 }],
  ["a part", "bytes=10-19", { first: 10, last: 19 }],
  ["one byte", "bytes=99-99", { first: 99, last: 99 }],
  ["the rest", "bytes=90-", { first: 90, last: 99 }],
  ["more than there is", "bytes=90-1000", { first: 90, last: 99 }],
  ["the end", "bytes=-10", { first: 90, last: 99 }],
  ["an end that is longer than all", "bytes=-1000", { first: 0, last: 99 }],
  ["what lies beyond", "bytes=100-", "none"],
  ["an end of no bytes", "bytes=-0", "none"],
  ["several parts", "bytes=0-1,5-6", null],
  ["a part the wrong way round", "bytes=9-3", null],
  ["no numbers", "bytes=-", null],
  ["something else", "lines=0-3", null],
] as const)("a player that asks for %s", (_what, header, range) => expect(rangeOf(header, 100)).toEqual(range));

it("of an empty file there is no part", () => {
  expect([rangeOf("bytes=0-", 0), rangeOf("bytes=-5", 0), rangeOf(null, 0)]).toEqual(["none", "none", null]);
});
