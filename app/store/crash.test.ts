import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { afterEach, expect, it } from "vitest";
import { cleanUp, item, look, newFile, open, temporaryFolder } from "./testing/store-fixture.ts";
import { bundle, start } from "./testing/run-child.ts";

let running: ChildProcess | null = null;

afterEach(async () => {
  running?.kill("SIGKILL");
  running = null;
  await cleanUp();
});

/** Lets a child append until it has acknowledged so many, kills it in the middle, and gives what it acknowledged. */
async function appendAndKill(bundled: string, file: string, run: string, acknowledgements: number): Promise<string[]> {
  const child = start(bundled, [file, run]);
  running = child;
  let text = "";
  let killed = false;
  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
    if (killed || text.split("\n").length <= acknowledgements) return;
    killed = true;
    child.kill("SIGKILL");
  });
  await once(child, "close");
  running = null;
  expect(child.signalCode).toBe("SIGKILL");
  return text.split("\n").slice(0, -1);
}

it("D: after kill -9 in the middle of appends every acknowledged one is there, nothing is doubled, and the file is sound", { timeout: 60_000 }, async () => {
  const bundled = await bundle("appending-child", temporaryFolder());
  const file = newFile();
  const acknowledged: string[] = [];
  for (const [run, count] of [["first", 200], ["second", 1500], ["third", 37]] as const) {
    const lines = await appendAndKill(bundled, file, run, count);
    expect(lines.length).toBeGreaterThanOrEqual(count);
    acknowledged.push(...lines);
    const rows = await look<{ id: string }>(file, "SELECT id FROM events");
    const stored = new Set(rows.map((row) => row.id));
    expect(stored.size).toBe(rows.length);
    expect(acknowledged.filter((key) => !stored.has(`evt_20261128_${key}`))).toEqual([]);
    expect(await look(file, "PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
    expect(await look(file, "SELECT count(*) AS n FROM deliveries JOIN events ON events.seq = deliveries.seq AND events.id = 'evt_20261128_' || key")).toEqual([{ n: rows.length }]);
  }
  const { store, notices } = await open(file);
  expect(notices).toEqual([]);
  const repeated = await store.append(acknowledged.slice(0, 300).map((key) => item({}, [key])));
  expect(new Set(repeated.map((outcome) => outcome.status))).toEqual(new Set(["duplicate"]));
  expect(await store.append([item()])).toMatchObject([{ status: "stored" }]);
});
