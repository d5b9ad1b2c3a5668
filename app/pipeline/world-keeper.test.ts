import { beforeEach, describe, expect, it } from "vitest";
import type { Change, MascotEvent, PatchBatch } from "../../schemas/generated/types.ts";
import { PatchBatch as isBatch } from "../../schemas/generated/validators.mjs";
import { HEARTBEAT_EVERY_MS, startHeartbeat } from "./heartbeat.ts";
import { ownDelivery } from "./own-events.ts";
import { BASE, ManualTime, MemoryStore, delivery, listedNotices, recordedEvents, silentLog, turnNames } from "./test-support.ts";
import { createPipeline } from "./pipeline.ts";
import { createProviders } from "../providers/index.ts";
import { createWorldKeeper, type WorldKeeper } from "./world-keeper.ts";

type Batch = PatchBatch;

let store: MemoryStore;
let time: ManualTime;
let logged: string[];

function build(): WorldKeeper {
  return createWorldKeeper({ store, clock: time, log: silentLog(logged), after: time.after });
}

/** Events of a recorded session as the store gives them back. */
async function record(name: string): Promise<MascotEvent[]> {
  const events = recordedEvents(name);
  await store.append([{ keys: [name], events }]);
  return store.events.slice(-events.length);
}

async function started(): Promise<WorldKeeper> {
  const keeper = build();
  await keeper.start();
  return keeper;
}

beforeEach(() => {
  store = new MemoryStore();
  time = new ManualTime(BASE);
  logged = [];
});

describe("patches", () => {
  it("are numbered without a gap and lead from one snapshot to the next", async () => {
    const keeper = await started();
    const batches: Batch[] = [];
    keeper.onPatch((batch) => batches.push(batch));
    const agents = new Map(keeper.snapshot().agents.map((agent) => [agent.agent_id, agent]));
    for (const event of await record("i-basic")) {
      time.advance(5);
      keeper.apply([event]);
    }
    time.advance(100);
    expect(batches.map(({ n }) => n)).toEqual(batches.map((_, i) => i + 1));
    for (const { changes } of batches) for (const change of changes) play(agents, change);
    expect([...agents.values()]).toEqual(keeper.snapshot().agents);
    expect(batches.every((batch) => isBatch(batch))).toBe(true);
    expect(keeper.snapshot().n).toBe(batches.length);
  });

  it("carry the person's names, and tell of a new one like of any change", async () => {
    let name: string | null = null;
    const keeper = createWorldKeeper({ store, clock: time, log: silentLog(logged), after: time.after, nameOf: () => name });
    await keeper.start();
    const events = await record("i-basic");
    keeper.apply(events.slice(0, 4));
    time.advance(100);
    const [agent] = keeper.agents();
    const batches: Batch[] = [];
    keeper.onPatch((batch) => batches.push(batch));
    const { n } = keeper.snapshot();
    name = "Oven";
    keeper.renamed(agent?.agent_id ?? "");
    keeper.renamed("nobody");
    expect(batches).toEqual([{ n: n + 1, changes: [{ kind: "mascot://agent-update", agent: { ...agent, display_name: "Oven" } }] }]);
    expect(keeper.snapshot()).toMatchObject({ n: n + 1, agents: [{ display_name: "Oven" }] });
    keeper.apply(events.slice(4, 8));
    time.advance(1_000);
    const seen = batches.slice(1).flatMap(({ changes }) => changes.flatMap((change) => ("agent" in change ? [change.agent.display_name] : [])));
    expect(new Set(seen)).toEqual(new Set(["Oven"]));
    // The record keeps what the client called it.
    await keeper.close();
    expect(store.savedNames.get(agent?.agent_id ?? "")).toBe(agent?.display_name);
  });

  it("come at once after a quiet moment, and at most every 16 ms in a rush", async () => {
    const keeper = await started();
    const at: number[] = [];
    keeper.onPatch(() => at.push(time.now() - BASE));
    const events = await record("cap-basic");
    for (const event of events.slice(0, 20)) {
      keeper.apply([event]);
      time.advance(2);
    }
    time.advance(50);
    expect(at[0]).toBe(0);
    expect(at.length).toBeGreaterThan(1);
    for (let i = 1; i < at.length; i++) expect(at[i]! - at[i - 1]!).toBeGreaterThanOrEqual(16);
  });

  it("come every 22 ms at a hundred events a second: soon enough for the eye, and time for what records them", async () => {
    const keeper = await started();
    const at: number[] = [];
    keeper.onPatch(() => at.push(time.now() - BASE));
    const events: MascotEvent[] = [];
    for (const name of turnNames()) events.push(...(await record(name)));
    for (const event of events.slice(0, 300)) {
      keeper.apply([event]);
      time.advance(10);
    }
    // Until the rate is known it is no flood.
    const gaps = at.slice(1).map((now, i) => now - at[i]!).slice(20);
    expect(gaps.length).toBeGreaterThan(20);
    expect(Math.min(...gaps)).toBe(22);
  });

  it("come rarely in a flood, lose nothing of it, and are quick again afterwards", async () => {
    const keeper = await started();
    const batches: (Batch & { at: number })[] = [];
    keeper.onPatch((batch) => batches.push({ ...batch, at: time.now() - BASE }));
    const events: MascotEvent[] = [];
    for (const name of turnNames().filter((name) => name !== "cap-basic")) events.push(...(await record(name)));
    for (let i = 0; i < events.length; i += 4) {
      keeper.apply(events.slice(i, i + 4));
      time.advance(2);
    }
    time.advance(300);
    const flood = batches.length;
    const lasted = batches.at(-1)!.at;
    time.advance(500);
    // Quick at first, then seldom.
    expect(flood).toBeLessThan(16 + lasted / 250);
    expect(batches.some(({ rush }) => rush === true)).toBe(true);
    const agents = new Map<string, unknown>();
    for (const { changes } of batches) for (const change of changes) play(agents as never, change);
    expect([...agents.values()]).toEqual(keeper.snapshot().agents);
    // Those that change nothing but when their agent was last heard of wait for others.
    const seen = (await record("cap-basic")).filter(({ event_type }) => ["session_started", "user_prompt", "tool_started", "tool_succeeded"].includes(event_type)).slice(0, 8);
    for (const event of seen) {
      keeper.apply([event]);
      time.advance(40);
    }
    const calm = batches.slice(flood + 1).map(({ at }) => at);
    expect(batches.slice(flood + 1).some(({ rush }) => rush)).toBe(false);
    expect(calm.length).toBeGreaterThan(3);
    expect(calm.slice(1).every((at, i) => at - calm[i]! <= 40)).toBe(true);
  });

  it("tell when somebody was last heard of with the next news that can be seen, or alone after a second", async () => {
    const keeper = await started();
    const batches: (Batch & { at: number })[] = [];
    const events = await record("cap-basic");
    const heard = events[2] as MascotEvent;
    const tool = events[3] as MascotEvent;
    expect([heard.event_type, tool.event_type]).toEqual(["assistant_response", "tool_started"]);
    keeper.apply(events.slice(0, 3));
    time.advance(2_000);
    keeper.onPatch((batch) => batches.push({ ...batch, at: time.now() }));
    const later = (event: MascotEvent, n: number): MascotEvent => ({ ...event, seq: events.at(-1)!.seq! + n, id: `${event.id}-${n}`, ts: new Date(time.now()).toISOString() });
    const from = time.now();
    for (const n of [1, 2, 3]) {
      keeper.apply([later(heard, n)]);
      time.advance(100);
    }
    expect(batches.map(({ at }) => at - from), "the first after a quiet moment").toEqual([0]);
    keeper.apply([later(tool, 4)]);
    time.advance(20);
    expect(batches.map(({ at }) => at - from)).toEqual([0, 300]);
    keeper.apply([later(heard, 5)]);
    time.advance(979);
    expect(batches).toHaveLength(2);
    time.advance(1);
    expect(batches.map(({ at }) => at - from)).toEqual([0, 300, 1300]);
    expect(batches.at(-1)?.changes).toContainEqual({ kind: "mascot://agent-update", agent: keeper.agents()[0] });
  });

  it("still come when the clock was set back", async () => {
    const keeper = await started();
    const batches: Batch[] = [];
    keeper.onPatch((batch) => batches.push(batch));
    const [first, second] = await record("cap-basic");
    keeper.apply([first!]);
    time.step(-3_600_000);
    keeper.apply([second!]);
    time.advance(16);
    expect(batches).toHaveLength(2);
  });

  it("a listener that throws keeps nobody else from hearing", async () => {
    const keeper = await started();
    const heard: number[] = [];
    keeper.onPatch(() => { throw new Error("window gone"); });
    keeper.onPatch(({ n }) => heard.push(n));
    keeper.apply(await record("cap-basic"));
    expect(heard).toEqual([1]);
    expect(logged.join()).toContain("a patch could not be told");
  });

  it("a snapshot holds what was applied a moment ago", async () => {
    const keeper = await started();
    const events = await record("i-perm-deny");
    for (const event of events.slice(0, 4)) keeper.apply([event]);
    expect(keeper.agents()).toHaveLength(1);
    expect(keeper.snapshot().agents).toEqual(keeper.agents());
    expect(keeper.snapshot().sessions).toEqual(keeper.sessions());
  });
});

describe("a restart", () => {
  it.each(turnNames())("after %s shows the same world as before, from the log alone or from a checkpoint and the rest", async (name) => {
    const before = await started();
    const events = await record(name);
    before.apply(events);
    const fromLog = await started();
    expect(fromLog.snapshot().agents).toEqual(before.snapshot().agents);
    expect(fromLog.sessions()).toEqual(before.sessions());
    for (const cut of [0, Math.floor(events.length / 2), events.length]) {
      const half = createWorldKeeper({ store: { ...memory(store), tail: async () => events.slice(0, cut) }, clock: time, log: silentLog(), after: time.after });
      await half.start();
      await half.close();
      const again = await started();
      expect(again.agents()).toEqual(before.agents());
      expect(again.sessions()).toEqual(before.sessions());
    }
  });

  it("a checkpoint that cannot be read is no loss: the log is", async () => {
    const before = await started();
    before.apply(await record("cap-basic"));
    store.checkpoint = { seq: 20, world: "{broken" };
    expect((await started()).agents()).toEqual(before.agents());
  });

  it("events that arrive while the world is rebuilt are applied once, afterwards", async () => {
    const events = await record("cap-basic");
    const keeper = build();
    const starting = keeper.start();
    keeper.apply(events);
    await starting;
    const expected = await started();
    expect(keeper.agents()).toEqual(expected.agents());
    expect(keeper.snapshot().sessions).toEqual(expected.sessions());
  });

  it("an event that was applied already changes nothing", async () => {
    const keeper = await started();
    const events = await record("i-basic");
    keeper.apply(events);
    const agents = keeper.agents();
    keeper.apply(events.slice(0, 30));
    expect(keeper.agents()).toEqual(agents);
  });
});

describe("what is saved", () => {
  /** Events of one session with these numbers, a hundred at a time with a pause in between. */
  async function applyMany(keeper: WorldKeeper, from: number, upTo: number, pauseMs: number): Promise<void> {
    const [event] = await record("i-sigkill");
    for (let seq = from; seq < upTo; seq += 100) {
      keeper.apply(Array.from({ length: Math.min(100, upTo - seq) }, (_, i) => ({ ...event!, id: `${event!.id}-${seq + i}`, seq: seq + i })));
      time.advance(pauseMs);
    }
    await new Promise(setImmediate);
  }

  it("a checkpoint after every 2,000 events, and one at the end", async () => {
    const keeper = await started();
    await applyMany(keeper, 10, 1_910, 2_000);
    expect(store.checkpoint).toBeNull();
    await applyMany(keeper, 1_910, 2_110, 2_000);
    expect(store.checkpoint?.seq).toBe(2_009);
    await keeper.close();
    expect(store.checkpoint?.seq).toBe(2_109);
  });

  it("in a flood one in ten seconds, the first ten seconds after the start: writing the world down would hold up what comes", async () => {
    const keeper = await started();
    await applyMany(keeper, 10, 9_910, 100);
    expect(store.checkpoint).toBeNull();
    await applyMany(keeper, 9_910, 10_110, 100);
    const first = store.checkpoint?.seq ?? 0;
    expect(first).toBeGreaterThan(9_800);
    await applyMany(keeper, 10_110, 19_110, 100);
    expect(store.checkpoint?.seq).toBe(first);
  });

  it("what a flood left is written down although nothing more comes", async () => {
    const keeper = await started();
    await applyMany(keeper, 10, 5_010, 100);
    expect(store.checkpoint).toBeNull();
    time.advance(5_100);
    await new Promise(setImmediate);
    expect(store.checkpoint?.seq).toBe(5_009);
    await keeper.close();
  });

  it("a clock that is set back puts none off", async () => {
    const keeper = await started();
    time.advance(-3_600_000);
    await applyMany(keeper, 10, 2_110, 10);
    expect(store.checkpoint?.seq).toBeGreaterThanOrEqual(2_009);
    await keeper.close();
  });

  it("views of changed agents, a second after the change", async () => {
    const keeper = await started();
    const events = await record("cap-basic");
    keeper.apply(events.slice(0, 4));
    expect(store.savedAgents).toEqual([]);
    time.advance(1_000);
    await Promise.resolve();
    await Promise.resolve();
    expect(store.savedAgents).toEqual([[events[0]!.session_id]]);
  });

  it("failing to save is said in the log and harms nothing", async () => {
    store.saveCheckpoint = () => Promise.reject(new Error("disk full"));
    const keeper = await started();
    keeper.apply(await record("cap-basic"));
    await keeper.close();
    expect(logged.join()).toContain("checkpoint not saved");
  });
});

describe("heartbeats", () => {
  it("are sent every minute while there are sessions, and travel the ordinary road", async () => {
    const world = await started();
    const pipeline = createPipeline({ providers: createProviders(), store, world, notices: listedNotices(), clock: time, log: silentLog() });
    const stop = startHeartbeat({ pipeline, world, clock: time, after: time.after });
    time.advance(HEARTBEAT_EVERY_MS);
    await pipeline.settled();
    expect(store.events).toEqual([]);
    await pipeline.ingest(delivery({ session_id: "s", hook_event_name: "SessionStart", source: "startup" }, { deliveryId: "d1" }));
    time.advance(HEARTBEAT_EVERY_MS * 2);
    await pipeline.settled();
    expect(store.events.slice(1)).toMatchObject([{ event_type: "heartbeat", source: "synthetic", severity: "debug", payload: { live_sessions: 1 } }, { event_type: "heartbeat" }]);
    stop();
    time.advance(HEARTBEAT_EVERY_MS * 3);
    await pipeline.settled();
    expect(store.events).toHaveLength(3);
  });

  it("an event of the app is stored once by its id", async () => {
    const world = await started();
    const pipeline = createPipeline({ providers: createProviders(), store, world, notices: listedNotices(), clock: time, log: silentLog() });
    const beat = () => pipeline.ingest(ownDelivery(time, "hb-1", { event_type: "heartbeat", payload: {} }));
    expect(await beat()).toMatchObject({ answer: { status: "stored" } });
    expect(await beat()).toMatchObject({ answer: { status: "duplicate" } });
  });
});

function memory(source: MemoryStore): Pick<MemoryStore, "saveCheckpoint" | "lastCheckpoint" | "saveAgentStates" | "tail"> {
  return {
    saveCheckpoint: (seq, world) => source.saveCheckpoint(seq, world),
    lastCheckpoint: async () => null,
    saveAgentStates: (views) => source.saveAgentStates(views),
    tail: (seq, limit) => source.tail(seq, limit),
  };
}

/** What a window does with a change. */
function play(agents: Map<string, unknown>, change: Change): void {
  if (change.kind === "mascot://agent-appeared" || change.kind === "mascot://agent-update") agents.set(change.agent.agent_id, change.agent);
  if (change.kind === "mascot://agent-departed") agents.delete(change.agent_id);
}
