/** A plain curl against the real collector, road, log and world. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ask, startTestCollector, type TestCollector, TOKEN } from "./collector/test-support.ts";
import type { EventStore, Pipeline } from "./parts.ts";
import { createPipeline } from "./pipeline/pipeline.ts";
import { listedNotices, silentLog } from "./pipeline/test-support.ts";
import { createWorldKeeper, type WorldKeeper } from "./pipeline/world-keeper.ts";
import { createProviders } from "./providers/index.ts";
import { openStore } from "./store/index.ts";

const clock = { now: Date.now };
const bearer = { Authorization: `Bearer ${TOKEN}` };
const S = "44c1d25d-825c-4ba8-9371-6d3a39a47fe1";
const call = { session_id: S, prompt_id: "p1", tool_name: "Bash", tool_input: { command: "make" } };

let folder: string;
let app: TestCollector & { store: EventStore; world: WorldKeeper; pipelineUnderTest: Pipeline };

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "mascot-strangers-"));
  const { store } = await openStore({ file: path.join(folder, "events.db"), clock, avatarSeed: () => 1 });
  const after = (ms: number, callback: () => void) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  };
  const world = createWorldKeeper({ store, clock, log: silentLog(), after });
  await world.start();
  const providers = createProviders();
  const pipeline = createPipeline({ providers, store, world, notices: listedNotices(), clock, log: silentLog() });
  const collector = await startTestCollector({ deps: { pipeline, store, world, providers: { known: (name) => name === "claude" } } });
  app = { ...collector, store, world, pipelineUnderTest: pipeline };
});

afterEach(async () => {
  await app.close();
  await app.world.close();
  await app.store.close();
  await rm(folder, { recursive: true });
});

const post = async (payload: object, headers: Record<string, string> = {}, route = "/ingest") => {
  const answer = await ask({ port: app.collector.port }, route, { body: JSON.stringify(payload), headers });
  expect(answer.status).toBe(200);
  return answer.text === "" ? {} : answer.json();
};

async function waitForPermission(): Promise<void> {
  await post({ hook_event_name: "SessionStart", session_id: S, source: "startup" }, bearer);
  await post({ hook_event_name: "UserPromptSubmit", session_id: S, prompt_id: "p1", prompt: "build" }, bearer);
  await post({ hook_event_name: "PreToolUse", tool_use_id: "toolu_1", ...call }, bearer);
  await post({ hook_event_name: "PermissionRequest", ...call }, bearer);
}

describe("without the token", () => {
  it.each([
    ["a call's end", { hook_event_name: "PostToolUse", tool_use_id: "toolu_1", tool_response: {}, ...call }],
    ["a stop", { hook_event_name: "Stop", session_id: S, prompt_id: "p1" }],
    ["an end", { hook_event_name: "SessionEnd", session_id: S, reason: "other" }],
    ["an end from next year", { hook_event_name: "SessionEnd", session_id: S, reason: "other", _meta: { collected_at: "2099-01-01T00:00:00Z" } }],
    ["a new start", { hook_event_name: "SessionStart", session_id: S, source: "clear" }],
  ])("%s is recorded, and the person is asked as before", async (_what, payload) => {
    await waitForPermission();
    const before = app.world.sessions();
    expect(before).toMatchObject([{ phase: "waiting_permission", trust: "verified" }]);
    for (const route of ["/ingest", "/hooks/claude", "/api/hook"]) await post(payload, {}, route);
    expect(app.world.sessions()).toEqual(before);
    expect((await app.store.events({ session_id: S, limit: 1 }))[0]).toMatchObject({ trust: "unverified", session_id: S });
  });

  it("an id that was taken first stops nothing that is proven", async () => {
    const end = { hook_event_name: "PostToolUse", tool_use_id: "toolu_1", tool_response: {}, ...call, _meta: { delivery_id: "0-1-known" } };
    await waitForPermission();
    expect(await post(end)).toMatchObject({ status: "stored" });
    expect(await post(end)).toMatchObject({ status: "duplicate" });
    expect(await post(end, bearer)).toMatchObject({ status: "stored" });
    expect(app.world.sessions()).toMatchObject([{ phase: "busy" }]);
  });

  it("an HTTP hook that sends the token counts, one that does not is only seen while it is alone", async () => {
    const prompt = { hook_event_name: "UserPromptSubmit", session_id: S, prompt_id: "p1", prompt: "build" };
    await post(prompt, {}, "/hooks/claude");
    expect(app.world.sessions()).toMatchObject([{ phase: "busy", trust: "unverified" }]);
    await post({ ...prompt, prompt_id: "p2" }, bearer, "/hooks/claude");
    await post({ hook_event_name: "Stop", session_id: S, prompt_id: "p2" }, {}, "/hooks/claude");
    expect(app.world.sessions()).toMatchObject([{ phase: "busy", trust: "verified" }]);
  });
});
