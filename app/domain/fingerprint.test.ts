/** Payloads without a delivery id are told apart by what they say and when. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson, fingerprintKeys, inputDigest } from "./fingerprint.ts";
import { hash32, hash64 } from "./hashing.ts";

const AT = Date.UTC(2026, 1, 20, 15, 0, 0, 500);
const keys = (payload: unknown, at = AT, tool = "Bash", session = "s") => fingerprintKeys(session, tool, at, payload, hash64);
const same = (a: string[], b: string[]) => a.some((key) => b.includes(key));

describe("fingerprints", () => {
  const payload = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls", b: 1 } };

  it("A17: the same payload 11 ms later is the same, also across a second's border", () => {
    expect(same(keys(payload), keys(payload, AT + 11))).toBe(true);
    expect(same(keys(payload, AT + 495), keys(payload, AT + 506))).toBe(true);
  });

  it("two seconds later it is another", () => {
    expect(same(keys(payload), keys(payload, AT + 2_000))).toBe(false);
  });

  it("what the forwarder adds does not count, and neither does the order of keys", () => {
    expect(keys({ ...payload, _meta: { collected_at: "now" } })).toEqual(keys(payload));
    expect(keys({ tool_input: { b: 1, command: "ls" }, tool_name: "Bash", hook_event_name: "PreToolUse" })).toEqual(keys(payload));
  });

  it("another session, tool or payload is another", () => {
    expect(same(keys(payload), keys(payload, AT, "Bash", "other"))).toBe(false);
    expect(same(keys(payload), keys(payload, AT, "Read"))).toBe(false);
    expect(same(keys(payload), keys({ ...payload, tool_input: { command: "ls ", b: 1 } }))).toBe(false);
  });

  it("a payload without session and tool has one too", () => {
    expect(fingerprintKeys(null, undefined, AT, [], hash64)).toHaveLength(2);
  });
});

describe("canonical JSON", () => {
  it("is the same for equal values, whatever the order of their keys", () => {
    const reversed = (value: unknown): unknown =>
      Array.isArray(value) ? value.map(reversed) : typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value).reverse().map(([k, v]) => [k, reversed(v)])) : value;
    fc.assert(fc.property(fc.jsonValue(), (value) => canonicalJson(reversed(value)) === canonicalJson(value)));
  });

  it("is JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("ends on a value nested without end", () => {
    let deep: unknown = 1;
    for (let i = 0; i < 100_000; i++) deep = [deep];
    expect(canonicalJson(deep).length).toBeLessThan(1_000);
  });
});

describe("digests", () => {
  it("are equal for deep-equal inputs only", () => {
    expect(inputDigest({ command: "ls", description: "x" })).toBe(inputDigest({ description: "x", command: "ls" }));
    expect(inputDigest({ command: "ls" })).not.toBe(inputDigest({ command: "ls -l" }));
    expect(inputDigest(undefined)).toBe(inputDigest(null));
  });

  it("do not collide over a hundred thousand similar inputs", () => {
    expect(new Set(Array.from({ length: 100_000 }, (_, i) => hash64(`{"command":"echo ${i}"}`))).size).toBe(100_000);
    expect(new Set(Array.from({ length: 1_000 }, (_, i) => hash32(`agent-${i}`))).size).toBe(1_000);
  });
});
