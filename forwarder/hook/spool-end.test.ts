import { describe, expect, test } from "vitest";
import { END_MARK, ENDS_BYTES, isUnderWay, withoutEnd } from "./spool-end.ts";

const LABEL = "v=2\tprovider=claude\n";
const whole = `${LABEL}{"a":1}\n${END_MARK}\n`;
const SECONDS = 1000;
const MINUTES = 60 * SECONDS;

describe("a file of the spool that is written in place", () => {
  test("is whole with its end mark, and no beginning of it is", () => {
    expect(isUnderWay(whole, whole, 0)).toBe(false);
    for (let length = 0; length < whole.length; length++) expect(isUnderWay(whole.slice(0, length), whole.slice(0, length), 0), whole.slice(0, length)).toBe(length === 0 || length >= 3);
    expect(isUnderWay(whole.slice(0, ENDS_BYTES), whole.slice(-ENDS_BYTES), 0)).toBe(false);
  });

  test("is taken as it is when its writer must be gone, also by a clock that was set back", () => {
    const torn = `${LABEL}{"a":`;
    expect([0, 4 * MINUTES, -4 * MINUTES, 6 * MINUTES, -6 * MINUTES].map((age) => isUnderWay(torn, torn, age))).toEqual([true, true, true, false, false]);
  });

  test.each([["a payload that ended its line", '{"a":1}\n'], ["one that did not", '{"a":1}'], ["an empty one", ""]])("%s comes out as it went in", (_name, payload) => {
    const text = `${LABEL}${payload}\n${END_MARK}\n`;
    expect(withoutEnd(text, text)).toBe(LABEL + payload);
  });
});

test("a file that was renamed into place is whole, whatever it ends with", () => {
  for (const text of ["v=1\tprovider=claude\n{}", '{"delivery_id":"x"}\n{}', `{"a":1}\n${END_MARK}\n`]) {
    expect(isUnderWay(text, text, 0)).toBe(false);
    expect(withoutEnd(text, text)).toBe(text);
  }
});
