import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LINGERS, LookOut } from "./look-out.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const after = (ms: number, run: () => void) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

function watched(makesWay = true) {
  let looks = false;
  const lookOut = new LookOut({ set: (on) => void (looks = on) }, { after }, makesWay);
  return { lookOut, looks: () => looks };
}

it("goes on for a minute after the last mascot, and no longer", () => {
  const { lookOut, looks } = watched();
  expect(looks()).toBe(false);
  lookOut.want(true);
  expect(looks()).toBe(true);
  lookOut.want(false);
  vi.advanceTimersByTime(LINGERS - 1);
  expect(looks()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(looks()).toBe(false);
});

it("a mascot that comes within the minute keeps it up", () => {
  const { lookOut, looks } = watched();
  for (const now of [true, false]) lookOut.want(now);
  vi.advanceTimersByTime(LINGERS / 2);
  lookOut.want(true);
  vi.advanceTimersByTime(2 * LINGERS);
  expect(looks()).toBe(true);
});

it("mascots that make way for nobody look out for nothing; told otherwise, they begin and end at once", () => {
  const { lookOut, looks } = watched(false);
  lookOut.makeWay(true);
  expect(looks()).toBe(false);
  lookOut.makeWay(false);
  lookOut.want(true);
  expect(looks()).toBe(false);
  lookOut.makeWay(true);
  expect(looks()).toBe(true);
  lookOut.makeWay(false);
  expect(looks()).toBe(false);
});

it("the setting changed while it lingers: off ends it, on does not begin it anew", () => {
  const { lookOut, looks } = watched();
  for (const now of [true, false]) lookOut.want(now);
  lookOut.makeWay(false);
  expect(looks()).toBe(false);
  lookOut.makeWay(true);
  expect(looks()).toBe(false);
});

it("is over with the window, and no timer is left", () => {
  const { lookOut, looks } = watched();
  for (const now of [true, false]) lookOut.want(now);
  lookOut.close();
  expect(looks()).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

it("where nobody tells of full-screen windows nothing happens", () => {
  const lookOut = new LookOut(null, { after }, true);
  for (const now of [true, false]) lookOut.want(now);
  lookOut.makeWay(false);
  expect(() => lookOut.close()).not.toThrow();
});
