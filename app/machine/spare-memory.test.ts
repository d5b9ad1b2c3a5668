import { getHeapSpaceStatistics } from "node:v8";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { AFTER_BURST_MS, APART_MS, collectGarbage, createSpareMemory, isLoose, QUIET_MS } from "./spare-memory.ts";

const after = (ms: number, run: () => void) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

describe("memory that is of no more use", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });

  it("is given back when the start is over and nothing came for a while", () => {
    const giveBack = vi.fn();
    const spare = createSpareMemory({ after, giveBack });
    vi.advanceTimersByTime(QUIET_MS);
    spare.noteWork();
    vi.advanceTimersByTime(QUIET_MS + 1);
    expect(giveBack).not.toHaveBeenCalled();
    vi.advanceTimersByTime(QUIET_MS);
    expect(giveBack).toHaveBeenCalledOnce();
  });

  it("is given back a second time when the burst is out of the engine's sight, later if something came in between", () => {
    const giveBack = vi.fn();
    const spare = createSpareMemory({ after, giveBack });
    vi.advanceTimersByTime(2 * QUIET_MS + AFTER_BURST_MS);
    expect(giveBack).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(APART_MS);
    spare.noteWork();
    vi.advanceTimersByTime(QUIET_MS);
    expect(giveBack).toHaveBeenCalledTimes(3);
    spare.noteWork();
    vi.advanceTimersByTime(AFTER_BURST_MS);
    expect(giveBack).toHaveBeenCalledTimes(3);
    vi.advanceTimersByTime(AFTER_BURST_MS);
    expect(giveBack).toHaveBeenCalledTimes(4);
  });

  it("is not looked for while events keep coming, nor soon again", () => {
    const giveBack = vi.fn();
    const spare = createSpareMemory({ after, giveBack });
    for (let ms = 0; ms < APART_MS; ms += 1_000) {
      spare.noteWork();
      vi.advanceTimersByTime(1_000);
    }
    expect(giveBack).not.toHaveBeenCalled();
    vi.advanceTimersByTime(QUIET_MS);
    expect(giveBack).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(AFTER_BURST_MS);
    expect(giveBack).toHaveBeenCalledTimes(2);
    spare.noteWork();
    vi.advanceTimersByTime(APART_MS - QUIET_MS);
    expect(giveBack).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(3 * QUIET_MS);
    expect(giveBack).toHaveBeenCalledTimes(4);
  });

  it("is left alone, without a timer, for as long as nothing comes; the next event begins it anew", () => {
    const giveBack = vi.fn();
    const spare = createSpareMemory({ after, giveBack });
    vi.advanceTimersByTime(2 * QUIET_MS + AFTER_BURST_MS + APART_MS);
    expect(vi.getTimerCount()).toBe(0);
    giveBack.mockClear();
    spare.noteWork();
    vi.advanceTimersByTime(QUIET_MS);
    expect(giveBack).toHaveBeenCalledOnce();
    spare.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});

it("a collection takes what nothing holds any more", () => {
  const gone = new WeakRef({ large: new Array(1_000).fill("x") });
  // A weak reference holds for the rest of the turn that made it.
  return new Promise<void>((resolve) => setTimeout(resolve, 0)).then(() => {
    collectGarbage();
    expect(gone.deref()).toBeUndefined();
  });
});

describe("pages of old objects that are half empty", () => {
  const spaces = (old: number, used: number) => [{ space_name: "new_space", space_size: 64e6, space_used_size: 0 }, { space_name: "old_space", space_size: old, space_used_size: used }];

  it.each([["much", 19.9e6, 11.7e6, true], ["a little", 13.9e6, 10.9e6, false], ["nothing", 8e6, 8e6, false]] as const)("count when they hold %s of nothing", (_, old, used, loose) => {
    expect(isLoose(spaces(old, used))).toBe(loose);
  });

  it("are brought together", async () => {
    let made: object[] | null = Array.from({ length: 600_000 }, (_, n) => ({ n, text: `${n}` }));
    collectGarbage();
    const kept = made.filter((_, n) => n % 7 === 0);
    made = null;
    await new Promise<void>((resolve) => setTimeout(resolve, 0));
    collectGarbage();
    expect(isLoose(getHeapSpaceStatistics())).toBe(true);
    collectGarbage();
    expect(isLoose(getHeapSpaceStatistics())).toBe(false);
    expect(kept).toHaveLength(85_715);
  });
});
