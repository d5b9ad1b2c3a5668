import { describe, expect, it } from "vitest";
import { LIMITS, limit } from "./limits.ts";

const nested = (depth: number, open = '{"a":', close = "}") => JSON.parse(`${open.repeat(depth)}1${close.repeat(depth)}`) as unknown;

describe("limits of a payload", () => {
  it("an ordinary payload is returned as it is, not copied", () => {
    const payload = { session_id: "s", tool_input: { command: "ls" }, list: [1, "two", null] };
    expect(limit(payload)).toEqual({ value: payload, truncated: false });
    expect(limit(payload).value).toBe(payload);
  });

  it("F9: a long string is cut and flagged, ids beside it stay", () => {
    const { value, truncated } = limit({ tool_response: "word ".repeat(1_600_000), session_id: "s", tool_use_id: "toolu_1" });
    const payload = value as Record<string, string>;
    expect(truncated).toBe(true);
    expect(payload.tool_response!.length).toBeLessThan(LIMITS.string + 50);
    expect(payload.tool_response).toMatch(/…\[\d+ characters cut\]$/);
    expect(payload).toMatchObject({ session_id: "s", tool_use_id: "toolu_1" });
  });

  it("many long strings stay within the total, short ones always stay", () => {
    const payload = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`part${i}`, "x".repeat(200_000)]));
    const { value } = limit({ ...payload, session_id: "the-id" });
    expect(JSON.stringify(value).length).toBeLessThan(LIMITS.total + 100 * 400);
    expect(value).toMatchObject({ session_id: "the-id" });
  });

  it("a cut leaves no half of a token or of a character", () => {
    const secret = "sk-ant-api03-abcdefghij0123456789abcdefghij";
    const { value } = limit({ text: `${"word ".repeat(52_424)}${secret} and more ${"x ".repeat(99_999)}` });
    expect((value as { text: string }).text).not.toMatch(/sk-ant-api03-abc(?!defghij0123456789abcdefghij)/);
    const faces = limit({ text: "🐛".repeat(200_000) }).value as { text: string };
    expect(faces.text).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
  });

  it.each([["objects", '{"a":', "}"], ["arrays", "[", "]"]])("10,000 nested %s end in a note", (_, open, close) => {
    const { value, truncated } = limit(nested(10_000, open, close));
    expect(truncated).toBe(true);
    expect(JSON.stringify(value)).toContain("nested too deeply");
    expect(JSON.stringify(value).length).toBeLessThan(1_000);
  });

  it("a flood of values is cut, top-level ids stay", () => {
    const { value, truncated } = limit({ flood: Array.from({ length: 1_000_000 }, (_, i) => i), session_id: "s", hook_event_name: "Stop" });
    expect(truncated).toBe(true);
    expect(value).toMatchObject({ session_id: "s", hook_event_name: "Stop" });
    expect((value as { flood: unknown[] }).flood.length).toBeLessThanOrEqual(LIMITS.values + 1);
    const keys = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`k${i}`, {}]));
    expect(Object.keys((limit({ keys }).value as { keys: object }).keys).length).toBeLessThanOrEqual(LIMITS.values + 1);
  });

  it("keys that would change what an object is are dropped", () => {
    const { value } = limit(JSON.parse('{"a":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"keep":"x"},"__proto__":{"polluted":1}}'));
    expect(value).toEqual({ a: { keep: "x" } });
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect((value as Record<string, unknown>).polluted).toBeUndefined();
  });
});
