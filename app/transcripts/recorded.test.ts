/** Recorded sessions of the real client against what the whole road makes of them: hooks, transcript and registry as they were, the world as it is shown. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { MascotEvent } from "../../schemas/generated/types.ts";
import type { AssistantResponsePayload } from "../domain/event-payloads.ts";
import type { TranscriptNews } from "../conversation-parts.ts";
import type { Clock, Pipeline } from "../parts.ts";
import { ownDelivery } from "../pipeline/own-events.ts";
import { createPipeline } from "../pipeline/pipeline.ts";
import { BASE, delivery, listedNotices, MemoryStore, recordedTurn, silentLog } from "../pipeline/test-support.ts";
import { createWorldKeeper, type WorldKeeper } from "../pipeline/world-keeper.ts";
import { createProviders } from "../providers/index.ts";
import { openTranscripts } from "./thread-source.ts";
import { recordedTranscript, until } from "./test-support.ts";
import { createTranscripts, type Transcripts } from "./transcripts.ts";

/** The bound: the phase is right within two seconds. */
const BOUND_MS = 2_000;

let config: string;
let app: { pipeline: Pipeline; world: WorldKeeper; store: MemoryStore; transcripts: Transcripts; news: TranscriptNews[] };

beforeEach(() => {
  config = mkdtempSync(join(tmpdir(), "mascot-recorded-"));
  mkdirSync(join(config, "sessions"));
  mkdirSync(join(config, "projects", "-home-dev-project"), { recursive: true });
});
afterEach(async () => {
  await app.transcripts.close();
  rmSync(config, { recursive: true, force: true });
});

/** An app whose time is that of the recording. */
async function startApp(now: number): Promise<void> {
  const from = Date.now();
  const clock: Clock = { now: () => now + Date.now() - from };
  const after = (ms: number, callback: () => void) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  };
  const store = new MemoryStore();
  const world = createWorldKeeper({ store, clock, log: silentLog(), after });
  await world.start();
  const news: TranscriptNews[] = [];
  const apply = (events: MascotEvent[]) => {
    world.apply(events);
    transcripts.noteEvents(events);
  };
  const pipeline = createPipeline({ providers: createProviders(), store, world: { apply }, notices: listedNotices(), clock, log: silentLog() });
  const transcripts = createTranscripts({
    source: openTranscripts({ configFolders: [config] }, null), world, clock, after, log: silentLog(), onNews: (told) => void news.push(told),
    deliver: ({ deliveryId, at, ...event }, session) => void pipeline.ingest(ownDelivery(clock, deliveryId, { ...session, ...event }, at)),
  });
  transcripts.start();
  app = { pipeline, world, store, transcripts, news };
}

interface Recording {
  session: string;
  lines: string[];
  /** Time of the recording's first hook. */
  start: number;
  hooks(count?: number): Promise<void>;
  transcript(count?: number): void;
  /** The transcript of its sub-agent; negative: but for so many of its last lines. */
  subagent(id: string, count?: number): void;
  registry(status: string, since: number, more?: object): void;
  phase(): string | null;
}

/** Hooks and transcript of one recorded session, with hooks at the transcript's own times. */
function recording(name: string): Recording {
  const turn = recordedTurn(name);
  const session = String(turn[0]?.payload.session_id);
  const lines = recordedTranscript(`${name}/${session}.jsonl`).split("\n").filter((line) => line !== "");
  const records = lines.map((line) => JSON.parse(line) as { type: string; timestamp?: string; message?: { content: unknown } });
  const prompt = turn.find(({ payload }) => payload.hook_event_name === "UserPromptSubmit");
  const written = records.find(({ type, message }) => type === "user" && message?.content === prompt?.payload.prompt);
  const start = Date.parse(written?.timestamp ?? "") - ((prompt?.at ?? 0) - BASE);
  const path = join(config, "projects", "-home-dev-project", `${session}.jsonl`);
  return {
    session, lines, start,
    async hooks(count = turn.length) {
      for (const [i, { payload, meta, at }] of turn.slice(0, count).entries()) {
        const collectedAt = start + at - BASE;
        const told = { ...payload, transcript_path: path };
        await app.pipeline.ingest(delivery(told, { lane: "spool", deliveryId: `${name}-${i}`, meta: { ...meta, client_pid: process.pid }, collectedAt, receivedAt: collectedAt + 5 }));
      }
    },
    transcript: (count = lines.length) => writeFileSync(path, lines.slice(0, count).map((line) => `${line}\n`).join("")),
    subagent(id, count) {
      const file = `${session}/subagents/agent-${id}.jsonl`;
      mkdirSync(dirname(join(dirname(path), file)), { recursive: true });
      writeFileSync(join(dirname(path), file), recordedTranscript(`${name}/${file}`).trim().split("\n").slice(0, count).map((line) => `${line}\n`).join(""));
    },
    registry: (status, since, more = {}) =>
      writeFileSync(join(config, "sessions", `${process.pid}.json`), JSON.stringify({ pid: process.pid, sessionId: session, status, statusUpdatedAt: since, ...more })),
    phase: () => app.world.sessions().find(({ session_id }) => session_id === session)?.phase ?? null,
  };
}

const countUpTo = (name: string, is: (payload: Record<string, unknown>) => boolean) => recordedTurn(name).findIndex(({ payload }) => is(payload)) + 1;
const upTo = (name: string, event: string) => countUpTo(name, ({ hook_event_name }) => hook_event_name === event);
const interruptOf = ({ lines }: Recording) => lines.findIndex((line) => line.includes("[Request interrupted by user"));
const timeOf = (line: string | undefined) => Date.parse((JSON.parse(line ?? "{}") as { timestamp: string }).timestamp);

describe("Esc while a sub-agent works (x-interrupt-agent)", () => {
  it("the sub-agent goes with the turn that waited for it, although no SubagentStop comes", async () => {
    const name = "x-interrupt-agent";
    const recorded = recording(name);
    await startApp(timeOf(recorded.lines[interruptOf(recorded)]) + 200);
    const called = recordedTurn(name).findIndex(({ payload }) => payload.hook_event_name === "PreToolUse" && payload.agent_id !== undefined);
    const helper = String(recordedTurn(name)[called]?.payload["agent_id"]);
    recorded.transcript(interruptOf(recorded) - 1);
    recorded.subagent(helper, -2);
    await recorded.hooks(called + 1);
    expect(app.world.agents().map(({ role, state }) => ({ role, state }))).toEqual([{ role: "lead", state: "delegating" }, { role: "subagent", state: "running" }]);
    recorded.subagent(helper);
    recorded.transcript(interruptOf(recorded) + 1);
    await until(() => app.world.agents().length === 1 && recorded.phase() === "interactable", "the lead is left alone and rests", BOUND_MS);
    await recorded.hooks();
    expect(app.world.sessions()[0]).toMatchObject({ state: "completed" });
  });
});

describe("Esc in the middle of a call (i-interrupt-tool)", () => {
  async function running(): Promise<Recording> {
    const recorded = recording("i-interrupt-tool");
    await startApp(timeOf(recorded.lines[interruptOf(recorded)]) + 200);
    await recorded.hooks(upTo("i-interrupt-tool", "PreToolUse"));
    expect(recorded.phase()).toBe("busy");
    return recorded;
  }

  it("the registry tells", async () => {
    const recorded = await running();
    recorded.registry("idle", timeOf(recorded.lines[interruptOf(recorded)]));
    await until(() => recorded.phase() === "interactable", "it rests", BOUND_MS);
    expect(app.world.sessions()[0]).toMatchObject({ cause: "interrupted" });
  });

  it("the transcript tells, without a registry", async () => {
    const recorded = await running();
    recorded.transcript(interruptOf(recorded) + 1);
    await until(() => recorded.phase() === "interactable", "it rests", BOUND_MS);
    expect(app.world.sessions()[0]).toMatchObject({ cause: "interrupted" });
  });

  it("and the next prompt goes on as ever, its words told once", async () => {
    const recorded = await running();
    recorded.transcript();
    await recorded.hooks();
    await until(() => app.news.some(({ turnCount }) => turnCount === 2), "the transcript is read");
    await new Promise((done) => setTimeout(done, 1_200));
    const words = app.store.events.filter(({ event_type, payload }) => event_type === "assistant_response" && !(payload as AssistantResponsePayload).partial).map(({ payload }) => (payload as AssistantResponsePayload).text);
    expect(words.filter((text) => text === "Working for a while.")).toHaveLength(1);
    expect(words.filter((text) => text === "Hello from the fake model.")).toHaveLength(1);
    expect(app.world.sessions()[0]).toMatchObject({ state: "completed", phase: null, model: "claude-opus-5-5" });
  });
});

describe("a dialog that was refused (i-perm-deny)", () => {
  async function asked(): Promise<Recording> {
    const recorded = recording("i-perm-deny");
    await startApp(timeOf(recorded.lines[interruptOf(recorded)]) + 200);
    recorded.registry("busy", recorded.start + 1_400);
    await recorded.hooks(upTo("i-perm-deny", "PermissionRequest"));
    expect(recorded.phase()).toBe("waiting_permission");
    recorded.registry("waiting", timeOf(recorded.lines[interruptOf(recorded)]) - 500, { waitingFor: "permission prompt" });
    await new Promise((done) => setTimeout(done, 500));
    expect(recorded.phase()).toBe("waiting_permission");
    return recorded;
  }

  it("the registry tells", async () => {
    const recorded = await asked();
    recorded.registry("idle", timeOf(recorded.lines[interruptOf(recorded)]));
    await until(() => recorded.phase() === "interactable", "nobody is asked any more", BOUND_MS);
  });

  it("the transcript tells, without a registry, and which call it was", async () => {
    const recorded = await asked();
    recorded.transcript();
    await until(() => recorded.phase() === "interactable", "nobody is asked any more", BOUND_MS);
    expect(app.store.events.find(({ event_type }) => event_type === "decision")).toMatchObject({ payload: { decision: "permission_denied", tool_name: "Bash", tool_use_id: "toolu_fake_0001_0", reason: "user-rejected" } });
  });

  it("a dialog that was allowed in the terminal is no wait while its call runs", async () => {
    const recorded = await asked();
    recorded.registry("busy", timeOf(recorded.lines[interruptOf(recorded)]) - 100);
    await until(() => recorded.phase() === "busy", "it works", BOUND_MS);
  });
});

describe("a question (i-ask)", () => {
  it("that was answered is none, before the call's end is told", async () => {
    const recorded = recording("i-ask");
    const answered = recorded.lines.findIndex((line) => line.includes('"tool_result"'));
    await startApp(timeOf(recorded.lines[answered]) + 100);
    await recorded.hooks(upTo("i-ask", "PermissionRequest"));
    expect(recorded.phase()).toBe("waiting_question");
    recorded.registry("waiting", timeOf(recorded.lines[answered]) - 2_000, { waitingFor: "input needed" });
    await new Promise((done) => setTimeout(done, 500));
    expect(recorded.phase()).toBe("waiting_question");
    recorded.registry("busy", timeOf(recorded.lines[answered]));
    await until(() => recorded.phase() === "busy", "it works", BOUND_MS);
    await recorded.hooks();
    recorded.registry("idle", Date.now());
    await until(() => recorded.phase() === null, "it has ended");
  });
});

describe("a session whose hooks never come (i-basic)", () => {
  it("is found with its conversation, model and counts, and has no phase", async () => {
    const recorded = recording("i-basic");
    await startApp(timeOf(recorded.lines.findLast((line) => line.includes('"timestamp"'))) + 1_000);
    recorded.registry("busy", recorded.start + 1_000, { cwd: "/home/dev/project" });
    recorded.transcript();
    await until(() => app.store.events.some(({ payload }) => (payload as { text?: string }).text === "Scenario basic finished at step 9."), "its last words are stored");
    expect(app.world.sessions()).toMatchObject([{ session_id: recorded.session, phase: null, state: "active", model: "claude-opus-5-5", client_pid: process.pid }]);
    expect(app.world.agents()).toEqual([]);
    const said = app.store.events.flatMap(({ event_type, payload }) => (event_type === "user_prompt" || event_type === "assistant_response" ? [String((payload as { text?: string }).text).split("\n")[0]] : []));
    expect(said).toEqual([
      "SCENARIO:long tell me", "SCENARIO:basic go", "<task-notification>", "Line 1 of a longer streamed answer.", "Starting with a shell command.", "Delegating now.",
      "All steps are finished. This is the final answer.", "Scenario basic finished at step 9.",
    ]);
    expect(new Set(app.news.flatMap(({ usages }) => usages.map(({ message_id }) => message_id))).size).toBe(11);
  });

  it("with its hooks, each of its words is told once", async () => {
    const recorded = recording("i-basic");
    await startApp(timeOf(recorded.lines.findLast((line) => line.includes('"timestamp"'))) + 1_000);
    recorded.transcript();
    await recorded.hooks();
    await until(() => app.news.some(({ turnCount }) => turnCount === 3), "the transcript is read");
    await new Promise((done) => setTimeout(done, 1_300));
    const words = app.store.events.filter(({ event_type, payload }) => event_type === "assistant_response" && !(payload as AssistantResponsePayload).partial).map(({ payload }) => (payload as AssistantResponsePayload).text);
    for (const text of ["Starting with a shell command.", "Delegating now.", "All steps are finished. This is the final answer.", "Scenario basic finished at step 9."]) {
      expect(words.filter((each) => each === text)).toEqual([text]);
    }
  });
});
