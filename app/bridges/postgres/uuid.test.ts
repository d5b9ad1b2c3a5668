import { expect, it } from "vitest";
import { knownUuidOf, uuidOf } from "./uuid.ts";

it("a name has the same id for ever: what central databases hold stays what it is", () => {
  expect(uuidOf("11111111-2222-4333-8444-555555555555", "event", "evt_20261128_1")).toBe("69842462-e1da-5486-8301-bf6610bd6197");
  for (let n = 0; n < 3_000; n++) expect(knownUuidOf("agent", String(n % 1_500))).toBe(uuidOf("agent", String(n % 1_500)));
  expect(uuidOf("a", "b")).not.toBe(uuidOf("ab"));
});
