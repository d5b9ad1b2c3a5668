import { describe, expect, it } from "vitest";
import { DEFAULT_SETTINGS } from "./home/settings-file.ts";
import { createNames, MOST_NAMES } from "./names.ts";

function named() {
  let now = DEFAULT_SETTINGS;
  const told: string[] = [];
  const settings = { get: () => now, update: async (change: (before: typeof now) => typeof now) => (now = change(now)) };
  return { names: createNames({ settings, mask: (text) => text.replace("secret", "***"), renamed: (id) => void told.push(id) }), told };
}

describe("names that the person gave", () => {
  it("are kept by agent, and told of", async () => {
    const { names, told } = named();
    await names.give("s1", "  Oven\n2 ");
    expect(names.of("s1")).toBe("Oven 2");
    expect(names.of("s2")).toBeNull();
    expect(told).toEqual(["s1"]);
  });

  it("end with an empty one", async () => {
    const { names } = named();
    await names.give("s1", "Oven");
    await names.give("s1", "  ");
    expect(names.of("s1")).toBeNull();
  });

  it("are short, masked, and turn no line around", async () => {
    const { names } = named();
    await names.give("a", "한".repeat(60));
    await names.give("b", "secret\u202e oven");
    expect([...(names.of("a") ?? "")]).toHaveLength(40);
    expect(names.of("b")).toBe("*** oven");
    await names.give("__proto__", "x");
    expect(names.of("toString")).toBeNull();
  });

  it("go with their session, and the first of very many", async () => {
    const { names } = named();
    for (const id of ["s1", "s1:helper", "s2"]) await names.give(id, id);
    await names.forget("s1");
    expect([names.of("s1"), names.of("s1:helper"), names.of("s2")]).toEqual([null, null, "s2"]);
    for (let n = 0; n < MOST_NAMES; n += 1) await names.give(`m${n}`, "x");
    expect(names.of("s2")).toBeNull();
    await names.forget(null);
    expect(names.of("m3")).toBeNull();
  });
});
