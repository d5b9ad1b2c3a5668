import { describe, expect, it } from "vitest";
import { Company, type Drawing, type Rhythm } from "./company.ts";

const BLINKS: Rhythm = { least: 3000, most: 7000, part: ".m-eyes", poses: [{ name: "is-shut", ms: 140 }] };
const IDLE = { looksAbout: true, hasHabit: true };
/** Tells a story of two seconds each time it may. */
function teller() {
  const told = { begun: 0, ended: 0 };
  return { told, stories: { begin: () => (told.begun++, 2000), end: () => void told.ended++ } };
}
const BUSY = { looksAbout: false, hasHabit: false };

/** A clock that is wound by hand, with chances that repeat the same every time. */
class Clock {
  private time = 0;
  private seed = 7;
  private alarms: { at: number; run: () => void }[] = [];
  wakes = 0;

  now = () => this.time;
  chance = () => {
    this.seed = (this.seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return this.seed / 2_147_483_648;
  };
  after = (ms: number, run: () => void) => {
    const alarm = { at: this.time + ms, run };
    this.alarms.push(alarm);
    return () => void (this.alarms = this.alarms.filter((other) => other !== alarm));
  };
  get waiting(): number {
    return this.alarms.length;
  }
  pass(ms: number): void {
    const end = this.time + ms;
    for (let next = this.next(end); next; next = this.next(end)) {
      this.alarms = this.alarms.filter((alarm) => alarm !== next);
      this.time = next.at;
      this.wakes += 1;
      next.run();
    }
    this.time = end;
  }
  private next(end: number) {
    return this.alarms.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
  }
}

/** A figure that writes down when which class came. */
function figure(clock: Clock) {
  const names = new Set<string>();
  const seen: { name: string; at: number }[] = [];
  const classList = {
    add: (...added: string[]) => added.forEach((name) => (names.add(name), seen.push({ name, at: clock.now() }))),
    remove: (...removed: string[]) => removed.forEach((name) => names.delete(name)),
  };
  const drawing = { classList, querySelector: () => ({ classList }) } as unknown as Drawing;
  return { drawing, names, times: (pattern: RegExp) => seen.filter(({ name }) => pattern.test(name)).map(({ at }) => at) };
}

function company(members: number, rhythm = BLINKS, ways = IDLE) {
  const clock = new Clock();
  const group = new Company(rhythm, clock);
  const figures = Array.from({ length: members }, () => figure(clock));
  const leaves = figures.map(({ drawing }) => group.join(drawing, ways));
  return { clock, figures, leaves };
}

const gaps = (times: readonly number[]) => times.slice(1).map((at, i) => at - (times[i] as number));

describe("signs of life", () => {
  it.each([1, 2, 5, 14])("each of %i blinks every 3 to 7 seconds, whoever else is there", (members) => {
    const { clock, figures } = company(members);
    clock.pass(120_000);
    for (const { times } of figures) {
      const pauses = gaps(times(/shut/)).map((gap) => gap - 140);
      expect(pauses.length).toBeGreaterThan(15);
      expect(Math.min(...pauses)).toBeGreaterThanOrEqual(3000);
      // Somebody else's blink is let end first.
      expect(Math.max(...pauses)).toBeLessThanOrEqual(7000 + 140 * members);
    }
  });

  it("five at rest need less than one new picture a second, habits apart", () => {
    const { clock } = company(5);
    clock.pass(300_000);
    expect(clock.wakes / 300).toBeLessThan(1);
  });

  it("never more than three, and never more than half of a group, blink at once", () => {
    for (const members of [2, 4, 14]) {
      const { clock, figures } = company(members);
      clock.pass(120_000);
      const all = figures.flatMap(({ times }) => times(/shut/));
      const together = Math.max(...all.map((at) => all.filter((other) => other === at).length));
      expect(together).toBeLessThanOrEqual(Math.min(3, Math.ceil(members / 2)));
    }
  });

  it("a look aside begins and ends behind a blink, so that it costs no picture of its own", () => {
    const { clock, figures } = company(1);
    clock.pass(300_000);
    const [only] = figures as [ReturnType<typeof figure>];
    const blinkEnds = new Set(only.times(/shut/).map((at) => at + 140));
    const looks = only.times(/aside/);
    expect(looks.length).toBeGreaterThan(3);
    expect(looks.filter((at) => !blinkEnds.has(at))).toEqual([]);
  });

  it("one habit at a time with long pauses, and only of those who have one", () => {
    const { clock, figures } = company(5);
    clock.pass(600_000);
    const habits = figures.flatMap(({ times }) => times(/fidgeting/)).sort((a, b) => a - b);
    expect(habits.length).toBeGreaterThan(8);
    expect(Math.min(...gaps(habits))).toBeGreaterThanOrEqual(24_000);
    const busy = company(3, BLINKS, BUSY);
    busy.clock.pass(600_000);
    expect(busy.figures.flatMap(({ times }) => times(/fidgeting|aside/))).toEqual([]);
  });

  it("a sign of several poses shows them one after the other, and ends in the plain one", () => {
    const { clock, figures } = company(1, { least: 1000, most: 1000, part: null, poses: [{ name: "half", ms: 200 }, { name: "full", ms: 500 }, { name: "half", ms: 200 }] }, BUSY);
    const [only] = figures as [ReturnType<typeof figure>];
    const shown = [1100, 300, 400, 200].map((ms) => (clock.pass(ms), [...only.names]));
    expect(shown).toEqual([["half"], ["full"], ["half"], []]);
  });

  it("who leaves in the middle of a blink leaves with open eyes, and an empty company has no timer", () => {
    const { clock, figures, leaves } = company(2);
    while (figures.every(({ names }) => !names.has("is-shut"))) clock.pass(10);
    for (const leave of leaves) leave();
    expect(figures.flatMap(({ names }) => [...names])).toEqual([]);
    expect(clock.waiting).toBe(0);
  });
});

describe("stories", () => {
  it("take the habit's place, one at a time, and end", () => {
    const clock = new Clock();
    const group = new Company(BLINKS, clock);
    const figures = [0, 1, 2].map(() => ({ ...figure(clock), ...teller() }));
    for (const { drawing, stories } of figures) group.join(drawing, { ...IDLE, stories });
    clock.pass(10 * 60_000);
    const begun = figures.reduce((sum, { told }) => sum + told.begun, 0);
    expect(begun).toBeGreaterThanOrEqual(10);
    expect(begun).toBeLessThanOrEqual(25);
    expect(figures.reduce((sum, { told }) => sum + told.ended, 0)).toBeGreaterThanOrEqual(begun - 1);
    expect(figures.flatMap(({ times }) => times(/fidgeting/))).toEqual([]);
  });

  it("are broken off when whoever tells one has something to do", () => {
    const clock = new Clock();
    const group = new Company(BLINKS, clock);
    const { drawing } = figure(clock);
    const { told, stories } = teller();
    const leave = group.join(drawing, { ...IDLE, stories });
    while (told.begun === 0) clock.pass(100);
    leave();
    expect(told.ended).toBe(1);
    clock.pass(60_000);
    expect(told).toEqual({ begun: 1, ended: 1 });
  });
});
