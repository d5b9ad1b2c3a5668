import { describe, expect, it } from "vitest";
import type { Settings } from "./parts.ts";
import { createQuiet } from "./quiet.ts";
import { settings as someSettings } from "./shell/test-support.ts";

function desk(start: Partial<Settings> = {}) {
  let now = new Date(2026, 2, 10, 14, 0).getTime();
  let current = someSettings(start);
  let timer: { at: number; run: () => void } | null = null;
  let told = 0;
  const listeners = new Set<(settings: Settings) => void>();
  const quiet = createQuiet({
    clock: { now: () => now },
    after: (ms, run) => {
      const mine = { at: now + ms, run };
      timer = mine;
      return () => { if (timer === mine) timer = null; };
    },
    settings: {
      get: () => current,
      update: async (change) => {
        current = change(current);
        for (const listener of listeners) listener(current);
        return current;
      },
      onChange: (listener) => { listeners.add(listener); return () => void listeners.delete(listener); },
    },
  });
  quiet.onChange(() => { told += 1; });
  const pass = (ms: number) => {
    const end = now + ms;
    while (timer !== null && timer.at <= end) {
      const { at, run } = timer;
      timer = null;
      now = at;
      run();
    }
    now = end;
  };
  return { quiet, pass, settings: () => current, told: () => told, waits: () => timer !== null };
}

const MINUTE = 60_000;

describe("do not disturb", () => {
  it("for half an hour ends by itself, is said once at each end, and leaves nothing in the settings", async () => {
    const { quiet, pass, settings, told, waits } = desk();
    expect(waits()).toBe(false);
    await quiet.set("30_minutes");
    expect(quiet.now().by).toBe("person");
    expect(settings().do_not_disturb).toBe(true);
    pass(29 * MINUTE);
    expect([quiet.now().by, told()]).toEqual(["person", 1]);
    pass(MINUTE);
    expect([quiet.now().by, settings().do_not_disturb, told()]).toEqual([null, false, 2]);
    expect(waits()).toBe(false);
  });

  it("until turned off outlives a restart, and is turned off", async () => {
    const first = desk();
    await first.quiet.set("turned_off");
    const second = desk(first.settings());
    expect(second.quiet.state()).toEqual({ by: "person", until: null });
    await second.quiet.set("off");
    expect(second.quiet.now().by).toBeNull();
  });

  it("that ran out while the app was away is over at its start", () => {
    const { quiet, settings } = desk({ do_not_disturb: true, notify: { do_not_disturb_until: "2020-01-01T00:00:00.000Z" } });
    expect(quiet.now().by).toBeNull();
    expect(settings().do_not_disturb).toBe(false);
  });

  it("switched on by the plain switch has no end, whatever end an earlier one had", async () => {
    const { quiet } = desk({ do_not_disturb: true, notify: { do_not_disturb_until: "not a time" } });
    expect(quiet.state()).toEqual({ by: "person", until: null });
  });
});

describe("quiet hours", () => {
  it("begin and end by the clock, and are no do not disturb", () => {
    const { quiet, pass, told } = desk({ notify: { quiet_hours: { on: true, from: "15:00", to: "16:00" } } });
    expect(quiet.now().by).toBeNull();
    pass(60 * MINUTE);
    expect([quiet.now().by, told()]).toEqual(["hours", 1]);
    pass(60 * MINUTE);
    expect([quiet.now().by, told()]).toEqual([null, 2]);
  });
});
