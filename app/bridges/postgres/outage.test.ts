/** Hours of a bad network in seconds: the app's own worker, a real PostgreSQL, and a way between them that takes everything and says nothing, or is cut in the middle of a batch. */
import { execFile } from "node:child_process";
import { chown, mkdir, mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer, connect, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startWorker, type Worker } from "../outbox/worker.ts";
import { centralDatabase, SENDER } from "../testing/central-database.ts";
import { eventOf, MemoryOutbox, silent } from "../testing/memory-outbox.ts";
import { PASSWORD, } from "../testing/postgres-server.ts";
import { createPostgresCarrier } from "./carrier.ts";

const run = promisify(execFile);
const PROJECT = "/home/kim/shop";
/** A second of the worker's is so many milliseconds of ours. */
const SECOND_MS = 2;
const server = centralDatabase();
let worker: Worker | null = null;

afterEach(async () => {
  await worker?.close();
  worker = null;
});

/** A way to the server that can be told to swallow what it is given. */
class Way {
  readonly sockets = new Set<Socket>();
  swallows = false;
  connections = 0;
  private readonly listener: Server = createServer((socket) => this.take(socket));

  async open(): Promise<number> {
    await new Promise<void>((resolve) => this.listener.listen(0, "127.0.0.1", resolve));
    return (this.listener.address() as AddressInfo).port;
  }

  cut(): void {
    for (const socket of this.sockets) socket.destroy();
    this.sockets.clear();
  }

  close(): void {
    this.cut();
    this.listener.close();
  }

  private take(near: Socket): void {
    this.connections++;
    const far = connect(server().port, "127.0.0.1");
    for (const [one, other] of [[near, far], [far, near]] as const) {
      this.sockets.add(one);
      one.on("error", () => undefined).on("close", () => other.destroy()).on("data", (data) => this.swallows || other.write(data));
    }
  }
}

function begin(store: MemoryOutbox, port: number, bounds = { connectMs: 200, queryMs: 400 }): Worker {
  const from = Date.now();
  const now = () => from + (Date.now() - from) * (1_000 / SECOND_MS);
  const after = (ms: number, callback: () => void) => {
    const timer = setTimeout(callback, (ms / 1_000) * SECOND_MS);
    return () => clearTimeout(timer);
  };
  const carrier = createPostgresCarrier({ rules: { ...server().rules, port, projects: { [PROJECT]: "all" } }, password: async () => PASSWORD, sender: async () => SENDER, projectOf: async (folder) => folder, now: Date.now, bounds });
  worker = startWorker({ bridge: "postgres", store, carrier, clock: { now }, log: silent, after, chance: Math.random, onChange: () => undefined });
  return worker;
}

const put = (store: MemoryOutbox, count: number): string[] => Array.from({ length: count }, () => {
  const event = eventOf("tool_started", { tool_name: "Bash", input: { command: "echo ".repeat(20) } });
  store.putEvent(event, PROJECT);
  return event.id;
});
const there = async (): Promise<string[]> => (await server().ask<{ event_id: string }>("SELECT event_id FROM semo.events ORDER BY at")).map(({ event_id }) => event_id);
const settled = async (store: MemoryOutbox) => {
  await expect.poll(() => store.rows.length, { timeout: 30_000, interval: 20 }).toBe(0);
};

describe("O11: a bad way to the central database", () => {
  it("ten minutes of black hole: few tries, what is written meanwhile waits, and all of it is there once", async () => {
    const way = new Way();
    const store = new MemoryOutbox();
    const ids = put(store, 200);
    const port = await way.open();
    const running = begin(store, port);
    await settled(store);
    way.swallows = true;
    const [connections, from] = [way.connections, Date.now()];
    for (let minute = 0; minute < 10; minute++) {
      ids.push(...put(store, 300));
      running.wake();
      await expect.poll(() => Date.now() - from, { timeout: 30_000, interval: 10 }).toBeGreaterThan((minute + 1) * 60 * SECOND_MS);
    }
    await expect.poll(async () => (await running.status()).state, { timeout: 10_000 }).toBe("waiting");
    expect(await running.status()).toMatchObject({ state: "waiting", reason: "postgres_away", pending: 3_000 });
    expect(way.connections - connections).toBeLessThan(15);
    expect(await there()).toEqual(ids.slice(0, 200));
    way.swallows = false;
    running.retry();
    await settled(store);
    expect(await there()).toEqual(ids);
    way.close();
  }, 60_000);

  it("a way that is cut again and again, and a server that is killed in a batch: at every moment what is there is the beginning of what was written, in the end all of it once", async () => {
    const way = new Way();
    const store = new MemoryOutbox();
    const ids = put(store, 20_000);
    const running = begin(store, await way.open(), { connectMs: 2_000, queryMs: 20_000 });
    for (let round = 0; round < 6; round++) {
      await new Promise((resolve) => setTimeout(resolve, 40 + round * 60));
      if (round === 3) {
        await server().fall();
        await server().rise();
      } else way.cut();
      const now = await there().catch(() => []);
      expect(now).toEqual(ids.slice(0, now.length));
      running.wake();
    }
    running.retry();
    await settled(store);
    expect(await there()).toEqual(ids);
    expect(await running.status()).toMatchObject({ aside: 0 });
    expect(way.connections).toBeGreaterThan(3);
    way.close();
  }, 60_000);
});

describe.skipIf(process.getuid?.() !== 0)("a disk over there that is really full", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "postgres-full-"));
    await mkdir(join(folder, "small"));
    await run("mount", ["-t", "tmpfs", "-o", "size=3m", "none", join(folder, "small")]);
    await chown(folder, 65_534, 65_534);
    await chown(join(folder, "small"), 65_534, 65_534);
  });
  afterAll(async () => {
    await server().ask("DROP SCHEMA IF EXISTS semo CASCADE");
    await server().ask("ALTER DATABASE postgres RESET default_tablespace");
    await server().ask("DROP TABLESPACE small");
    await run("umount", [join(folder, "small")]);
    await rm(folder, { recursive: true, force: true });
  });

  it("is waited for and said; nothing of the batch is half there; with room again all of it is there once", async () => {
    await server().ask(`CREATE TABLESPACE small LOCATION '${join(folder, "small")}'`);
    await server().ask("ALTER DATABASE postgres SET default_tablespace = small");
    const store = new MemoryOutbox();
    const ids = put(store, 12_000);
    const running = begin(store, server().port, { connectMs: 2_000, queryMs: 20_000 });
    await expect.poll(async () => (await running.status()).reason, { timeout: 30_000, interval: 20 }).toBe("postgres_disk_full");
    const now = await there();
    expect(now).toEqual(ids.slice(0, now.length));
    expect(store.rows).toHaveLength(ids.length - now.length);
    expect(store.rows.length).toBeGreaterThan(0);
    await run("mount", ["-o", "remount,size=100m", join(folder, "small")]);
    running.retry();
    await settled(store);
    expect(await there()).toEqual(ids);
  }, 60_000);
});
