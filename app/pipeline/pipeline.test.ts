import { beforeEach, describe, expect, it } from "vitest";
import type { MascotEvent } from "../../schemas/generated/types.ts";
import { type Delivery, type Pipeline, StoreError } from "../parts.ts";
import { createProviders } from "../providers/index.ts";
import { createPipeline, NOT_RECORDING, type PipelineDependencies } from "./pipeline.ts";
import { BASE, delivery, listedNotices, MemoryStore, recordedTurn, silentLog } from "./test-support.ts";

let store: MemoryStore;
let shown: MascotEvent[];
let notices: ReturnType<typeof listedNotices>;
let logged: string[];
let pipeline: Pipeline;

function build(overrides: Partial<PipelineDependencies> = {}): Pipeline {
  const world = { apply: (events: MascotEvent[]) => void shown.push(...events) };
  return createPipeline({ providers: createProviders(), store, world, notices, clock: { now: () => BASE }, log: silentLog(logged), ...overrides });
}

beforeEach(() => {
  store = new MemoryStore();
  shown = [];
  notices = listedNotices();
  logged = [];
  pipeline = build();
});

const call = { session_id: "s", cwd: "/p", hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "toolu_1" };
const request = { session_id: "s", cwd: "/p", hook_event_name: "PermissionRequest", tool_name: "Bash", tool_input: { command: "ls" } };
const named = (deliveryId: string, overrides: Partial<Delivery> = {}) => delivery(call, { deliveryId, ...overrides });

describe("what was acknowledged is stored, in order", () => {
  it("a delivery is committed before its answer, and the world hears of it after the commit with its seq", async () => {
    const outcome = await pipeline.ingest(named("d1"));
    expect(outcome).toEqual({ ok: true, answer: { status: "stored", event_ids: ["evt_20261128_d1"] } });
    expect(store.events).toHaveLength(1);
    expect(shown.map((event) => event.seq)).toEqual([1]);
  });

  it("a recorded session goes in whole and in order, deliveries in flight together", async () => {
    const turn = recordedTurn("cap-basic");
    const outcomes = await Promise.all(turn.map((line, i) => pipeline.ingest(delivery(line.payload, { deliveryId: `d${i}`, meta: line.meta, collectedAt: line.at }))));
    expect(outcomes.every((outcome) => outcome.ok && outcome.answer.status === "stored")).toBe(true);
    expect(shown.map((event) => event.seq)).toEqual(store.events.map((_, i) => i + 1));
    expect(shown.map((event) => event.payload!.hook_event_name)).toEqual(store.events.map((event) => event.payload!.hook_event_name));
  });

  it("500 at once keep their order and their outcomes", async () => {
    const outcomes = await pipeline.ingestAll(Array.from({ length: 500 }, (_, i) => named(`d${i}`)));
    expect(outcomes.map((outcome) => outcome.ok && outcome.answer.event_ids[0])).toEqual(Array.from({ length: 500 }, (_, i) => `evt_20261128_d${i}`));
    expect(shown.map((event) => event.id)).toEqual(store.events.map((event) => event.id));
  });

  it("settled waits for everything accepted so far", async () => {
    void pipeline.ingestAll([named("d1"), named("d2")]);
    await pipeline.settled();
    expect(store.events).toHaveLength(2);
    expect(shown).toHaveLength(2);
  });

  it("what nobody understands is acknowledged as such and kept", async () => {
    expect(await pipeline.ingest(delivery([1, 2], { deliveryId: "d1" }))).toMatchObject({ ok: true, answer: { status: "schema_error" } });
    expect(store.events[0]).toMatchObject({ event_type: "schema_error", raw: [1, 2] });
  });
});

describe("duplicates", () => {
  it("a POST and its spool file with the same delivery id are stored once", async () => {
    const first = await pipeline.ingest(named("d1"));
    const second = await pipeline.ingest(named("d1", { lane: "spool", receivedAt: BASE + 60_000 }));
    expect(second).toEqual({ ok: true, answer: { status: "duplicate", event_ids: (first as { answer: { event_ids: string[] } }).answer.event_ids } });
    expect(store.events).toHaveLength(1);
    expect(shown).toHaveLength(1);
  });

  it("also when both are in flight together", async () => {
    const outcomes = await pipeline.ingestAll([named("d1"), named("d1", { lane: "spool" })]);
    expect(outcomes.map((outcome) => outcome.ok && outcome.answer.status)).toEqual(["stored", "duplicate"]);
    expect(shown).toHaveLength(1);
  });

  it("A17: the same body by plain curl 11 ms apart is one row and one change of the world", async () => {
    await pipeline.ingest(delivery(call));
    expect(await pipeline.ingest(delivery(call, { collectedAt: BASE + 11, receivedAt: BASE + 11 }))).toMatchObject({ answer: { status: "duplicate" } });
    expect(store.events).toHaveLength(1);
    expect(shown).toHaveLength(1);
  });

  it("two identical permission requests are both kept, with a delivery id each or without", async () => {
    await pipeline.ingestAll([delivery(request), delivery(request), delivery(request, { deliveryId: "a" }), delivery(request, { deliveryId: "b" })]);
    expect(store.events.map((event) => event.event_type)).toEqual(["agent_blocked", "agent_blocked", "agent_blocked", "agent_blocked"]);
  });
});

describe("D7: the disk is full", () => {
  it("says so, shows nothing that was not written, and records again once there is room", async () => {
    store.refusal = new StoreError("disk_full", "database or disk is full");
    expect(await pipeline.ingest(named("d1"))).toEqual({ ok: false, reason: "disk_full", message: "database or disk is full" });
    expect(await pipeline.ingest(named("d2"))).toMatchObject({ ok: false });
    expect(notices.ids).toEqual([NOT_RECORDING]);
    expect(shown).toEqual([]);
    store.refusal = null;
    expect(await pipeline.ingest(named("d1"))).toMatchObject({ ok: true, answer: { status: "stored" } });
    expect(notices.ids).toEqual([]);
    expect(shown.map((event) => event.id)).toEqual(["evt_20261128_d1"]);
  });

  it("logs the outage once, not for every event", async () => {
    store.refusal = new StoreError("damaged", "malformed");
    expect(await pipeline.ingest(named("d1"))).toMatchObject({ ok: false, reason: "store_failed" });
    await pipeline.ingestAll([named("d2"), named("d3")]);
    expect(logged.filter((line) => line.startsWith("error"))).toHaveLength(1);
  });

  it("one delivery that cannot be written takes nobody with it", async () => {
    store.refuses = (item) => item.keys.includes("d:d2");
    const outcomes = await pipeline.ingestAll([named("d1"), named("d2"), named("d3")]);
    expect(outcomes.map((outcome) => outcome.ok)).toEqual([true, false, true]);
    expect(notices.ids).toEqual([]);
    expect(shown.map((event) => event.id)).toEqual(["evt_20261128_d1", "evt_20261128_d3"]);
  });

  it("a store that throws at once is an outcome, too", async () => {
    pipeline = build({ store: { append: () => { throw new Error("closed"); } } });
    expect(await pipeline.ingest(named("d1"))).toEqual({ ok: false, reason: "store_failed", message: "closed" });
  });
});

describe("the world", () => {
  it("that fails does not unsay what was acknowledged", async () => {
    pipeline = build({ world: { apply: () => { throw new Error("reducer"); } } });
    expect(await pipeline.ingest(named("d1"))).toMatchObject({ ok: true });
    expect(logged.join()).toContain("the world refused events");
  });
});

describe("the answer to a hook", () => {
  it("is made of the unmasked payload, after the commit, also for a duplicate", async () => {
    const secret = `ghp_${"a1B2".repeat(9)}`;
    const asked: string[] = [];
    pipeline = build({
      answer: async ({ payload }) => {
        asked.push(`${store.events.length} ${JSON.stringify(payload).includes(secret)}`);
        return { continue: true };
      },
    });
    const secretCall = { ...call, tool_input: { command: `echo ${secret}` } };
    expect(await pipeline.ingest(delivery(secretCall, { deliveryId: "d1" }))).toMatchObject({ answer: { status: "stored", hook_output: { continue: true } } });
    expect(await pipeline.ingest(delivery(secretCall, { deliveryId: "d1" }))).toMatchObject({ answer: { status: "duplicate", hook_output: { continue: true } } });
    expect(asked).toEqual(["1 true", "1 true"]);
    expect(JSON.stringify(store.events)).not.toContain(secret);
  });

  it("is never given to an unverified sender, and none when making it fails", async () => {
    pipeline = build({ answer: () => Promise.reject(new Error("no")) });
    expect(await pipeline.ingest(named("d1"))).toEqual({ ok: true, answer: { status: "stored", event_ids: ["evt_20261128_d1"] } });
    pipeline = build({ answer: async () => ({ continue: true }) });
    expect(await pipeline.ingest(named("d2", { trust: "unverified" }))).toEqual({ ok: true, answer: { status: "stored", event_ids: ["evt_20261128_u:d2"] } });
    expect(store.events[1]!.trust).toBe("unverified");
  });

  it("is none for another machine, of which no rule here speaks; its folders are told behind its name and its transcript is no file of ours", async () => {
    pipeline = build({ answer: async () => ({ continue: true }) });
    const outcome = await pipeline.ingest(delivery({ ...call, cwd: "/home/me/garden", transcript_path: "/home/me/t.jsonl" }, { deliveryId: "d1", meta: { host: "box", project_dir: "/home/me/garden" } }));
    expect(outcome).toEqual({ ok: true, answer: { status: "stored", event_ids: ["evt_20261128_d1"] } });
    expect(store.events[0]!.payload).toMatchObject({ host: "box", cwd: "host://box/home/me/garden", project_dir: "host://box/home/me/garden" });
    expect(store.events[0]!.payload?.["transcript_path"]).toBeUndefined();
  });

  it("G9: is none while its event cannot be recorded, and whoever would have answered is told", async () => {
    const told: unknown[] = [];
    pipeline = build({ answer: async () => ({ continue: true }), unanswered: ({ payload }, events) => told.push(payload, events.length) });
    store.refusal = new StoreError("disk_full", "SQLITE_FULL");
    expect(await pipeline.ingest(named("d1"))).toMatchObject({ ok: false, reason: "disk_full" });
    expect(told).toEqual([call, 1]);
    await pipeline.ingest(named("d2", { trust: "unverified" }));
    expect(told).toHaveLength(2);
  });
});
