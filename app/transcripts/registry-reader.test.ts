import { execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { claudeTranscripts } from "../providers/claude/transcript.ts";
import type { RegistryEntry } from "../providers/transcript.ts";
import { TranscriptPlaces } from "./places.ts";
import { lookAtProcess, type ProcessLook } from "../machine/process-look.ts";
import { isItsProcess, RegistryReader } from "./registry-reader.ts";
import { until } from "./test-support.ts";

let config: string;
let sessions: string;
let reader: RegistryReader | null = null;
let told: RegistryEntry[][];

beforeEach(() => {
  config = mkdtempSync(join(tmpdir(), "mascot-registry-"));
  sessions = join(config, "sessions");
  mkdirSync(sessions);
  told = [];
});
afterEach(() => {
  reader?.close();
  rmSync(config, { recursive: true, force: true });
});

function start(look: (pid: number) => ProcessLook = () => ({ alive: true }), options: { pollMs?: number; watches?: boolean } = {}): void {
  reader = new RegistryReader(claudeTranscripts, new TranscriptPlaces(claudeTranscripts, [config]), { look, pollMs: 60_000, ...options });
  reader.start({ onRegistry: (entries) => void told.push(entries) });
}
function put(pid: number, fields: Record<string, unknown> = {}): void {
  const temporary = join(sessions, `${pid}.json.tmp`);
  writeFileSync(temporary, JSON.stringify({ pid, sessionId: `s${pid}`, status: "busy", ...fields }));
  renameSync(temporary, join(sessions, `${pid}.json`));
}
const last = () => told.at(-1)?.map(({ sessionId, status }) => `${sessionId} ${status}`).sort() ?? [];

describe("the registry", () => {
  it("tells of every change within moments", async () => {
    put(1);
    start();
    expect(last()).toEqual(["s1 busy"]);
    put(1, { status: "waiting", waitingFor: "permission prompt" });
    await until(() => last()[0] === "s1 waiting", "waiting is told", 1_000);
    put(1, { status: "idle" });
    put(2);
    await until(() => last().length === 2, "both are told", 1_000);
    expect(last()).toEqual(["s1 idle", "s2 busy"]);
    put(1, { sessionId: "cleared", status: "idle" });
    await until(() => last().includes("cleared idle"), "a session that was cleared has another id", 1_000);
    rmSync(join(sessions, "2.json"));
    await until(() => last().length === 1, "one that ended is gone", 1_000);
  });

  it("is polled where nothing is reported, and where it comes later", async () => {
    rmSync(sessions, { recursive: true });
    start(() => ({ alive: true }), { watches: false, pollMs: 20 });
    expect(told).toEqual([]);
    mkdirSync(sessions);
    put(1);
    await until(() => last().length === 1, "it is found");
  });

  it("counts only entries of processes that live", async () => {
    const child = spawn("sleep", ["60"]);
    const pid = child.pid as number;
    put(pid);
    put(999_999_999 % 4_000_000);
    start(lookAtProcess, { watches: false, pollMs: 20 });
    expect(last()).toEqual([`s${pid} busy`]);
    child.kill("SIGKILL");
    await until(() => last().length === 0, "left behind after SIGKILL, it counts no more");
  });

  it("never opens keys, links, pipes, or anything that is not the entry of its name", () => {
    writeFileSync(join(sessions, "1.abc.key"), "secret");
    chmodSync(join(sessions, "1.abc.key"), 0o000);
    writeFileSync(join(config, "elsewhere"), JSON.stringify({ pid: 2, sessionId: "linked", status: "busy" }));
    symlinkSync(join(config, "elsewhere"), join(sessions, "2.json"));
    execFileSync("mkfifo", [join(sessions, "3.json")]);
    writeFileSync(join(sessions, "4.json"), '{"pid":4,"sess');
    writeFileSync(join(sessions, "5.json"), JSON.stringify({ pid: 6, sessionId: "of another", status: "busy" }));
    writeFileSync(join(sessions, "7.json"), " ".repeat(100_000));
    put(8);
    start();
    expect(last()).toEqual(["s8 busy"]);
  });
});

describe("a process id that was given again", () => {
  const entry = (more: Partial<RegistryEntry>): RegistryEntry => ({ pid: 1, sessionId: "s", cwd: null, status: null, waitingFor: null, statusAtMs: null, processStart: null, startedAtMs: null, ...more });
  it.each([
    ["no process", entry({}), { alive: false }, false],
    ["nothing to compare", entry({}), { alive: true }, true],
    ["the same start", entry({ processStart: { ticks: 77 } }), { alive: true, startTicks: 77 }, true],
    ["another start", entry({ processStart: { ticks: 77 } }), { alive: true, startTicks: 78 }, false],
    ["the same start in milliseconds", entry({ processStart: { ms: 50_000 } }), { alive: true, startedAt: 50_900 }, true],
    ["another start in milliseconds", entry({ processStart: { ms: 50_000 } }), { alive: true, startedAt: 90_000 }, false],
    ["a start after the session's", entry({ startedAtMs: 10_000 }), { alive: true, startedAt: 60_000 }, false],
    ["a start before the session's", entry({ startedAtMs: 10_000 }), { alive: true, startedAt: 9_000 }, true],
  ])("%s", (_what, of, process, isIt) => expect(isItsProcess(of, process)).toBe(isIt));

  it.skipIf(process.platform !== "linux")("starts are told by the system", () => {
    const own = lookAtProcess(process.pid);
    expect(own).toMatchObject({ alive: true, startTicks: expect.any(Number) });
    expect(Math.abs((own.startedAt ?? 0) - (Date.now() - process.uptime() * 1_000))).toBeLessThan(5_000);
  });
});
