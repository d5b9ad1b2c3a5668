import { spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SpoolFile, SpoolSource, SpoolVerdicts } from "../../parts.ts";
import { SpoolFolder } from "./spool-folder.ts";
import { SpoolReader, type SpoolReaderOptions } from "./spool-reader.ts";
import { openSpool, SpoolThread } from "./spool-thread.ts";

let home: string;
let spool: string;
let source: SpoolSource | null = null;
const uid = process.getuid?.() ?? null;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "mascot-spool-"));
  spool = join(home, "spool");
  mkdirSync(spool, { mode: 0o700 });
});
afterEach(async () => {
  await source?.close();
  source = null;
  rmSync(home, { recursive: true, force: true });
});

/** As hooks do: whole under a hidden name, then renamed. */
function put(name: string, text = "v=1\tprovider=claude\n{}", modifiedAt?: number): void {
  const temporary = join(spool, `.${name}.tmp`);
  writeFileSync(temporary, text, { mode: 0o600 });
  if (modifiedAt !== undefined) utimesSync(temporary, modifiedAt / 1000, modifiedAt / 1000);
  renameSync(temporary, join(spool, `${name}.json`));
}

interface Heard {
  files: SpoolFile[];
  batches: number[];
  troubles: string[];
  names(): string[];
}

/** @param judge what to say of each batch; default: all done */
function listen(to: SpoolSource, judge: (files: SpoolFile[]) => Partial<SpoolVerdicts> | null = (files) => ({ done: files.map(({ name }) => name) })): Heard {
  const heard: Heard = { files: [], batches: [], troubles: [], names: () => heard.files.map(({ name }) => name.replace(/\.json$/, "")) };
  source = to;
  to.start({
    onBatch(files) {
      heard.files.push(...files);
      heard.batches.push(files.length);
      const verdicts = judge(files);
      if (verdicts !== null) setImmediate(() => to.settle({ done: [], bad: [], keep: [], ...verdicts }));
    },
    onTrouble: (message, details) => void heard.troubles.push(`${message} ${JSON.stringify(details)}`),
  });
  return heard;
}

const reader = (options: SpoolReaderOptions = {}, folder: { wholeBytes?: number; cutBytes?: number } = {}) => new SpoolReader(new SpoolFolder(spool, { uid, ...folder }), options);
const waiting = () => readdirSync(spool).filter((name) => name.endsWith(".json"));

async function until(condition: () => boolean, what: string, deadlineMs = 15_000): Promise<void> {
  const end = Date.now() + deadlineMs;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`not within ${deadlineMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 3));
  }
}

describe("the spool", () => {
  it("is taken in at the start, oldest first, and only what was committed goes", async () => {
    put("b", "1", 3000);
    put("c", "2", 1000);
    put("a", "3", 3000);
    const heard = listen(reader());
    await until(() => waiting().length === 0, "all are gone");
    expect(heard.files).toMatchObject([{ name: "c.json", modifiedAt: 1000, text: "2" }, { name: "a.json", text: "3" }, { name: "b.json", text: "1" }]);
  });

  it("takes in 2,000 files that were there at the start, each once", { timeout: 60_000 }, async () => {
    for (let i = 0; i < 2000; i++) put(`0-1-${i}`);
    const heard = listen(reader());
    await until(() => waiting().length === 0, "all are gone");
    expect(heard.files).toHaveLength(2000);
    expect(new Set(heard.names()).size).toBe(2000);
    expect(Math.max(...heard.batches)).toBeLessThanOrEqual(128);
  });

  it("hears of a new file at once", async () => {
    const heard = listen(reader({ rescanMs: 600_000 }));
    put("0-1-new");
    await until(() => heard.files.length === 1, "it is handed out");
    await until(() => waiting().length === 0, "and removed");
  });

  it.each([["with an end mark, which is not of it", "v=2", "\n# end\n"], ["that ends with its payload", "v=3", ""]])("waits for the end of a file that is written in place, %s", async (_what, form, mark) => {
    const heard = listen(reader({ rescanMs: 600_000 }));
    const file = join(spool, "0-1-slow.json");
    for (const part of ["", `${form}\tprovider=claude\n`, '{"a":']) {
      writeFileSync(file, part, { flag: "a", mode: 0o600 });
      put(`0-1-mark-${part.length}`);
      await until(() => heard.names().includes(`0-1-mark-${part.length}`), "what came later is handed out");
      await until(() => waiting().length === 1, "and gone");
    }
    expect(heard.names()).not.toContain("0-1-slow");
    writeFileSync(file, `1}${mark}`, { flag: "a" });
    await until(() => heard.names().includes("0-1-slow"), "it is handed out");
    expect(heard.files.at(-1)?.text).toBe(`${form}\tprovider=claude\n{"a":1}`);
    await until(() => waiting().length === 0, "and removed");
  });

  it("takes what a writer left that was killed, once it must be gone", async () => {
    put("0-1-torn", 'v=2\tprovider=claude\n{"a":', Date.now() - 6 * 60_000);
    put("0-1-empty", "", Date.now() - 6 * 60_000);
    const heard = listen(reader());
    await until(() => waiting().length === 0, "all are gone");
    expect(heard.names().sort()).toEqual(["0-1-empty", "0-1-torn"]);
  });

  it("R3: where changes are not reported it looks by itself", async () => {
    const heard = listen(reader({ watches: false, pollMs: 20 }));
    put("0-1-polled");
    await until(() => heard.files.length === 1, "it is handed out");
  });

  it("finds what the watcher did not report, and the folder when it was made anew", async () => {
    const heard = listen(reader({ rescanMs: 20 }));
    rmSync(spool, { recursive: true });
    await until(() => existsSync(spool), "the folder is made again");
    put("0-1-again");
    await until(() => heard.files.length === 1, "it is handed out");
    expect(lstatSync(spool).mode & 0o777).toBe(0o700);
  });

  it("keeps what could not be committed and brings it again, in its order, after a pause that grows", async () => {
    for (const name of ["a", "b", "c"]) put(name, name, 1000);
    let refusals = 0;
    const times: number[] = [];
    const heard = listen(reader({ firstPauseMs: 20 }), (files) => {
      times.push(Date.now());
      const names = files.map(({ name }) => name);
      return refusals++ < 3 ? { keep: names } : { done: names };
    });
    await until(() => waiting().length === 0, "all are gone in the end");
    expect(heard.names()).toEqual(["a", "b", "c", "a", "b", "c", "a", "b", "c", "a", "b", "c"]);
    const pauses = times.slice(1).map((time, i) => time - (times[i] ?? 0));
    expect(pauses[0]).toBeGreaterThanOrEqual(18);
    expect(pauses[2]).toBeGreaterThanOrEqual(75);
  });

  describe("on a machine that is slow at it", () => {
    let looks = 0;
    /** Every look at the clock is ten seconds after the one before. */
    const slow = (options: SpoolReaderOptions) => {
      const folder = new SpoolFolder(spool, { uid });
      const list = folder.list.bind(folder);
      folder.list = (known) => (looks++, list(known));
      let now = 0;
      return new SpoolReader(folder, { watches: false, pollMs: 5, elapsed: () => (now += 10_000), ...options });
    };
    const seen = (from = looks) => until(() => looks > from + 1, "the folder is read again");

    it("what comes while a batch is taken in, and in the rest after it, goes together", async () => {
      const heard = listen(slow({ longestRestMs: 1_000 }), () => null);
      put("0-1-first");
      await until(() => heard.batches.length === 1, "the first is handed out at once");
      put("0-1-meanwhile");
      await seen();
      source?.settle({ done: ["0-1-first.json"], bad: [], keep: [] });
      await seen();
      put("0-1-resting");
      await until(() => heard.files.length === 3, "the others are handed out");
      expect(heard.batches).toEqual([1, 2]);
    });

    it("a whole batch rests for nobody, nor does what is left of it", async () => {
      const heard = listen(slow({ longestRestMs: 600_000, batchFiles: 3 }));
      put("0-1-first");
      await until(() => waiting().length === 0, "it is gone");
      for (let i = 0; i < 10; i++) put(`0-2-${i}`);
      await until(() => waiting().length === 0, "all are gone");
      expect(heard.files).toHaveLength(11);
    });

    it("nor does a batch of few large files", async () => {
      const heard = listen(slow({ longestRestMs: 600_000, batchBytes: 10 }));
      for (let i = 0; i < 5; i++) put(`0-2-${i}`, "v=1\tprovider=claude\n{}");
      await until(() => waiting().length === 0, "all are gone");
      expect(heard.batches).toEqual([1, 1, 1, 1, 1]);
    });
  });

  it("reads no further than eight batches ahead of what is committed", async () => {
    for (let i = 0; i < 20; i++) put(`${i}`);
    const heard = listen(reader({ batchFiles: 2 }), () => null);
    await until(() => heard.batches.length === 8, "eight batches are out");
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(heard.batches).toEqual([2, 2, 2, 2, 2, 2, 2, 2]);
    expect(waiting()).toHaveLength(20);
  });

  it("closed before the commit, it leaves the files for the next start", async () => {
    put("0-1-open");
    const first = reader();
    const heard = listen(first, () => null);
    await until(() => heard.files.length === 1, "it is out");
    await first.close();
    expect(waiting()).toEqual(["0-1-open.json"]);
    const again = listen(reader());
    await until(() => waiting().length === 0, "the next start takes it");
    expect(again.names()).toEqual(["0-1-open"]);
  });

  it("what is no event is kept aside, the last twenty", async () => {
    for (let i = 0; i < 30; i++) put(`bad-${i}`, "not json", 1000 + i);
    listen(reader(), (files) => ({ bad: files.map(({ name }) => name) }));
    await until(() => waiting().length === 0, "none is left in the spool");
    expect(readdirSync(join(spool, "bad"))).toHaveLength(20);
    expect(lstatSync(join(spool, "bad")).mode & 0o777).toBe(0o700);
  });

  it("leaves links, pipes, folders and other names alone, and says so once", async () => {
    writeFileSync(join(home, "secret"), "secret");
    symlinkSync(join(home, "secret"), join(spool, "link.json"));
    spawnSync("mkfifo", [join(spool, "pipe.json")]);
    mkdirSync(join(spool, "folder.json"));
    writeFileSync(join(spool, "README"), "x");
    writeFileSync(join(spool, ".hidden.json"), "x");
    writeFileSync(join(spool, "a b.json"), "x");
    put("real");
    const heard = listen(reader({ rescanMs: 10 }));
    await until(() => !waiting().includes("real.json"), "the real one goes");
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(heard.names()).toEqual(["real"]);
    expect(heard.troubles.filter((line) => line.includes("left alone"))).toHaveLength(3);
    expect(readdirSync(spool).sort()).toEqual([".hidden.json", "README", "a b.json", "folder.json", "link.json", "pipe.json"]);
  });

  it.skipIf(uid !== 0)("leaves files of another user alone", async () => {
    put("theirs");
    chownSync(join(spool, "theirs.json"), 65534, 65534);
    put("ours");
    const heard = listen(reader());
    await until(() => !waiting().includes("ours.json"), "ours goes");
    expect(heard.names()).toEqual(["ours"]);
    expect(waiting()).toEqual(["theirs.json"]);
  });

  it("a spool that is a link is not followed", async () => {
    rmSync(spool, { recursive: true });
    mkdirSync(join(home, "elsewhere"));
    writeFileSync(join(home, "elsewhere", "x.json"), "{}");
    symlinkSync(join(home, "elsewhere"), spool);
    const heard = listen(reader({ pollMs: 10, rescanMs: 10 }));
    await until(() => heard.troubles.length > 0, "it is said");
    expect(heard.files).toEqual([]);
  });

  it("sweeps temporaries whose writers are gone, not those under way nor those that wait for an answer", async () => {
    const old = (Date.now() - 5 * 60_000) / 1000;
    for (const name of [".dead.tmp", ".0-1-x.body.tmp"]) {
      writeFileSync(join(spool, name), "x");
      utimesSync(join(spool, name), old, old);
    }
    writeFileSync(join(spool, ".writing.tmp"), "x");
    listen(reader());
    expect(readdirSync(spool).sort()).toEqual([".0-1-x.body.tmp", ".writing.tmp"]);
  });

  it("of a file that is too large only the ends are read", async () => {
    const body = `${"a".repeat(5000)}END`;
    put("large", `v=1\tprovider=claude\n${body}`);
    put("exact", "x".repeat(1000));
    const heard = listen(reader({}, { wholeBytes: 1000, cutBytes: 100 }));
    await until(() => heard.files.length === 2, "both are out");
    const large = heard.files.find(({ name }) => name === "large.json");
    expect(large).toMatchObject({ text: "v=1\tprovider=claude\n", cut: { head: "a".repeat(100), bytes: body.length } });
    expect(large?.cut?.tail.endsWith("aEND")).toBe(true);
    expect(heard.files.find(({ name }) => name === "exact.json")?.text).toHaveLength(1000);
    const underWay = `v=2\tprovider=claude\n${body}`;
    writeFileSync(join(spool, "in-place.json"), underWay);
    put("later");
    await until(() => heard.files.length === 3, "what came later is out");
    expect(heard.names()).not.toContain("in-place");
    writeFileSync(join(spool, "in-place.json"), "\n# end\n", { flag: "a" });
    await until(() => heard.files.length === 4, "and the whole one");
    expect(heard.files.at(-1)?.cut).toEqual({ head: "a".repeat(100), tail: `${"a".repeat(90)}END`, bytes: body.length });
  });

  it("a file of a gigabyte costs no memory", async () => {
    put("huge", "v=1\tprovider=claude\n");
    truncateSync(join(spool, "huge.json"), 1024 * 1024 * 1024);
    const heard = listen(reader());
    await until(() => heard.files.length === 1, "it is out");
    expect(heard.files[0]?.cut?.bytes).toBe(1024 * 1024 * 1024 - 20);
  });

  it("500 writers at once: every file is handed out once", { timeout: 60_000 }, async () => {
    const heard = listen(reader());
    const script = 'for i in $(seq 50); do echo "v=1\n{}" > "$0/.$1-$i.tmp" && mv "$0/.$1-$i.tmp" "$0/$1-$i.json"; done';
    await Promise.all(Array.from({ length: 10 }, (_, i) => new Promise((resolve) => spawn("sh", ["-c", script, spool, `w${i}`]).on("exit", resolve))));
    await until(() => waiting().length === 0, "all are gone");
    expect(new Set(heard.names()).size).toBe(500);
    expect(heard.files).toHaveLength(500);
  });
});

describe("the spool's thread", () => {
  const threadFile = () => join(home, "spool.worker.cjs");

  beforeEach(async () => {
    const entry = fileURLToPath(new URL("spool.worker.ts", import.meta.url));
    await build({ entryPoints: [entry], outfile: threadFile(), bundle: true, platform: "node", format: "cjs", target: "node18", logLevel: "error" });
  });

  it("reads, removes, gives memory back and ends on request", async () => {
    for (let i = 0; i < 300; i++) put(`${i}`);
    const heard = listen(openSpool(spool, threadFile()));
    await until(() => waiting().length === 0, "all are gone");
    // What the many left behind; it reads on.
    source?.giveBack?.();
    put("later");
    await until(() => heard.files.length === 301 && waiting().length === 0, "the late one, too");
    await source?.close();
    put("after");
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(waiting()).toEqual(["after.json"]);
  });

  it("that cannot start is replaced: reading goes on without it", async () => {
    put("a");
    const heard = listen(new SpoolThread(join(home, "missing.cjs"), { path: spool, uid }));
    await until(() => waiting().length === 0, "it is taken in all the same");
    expect(heard.names()).toEqual(["a"]);
    expect(heard.troubles.join("\n")).toContain("reading without it");
  });
});
