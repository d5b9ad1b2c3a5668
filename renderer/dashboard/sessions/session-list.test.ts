import { describe, expect, it } from "vitest";
import type { SessionRow } from "../../../schemas/generated/types.ts";
import { aSessionRow } from "../testing/rows.ts";
import { isShown, joined, nameOf, renewed, SHOWN, standingOf, without } from "./session-list.ts";

const rows = (...ids: string[]): SessionRow[] => ids.map((session_id) => aSessionRow({ session_id }));
const ids = (list: { rows: readonly SessionRow[] }) => list.rows.map((row) => row.session_id);

describe("the list of sessions", () => {
  it("pages are joined; who moved to the top meanwhile is not there twice", () => {
    const list = joined({ rows: rows("a", "b"), next: "2" }, { items: rows("b", "c") });
    expect([ids(list), list.next]).toEqual([["a", "b", "c"], null]);
  });

  it("news come to the top, the pages behind them stay", () => {
    const list = renewed({ rows: rows("a", "b", "c", "d"), next: "4" }, { items: rows("c", "new", "a"), next: "x" });
    expect([ids(list), list.next]).toEqual([["c", "new", "a", "b", "d"], "4"]);
  });

  it("a row of which nothing new is known stays the same object, so that it is not drawn again", () => {
    const before = { rows: [aSessionRow({ session_id: "a", last_at: 1 }), aSessionRow({ session_id: "b", last_at: 1 })], next: "2" };
    const { rows: after } = renewed(before, { items: [aSessionRow({ session_id: "a", last_at: 2 }), aSessionRow({ session_id: "b", last_at: 1 })], next: "x" });
    expect([after[0]?.last_at, after[0] === before.rows[0], after[1] === before.rows[1]]).toEqual([2, false, true]);
  });

  it("begins anew when nothing is known of the first page, and when it is all there is", () => {
    expect(renewed({ rows: rows("a", "b"), next: "2" }, { items: rows("x", "y"), next: "9" })).toEqual({ rows: rows("x", "y"), next: "9" });
    expect(ids(renewed({ rows: rows("a", "gone"), next: null }, { items: rows("a") }))).toEqual(["a"]);
  });

  it("a deleted session is no longer in it", () => expect(ids(without({ rows: rows("a", "b"), next: null }, "a"))).toEqual(["b"]));
});

describe("what a session is doing", () => {
  it.each([
    ["active", { state: "active", phase: "waiting_permission" }, "waiting_permission", "needs_you"],
    ["active", { state: "active", phase: "busy" }, "busy", "working"],
    ["active", { state: "active", phase: "interactable" }, "interactable", "your_turn"],
    ["active", { state: "completed", phase: null }, "completed", "ended"],
    ["active", undefined, "idle", "your_turn"],
    ["idle", undefined, "idle", "your_turn"],
    ["stale", undefined, "stale", "ended"],
  ] as const)("%s in the log and %j in the world is %s, shown among %s", (state, view, standing, shown) => {
    expect(standingOf({ state }, view)).toBe(standing);
    expect(SHOWN.filter((one) => isShown(standing, one))).toEqual(["all", shown]);
  });
});

it("a session is called by its title, else by what was asked first", () => {
  expect([nameOf({ title: "Beans", first_prompt: "plant" }), nameOf({ title: " ", first_prompt: "plant" }), nameOf({ title: null, first_prompt: null })]).toEqual(["Beans", "plant", null]);
});
