import { spawn } from "node:child_process";
import { once } from "node:events";
import { beforeEach, describe, expect, it } from "vitest";
import type { Pipeline } from "../parts.ts";
import { ClientsHere } from "../machine/client-here.ts";
import { lookAtProcess, parseStat, type ProcessLook } from "../machine/process-look.ts";
import { createProviders } from "../providers/index.ts";
import { createPipeline } from "./pipeline.ts";
import { LOOK_EVERY_MS, startProcessWatch } from "./process-watch.ts";
import { BASE, delivery, listedNotices, ManualTime, MemoryStore, silentLog } from "./test-support.ts";
import { createWorldKeeper, type WorldKeeper } from "./world-keeper.ts";

const PID = 4_711;
let store: MemoryStore;
let time: ManualTime;
let world: WorldKeeper;
let pipeline: Pipeline;
let processes: Map<number, ProcessLook>;
let stop: () => void;
let deliveries = 0;

async function hook(hook_event_name: string, fields: object = {}): Promise<void> {
  await pipeline.ingest(delivery({ session_id: "s", cwd: "/p", hook_event_name, ...fields }, { deliveryId: `d${deliveries++}`, meta: { client_pid: PID, attended: true }, collectedAt: time.now(), receivedAt: time.now() }));
}

async function look(times = 1): Promise<void> {
  for (let i = 0; i < times; i++) {
    time.advance(LOOK_EVERY_MS);
    await new Promise((resolve) => setImmediate(resolve));
    await pipeline.settled();
  }
}

const ends = () => store.events.filter((event) => event.event_type === "session_ended");
const state = () => world.sessions().find((session) => session.session_id === "s")?.state;

beforeEach(async () => {
  store = new MemoryStore();
  time = new ManualTime(BASE);
  processes = new Map([[PID, { alive: true, startedAt: BASE - 5_000 }]]);
  world = createWorldKeeper({ store, clock: time, log: silentLog(), after: time.after });
  await world.start();
  pipeline = createPipeline({ providers: createProviders(), store, world, notices: listedNotices(), clock: time, log: silentLog() });
  stop = startProcessWatch({ pipeline, world, look: (pid) => processes.get(pid) ?? { alive: false }, clock: time, log: silentLog(), after: time.after });
  await hook("SessionStart", { source: "startup" });
});

describe("A11: a client that ended without saying so", () => {
  it("leaves within two seconds of its process", async () => {
    expect(LOOK_EVERY_MS).toBeLessThan(2_000);
    await look();
    processes.delete(PID);
    await look();
    expect(ends()).toMatchObject([{ source: "synthetic", session_id: "s", payload: { cause: "process_gone" } }]);
    expect(state()).toBe("stale");
    expect(world.agents()).toEqual([]);
  });

  it("of a session that strangers told of is no proof of that session", async () => {
    const stranger = (payload: object, deliveryId: string) => pipeline.ingest(delivery({ session_id: "t", cwd: "/p", ...payload }, { deliveryId, meta: { client_pid: 9 }, collectedAt: time.now(), receivedAt: time.now(), trust: "unverified" }));
    await stranger({ hook_event_name: "SessionStart" }, "u1");
    time.advance(60_000);
    await look(2);
    expect(ends()).toMatchObject([{ session_id: "t", trust: "unverified" }]);
    expect(world.sessions().find((session) => session.session_id === "t")).toMatchObject({ state: "stale", trust: "unverified" });
  });

  it("is said to have ended once", async () => {
    await look();
    processes.delete(PID);
    await look(20);
    expect(ends()).toHaveLength(1);
  });

  it("stays for as long as the process lives, however silent", async () => {
    await look(500);
    expect(ends()).toEqual([]);
    expect(state()).not.toBe("stale");
  });

  it("also when the app was down while it happened: its process is never seen, and after some silence not waited for", async () => {
    processes.delete(PID);
    await look();
    expect(ends()).toEqual([]);
    await look(30);
    expect(ends()).toHaveLength(1);
  });

  it("is told from a new process with the same number", async () => {
    await look();
    processes.set(PID, { alive: true, startedAt: time.now() + 60_000 });
    await look();
    expect(ends()).toHaveLength(1);
  });

  it("is said again when the log could not be written the first time", async () => {
    await look();
    processes.delete(PID);
    store.refuses = () => true;
    await look();
    store.refuses = () => false;
    await look();
    expect(ends()).toHaveLength(1);
  });
});

describe("A13: a session is not ended by the end of another process", () => {
  it("a session whose client's process cannot be told is left alone", async () => {
    stop();
    await pipeline.ingest(delivery({ session_id: "other", hook_event_name: "SessionStart", source: "startup" }, { deliveryId: "other" }));
    stop = startProcessWatch({ pipeline, world, look: (pid) => processes.get(pid) ?? { alive: false }, clock: time, log: silentLog(), after: time.after });
    await look(50);
    expect(ends()).toEqual([]);
  });

  it("a process on another machine is judged wrong at most once", async () => {
    processes.delete(PID);
    for (let minute = 0; minute < 10; minute++) {
      await look(40);
      await hook("UserPromptSubmit", { prompt: "still here" });
      expect(state()).toBe("active");
    }
    expect(ends()).toHaveLength(1);
  });
});

describe("a client whose number is not this computer's", () => {
  const numbered = (pid: number, lag = 0) => new ClientsHere((at) => processes.get(at) ?? { alive: false }).only(
    delivery({ session_id: "s", cwd: "/p", hook_event_name: "PreToolUse", tool_name: "Read", tool_input: {} }, { deliveryId: `d${deliveries++}`, meta: { client_pid: pid, attended: true }, collectedAt: time.now() - lag, receivedAt: time.now() }),
  );
  const pidOf = () => world.sessions().find((session) => session.session_id === "s")?.client_pid;

  it("is never said to have ended, neither by a number that nobody has here nor by the end of who has it", async () => {
    for (const pid of [11, 12]) {
      processes.set(12, { alive: true, startedAt: BASE - 9_000 });
      await pipeline.ingest(numbered(pid));
      expect(pidOf()).toBeNull();
      processes.delete(12);
      await look(50);
      expect([ends(), state()]).toEqual([[], "active"]);
    }
  });

  it("what was believed while the app was down is taken back by the next hook", async () => {
    time.advance(60_000);
    await pipeline.ingest(numbered(11, 55_000));
    expect(pidOf()).toBe(11);
    await pipeline.ingest(numbered(11));
    expect(pidOf()).toBeNull();
    await look(50);
    expect(ends()).toEqual([]);
  });
});

describe("what the system tells of a process", () => {
  it("our own runs, and has for a while", async () => {
    const { alive, startedAt } = await lookAtProcess(process.pid);
    expect(alive).toBe(true);
    if (process.platform === "linux") expect(Math.abs(startedAt! - (Date.now() - process.uptime() * 1_000))).toBeLessThan(3_000);
  });

  it("one that ended does not", async () => {
    const child = spawn(process.execPath, ["-e", "0"], { stdio: "ignore" });
    const pid = child.pid!;
    await once(child, "exit");
    expect((await lookAtProcess(pid)).alive).toBe(false);
  });

  it("a program's name may hold anything", () => {
    expect(parseStat(`42 (a) b (c) ) S 1 42 42 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 123456 1 1`)).toEqual({ state: "S", startTicks: 123_456 });
    expect(parseStat("nonsense")).toBeNull();
  });
});
