import { describe, expect, it, vi } from "vitest";
import type { Interaction, InteractionsPage, InteractionsQuery } from "../../../schemas/generated/types.ts";
import { anInteraction } from "../testing/rows.ts";
import { ConversationReader } from "./reader.ts";

/** Answers as main does, from rows that a test changes. */
class FakeMain {
  rows: Interaction[];
  asked: InteractionsQuery[] = [];
  hold: Promise<void> = Promise.resolve();
  broken = false;

  constructor(count: number) {
    this.rows = Array.from({ length: count }, (_, n) => anInteraction({ seq: n + 1 }));
  }

  readonly ask = async (query: InteractionsQuery): Promise<InteractionsPage> => {
    this.asked.push(query);
    await this.hold;
    if (this.broken) throw new Error("gone");
    const { after, before, limit = 200 } = query;
    const seq = (cursor: string | undefined) => Number(cursor?.split(".")[1]);
    const range = this.rows.filter((row) => (before === undefined || before === "end" || row.seq < seq(before)) && (after === undefined || row.seq > seq(after)));
    const items = before === undefined ? range.slice(0, limit) : range.slice(-limit);
    const [first, last] = [items[0], items.at(-1)];
    const isOlder = first !== undefined && this.rows[0] !== first;
    const isNewer = last !== undefined && this.rows.at(-1) !== last;
    return { items, total: this.rows.length, ...(isOlder ? { older: "older" } : {}), ...(isNewer ? { newer: "newer" } : {}) };
  };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));
const held = (reader: ConversationReader) => {
  const { items, hasOlder, hasNewer } = reader.current().loaded;
  return [items[0]?.seq, items.at(-1)?.seq, hasOlder, hasNewer];
};

async function opened(count: number, at?: string): Promise<{ main: FakeMain; reader: ConversationReader }> {
  const main = new FakeMain(count);
  const reader = new ConversationReader(main.ask, "s1");
  reader.open(at);
  await settled();
  return { main, reader };
}

async function grown(reader: ConversationReader): Promise<void> {
  vi.useFakeTimers();
  reader.grew();
  await vi.advanceTimersByTimeAsync(200);
  vi.useRealTimers();
  await settled();
}

describe("reading a conversation", () => {
  it("opens at its end and loads what is scrolled to, one question at a time", async () => {
    const { main, reader } = await opened(1_000);
    expect([held(reader), reader.current().goal]).toEqual([[921, 1_000, true, false], { to: "end" }]);
    reader.loadOlder();
    reader.loadOlder();
    await settled();
    expect([held(reader), main.asked.length]).toEqual([[721, 1_000, true, false], 2]);
    reader.toBeginning();
    await settled();
    expect(held(reader)).toEqual([1, 200, false, true]);
    reader.loadOlder();
    reader.loadNewer();
    await settled();
    expect(held(reader)).toEqual([1, 400, false, true]);
  });

  it("opens at a place, with something in front of it", async () => {
    const { reader } = await opened(1_000, "500000.500");
    expect(held(reader)).toEqual([460, 579, true, true]);
    const { goal, loaded } = reader.current();
    expect(goal).toEqual({ to: "place", index: 40 });
    expect(loaded.items[40]?.seq).toBe(500);
  });

  it.each(["nonsense", "9999000.9999"])("a place that is not there (%s) leads to the end", async (at) => {
    const { reader } = await opened(100, at);
    expect([reader.current().goal, held(reader)[1]]).toEqual([{ to: "end" }, 100]);
  });

  it("follows what is said, and the result of a call that ran", async () => {
    const { main, reader } = await opened(300);
    main.rows[250] = anInteraction({ seq: 251, metadata: { ok: null } });
    await grown(reader);
    main.rows.push(anInteraction({ seq: 301 }));
    main.rows[298] = anInteraction({ seq: 299, metadata: { ok: true } });
    await grown(reader);
    const { loaded, isNews } = reader.current();
    expect([loaded.items.at(-1)?.seq, loaded.items.at(-3)?.metadata.ok, loaded.total, isNews]).toEqual([301, true, 301, true]);
  });

  it("begins with the first word of a conversation that was empty", async () => {
    const { main, reader } = await opened(0);
    expect(reader.current().phase).toBe("ready");
    main.rows.push(anInteraction());
    await grown(reader);
    expect(held(reader)).toEqual([1, 1, false, false]);
  });

  it("knows how long the conversation is when its end is far away", async () => {
    const { main, reader } = await opened(1_000);
    reader.toBeginning();
    await settled();
    main.rows.push(anInteraction({ seq: 1_001 }));
    await grown(reader);
    expect([held(reader), reader.current().loaded.total]).toEqual([[1, 200, false, true], 1_001]);
  });

  it("an answer that comes after another wish is dropped", async () => {
    const { main, reader } = await opened(1_000);
    let release = () => {};
    main.hold = new Promise((resolve) => (release = resolve));
    reader.loadOlder();
    main.hold = Promise.resolve();
    reader.toBeginning();
    await settled();
    release();
    await settled();
    expect(held(reader)).toEqual([1, 200, false, true]);
  });

  it("says when it cannot be read, and can be asked again", async () => {
    const { main, reader } = await opened(10);
    main.broken = true;
    reader.toEnd();
    await settled();
    expect(reader.current().phase).toBe("failed");
    main.broken = false;
    reader.toEnd();
    await settled();
    expect(reader.current().phase).toBe("ready");
  });

  it("a page that could not be loaded is asked for again by the next scroll", async () => {
    const { main, reader } = await opened(1_000);
    main.broken = true;
    reader.loadOlder();
    await settled();
    main.broken = false;
    reader.loadOlder();
    await settled();
    expect(held(reader)).toEqual([721, 1_000, true, false]);
  });

  it("pages of large rows are short", async () => {
    const { main, reader } = await opened(1_000);
    main.rows = main.rows.map((row) => ({ ...row, content: "x".repeat(100_000) }));
    reader.loadOlder();
    await settled();
    reader.loadOlder();
    await settled();
    expect(main.asked.map(({ limit }) => limit)).toEqual([80, 200, 20]);
  });
});
