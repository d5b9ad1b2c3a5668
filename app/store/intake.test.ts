import { afterEach, describe, expect, it } from "vitest";
import type { AppendItem } from "../parts.ts";
import { prepareItem } from "./event-row.ts";
import { cutIntoChunks } from "./intake.ts";
import { cleanUp, event, item, look, newFile, NOON, open } from "./testing/store-fixture.ts";

afterEach(cleanUp);

const many = (count: number): AppendItem => ({ keys: [], events: Array.from({ length: count }, () => event()) });

describe("deliveries cut into statements", () => {
  it("are never cut themselves, and their numbers follow each other", () => {
    const sizes = [100, 155, 1, 255, 254, 2];
    const chunks = cutIntoChunks(sizes.map((size) => prepareItem(many(size), NOON)), 1000);
    expect(chunks.map((chunk) => [chunk.firstSeq, chunk.rows, chunk.items.length])).toEqual([[1001, 255, 2], [1256, 1, 1], [1257, 255, 1], [1512, 254, 1], [1766, 2, 1]]);
  });
});

describe("the short way into the log", () => {
  async function openWithKnownAgent(file: string) {
    const { store } = await open(file);
    await store.append([item()]);
    return store;
  }

  it("stores what fills no statement exactly, and nothing else", async () => {
    const file = newFile();
    const store = await openWithKnownAgent(file);
    let expected = 1;
    for (const count of [1, 9, 11, 33, 65, 100, 127, 128, 129, 200, 255, 256, 300]) {
      const outcomes = await store.append(Array.from({ length: count }, () => item()));
      expect(outcomes.flatMap((outcome) => (outcome.status === "stored" ? outcome.seqs : []))).toEqual(Array.from({ length: count }, (_, n) => expected + n + 1));
      expected += count;
    }
    expect(await store.countEvents()).toBe(expected);
    expect(await look(file, "SELECT count(*) AS n, max(seq) AS last FROM events")).toEqual([{ n: expected, last: expected }]);
    expect(await look(file, "SELECT count(*) AS n FROM deliveries JOIN events USING (seq) WHERE key = 'delivery of ' || id AND typeof(deliveries.seq) = 'integer' AND typeof(at) = 'integer'")).toEqual([{ n: expected }]);
  });

  it("gives way to the careful one when a delivery is known or poisoned in the middle of many", async () => {
    const file = newFile();
    const before = await openWithKnownAgent(file);
    await before.append([item({}, ["known"])]);
    await before.close();
    const store = await openWithKnownAgent(file);
    const items = Array.from({ length: 400 }, (_, n) => (n === 200 ? item({}, ["known"]) : item()));
    const appends = items.map((one, n) => store.append([n === 300 ? item({ workspace_id: null as unknown as string }) : one]));
    const settled = await Promise.allSettled(appends);
    expect(settled[200]).toMatchObject({ status: "fulfilled", value: [{ status: "duplicate" }] });
    expect(settled[300]).toMatchObject({ status: "rejected", reason: { reason: "failed" } });
    expect(settled.filter((one) => one.status === "fulfilled" && one.value[0]?.status === "stored")).toHaveLength(398);
    const stored = await store.tail(3, 1000);
    expect(stored.map((one) => one.id)).toEqual(items.filter((_, n) => n !== 200 && n !== 300).map((one) => one.events[0]?.id));
  });

  it("is found again when another program wrote into the log meanwhile", async () => {
    const file = newFile();
    const store = await openWithKnownAgent(file);
    await look(file, "INSERT INTO events (id, version, ts, event_type, source, workspace_id, terminal_session_id, agent_id, received_at) VALUES ('foreign', '1.1', 't', 'heartbeat', 'hook', 'w', 't', 'a', 1)");
    expect(await store.append([item()])).toEqual([{ status: "stored", seqs: [3] }]);
    expect(await store.append([item()])).toEqual([{ status: "stored", seqs: [4] }]);
    expect(await store.lastSeq()).toBe(4);
  });

  it("registers who is seen with the events, whole batches of strangers too, and widens the time of those it knows", async () => {
    const file = newFile();
    const { store } = await open(file);
    const agents = Array.from({ length: 255 }, (_, n) => `agent-${n}`);
    const seenAt = (agent_id: string, minute: string) => item({ agent_id, ts: `2026-11-28T12:${minute}:00Z` });
    await store.append(agents.map((id) => seenAt(id, "10")));
    await store.append([seenAt("agent-0", "05"), seenAt("agent-0", "30"), seenAt("agent-1", "10")]);
    const at = (minute: number) => Date.UTC(2026, 10, 28, 12, minute);
    expect(await look(file, "SELECT agent_id, first_seen, last_seen FROM agents WHERE agent_id IN ('agent-0', 'agent-1', 'agent-254') ORDER BY agent_id")).toEqual([
      { agent_id: "agent-0", first_seen: at(5), last_seen: at(30) }, { agent_id: "agent-1", first_seen: at(10), last_seen: at(10) }, { agent_id: "agent-254", first_seen: at(10), last_seen: at(10) },
    ]);
    expect(await look(file, "SELECT count(*) AS n FROM agents")).toEqual([{ n: 255 }]);
    expect(await store.countEvents()).toBe(258);
  });

  it("does not take an event without an id for nothing", async () => {
    const store = await openWithKnownAgent(newFile());
    expect(await store.append([item({ id: "" })])).toEqual([{ status: "stored", seqs: [2] }]);
    expect(await store.countEvents()).toBe(2);
  });
});
