import { describe, expect, it } from "vitest";
import { back, go, placeOf, START } from "./place.ts";

describe("the places of the dashboard", () => {
  it.each([
    [{}, { page: "now" }],
    [{ agent_id: "a" }, { page: "now", agent_id: "a" }],
    [{ page: "hooks" }, { page: "hooks" }],
    [{ page: "events" }, { page: "now" }],
    [{ session_id: "s" }, { page: "sessions", session_id: "s" }],
    [{ page: "sessions", session_id: "s" }, { page: "sessions", session_id: "s" }],
    [{ page: "now", session_id: "s" }, { page: "now" }],
  ] as const)("main's wish %j leads to %j", (wish, place) => expect(placeOf(wish)).toEqual(place));

  it("a conversation lies over the page that it was opened from", () => {
    const found = go(START, { page: "search" });
    const reading = go(found, { page: "sessions", session_id: "s", at: "5.1" });
    expect(reading).toEqual({ base: { page: "search" }, conversation: { page: "sessions", session_id: "s", at: "5.1" } });
    expect(go(reading, { page: "sessions", session_id: "other" }).base).toBe(found.base);
    expect(back(reading)).toEqual(found);
  });

  it("any other page takes the place of the one before, and back from it leads nowhere", () => {
    const data = go(go(START, { page: "sessions", session_id: "s" }), { page: "data" });
    expect(data).toEqual({ base: { page: "data" }, conversation: null });
    expect(back(data)).toBe(data);
  });
});
