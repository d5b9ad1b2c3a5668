import { execFileSync } from "node:child_process";
import { appendFileSync, chownSync, copyFileSync, linkSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { claudeTranscripts } from "../providers/claude/transcript.ts";
import type { Reading } from "./digest.ts";
import { TranscriptPlaces } from "./places.ts";
import { endLine, promptLine, replyLines, S, text, until } from "./test-support.ts";
import { TranscriptReader, type TranscriptReaderOptions } from "./transcript-reader.ts";

let root: string;
let config: string;
let project: string;
let file: string;
let reader: TranscriptReader | null = null;
let readings: Reading[];
let troubles: { message: string; details: Record<string, unknown> }[];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "mascot-transcripts-"));
  config = join(root, ".claude");
  project = join(config, "projects", "-home-dev-project");
  mkdirSync(project, { recursive: true });
  file = join(project, `${S}.jsonl`);
  readings = [];
  troubles = [];
});
afterEach(async () => {
  await reader?.close();
  reader = null;
  rmSync(root, { recursive: true, force: true });
});

function start(options: TranscriptReaderOptions = {}): TranscriptReader {
  reader = new TranscriptReader(claudeTranscripts, new TranscriptPlaces(claudeTranscripts, [config]), { pollMs: 60_000, ...options });
  reader.start({ onReading: (reading) => void readings.push(reading), onTrouble: (message, details) => void troubles.push({ message, details }) });
  return reader;
}

const replies = (history = false) => readings.filter((reading) => reading.history === history).flatMap(({ news }) => news.replies.map(({ text: words }) => words));
const says = (id: string, words: string) => replyLines(id, [text(words)], { ends: true });
const heard = (words: string) => until(() => replies().includes(words), `"${words}" is told`);
const attend = (settle = false, path: string | null = file) => reader?.attend({ sessionId: S, path, settle });

describe("a transcript as it grows", () => {
  it("is read at once where the file system reports changes, from its first byte", async () => {
    start();
    await new Promise((done) => setTimeout(done, 20));
    writeFileSync(file, promptLine("go") + says("m1", "first"));
    await heard("first");
    appendFileSync(file, promptLine("more") + says("m2", "second"));
    await heard("second");
    expect(replies()).toEqual(["first", "second"]);
  });

  it("R3: is read by the poll where nothing is reported", async () => {
    start({ watches: false, pollMs: 30 });
    writeFileSync(file, says("m1", "polled"));
    await heard("polled");
  });

  it("is read when its session's hooks tell where it is, also before it exists", async () => {
    start({ watches: false });
    attend();
    writeFileSync(file, says("m1", "told"));
    attend(true);
    await heard("told");
  });

  it("is read when its session's hooks told of it before there was any folder of transcripts", async () => {
    rmSync(join(config, "projects"), { recursive: true });
    start();
    attend();
    await new Promise((done) => setTimeout(done, 50));
    mkdirSync(project, { recursive: true });
    writeFileSync(file, says("m1", "the first session of all"));
    await until(() => replies().includes("the first session of all"), "it is found without the poll", 2_000);
    appendFileSync(file, says("m2", "goes on"));
    await until(() => replies().includes("goes on"), "it is watched from then on", 2_000);
  });

  it("T1, T5: one that lags behind its turn's end is looked at again, and tells once", async () => {
    start({ watches: false });
    writeFileSync(file, promptLine("go"));
    attend(true);
    await new Promise((done) => setTimeout(done, 1_000));
    expect(replies()).toEqual([]);
    appendFileSync(file, says("m1", "late"));
    await heard("late");
    attend(true);
    await new Promise((done) => setTimeout(done, 300));
    expect(replies()).toEqual(["late"]);
  });

  it("a half line waits for its rest", async () => {
    start();
    const line = says("m1", "두 조각 🐛");
    const bytes = Buffer.from(line);
    const cut = bytes.indexOf(Buffer.from("🐛")) + 2;
    writeFileSync(file, bytes.subarray(0, cut));
    attend();
    await new Promise((done) => setTimeout(done, 60));
    appendFileSync(file, bytes.subarray(cut));
    await heard("두 조각 🐛");
  });

  it("one that shrinks, is replaced or comes back under its name is read anew, and known words are not told again", async () => {
    start({ pollMs: 30 });
    writeFileSync(file, says("m1", "one") + says("m2", "two"));
    await heard("two");
    writeFileSync(file, says("m2", "two"));
    await new Promise((done) => setTimeout(done, 80));
    appendFileSync(file, says("m3", "three"));
    await heard("three");
    renameSync(file, `${file}.old`);
    writeFileSync(file, says("m3", "three") + says("m4", "four"));
    await heard("four");
    rmSync(file);
    await new Promise((done) => setTimeout(done, 60));
    writeFileSync(file, says("m5", "five"));
    await heard("five");
    expect(replies()).toEqual(["one", "two", "three", "four", "five"]);
  });

  it("one that moves to another project's folder on resume is followed there", async () => {
    start();
    writeFileSync(file, says("m1", "here"));
    attend();
    await heard("here");
    const moved = join(config, "projects", "-home-dev-other", `${S}.jsonl`);
    mkdirSync(dirname(moved));
    copyFileSync(file, moved);
    attend(true, moved);
    appendFileSync(moved, says("m2", "there"));
    await heard("there");
    expect(readings.at(-1)?.news.path).toBe(moved);
  });

  it.each([["as they are made, after the session's last hook", {}], ["by the poll where nothing is reported", { watches: false, pollMs: 30 }]])("sub-agents' own transcripts are read %s", async (_when, options) => {
    start(options);
    writeFileSync(file, promptLine("go") + endLine());
    attend();
    await until(() => readings.length > 0, "the session is read");
    const agents = join(project, S, "subagents");
    mkdirSync(agents, { recursive: true });
    writeFileSync(join(agents, "agent-a6502c30ffe692914.jsonl"), replyLines("s1", [text("from below")], { agent: "a6502c30ffe692914", ends: true }));
    await heard("from below");
    expect(readings.flatMap(({ news }) => news.replies).find(({ text: words }) => words === "from below")).toMatchObject({ sidechain: true, agentId: "a6502c30ffe692914" });
  });
});

it("sub-agents' transcripts are found where the session had a folder for something else before", async () => {
  start();
  mkdirSync(join(project, S, "tool-results"), { recursive: true });
  writeFileSync(file, promptLine("go") + endLine());
  attend();
  await until(() => readings.length > 0, "the session is read");
  const agents = join(project, S, "subagents");
  mkdirSync(agents);
  writeFileSync(join(agents, "agent-a6502c30ffe692914.jsonl"), replyLines("s1", [text("from below")], { agent: "a6502c30ffe692914", ends: true }));
  await heard("from below");
});

describe("what was there before", () => {
  it("is history: counts, no news", async () => {
    writeFileSync(file, promptLine("old") + says("m1", "old"));
    start();
    attend();
    await until(() => replies(true).length === 1, "the history is read");
    expect(replies()).toEqual([]);
    appendFileSync(file, says("m2", "new"));
    await heard("new");
    expect(readings.at(-1)?.news).toMatchObject({ turnCount: 1, model: "claude-opus-5-5" });
  });

  it("is not read at all while nobody works in it", async () => {
    writeFileSync(file, says("m1", "old"));
    start({ pollMs: 20 });
    await new Promise((done) => setTimeout(done, 120));
    expect(readings).toEqual([]);
  });

  it("old files that are put there are nobody's work", async () => {
    start({ pollMs: 20 });
    writeFileSync(file, says("m1", "restored from a backup"));
    utimesSync(file, 1_600_000_000, 1_600_000_000);
    writeFileSync(join(project, "other.jsonl"), replyLines("m1", [text("new")], { session: "other", ends: true }));
    await heard("new");
    expect(replies()).toEqual(["new"]);
  });
});

describe("a transcript of a gigabyte", () => {
  it("only its end is read, and then what is added", async () => {
    writeFileSync(file, says("m0", "beginning"));
    truncateSync(file, 1024 ** 3);
    appendFileSync(file, `\n${says("m1", "before the app")}`);
    start();
    const memory = process.memoryUsage().rss;
    attend();
    await until(() => replies(true).includes("before the app"), "the end is read");
    appendFileSync(file, says("m2", "added"));
    await heard("added");
    expect(replies(true)).toEqual(["before the app"]);
    expect(process.memoryUsage().rss - memory).toBeLessThan(128 * 1024 * 1024);
  });

  it("one without any line end holds no memory", { timeout: 30_000 }, async () => {
    start();
    writeFileSync(file, "");
    attend();
    truncateSync(file, 200 * 1024 * 1024);
    const memory = process.memoryUsage().rss;
    attend(true);
    appendFileSync(file, `\n${says("m1", "after it")}`);
    await heard("after it");
    expect(process.memoryUsage().rss - memory).toBeLessThan(128 * 1024 * 1024);
  });
});

describe("files that are none of ours", () => {
  const elsewhere = () => {
    const path = join(root, `${S}.jsonl`);
    writeFileSync(path, says("m1", "secret"));
    return path;
  };
  async function refused(path: string, reason: RegExp | string, sessionId = S): Promise<void> {
    start();
    reader?.attend({ sessionId, path, settle: true });
    await until(() => troubles.some(({ details }) => String(details.reason).match(reason) !== null), `${path} is refused: ${JSON.stringify(troubles)}`);
    expect(readings).toEqual([]);
  }

  it("outside of the client's folders", () => refused(elsewhere(), "outside"));
  it("led to by dots", () => {
    elsewhere();
    return refused(`${project}/../../../${S}.jsonl`, "outside");
  });
  it("not .jsonl", () => {
    writeFileSync(join(project, "settings.json"), "{}");
    return refused(join(project, "settings.json"), "not a transcript");
  });
  it("not absolute", () => refused("projects/x.jsonl", "not a path"));
  it("another session's", () => {
    writeFileSync(file, says("m1", "x"));
    return refused(file, "another session's", "0a0a0a0a-0000-4000-8000-000000000000");
  });
  it("a link out of the folder", () => {
    symlinkSync(elsewhere(), file);
    return refused(file, "ELOOP|EMLINK");
  });
  it("in a folder that is a link out", () => {
    const outside = join(root, "outside");
    mkdirSync(outside);
    writeFileSync(join(outside, `${S}.jsonl`), says("m1", "secret"));
    symlinkSync(outside, join(config, "projects", "linked"));
    return refused(join(config, "projects", "linked", `${S}.jsonl`), "outside");
  });
  it("a pipe", () => {
    execFileSync("mkfifo", [file]);
    return refused(file, "not a file");
  });
  it("a folder", () => {
    mkdirSync(file);
    return refused(file, "not a file|EISDIR");
  });
  it.skipIf(process.getuid?.() !== 0)("another user's", () => {
    writeFileSync(file, says("m1", "theirs"));
    chownSync(file, 65534, 65534);
    return refused(file, "another owner");
  });

  it("lines of another session in a file of the right name are passed over", async () => {
    start();
    writeFileSync(file, replyLines("m1", [text("foreign")], { session: "other", ends: true }) + says("m2", "own"));
    await heard("own");
    expect(replies()).toEqual(["own"]);
  });

  it("the person's own link to the folder of projects is followed", async () => {
    const elsewhereFolder = join(root, "dotfiles");
    renameSync(join(config, "projects"), elsewhereFolder);
    symlinkSync(elsewhereFolder, join(config, "projects"));
    start();
    attend();
    writeFileSync(file, says("m1", "linked"));
    attend(true);
    await heard("linked");
    linkSync(file, join(elsewhereFolder, "-home-dev-project", "x.jsonl"));
  });
});
