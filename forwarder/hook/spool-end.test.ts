import { describe, expect, test } from "vitest";
import { END_MARK, ENDS_BYTES, isUnderWay, textOfFile, withoutEnd } from "./spool-end.ts";

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

describe("a file that ends with its payload", () => {
  const taken = (text: string, ageMs = 0, limits = { wholeBytes: 1000, cutBytes: 12 }) => textOfFile(Buffer.byteLength(text), ageMs, limits, (from, length) => Buffer.from(text).subarray(from, from + length));
  const PAYLOAD = '{"a":{"b":[{"c":"} \\"]"},{}]},"d":"한 {}","e":[]}';

  test.each([PAYLOAD, "{}", "[]", `${PAYLOAD}\n`])("is whole with its payload, and no beginning of it is: %s", (payload) => {
    const text = `v=3\tprovider=claude\n${payload}`;
    expect(taken(text)).toEqual({ text });
    expect(taken("")).toBeNull();
    for (let length = "v=3".length; length < text.trimEnd().length; length++) expect(taken(text.slice(0, length)), text.slice(0, length)).toBeNull();
  });

  test("of one without an end, or that is no JSON, it is waited for until its writer must be gone", () => {
    for (const payload of ["", '{"a":', "{} not JSON }"]) {
      const text = `v=3\tprovider=claude\n${payload}`;
      expect([0, 4 * MINUTES, 6 * MINUTES, -6 * MINUTES].map((age) => taken(text, age))).toEqual([null, null, { text }, { text }]);
    }
  });

  test("one too large to be parsed is taken once it has not grown for a while", () => {
    const text = `v=3\n{"a":"${"x".repeat(80)}"}`;
    const limits = { wholeBytes: 60, cutBytes: 4 };
    expect(taken(text, 5 * SECONDS, limits)).toBeNull();
    expect(taken(text, 11 * SECONDS, limits)).toEqual({ text: "v=3\n", cut: { head: '{"a"', tail: 'xx"}', bytes: 88 } });
  });
});

test("a file that was renamed into place is whole, whatever it ends with", () => {
  for (const text of ["v=1\tprovider=claude\n{}", '{"delivery_id":"x"}\n{}', `{"a":1}\n${END_MARK}\n`]) {
    expect(isUnderWay(text, text, 0)).toBe(false);
    expect(withoutEnd(text, text)).toBe(text);
  }
});

describe("of a file a reader takes", () => {
  const LIMITS = { wholeBytes: 60, cutBytes: 12 };
  const taken = (text: string, ageMs = 0) => {
    const bytes = Buffer.from(text);
    return textOfFile(bytes.length, ageMs, LIMITS, (from, length) => {
      expect(from >= 0 && length >= 0 && from + length <= bytes.length, "nothing is read beyond its ends").toBe(true);
      return bytes.subarray(from, from + length);
    });
  };
  const long = "abcdefgh".repeat(10);
  const ENDED = `\n${END_MARK}\n`;

  test.each([
    ["all, without the mark", `${LABEL}{"a":1}${ENDED}`, { text: `${LABEL}{"a":1}` }],
    ["nothing while it is written", `${LABEL}{"a":`, null],
    ["nothing of one that has no byte yet", "", null],
    ["both ends of the payload of a long one", `v=1\n${long}`, { text: "v=1\n", cut: { head: "abcdefghabcd", tail: "efghabcdefgh", bytes: 80 } }],
    ["both ends, without the mark that stands within the last bytes", `v=2\n${long}${ENDED}`, { text: "v=2\n", cut: { head: "abcdefghabcd", tail: "defgh", bytes: 80 } }],
    ["both ends of one without a label", long, { text: "", cut: { head: "abcdefghabcd", tail: "efghabcdefgh", bytes: 80 } }],
  ])("%s", (_what, text, expected) => expect(taken(text)).toEqual(expected));
});
