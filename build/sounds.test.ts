import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const samples = (name: string): number[] => {
  const file = readFileSync(join(root, "renderer/mascots/sounds", `${name}.wav`));
  return Array.from({ length: (file.length - 44) / 2 }, (_, i) => file.readInt16LE(44 + i * 2) / 32_768);
};

describe.each(["needs", "finished", "failed"])("the sound %s", (name) => {
  it("is short, soft, begins and ends in silence and never jumps", () => {
    const all = samples(name);
    const peak = Math.max(...all.map(Math.abs));
    expect(all.length / 22_050).toBeLessThan(1);
    expect(peak).toBeGreaterThan(0.45);
    expect(peak).toBeLessThan(0.55);
    expect(Math.abs(all[0]!)).toBeLessThan(0.01);
    expect(Math.abs(all.at(-1)!)).toBeLessThan(0.01);
    expect(Math.max(...all.slice(1).map((sample, i) => Math.abs(sample - all[i]!)))).toBeLessThan(0.35);
    // The sum of a sound without a hum of direct current.
    expect(Math.abs(all.reduce((sum, sample) => sum + sample, 0) / all.length)).toBeLessThan(0.005);
  });
});
