import { describe, expect, it } from "vitest";
import type { Interaction, InteractionsPage } from "../../../schemas/generated/types.ts";
import { anInteraction } from "../testing/rows.ts";
import { changedFrom, cursorBefore, cursorOf, fromPage, HELD_AT_MOST, type Loaded, positionOf, withNewer, withOlder, withTail } from "./loaded.ts";

const from = (first: number, count: number): Interaction[] => Array.from({ length: count }, (_, n) => anInteraction({ seq: first + n }));
const page = (items: Interaction[], sides: { older?: true; newer?: true } = {}, total = 9_999): InteractionsPage => ({ items, total, ...(sides.older ? { older: "o" } : {}), ...(sides.newer ? { newer: "n" } : {}) });
const ends = ({ items, hasOlder, hasNewer }: Loaded) => [items[0]?.seq, items.at(-1)?.seq, hasOlder, hasNewer];

describe("the part of a conversation that is held", () => {
  it("grows by pages on both sides, without gaps and without doubles", () => {
    const middle = fromPage(page(from(50, 10), { older: true, newer: true }));
    expect(ends(middle)).toEqual([50, 59, true, true]);
    const older = withOlder(middle, page(from(45, 6)));
    expect(ends(older)).toEqual([45, 59, false, true]);
    const newer = withNewer(older, page(from(59, 4)));
    expect([...ends(newer), newer.items.length]).toEqual([45, 62, false, false, 18]);
  });

  it("what is far from where the person reads goes, and is known to be missing", () => {
    const full = fromPage(page(from(5_000, HELD_AT_MOST)));
    expect(ends(withOlder(full, page(from(4_800, 200), { older: true })))).toEqual([4_800, 4_800 + HELD_AT_MOST - 1, true, true]);
    expect(ends(withNewer(full, page(from(5_000 + HELD_AT_MOST, 200))))).toEqual([5_200, 5_199 + HELD_AT_MOST, true, false]);
  });

  it("the end is told anew: a result comes to its call, a late reply in between, and what is gone goes", () => {
    const loaded = fromPage(page(from(1, 10), { older: true }));
    const told = [anInteraction({ seq: 9, content: "changed" }), anInteraction({ seq: 12, ts: 9_500 }), anInteraction({ seq: 11 })];
    const grown = withTail(loaded, 8, page(told, {}, 40), false);
    expect(grown.items.map((item) => item.seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 11]);
    expect([grown.items[8]?.content, grown.total, grown.hasOlder]).toEqual(["changed", 40, true]);
  });

  it("a conversation that grows does not take away what somebody reads far from its end", () => {
    const full = fromPage(page(from(1, HELD_AT_MOST)));
    const news = page(from(HELD_AT_MOST, 300));
    expect(ends(withTail(full, HELD_AT_MOST - 1, news, true))).toEqual([1, HELD_AT_MOST, false, true]);
    expect(ends(withTail(full, HELD_AT_MOST - 1, news, false))).toEqual([300, HELD_AT_MOST + 299, true, false]);
  });

  it("what may have changed begins with the calls that still run", () => {
    const items = from(1, 300);
    expect([changedFrom([]), changedFrom(items.slice(0, 10)), changedFrom(items)]).toEqual([0, 0, 260]);
    const running = items.with(120, anInteraction({ seq: 121, metadata: { ok: null } }));
    expect(changedFrom(running)).toBe(120);
  });

  it("a place is known where an end of the conversation is held", () => {
    const held = fromPage(page(from(1, 3), { older: true, newer: true }, 100));
    expect([positionOf(held, 1), positionOf({ ...held, hasNewer: false }, 1), positionOf({ ...held, hasOlder: false }, 1)]).toEqual([null, 99, 2]);
  });
});

describe("cursors", () => {
  it("name a neighbour", () => expect(cursorOf({ ts: 5, seq: 7 })).toBe("5.7"));
  it.each([["5.7", "5.6"], ["5.0", "5.-1"], ["-5.7", "-5.6"], ["end", null], ["5", null], ["", null], ["5.7.8", null]])("in front of %s is %s", (at, before) => expect(cursorBefore(at)).toBe(before));
});
