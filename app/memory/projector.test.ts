import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ownDelivery } from "../pipeline/own-events.ts";
import { recordedTurn, turnNames } from "../pipeline/test-support.ts";
import { openStore } from "../store/index.ts";
import { delivered, type Recorder, rowsOf, startRecorder, turn } from "./testing/recorder.ts";

let folder: string;
let app: Recorder | null = null;
let child: ChildProcess | null = null;

beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), "mascot-memory-"));
});

afterEach(async () => {
  child?.kill("SIGKILL");
  child = null;
  await app?.close();
  app = null;
  await fs.rm(folder, { recursive: true, force: true });
});

async function started(): Promise<Recorder> {
  app = await startRecorder(folder);
  return app;
}

const said = (rows: { content: string; skill_name: string }[]) => rows.map(({ content, skill_name }) => (skill_name === "Edit" ? "Edit" : content));

describe("what hooks tell", () => {
  it("becomes a conversation: once, in order, by project", async () => {
    const { pipeline, memory, conversation } = await started();
    const grew: string[] = [];
    memory.door.onGrew(({ session_ids }) => grew.push(...session_ids));
    for (const payload of turn("s1", folder, "make the beds", "The beds are made.")) await pipeline.ingest(delivered(payload));
    const page = await memory.api.interactions({ session_id: "s1" });
    expect(said(page.items)).toEqual(["make the beds", "Edit", "The beds are made."]);
    expect(page.items[1]).toMatchObject({ skill_name: "Edit", metadata: { ok: true }, turn_id: `p-${Buffer.from("make the beds").toString("hex")}`, project: await fs.realpath(folder) });
    expect(new Set(grew)).toEqual(new Set(["s1"]));
    expect(await conversation.session("s1")).toMatchObject({ state: "active", stats: { prompts: 1, replies: 1, tool_calls: 1, tools: { Edit: 1 }, files: [`${folder}/beds.ts`] } });
  });

  it("of every recorded session is the same whether written as it comes, or later in one go", async () => {
    const { pipeline, conversation, memory } = await started();
    for (const name of turnNames().slice(0, 8)) {
      await pipeline.ingestAll(recordedTurn(name).map(({ payload, meta, at }, i) => delivered(payload, { meta, collectedAt: at, receivedAt: at, deliveryId: `${name}-${i}` })));
    }
    const sessions = (await memory.api.sessions({ limit: 500 })).items;
    expect(sessions.length).toBeGreaterThan(5);
    const told = new Map<string, unknown>();
    for (const { session_id } of sessions) told.set(session_id, (await rowsOf(conversation, session_id)).map(({ seq: _seq, ...row }) => row));
    await app?.close();
    // The same events in a log that nobody has followed yet.
    const events = await eventsOf(path.join(folder, "events.db"));
    const second = path.join(folder, "second");
    await fs.mkdir(second);
    const { store } = await openStore({ file: path.join(second, "events.db"), clock: Date, avatarSeed: () => 1 });
    await store.append(events.map((event) => ({ keys: [event.id], events: [event] })));
    await store.close();
    app = await startRecorder(second);
    await app.memory.api.sessions({});
    await untilQuiet(app);
    for (const [id, rows] of told) expect((await rowsOf(app.conversation, id)).map(({ seq: _seq, ...row }) => row), id).toEqual(rows);
  });

  it.each([["after", [0, 1]], ["before", [1, 0]]])("has a call that the guard denied as one that did not run, its denial told %s its start and by the transcript once more", async (_when, order) => {
    const { pipeline, memory, conversation } = await started();
    const call = { tool_name: "Edit", tool_use_id: "t1", target: "a.ts" };
    const own = (id: string, event_type: "edit_blocked" | "decision", payload: object) => ownDelivery({ now: Date.now }, id, { event_type, session_id: "s1", agent_id: "s1", payload: { ...call, ...payload } as never });
    const told = [
      delivered({ hook_event_name: "PreToolUse", session_id: "s1", cwd: folder, tool_name: "Edit", tool_use_id: "t1", tool_input: { file_path: `${folder}/a.ts`, old_string: "a", new_string: "b" } }),
      own("guard", "edit_blocked", { cwd: folder, cause: "no_port" }),
    ];
    for (const at of order) await pipeline.ingest(told[at] as (typeof told)[number]);
    await pipeline.ingest(own("refused", "decision", { decision: "permission_denied", reason: "hook" }));
    expect((await memory.api.interactions({ session_id: "s1" })).items).toMatchObject([{ skill_name: "Edit", skill_args: { old_string: "a" }, metadata: { ok: false, denied: "no_port", told_by: "hook" } }]);
    expect(await conversation.session("s1")).toMatchObject({ stats: { tool_calls: 1, tools: { Edit: 1 } } });
  });

  it.each([["after", [0, 1, 2]], ["before", [0, 2, 1]]])("has a call that ran although the guard denied it as one that ran, its end told %s the denial", async (_when, order) => {
    const { pipeline, memory } = await started();
    const call = { session_id: "s1", cwd: folder, tool_name: "Edit", tool_use_id: "t1", tool_input: { file_path: `${folder}/a.ts`, old_string: "a", new_string: "b" } };
    const told = [
      delivered({ hook_event_name: "PreToolUse", ...call }),
      ownDelivery({ now: Date.now }, "guard", { event_type: "edit_blocked", session_id: "s1", agent_id: "s1", payload: { tool_name: "Edit", tool_use_id: "t1", target: "a.ts", cwd: folder, cause: "no_port" } as never }),
      delivered({ hook_event_name: "PostToolUse", ...call, tool_response: { filePath: "a.ts" } }),
    ];
    for (const at of order) await pipeline.ingest(told[at] as (typeof told)[number]);
    const [row] = (await memory.api.interactions({ session_id: "s1" })).items;
    expect(row?.metadata).toMatchObject({ ok: true, told_by: "hook" });
    expect(row?.metadata.denied).toBeUndefined();
    expect(row?.metadata.error).toBeUndefined();
  });

  it("of a folder with its own git tree, and of a worktree of it, are projects of their own", async () => {
    const { pipeline, memory } = await started();
    const real = await fs.realpath(folder);
    await fs.mkdir(path.join(folder, "repo/.git"), { recursive: true });
    await fs.mkdir(path.join(folder, "repo/src/deep"), { recursive: true });
    await fs.mkdir(path.join(folder, "repo/.worktrees/other"), { recursive: true });
    await fs.writeFile(path.join(folder, "repo/.worktrees/other/.git"), "gitdir: ../../.git/worktrees/other\n");
    await pipeline.ingest(delivered({ hook_event_name: "UserPromptSubmit", session_id: "main", cwd: path.join(folder, "repo/src/deep"), prompt: "a" }));
    await pipeline.ingest(delivered({ hook_event_name: "UserPromptSubmit", session_id: "tree", cwd: path.join(folder, "repo/.worktrees/other"), prompt: "b" }));
    await pipeline.ingest(delivered({ hook_event_name: "UserPromptSubmit", session_id: "gone", cwd: path.join(folder, "never/was"), prompt: "c" }));
    const sessions = new Map((await memory.api.sessions({})).items.map((row) => [row.session_id, row.project]));
    expect(sessions).toEqual(new Map([["main", path.join(real, "repo")], ["tree", path.join(real, "repo/.worktrees/other")], ["gone", path.join(folder, "never/was")]]));
  });

  it("in a project that is not recorded is kept nowhere, not even in the events; other projects are", async () => {
    const { pipeline, memory, events } = await started();
    await memory.door.setRules({ project: "/home/dev/secret", record: false, memory: true });
    for (const payload of turn("quiet", "/home/dev/secret/src", "the hidden word", "hidden answer")) await pipeline.ingest(delivered(payload));
    for (const payload of turn("open", "/home/dev/secretary", "a plain word", "plain answer")) await pipeline.ingest(delivered(payload));
    expect((await memory.api.interactions({ session_id: "quiet" })).items).toEqual([]);
    expect((await memory.api.interactions({ session_id: "open" })).items).toHaveLength(3);
    const log = JSON.stringify(await events.tail(0, 1_000));
    expect(log).not.toContain("hidden");
    expect(log).toContain("plain answer");
    const [quiet] = (await memory.api.sessions({ project: "/home/dev/secret/src" })).items;
    expect(quiet).toMatchObject({ first_prompt: null, stats: { prompts: 1, replies: 1, tool_calls: 1, files: [] } });
  });

  it("of a session of such a project nothing is kept: also what names another folder, or none, or could not be understood", async () => {
    const { pipeline, memory, events } = await started();
    await pipeline.ingest(delivered({ hook_event_name: "SessionStart", session_id: "early", cwd: "/home/dev/secret", source: "startup" }));
    await memory.door.setRules({ project: "/home/dev/secret", record: false, memory: true });
    const tell = (payload: Record<string, unknown>) => pipeline.ingest(delivered({ hook_event_name: "UserPromptSubmit", session_id: "early", ...payload }));
    await tell({ prompt: "hidden without a folder" });
    await tell({ prompt: "hidden elsewhere", cwd: "/tmp/elsewhere" });
    await tell({ session_id: 5, prompt: "hidden in what is no event", cwd: "/home/dev/secret" });
    await tell({ session_id: "other", prompt: "a plain word", cwd: "/tmp/elsewhere" });
    const log = JSON.stringify(await events.tail(0, 1_000));
    expect(log).not.toContain("hidden");
    expect(log).toContain("a plain word");
  });

  it("of what nobody proved is shown and never part of what is proven", async () => {
    const { pipeline, memory } = await started();
    const stranger = { trust: "unverified" } as const;
    await pipeline.ingest(delivered({ hook_event_name: "UserPromptSubmit", session_id: "s1", cwd: "/a", prompt: "from nobody" }, stranger));
    expect((await memory.api.sessions({})).items).toMatchObject([{ session_id: "s1", trust: "unverified", first_prompt: "from nobody" }]);
    await pipeline.ingest(delivered({ hook_event_name: "UserPromptSubmit", session_id: "s1", cwd: "/b", prompt: "from me" }));
    await pipeline.ingest(delivered({ hook_event_name: "UserPromptSubmit", session_id: "s1", cwd: "/a", prompt: "from nobody again" }, stranger));
    expect((await memory.api.sessions({})).items).toMatchObject([{ session_id: "s1", trust: "verified", first_prompt: "from me", project: "/b" }]);
    expect(said((await memory.api.interactions({ session_id: "s1" })).items)).not.toContain("from nobody again");
  });
});

describe("the projection", () => {
  it("goes on where it was after kill -9 at any moment: nothing twice, nothing lost", { timeout: 90_000 }, async () => {
    const bundled = path.join(folder, "child.cjs");
    await build({ entryPoints: [path.join(import.meta.dirname, "testing/projecting-child.ts")], outfile: bundled, bundle: true, platform: "node", format: "cjs", external: ["sqlite3"], mainFields: ["module", "main"], logLevel: "error" });
    const acknowledged: string[] = [];
    for (const [run, turns] of [["a", 30], ["b", 7], ["c", 90], ["d", 3]] as const) acknowledged.push(...(await runAndKill(bundled, run, turns)));
    const { memory, conversation } = await started();
    await memory.api.sessions({});
    await untilQuiet(app as Recorder);
    const rows = (await Promise.all(["session-0", "session-1", "session-2"].map((id) => rowsOf(conversation, id)))).flat();
    const prompts = rows.filter((row) => row.skill_name === "user_prompt").map((row) => row.content);
    expect(new Set(prompts).size).toBe(prompts.length);
    expect(acknowledged.filter((key) => !prompts.includes(`ask ${key}`))).toEqual([]);
    const stats = await Promise.all(["session-0", "session-1", "session-2"].map(async (id) => (await conversation.session(id))?.stats));
    expect(stats.reduce((sum, one) => sum + (one?.prompts ?? 0), 0)).toBe(prompts.length);
    expect(stats.reduce((sum, one) => sum + (one?.tool_calls ?? 0), 0)).toBe(rows.filter((row) => row.skill_name === "Edit").length);
  });

  it("of a log that cannot be written to is tried again, and loses nothing", async () => {
    const { pipeline, memory, conversation } = await started();
    const project = conversation.project.bind(conversation);
    let failures = 2;
    conversation.project = async (batch) => {
      if (failures-- > 0) throw new Error("disk full");
      return project(batch);
    };
    for (const payload of turn("s1", "/a", "hello", "hi")) await pipeline.ingest(delivered(payload));
    await expect.poll(async () => said((await memory.api.interactions({ session_id: "s1" })).items), { timeout: 10_000 }).toEqual(["hello", "Edit", "hi"]);
    expect((await conversation.session("s1"))?.stats.prompts).toBe(1);
  });
});

async function runAndKill(bundled: string, run: string, turns: number): Promise<string[]> {
  const running = spawn(process.execPath, [bundled, folder, run], { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, NODE_PATH: path.resolve(import.meta.dirname, "../../node_modules") } });
  child = running;
  let text = "";
  running.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
    if (text.split("\n").length > turns) running.kill("SIGKILL");
  });
  await once(running, "close");
  child = null;
  expect(running.signalCode).toBe("SIGKILL");
  return text.split("\n").slice(0, -1);
}

async function eventsOf(file: string) {
  const { store } = await openStore({ file, clock: Date, avatarSeed: () => 1 });
  const events = await store.tail(0, 100_000);
  await store.close();
  return events;
}

/** The cursor stands at the end of the log. */
async function untilQuiet({ conversation, events }: Recorder): Promise<void> {
  await expect.poll(async () => (await conversation.cursor()) >= (await events.lastSeq()), { timeout: 20_000 }).toBe(true);
}
