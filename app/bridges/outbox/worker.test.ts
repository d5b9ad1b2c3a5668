import { afterEach, describe, expect, it } from "vitest";
import type { Carried, Carrier, OutboxItem } from "../../bridges-parts.ts";
import { HandClock } from "../testing/hand-clock.ts";
import { eventOf, MemoryOutbox, silent } from "../testing/memory-outbox.ts";
import { startWorker, type Worker } from "./worker.ts";

const open: Worker[] = [];
afterEach(async () => {
  for (const worker of open.splice(0)) await worker.close();
});

const all = (items: readonly OutboxItem[]): Carried => ({ settled: items.map(({ id }) => id), passed: [], aside: [], trouble: null });
const waits = (afterMs?: number): Carried => ({ settled: [], passed: [], aside: [], trouble: { next: "wait", reason: "away", ...(afterMs === undefined ? {} : { afterMs }) } });

function begin(carry: Carrier["carry"], store = new MemoryOutbox(), readsAhead = false, prepare?: Carrier["prepare"], lacks: string | null = null) {
  const warnings: unknown[] = [];
  const clock = new HandClock();
  const batches: number[][] = [];
  const changes: number[] = [];
  const carrier: Carrier = {
    batch: 10,
    lacks,
    readsAhead,
    ...(prepare === undefined ? {} : { prepare }),
    carry(items) {
      batches.push(items.map(({ id }) => id));
      return carry(items);
    },
    close: async () => undefined,
  };
  const worker = startWorker({ bridge: "discord", store, carrier, clock, log: { ...silent, warn: (_message, details) => void warnings.push(details) }, after: clock.after, chance: () => 0.5, onChange: () => changes.push(clock.now()) });
  open.push(worker);
  return { worker, store, clock, batches, changes, warnings };
}

const put = (store: MemoryOutbox, count: number) => Array.from({ length: count }, () => store.putEvent(eventOf("user_prompt")));

describe("the worker of an outbox", () => {
  it("carries in order, a batch at a time, until nothing waits", async () => {
    const { store, clock, worker, batches } = begin(async (items) => all(items));
    const ids = put(store, 25);
    worker.wake();
    await clock.turn(1_000);
    expect(batches.flat()).toEqual(ids);
    expect(batches.map(({ length }) => length)).toEqual([10, 10, 5]);
    expect(await worker.status()).toMatchObject({ state: "idle", pending: 0, carried: 25 });
  });

  it("what comes in one moment goes together", async () => {
    const { store, clock, worker, batches } = begin(async (items) => all(items));
    await clock.turn(1_000);
    for (let n = 0; n < 5; n++) {
      put(store, 1);
      worker.wake();
      await clock.turn(10);
    }
    await clock.turn(1_000);
    expect(batches).toHaveLength(1);
  });

  it("ten minutes of black hole: it waits longer each time, tries few times, and then carries everything in order, once", async () => {
    let away = true;
    const carriedIds: number[] = [];
    const { store, clock, worker, batches } = begin(async (items) => {
      if (away) return waits();
      carriedIds.push(...items.map(({ id }) => id));
      return all(items);
    });
    const ids = put(store, 40);
    worker.wake();
    await clock.turn(10 * 60_000);
    const tries = batches.length;
    expect(tries).toBeGreaterThan(5);
    expect(tries).toBeLessThan(14);
    expect(await worker.status()).toMatchObject({ state: "waiting", reason: "away", pending: 40 });
    away = false;
    await clock.turn(5 * 60_000);
    expect(carriedIds).toEqual(ids);
    expect(await worker.status()).toMatchObject({ state: "idle", pending: 0 });
  });

  it("news while it waits does not make it try sooner", async () => {
    const { store, clock, worker, batches } = begin(async () => waits(60_000));
    put(store, 1);
    worker.wake();
    await clock.turn(1_000);
    for (let n = 0; n < 50; n++) worker.wake();
    await clock.turn(50_000);
    expect(batches).toHaveLength(1);
    await clock.turn(10_000);
    expect(batches).toHaveLength(2);
  });

  it("what only a person can mend stops it, until it is told to try again", async () => {
    let refused = true;
    const { store, clock, worker, batches } = begin(async (items) => (refused ? { settled: [], passed: [], aside: [], trouble: { next: "stop", reason: "wrong_password" } } : all(items)));
    put(store, 1);
    worker.wake();
    await clock.turn(60 * 60_000);
    worker.wake();
    await clock.turn(60 * 60_000);
    expect(batches).toHaveLength(1);
    expect(await worker.status()).toMatchObject({ state: "stopped", reason: "wrong_password", pending: 1 });
    refused = false;
    worker.retry();
    await clock.turn(1_000);
    expect(await worker.status()).toMatchObject({ state: "idle", pending: 0 });
  });

  it("a row that can never be carried is set aside, and those behind it go on", async () => {
    const { store, clock, worker } = begin(async (items) => ({ settled: items.slice(1).map(({ id }) => id), passed: [], aside: [{ id: items[0]?.id as number, reason: "refused" }], trouble: null }));
    put(store, 3);
    worker.wake();
    await clock.turn(1_000);
    expect(await worker.status()).toMatchObject({ state: "idle", pending: 0, aside: 1, carried: 2 });
  });

  it("many rows that can never be carried are a line of the log for each reason, not for each of them", async () => {
    const { store, clock, worker, warnings } = begin(async (items) => ({ settled: [], passed: [], aside: items.map(({ id }, index) => ({ id, reason: index === 3 ? "refused" : "no_channel" })), trouble: null }));
    put(store, 8);
    worker.wake();
    await clock.turn(1_000);
    expect(warnings).toEqual([{ bridge: "discord", reason: "no_channel", count: 7, first: 1, last: 8 }, { bridge: "discord", reason: "refused", count: 1, first: 4, last: 4 }]);
    expect(await worker.status()).toMatchObject({ aside: 8 });
  });

  it("rows that are passed over go, are not counted as carried, and are no sign that the other side is there", async () => {
    const { store, clock, worker, batches } = begin(async (items) => ({ ...waits(), passed: items.slice(1).map(({ id }) => id) }));
    const ids = put(store, 3);
    worker.wake();
    await clock.turn(10 * 60_000);
    expect(batches.slice(0, 2)).toEqual([ids, ids.slice(0, 1)]);
    expect(batches.length).toBeLessThan(14);
    expect(await worker.status()).toMatchObject({ state: "waiting", pending: 1, carried: 0, last_carried_at: null });
  });

  it("with settings by which nothing is sent it says so, and does not say that everything is carried", async () => {
    const { store, clock, worker } = begin(async (items) => ({ settled: [], passed: items.map(({ id }) => id), aside: [], trouble: null }), undefined, false, undefined, "no_project");
    put(store, 25);
    worker.wake();
    await clock.turn(1_000);
    expect(await worker.status()).toMatchObject({ state: "unset", reason: "no_project", pending: 0, carried: 0 });
  });

  it("what stopped it goes before what its settings lack: rows wait", async () => {
    const { store, clock, worker } = begin(async () => ({ settled: [], passed: [], aside: [], trouble: { next: "stop", reason: "no_channel" } }), undefined, false, undefined, "no_channel");
    put(store, 1);
    worker.wake();
    await clock.turn(1_000);
    expect(await worker.status()).toMatchObject({ state: "stopped", reason: "no_channel", pending: 1 });
  });

  it("an outbox that cannot be read is waited for", async () => {
    const store = new MemoryOutbox();
    put(store, 1);
    let broken = true;
    const take = store.take.bind(store);
    store.take = async (bridge, limit) => {
      if (broken) throw new Error("disk full");
      return take(bridge, limit);
    };
    const { clock, worker } = begin(async (items) => all(items), store);
    await clock.turn(3_000);
    expect(await worker.status()).toMatchObject({ state: "waiting", reason: "outbox_unreadable" });
    broken = false;
    await clock.turn(60_000);
    expect(await worker.status()).toMatchObject({ state: "idle", pending: 0 });
  });

  it("of much the next is read while one is carried; all of it goes in order, once", async () => {
    const store = new MemoryOutbox();
    const taken: number[] = [];
    const take = store.take.bind(store);
    store.take = async (bridge, limit, after) => {
      taken.push(after ?? 0);
      return take(bridge, limit, after);
    };
    const { clock, worker, batches } = begin(async (items) => all(items), store, true);
    const ids = put(store, 35);
    worker.wake();
    await clock.turn(1_000);
    expect(batches.flat()).toEqual(ids);
    expect(taken.filter((after) => after > 0)).toEqual([ids[9], ids[19], ids[29]]);
  });

  it("what was read ahead is put into words while the one before is on its way, and is what is carried then", async () => {
    const steps: string[] = [];
    const lists = new Set<readonly OutboxItem[]>();
    const prepared: boolean[] = [];
    const carry = async (items: readonly OutboxItem[]) => {
      steps.push(`sends ${items[0]?.id}`);
      prepared.push(lists.has(items));
      for (let round = 0; round < 5; round++) await new Promise((resolve) => setImmediate(resolve));
      steps.push(`sent ${items[0]?.id}`);
      return all(items);
    };
    const { store, clock, worker } = begin(carry, new MemoryOutbox(), true, (items) => {
      if (items.length > 0) steps.push(`prepares ${items[0]?.id}`);
      lists.add(items);
    });
    put(store, 25);
    worker.wake();
    await clock.turn(1_000);
    expect(steps).toEqual(["sends 1", "prepares 11", "sent 1", "sends 11", "prepares 21", "sent 11", "sends 21", "sent 21"]);
    expect(prepared).toEqual([false, true, true]);
  });

  it("what was read ahead is read again when the one before did not arrive: what a person deletes meanwhile does not leave", async () => {
    let away = true;
    const carriedIds: number[] = [];
    const { store, clock, worker } = begin(async (items) => {
      if (away) return waits();
      carriedIds.push(...items.map(({ id }) => id));
      return all(items);
    }, new MemoryOutbox(), true);
    const ids = put(store, 20);
    worker.wake();
    await clock.turn(300);
    store.rows = store.rows.filter(({ id }) => id !== ids[15]);
    away = false;
    await clock.turn(60_000);
    expect(carriedIds).toEqual(ids.filter((id) => id !== ids[15]));
  });

  it("what was read ahead too long ago is read again, also when the one before arrived late", async () => {
    let arrive = () => {};
    const carriedIds: number[] = [];
    const { store, clock, worker } = begin(async (items) => {
      if (carriedIds.length === 0) await new Promise<void>((resolve) => (arrive = resolve));
      carriedIds.push(...items.map(({ id }) => id));
      return all(items);
    }, new MemoryOutbox(), true);
    const ids = put(store, 20);
    worker.wake();
    await clock.turn(10_000);
    store.rows = store.rows.filter(({ id }) => id !== ids[15]);
    arrive();
    await clock.turn(10_000);
    expect(carriedIds).toEqual(ids.filter((id) => id !== ids[15]));
  });

  it("closing does not wait for a carrier that hangs", async () => {
    const { store, clock, worker } = begin(() => new Promise(() => undefined));
    put(store, 1);
    worker.wake();
    await clock.turn(1_000);
    let closed = false;
    const closing = worker.close().then(() => (closed = true));
    await clock.turn(2_500);
    await closing;
    expect(closed).toBe(true);
  });
});
