import { expect, it } from "vitest";
import { EMPTY_ROSTER, filtered, memberOf, type Roster, withMember, withMembers } from "./roster.ts";

const roster = withMembers<number>(EMPTY_ROSTER, [["a", 1], ["b", 2]]);
const listOf = (of: Roster<number>) => [...of.index.keys()].map((key) => [key, memberOf(of, key)]);

it.each<[string, [string, number][]]>([
  ["none", []],
  ["one that is known", [["a", 3]]],
  ["one that is new", [["c", 3]]],
  ["several, known and new, one of them twice", [["c", 3], ["b", 4], ["d", 5], ["c", 6]]],
])("many at once are the same as one after the other: %s", (_which, members) => {
  const single = members.reduce((known, [key, member]) => withMember(known, key, member), roster);
  expect(withMembers(roster, members)).toEqual(single);
});

it("whoever holds the roster of before sees no change", () => {
  withMembers(roster, [["a", 9], ["c", 3]]);
  withMember(roster, "d", 4);
  expect(listOf(roster)).toEqual([["a", 1], ["b", 2]]);
});

it("with known keys alone the index stays the same one, and with nobody all of it", () => {
  expect(withMembers(roster, [["b", 5]]).index).toBe(roster.index);
  expect(withMembers(roster, [])).toBe(roster);
});

it("who is left of it keeps the order", () => {
  expect(listOf(filtered(withMember(roster, "c", 3), (member) => member !== 2))).toEqual([["a", 1], ["c", 3]]);
  expect(filtered(roster, () => true)).toBe(roster);
});
