import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { followToday, today } from "./today.ts";

const page = new EventTarget();
const ends: (() => void)[] = [];

beforeEach(() => {
  vi.stubEnv("TZ", "UTC");
  vi.stubGlobal("window", page);
  vi.useFakeTimers({ now: new Date(2026, 10, 29, 23, 59, 50) });
});
afterEach(() => {
  for (const stop of ends.splice(0)) stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const dayBegan = (day: number) => new Date(2026, 10, day).getTime();

it("the next day is told as it begins, once, and the days after it", () => {
  const told: number[] = [];
  const stop = followToday(() => told.push(today()));
  ends.push(stop);
  expect(today()).toBe(dayBegan(29));
  vi.advanceTimersByTime(9_999);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(86_400_000);
  expect(told).toEqual([dayBegan(30)]);
  vi.advanceTimersByTime(1);
  expect(told).toEqual([dayBegan(30), dayBegan(31)]);
  stop();
  expect(vi.getTimerCount()).toBe(0);
});

it("who looks at the window after the computer slept or came to another time zone is told at once", () => {
  const told: number[] = [];
  ends.push(followToday(() => told.push(today())));
  vi.setSystemTime(new Date(2026, 10, 30, 8));
  page.dispatchEvent(new Event("focus"));
  page.dispatchEvent(new Event("focus"));
  expect(told).toEqual([dayBegan(30)]);
  vi.stubEnv("TZ", "Pacific/Kiritimati");
  vi.advanceTimersByTime(15 * 60_000);
  expect(told).toEqual([told[0], new Date(2026, 10, 30).getTime()]);
});

it("it is today also when nobody was told for long", () => {
  vi.setSystemTime(new Date(2026, 11, 24, 12));
  expect(today()).toBe(new Date(2026, 11, 24).getTime());
});
