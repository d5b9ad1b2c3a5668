import { describe, expect, it } from "vitest";
import type { QuietHours } from "../../../schemas/generated/types.ts";
import { nextChange, quietAt, quietEnd, type QuietRules } from "./quiet.ts";
import { changedRules, notifyRules, projectKey } from "./rules.ts";

const at = (hours: number, minutes = 0, day = 10): number => new Date(2026, 2, day, hours, minutes).getTime();
const NO_HOURS: QuietHours = { on: false, from: "22:00", to: "08:00" };
const rules = (more: Partial<QuietRules> = {}): QuietRules => ({ wanted: false, until: null, hours: NO_HOURS, ...more });

describe("do not disturb", () => {
  it.each([
    ["30_minutes", at(14), at(14, 30)],
    ["1_hour", at(23, 30), at(0, 30, 11)],
    ["tomorrow", at(14), at(8, 0, 11)],
    ["tomorrow", at(23, 59), at(8, 0, 11)],
    ["tomorrow", at(1, 30), at(8, 0, 10)],
    ["turned_off", at(14), null],
  ] as const)("for %s from %d ends at the right moment", (wish, now, end) => {
    expect(quietEnd(now, wish)).toBe(end);
  });

  it("holds until its end and no longer, and without an end until it is turned off", () => {
    const wanted = rules({ wanted: true, until: at(15) });
    expect(quietAt(at(14, 59), wanted)).toEqual({ by: "person", until: at(15) });
    expect(quietAt(at(15), wanted)).toEqual({ by: null, until: null });
    expect(quietAt(at(3, 0, 30), rules({ wanted: true }))).toEqual({ by: "person", until: null });
    expect(nextChange(at(14), wanted)).toBe(at(15));
    expect(nextChange(at(14), rules({ wanted: true }))).toBeNull();
  });
});

describe("quiet hours", () => {
  it.each([
    ["22:00", "08:00", at(23), true], ["22:00", "08:00", at(7, 59), true], ["22:00", "08:00", at(8), false], ["22:00", "08:00", at(21, 59), false],
    ["12:30", "13:15", at(12, 30), true], ["12:30", "13:15", at(13, 15), false], ["12:30", "13:15", at(0), false],
    ["09:00", "09:00", at(9), false],
  ])("from %s to %s: at %d quiet is %s", (from, to, now, quiet) => {
    expect(quietAt(now, rules({ hours: { on: true, from, to } })).by).toBe(quiet ? "hours" : null);
  });

  it("end where the clock says, and the next change is their begin or end", () => {
    const hours = { on: true, from: "22:00", to: "08:00" };
    expect(quietAt(at(23), rules({ hours })).until).toBe(at(8, 0, 11));
    expect(nextChange(at(21), rules({ hours }))).toBe(at(22));
    expect(nextChange(at(23), rules({ hours }))).toBe(at(8, 0, 11));
    expect(nextChange(at(23), rules({ hours: { ...hours, on: false } }))).toBeNull();
  });

  it("go on when do not disturb ends within them", () => {
    const both = rules({ wanted: true, until: at(23), hours: { on: true, from: "22:00", to: "08:00" } });
    expect(quietAt(at(22, 30), both).by).toBe("person");
    expect(quietAt(at(23), both).by).toBe("hours");
  });
});

describe("the rules of notifications", () => {
  it("are the usual ones where the person changed nothing", () => {
    expect(notifyRules({})).toMatchObject({ needs: true, finished: true, failed: true, long_turn_minutes: 3, sounds: { on: false } });
    expect(notifyRules({ notify: { needs: false } })).toMatchObject({ needs: false, finished: true });
  });

  it("each end of the quiet hours and each part of the sounds changes alone: two changes at once lose neither", () => {
    const hours = [{ on: true }, { from: "21:00" }, { to: "07:30" }].reduce((rules, quiet_hours) => changedRules(rules, { quiet_hours }), changedRules(undefined, { sounds: { volume: 0.2 } }));
    expect(notifyRules({ notify: hours })).toMatchObject({ quiet_hours: { on: true, from: "21:00", to: "07:30" }, sounds: { on: false, volume: 0.2, needs: true, finished: true, failed: true } });
  });

  it("mute projects and sessions, each once, and only so many sessions", () => {
    const once = changedRules(undefined, { project: { project: "/w/shop", muted: true } });
    expect(changedRules(once, { project: { project: "/w/shop", muted: true } }).muted_projects).toEqual(["/w/shop"]);
    expect(changedRules(once, { project: { project: "/w/shop", muted: false } }).muted_projects).toEqual([]);
    let many = once;
    for (let i = 0; i < 120; i += 1) many = changedRules(many, { session: { session_id: `s${i}`, muted: true } });
    expect(many.muted_sessions).toHaveLength(100);
    expect(many.muted_sessions?.at(-1)).toBe("s119");
    expect(many.muted_projects).toEqual(["/w/shop"]);
  });

  it("name a project by its folder, else by its workspace", () => {
    expect(projectKey({ project_dir: "/w/shop", workspace_id: "shop" })).toBe("/w/shop");
    expect(projectKey({ project_dir: null, workspace_id: "shop" })).toBe("shop");
  });
});
