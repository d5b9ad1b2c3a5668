import fs from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import type { EventsQuery } from "../../schemas/generated/types.ts";
import type { AppendItem, MascotEvent } from "../parts.ts";
import { AppendError } from "./index.ts";
import { cleanUp, event, item, look, newFile, NOON, open, until } from "./testing/store-fixture.ts";

afterEach(cleanUp);

const ids = (events: MascotEvent[]) => events.map((one) => one.id);

describe("what is appended", () => {
  it("is read back as it was, with its seq", async () => {
    const { store } = await open(newFile());
    const full = event({
      run_id: "run", target_agent_id: "other", task_id: "task", thinking_text: "hm\u0000 한글 \u{1f600}", payload: { tool_name: "Bash", deep: [1, { a: null, b: "\u0000\ud800" }] },
      raw: JSON.parse('{"__proto__": {"x": 1}, "text": "line\\nline"}') as unknown,
    });
    expect(await store.append([{ keys: ["k"], events: [full] }])).toEqual([{ status: "stored", seqs: [1] }]);
    expect(await store.events({})).toEqual([{ ...full, seq: 1 }]);
    expect(await store.tail(0, 10)).toEqual([{ ...full, seq: 1 }]);
  });

  it("keeps the difference between no raw and raw null, and leaves out optional fields that were not given", async () => {
    const { store } = await open(newFile());
    const bare: MascotEvent = { id: "evt_20261128_bare", version: "1.1", ts: "2026-11-28T12:00:00Z", event_type: "heartbeat", source: "synthetic", workspace_id: "w", terminal_session_id: "t", agent_id: "a" };
    await store.append([{ keys: [], events: [bare, event({ raw: null })] }]);
    const [first, second] = await store.tail(0, 2);
    expect(first).toMatchObject(bare);
    expect(first).not.toHaveProperty("raw");
    expect(first).not.toHaveProperty("provider");
    expect(second?.raw).toBeNull();
  });

  it("gets rising numbers in the order of arrival, whatever the size of the batch", async () => {
    const { store } = await open(newFile());
    const sizes = [1, 7, 128, 129, 300, 15];
    const items = sizes.map((size) => ({ keys: [], events: Array.from({ length: size }, () => event()) }));
    const outcomes = await store.append(items);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    expect(outcomes.flatMap((outcome) => (outcome.status === "stored" ? outcome.seqs : []))).toEqual(Array.from({ length: total }, (_, i) => i + 1));
    const stored = await store.tail(0, total);
    expect(ids(stored)).toEqual(items.flatMap((one) => ids(one.events)));
    expect(await store.lastSeq()).toBe(total);
    expect(await store.countEvents()).toBe(total);
  });

  it("is complete after 500 appends at once, each stored once", async () => {
    const file = newFile();
    const { store } = await open(file);
    const items = Array.from({ length: 500 }, () => item());
    const outcomes = await Promise.all(items.map((one) => store.append([one])));
    const seqs = outcomes.flatMap(([outcome]) => (outcome?.status === "stored" ? outcome.seqs : []));
    expect(new Set(seqs).size).toBe(500);
    expect(ids(await store.tail(0, 1000))).toEqual(items.map((one) => one.events[0]?.id));
  });

  it("never gets a number twice, also when the newest events were deleted", async () => {
    const file = newFile();
    const first = await open(file);
    await first.store.append([item(), item()]);
    await first.store.close();
    await look(file, "DELETE FROM events WHERE seq = 2");
    const { store } = await open(file);
    expect(await store.lastSeq()).toBe(2);
    expect(await store.append([item()])).toEqual([{ status: "stored", seqs: [3] }]);
  });

  it("is counted also while appends go on", async () => {
    const { store } = await open(newFile());
    await store.append([item(), item()]);
    const [, count] = await Promise.all([store.append([item()]), store.countEvents()]);
    expect([2, 3]).toContain(count);
    expect(await store.countEvents()).toBe(3);
  });
});

describe("duplicates", () => {
  it("A17: the same delivery again is a duplicate, also within one batch and among concurrent appends", async () => {
    const { store } = await open(newFile());
    const same = () => item({}, ["delivery-1"]);
    expect(await store.append([same(), item(), same()])).toMatchObject([{ status: "stored" }, { status: "stored" }, { status: "duplicate" }]);
    const again = await Promise.all([store.append([same()]), store.append([same()])]);
    expect(again.flat()).toEqual([{ status: "duplicate" }, { status: "duplicate" }]);
    expect(await store.countEvents()).toBe(2);
  });

  it("are known after a restart", async () => {
    const file = newFile();
    const before = await open(file);
    await before.store.append([item({}, ["delivery-1"])]);
    await before.store.close();
    const { store } = await open(file);
    expect(await store.append([item({}, ["delivery-1"]), item({}, ["delivery-2"])])).toMatchObject([{ status: "duplicate" }, { status: "stored" }]);
  });

  it("are found by any key of a fingerprint, while only the first is remembered", async () => {
    const { store } = await open(newFile());
    await store.append([item({}, ["bucket 5", "bucket 4"])]);
    expect(await store.append([item({}, ["bucket 6", "bucket 5"])])).toEqual([{ status: "duplicate" }]);
    expect(await store.append([item({}, ["bucket 4", "bucket 3"])])).toMatchObject([{ status: "stored" }]);
  });

  it("do not exist without keys: two identical permission requests are both kept", async () => {
    const { store } = await open(newFile());
    const outcomes = await store.append([item({}, []), item({}, [])]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual(["stored", "stored"]);
  });

  it("are found by the event's id when the delivery was forgotten by age", async () => {
    const file = newFile();
    const first = await open(file);
    const old = item({ id: "evt_20261001_old" }, ["delivery-old"]);
    await first.store.append([old]);
    await first.store.close();
    await look(file, "DELETE FROM deliveries");
    const { store } = await open(file);
    const outcomes = await store.append([item(), old, item()]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual(["stored", "duplicate", "stored"]);
    expect(await store.countEvents()).toBe(3);
  });

  it("of a delivery without events are remembered too", async () => {
    const { store } = await open(newFile());
    const empty: AppendItem = { keys: ["quiet"], events: [] };
    expect(await store.append([empty])).toEqual([{ status: "stored", seqs: [] }]);
    expect(await store.append([empty])).toEqual([{ status: "duplicate" }]);
  });

  it("that are 40 days old are forgotten, younger ones are not", async () => {
    const file = newFile();
    const DAY = 86_400_000;
    let now = NOON - 41 * DAY;
    const { store } = await open(file, { clock: { now: () => now } });
    await store.append(Array.from({ length: 6000 }, (_, n) => ({ keys: [`old-${n}`], events: [] })));
    now = NOON - 39 * DAY;
    await store.append([{ keys: ["young"], events: [] }]);
    now = NOON;
    await (store as unknown as { tidy(): Promise<void> }).tidy();
    expect(await look(file, "SELECT key FROM deliveries")).toEqual([{ key: "young" }]);
  });
});

describe("a delivery that cannot be written", () => {
  const poisoned = (): AppendItem => item({ agent_id: null as unknown as string });

  it("fails alone: its neighbours in the same transaction are stored", async () => {
    const { store } = await open(newFile());
    const appends = Array.from({ length: 60 }, (_, n) => store.append([n === 33 ? poisoned() : item()]));
    const settled = await Promise.allSettled(appends);
    expect(settled.map((one) => one.status).filter((status) => status === "rejected")).toHaveLength(1);
    expect(settled[33]).toMatchObject({ status: "rejected", reason: { reason: "failed" } });
    expect(await store.countEvents()).toBe(59);
  });

  it("is told apart within one append", async () => {
    const { store } = await open(newFile());
    const failure = await store.append([item(), poisoned(), item()]).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(AppendError);
    expect((failure as AppendError).results).toMatchObject([{ status: "stored" }, { reason: "failed" }, { status: "stored" }]);
  });

  it("leaves nothing of itself, and its key stays free", async () => {
    const { store } = await open(newFile());
    const half: AppendItem = { keys: ["half"], events: [event(), event({ agent_id: null as unknown as string })] };
    await expect(store.append([half])).rejects.toMatchObject({ reason: "failed" });
    expect(await store.countEvents()).toBe(0);
    expect(await store.append([item({}, ["half"])])).toMatchObject([{ status: "stored" }]);
  });

  it("may be no JSON at all", async () => {
    const { store } = await open(newFile());
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    await expect(store.append([item({ raw: cycle })])).rejects.toMatchObject({ reason: "failed" });
    await expect(store.append([item({ raw: 1n })])).rejects.toMatchObject({ reason: "failed" });
    expect(await store.append([item()])).toEqual([{ status: "stored", seqs: [1] }]);
  });
});

describe("questions to the log", () => {
  const values = { session_id: ["session-a", "session-b"], agent_id: ["session-a", "session-a:sub"], event_type: ["tool_started", "notification"] } as const;

  it("every combination of conditions answers what a plain filter would", async () => {
    const { store } = await open(newFile());
    const all = Array.from({ length: 64 }, (_, n) => event({ session_id: values.session_id[n & 1] as string, agent_id: values.agent_id[(n >> 1) & 1] as string, event_type: values.event_type[(n >> 2) & 1] as "notification" }));
    await store.append([{ keys: [], events: all }]);
    const numbered = all.map((one, index): MascotEvent & { seq: number } => ({ ...one, seq: index + 1 }));
    const choices: Required<EventsQuery> = { after: 9, before: 50, limit: 5, session_id: "session-b", agent_id: "session-a:sub", event_type: "notification" };
    const names = Object.keys(choices) as (keyof EventsQuery)[];
    for (let mask = 0; mask < 1 << names.length; mask++) {
      const query = Object.fromEntries(names.filter((_, bit) => mask & (1 << bit)).map((name) => [name, choices[name]])) as EventsQuery;
      const matching = numbered.filter((one) =>
        (query.session_id === undefined || one.session_id === query.session_id) && (query.agent_id === undefined || one.agent_id === query.agent_id) &&
        (query.event_type === undefined || one.event_type === query.event_type) && (query.after === undefined || one.seq > query.after) && (query.before === undefined || one.seq < query.before));
      const ordered = query.after === undefined ? matching.reverse() : matching;
      expect(ids(await store.events(query)), JSON.stringify(query)).toEqual(ids(ordered.slice(0, query.limit ?? 100)));
    }
  });

  it("take hostile values as values", async () => {
    const { store } = await open(newFile());
    const hostile = "x' OR 1=1; DROP TABLE events; --";
    await store.append([item(), item({ session_id: hostile })]);
    expect(await store.events({ session_id: hostile })).toHaveLength(1);
    expect(await store.events({ agent_id: hostile })).toEqual([]);
    expect(await store.countEvents()).toBe(2);
  });

  it("are bounded to 1,000 events, 100 when not said", async () => {
    const { store } = await open(newFile());
    await store.append([{ keys: [], events: Array.from({ length: 1100 }, () => event()) }]);
    expect(await store.events({})).toHaveLength(100);
    expect(await store.events({ limit: 5000 })).toHaveLength(1000);
    expect(await store.tail(0, 1050)).toHaveLength(1050);
  });
});

describe("agents", () => {
  it("are registered with their first event as contractors of the runtime, with their seed", async () => {
    const file = newFile();
    const { store } = await open(file, { avatarSeed: () => 4_000_000_000 });
    await store.append([item({ agent_id: "session-a:sub", ts: "2026-11-28T11:00:00Z" }), item({ agent_id: "session-a:sub", ts: "2026-11-28T10:00:00.500Z" })]);
    await store.append([item({ agent_id: "session-a:sub", ts: "2026-11-28T12:30:00Z" })]);
    expect(await look(file, "SELECT * FROM agents")).toEqual([{
      agent_id: "session-a:sub", provider: "claude", employment_type: "contractor", source: "runtime_agent", avatar_seed: 4_000_000_000, display_name: null,
      first_seen: Date.UTC(2026, 10, 28, 10, 0, 0, 500), last_seen: Date.UTC(2026, 10, 28, 12, 30),
    }]);
  });

  it("are not registered by an event that could not be written, nor by events that nobody does", async () => {
    const file = newFile();
    const { store } = await open(file);
    const broken: AppendItem = { keys: [], events: [event({ agent_id: "ghost" }), event({ workspace_id: null as unknown as string })] };
    await expect(store.append([broken])).rejects.toMatchObject({ reason: "failed" });
    await store.append([item({ event_type: "schema_error", agent_id: "unknown" }), item({ event_type: "heartbeat", agent_id: "app" })]);
    expect(await look(file, "SELECT agent_id FROM agents")).toEqual([]);
    await store.append([item({ agent_id: "ghost" })]);
    expect(await look(file, "SELECT agent_id FROM agents")).toEqual([{ agent_id: "ghost" }]);
  });

  it("have their last view kept, with name and employment in the registry", async () => {
    const file = newFile();
    const { store } = await open(file);
    await store.append([item()]);
    const view = { agent_id: "session-a", provider: "claude", employment_type: "employee", source: "person", avatar_seed: 7, display_name: "정원 garden", state: "thinking" };
    await store.saveAgentStates([view as never]);
    await store.saveAgentStates([{ ...view, state: "resting" } as never, { ...view, agent_id: "new", display_name: "New" } as never]);
    const rows = await look<{ view: string }>(file, "SELECT view FROM agent_state ORDER BY agent_id DESC");
    expect(rows.map((row) => JSON.parse(row.view))).toEqual([{ ...view, state: "resting" }, { ...view, agent_id: "new", display_name: "New" }]);
    expect(await look(file, "SELECT agent_id, employment_type, source, avatar_seed, display_name FROM agents ORDER BY agent_id DESC")).toEqual([
      { agent_id: "session-a", employment_type: "employee", source: "person", avatar_seed: 9, display_name: "정원 garden" },
      { agent_id: "new", employment_type: "employee", source: "person", avatar_seed: 7, display_name: "New" },
    ]);
  });
});

describe("checkpoints", () => {
  it("the newest is given back, the last three are kept", async () => {
    const file = newFile();
    const { store } = await open(file);
    expect(await store.lastCheckpoint()).toBeNull();
    for (const seq of [5, 10, 15, 20]) await store.saveCheckpoint(seq, `world at ${seq}`);
    await store.saveCheckpoint(20, "world at 20 again");
    expect(await store.lastCheckpoint()).toEqual({ seq: 20, world: "world at 20 again" });
    expect(await look(file, "SELECT seq FROM checkpoints ORDER BY seq")).toEqual([{ seq: 10 }, { seq: 15 }, { seq: 20 }]);
  });
});

describe("the files", () => {
  it.skipIf(process.platform === "win32")("belong to their owner alone, also what SQLite puts beside them", async () => {
    const file = newFile();
    fs.writeFileSync(file, "", { mode: 0o644 });
    const { store } = await open(file);
    await store.append([item()]);
    for (const name of [file, `${file}-wal`, `${file}-shm`]) expect((fs.statSync(name).mode & 0o777).toString(8), name).toBe("600");
  });

  it("are one file after closing; what was accepted before is in it, later appends are refused", async () => {
    const file = newFile();
    const { store } = await open(file);
    const accepted = store.append([item()]);
    const closed = store.close();
    await expect(store.append([item()])).rejects.toMatchObject({ reason: "failed" });
    await expect(accepted).resolves.toMatchObject([{ status: "stored" }]);
    await closed;
    await store.close();
    expect(fs.existsSync(`${file}-wal`)).toBe(false);
    expect(await look(file, "SELECT count(*) AS n FROM events")).toEqual([{ n: 1 }]);
  });

  it("hold everything in the database itself when nothing was written for a moment", async () => {
    const file = newFile();
    const { store } = await open(file, { quietMs: 30 });
    await store.append([item()]);
    await until(() => fs.statSync(`${file}-wal`).size === 0);
    expect(await store.append([item()])).toEqual([{ status: "stored", seqs: [2] }]);
  });
});
