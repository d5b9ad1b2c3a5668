import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { fork } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { IngestOutcome, SpoolFile } from "../parts.ts";
import { openSpool } from "../home/spool/spool-thread.ts";
import { fromSpool } from "./spool-delivery.ts";
import { type SpoolIntake, startSpool } from "./spool.ts";
import { FakeLog, FakeNotices, FakePipeline, until } from "./test-support.ts";

const known = { known: (provider: string) => ["claude", "codex"].includes(provider) };
const file = (text: string, more: Partial<SpoolFile> = {}): SpoolFile => ({ name: "0-7-abc.json", modifiedAt: 5000, text, ...more });
const read = (text: string, more?: Partial<SpoolFile>, now = 10_000) => fromSpool(file(text, more), now, known);

describe("what a spool file becomes", () => {
  it("the shell's: the file's name is its id, the file's time its time", () => {
    const { delivery, bad } = read('v=1\tprovider=codex\tCLAUDE_PID=42\n{"hook_event_name":"Stop"}\n');
    expect(bad).toBe(false);
    expect(delivery).toEqual({
      lane: "spool", provider: "codex", payload: { hook_event_name: "Stop" }, meta: { client_pid: 42 }, deliveryId: "0-7-abc", collectedAt: 5000, receivedAt: 10_000, trust: "verified",
    });
  });

  it("the forwarder's: its header's id and time, so that what also came by POST is known again", () => {
    const header = { delivery_id: "1-2-post", provider: "claude", collected_at: "1970-01-01T00:00:07.000Z", meta: { workspace_id: "w" } };
    expect(read(`${JSON.stringify(header)}\n[]`).delivery).toMatchObject({ deliveryId: "1-2-post", collectedAt: 7000, payload: [], meta: { workspace_id: "w" } });
  });

  it("F21: a payload without a final newline, one with newlines in it, and one without any header", () => {
    for (const text of ['v=1\t\n{"a":\n1}', 'v=1\t\n{"a":1}', '{"a":1}', '\n{"a":1}\n']) expect(read(text), text).toMatchObject({ bad: false, delivery: { payload: { a: 1 } } });
    expect(read('{"hook_event_name":"Stop","meta":1}').delivery.payload).toEqual({ hook_event_name: "Stop", meta: 1 });
  });

  it.each(["v=1\tprovider=claude\n", "v=1\tprovider=claude\n{half", "", "just text", '{"delivery_id":"x"}\nnot json'])("what is no JSON is recorded as its text, and bad: %j", (text) => {
    const { delivery, bad } = read(text);
    expect([bad, typeof delivery.payload]).toEqual([true, "string"]);
  });

  it("a gap becomes one warning that says how many events are missing", () => {
    const gap = { dropped: 12, from: "2026-01-01T00:00:00.000Z", to: "2026-01-02T00:00:00.000Z" };
    const { delivery, dropped } = read(`${JSON.stringify({ delivery_id: "gap-1", gap })}\n{}`);
    expect(dropped).toBe(12);
    expect(delivery).toMatchObject({ deliveryId: "gap-1", payload: { hook_event_name: "Notification", notification_type: "spool_gap", level: "warn", ...gap } });
  });

  it("what was too large comes by head and tail", () => {
    const cut = { head: "{", tail: "}", bytes: 1e9 };
    expect(read("v=1\tprovider=claude\n", { cut }).delivery).toMatchObject({ truncated: true, payload: cut });
    expect(read('{"delivery_id":"x","truncated":true}\n{"bytes":9,"head":"{","tail":"}"}').delivery).toMatchObject({ truncated: true, payload: { bytes: 9, head: "{", tail: "}" } });
  });

  it("a file from the future, of an unknown provider or with an odd name harms nothing", () => {
    expect(read("v=1\t\n{}", { modifiedAt: 99_999 }).delivery.collectedAt).toBe(10_000);
    expect(read("v=1\tprovider=nobody\n{}").delivery.provider).toBe("claude");
    expect(read("v=1\tprovider=../x\n{}").delivery.provider).toBe("claude");
  });
});

describe("taking in the spool", () => {
  let home: string;
  let spool: string;
  let pipeline: FakePipeline;
  let notices: FakeNotices;
  let intake: SpoolIntake | null;
  const waiting = () => readdirSync(spool).filter((name) => name.endsWith(".json"));

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), "mascot-intake-"));
    spool = join(home, "spool");
    mkdirSync(spool, { mode: 0o700 });
    pipeline = new FakePipeline();
    notices = new FakeNotices();
  });
  afterEach(async () => {
    await intake?.close();
    rmSync(home, { recursive: true, force: true });
  });

  function put(name: string, text: string): void {
    writeFileSync(join(spool, `.${name}.tmp`), text);
    renameSync(join(spool, `.${name}.tmp`), join(spool, `${name}.json`));
  }
  function start(): void {
    intake = startSpool(openSpool(spool, null), { pipeline, providers: known, notices, clock: { now: Date.now }, log: new FakeLog() });
  }

  it("deletes a file only after it was committed", async () => {
    let commit: (outcome: IngestOutcome) => void = () => {};
    pipeline.outcome = () => new Promise((resolve) => (commit = resolve));
    put("a", 'v=1\tprovider=claude\n{"n":1}');
    start();
    await until(() => pipeline.deliveries.length === 1, "it is on its way");
    expect(waiting()).toEqual(["a.json"]);
    commit({ ok: true, answer: { status: "stored", event_ids: ["e"] } });
    await until(() => waiting().length === 0, "it goes after the commit");
  });

  it("a duplicate goes as well: it was committed before a crash kept it from being deleted", async () => {
    pipeline.outcome = () => ({ ok: true, answer: { status: "duplicate", event_ids: [] } });
    put("a", "v=1\tprovider=claude\n{}");
    start();
    await until(() => waiting().length === 0, "it goes");
  });

  it("D7: while the disk is full everything stays, and goes in when there is room", async () => {
    let full = true;
    pipeline.outcome = () => (full ? { ok: false, reason: "disk_full", message: "SQLITE_FULL" } : { ok: true, answer: { status: "stored", event_ids: [] } });
    for (let i = 0; i < 20; i++) put(`${i}`, `v=1\tprovider=claude\n{"n":${i}}`);
    start();
    await until(() => pipeline.deliveries.length >= 20, "it was tried");
    expect(waiting()).toHaveLength(20);
    full = false;
    await until(() => waiting().length === 0, "all went in");
  });

  it("a pipeline that throws loses nothing", async () => {
    let broken = true;
    pipeline.outcome = () => {
      if (broken) throw new Error("boom");
      return { ok: true, answer: { status: "stored", event_ids: [] } };
    };
    put("a", "v=1\tprovider=claude\n{}");
    start();
    await until(() => pipeline.deliveries.length > 0, "it was tried");
    broken = false;
    await until(() => waiting().length === 0, "it went in");
  });

  it("one file that the log refuses does not hold up the others for ever: it is kept aside", { timeout: 60_000 }, async () => {
    pipeline.outcome = ({ payload }) => ((payload as { poison?: boolean }).poison ? { ok: false, reason: "store_failed", message: "constraint" } : { ok: true, answer: { status: "stored", event_ids: [] } });
    put("poison", 'v=1\tprovider=claude\n{"poison":true}');
    start();
    let n = 0;
    const feed = setInterval(() => put(`ok-${n++}`, "v=1\tprovider=claude\n{}"), 50);
    await until(() => readdirSync(spool).includes("bad"), "it is set aside", 40_000).finally(() => clearInterval(feed));
    await until(() => waiting().length === 0, "the others went in");
    expect(readdirSync(join(spool, "bad"))).toEqual(["poison.json"]);
  });

  it("what is not JSON is recorded and kept aside; a gap is said to the person", async () => {
    put("a-bad", "v=1\tprovider=claude\nnot json");
    put("b-gap", '{"gap":{"dropped":3}}\n{}');
    start();
    await until(() => waiting().length === 0, "both are gone");
    expect(readdirSync(join(spool, "bad"))).toEqual(["a-bad.json"]);
    expect(pipeline.deliveries.find(({ deliveryId }) => deliveryId === "a-bad")?.payload).toBe("not json");
    expect(notices.raised).toEqual([{ id: "events_dropped", level: "warn", values: { dropped: 3 } }]);
  });

  it("closing waits for what is being committed", async () => {
    let commit: (outcome: IngestOutcome) => void = () => {};
    pipeline.outcome = () => new Promise((resolve) => (commit = resolve));
    put("a", "v=1\tprovider=claude\n{}");
    start();
    await until(() => pipeline.deliveries.length === 1, "it is on its way");
    const closed = intake?.close();
    commit({ ok: true, answer: { status: "stored", event_ids: [] } });
    await closed;
    expect(waiting()).toEqual([]);
  });

  it("killed at any moment, every file is recorded by one of the starts, each under one id", { timeout: 60_000 }, async () => {
    const program = join(home, "intake.cjs");
    const entry = fileURLToPath(new URL("spool.ts", import.meta.url));
    const thread = fileURLToPath(new URL("../home/spool/spool-thread.ts", import.meta.url));
    const source = `
      import { startSpool } from ${JSON.stringify(entry)};
      import { openSpool } from ${JSON.stringify(thread)};
      import { appendFileSync } from "node:fs";
      const log = { debug() {}, info() {}, warn() {}, error() {}, withPrefix: () => log };
      const pipeline = { ingestAll: async (all) => { appendFileSync(process.argv[3], all.map((d) => d.deliveryId + "\\n").join("")); await new Promise((r) => setTimeout(r, 2)); return all.map(() => ({ ok: true, answer: { status: "stored", event_ids: [] } })); } };
      startSpool(openSpool(process.argv[2], null), { pipeline, providers: { known: () => true }, notices: { raise() {} }, clock: { now: Date.now }, log });
      process.send("started");
    `;
    await build({ stdin: { contents: source, resolveDir: home, loader: "ts" }, outfile: program, bundle: true, platform: "node", format: "cjs", target: "node18", logLevel: "error", alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" } });
    const record = join(home, "record");
    const count = 1500;
    for (let i = 0; i < count; i++) put(`0-1-${i}`, `v=1\tprovider=claude\n{"n":${i}}`);
    for (let round = 0; round < 4; round++) {
      const child = fork(program, [spool, record]);
      await new Promise((resolve) => child.once("message", resolve));
      await new Promise((resolve) => setTimeout(resolve, round * 7));
      child.kill("SIGKILL");
      await new Promise((resolve) => child.once("exit", resolve));
    }
    const last = fork(program, [spool, record]);
    await until(() => waiting().length === 0, "the last start takes in the rest", 40_000);
    last.kill("SIGKILL");
    const { readFileSync } = await import("node:fs");
    expect(new Set(readFileSync(record, "utf8").trim().split("\n")).size).toBe(count);
  });
});
