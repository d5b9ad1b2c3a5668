/** The road with the real event log at its end. */
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EventStore, Pipeline } from "../parts.ts";
import { createProviders } from "../providers/index.ts";
import { openStore } from "../store/index.ts";
import { createPipeline } from "./pipeline.ts";
import { BASE, delivery, listedNotices, ManualTime, recordedTurn, silentLog, turnNames } from "./test-support.ts";
import { createWorldKeeper, type WorldKeeper } from "./world-keeper.ts";

let folder: string;
let time: ManualTime;
let app: { store: EventStore; world: WorldKeeper; pipeline: Pipeline };

async function startApp(): Promise<typeof app> {
  const { store } = await openStore({ file: path.join(folder, "events.db"), clock: time, avatarSeed: () => 1 });
  const world = createWorldKeeper({ store, clock: time, log: silentLog(), after: time.after });
  await world.start();
  return { store, world, pipeline: createPipeline({ providers: createProviders(), store, world, notices: listedNotices(), clock: time, log: silentLog() }) };
}

/** Without a last checkpoint, as after a kill. */
async function restartApp(): Promise<void> {
  await app.store.close();
  app = await startApp();
}

const deliveriesOf = (name: string) => recordedTurn(name).map((line, i) => delivery(line.payload, { deliveryId: `${name}-${i}`, meta: line.meta, collectedAt: line.at, receivedAt: line.at + 2 }));

beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), "mascot-road-"));
  time = new ManualTime(BASE);
  app = await startApp();
});

afterEach(async () => {
  await app.store.close();
  await fs.rm(folder, { recursive: true });
});

describe("from a hook's payload to the log and back", () => {
  it("every recorded session is stored once, however often and by whatever lane it comes, also across a restart", async () => {
    const all = turnNames().flatMap(deliveriesOf);
    const first = await app.pipeline.ingestAll(all);
    expect(first.every((outcome) => outcome.ok && outcome.answer.status === "stored")).toBe(true);
    const stored = await app.store.countEvents();
    const again = await app.pipeline.ingestAll(all.map((each) => ({ ...each, lane: "spool" as const })));
    await restartApp();
    const later = await app.pipeline.ingestAll(all);
    for (const outcome of [...again, ...later]) expect(outcome).toMatchObject({ ok: true, answer: { status: "duplicate" } });
    expect(await app.store.countEvents()).toBe(stored);
  });

  it("after a kill the world is what it was, and goes on from there", async () => {
    const lines = deliveriesOf("i-basic");
    await app.pipeline.ingestAll(lines.slice(0, 31));
    const before = { agents: app.world.agents(), sessions: app.world.sessions() };
    await restartApp();
    expect({ agents: app.world.agents(), sessions: app.world.sessions() }).toEqual(before);
    await app.pipeline.ingestAll(lines.slice(31));
    const agents = app.world.agents();
    await restartApp();
    expect(app.world.agents()).toEqual(agents);
  });

  it("what is read back is what was shown, without any secret", async () => {
    const secret = `ghp_${"a1B2".repeat(9)}`;
    const payload = { session_id: "s", hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: `GH_TOKEN=${secret} gh pr list` }, tool_use_id: "toolu_1" };
    await app.pipeline.ingest(delivery(payload, { deliveryId: "d1" }));
    const [event] = await app.store.events({});
    expect(event).toMatchObject({ event_type: "tool_started", session_id: "s", payload: { tool_use_id: "toolu_1" }, raw: { tool_name: "Bash" } });
    expect(Object.values(event!.payload!)).not.toContain(null);
    for (const file of await fs.readdir(folder)) expect((await fs.readFile(path.join(folder, file))).includes(secret)).toBe(false);
  });

  it("A17: the same curl twice within 20 ms is one row", async () => {
    const payload = { session_id: "s", hook_event_name: "PostToolUse", tool_name: "Bash", tool_input: {}, tool_response: {} };
    await Promise.all([app.pipeline.ingest(delivery(payload)), app.pipeline.ingest(delivery(payload, { collectedAt: BASE + 11 }))]);
    expect(await app.store.countEvents()).toBe(1);
  });

  it("two identical permission requests are two rows", async () => {
    const payload = { session_id: "s", hook_event_name: "PermissionRequest", tool_name: "Bash", tool_input: {} };
    await app.pipeline.ingestAll([delivery(payload), delivery(payload)]);
    expect(await app.store.countEvents()).toBe(2);
  });
});
