import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createNotices } from "../notices.ts";
import type { Log } from "../parts.ts";
import { watchHome } from "./home-watch.ts";

const quiet: Log = { debug() {}, info() {}, warn() {}, error() {}, withPrefix: () => quiet };
let root: string;
let home: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "mascot-watch-"));
  home = join(root, "home");
  mkdirSync(home);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function watched() {
  const notices = createNotices({ now: () => 0 });
  let look = () => {};
  let takenOver = 0;
  let putBack = 0;
  await watchHome({
    paths: { home, collectorFile: join(home, "collector.json") }, pid: 7, notices, log: quiet,
    every: (_ms, run) => ((look = run), () => {}), onTakenOver: () => { takenOver += 1; }, putBack: async () => { putBack += 1; },
  });
  return { look: () => look(), ids: () => notices.list().map(({ id }) => id), takenOver: () => takenOver, putBack: () => putBack };
}

it("a home that is removed while the app runs is told, and taken back when the same folder returns", async () => {
  const { look, ids } = await watched();
  renameSync(home, `${home}.away`);
  look();
  await vi.waitFor(() => expect(ids()).toEqual(["home_gone"]));
  renameSync(`${home}.away`, home);
  await vi.waitFor(() => { look(); expect(ids()).toEqual([]); });
});

it("while the home is there, what is missing in it is put back", async () => {
  const { look, putBack } = await watched();
  look();
  await vi.waitFor(() => expect(putBack()).toBe(1));
  renameSync(home, `${home}.away`);
  look();
  await new Promise(setImmediate);
  expect(putBack()).toBe(1);
});

it("an empty folder in its place is not the home", async () => {
  const { look, ids } = await watched();
  renameSync(home, `${home}.away`);
  mkdirSync(home);
  look();
  await vi.waitFor(() => expect(ids()).toEqual(["home_gone"]));
});

it("an app that works in a new home of the same name takes over", async () => {
  const { look, takenOver } = await watched();
  renameSync(home, `${home}.away`);
  mkdirSync(home);
  writeFileSync(join(home, "collector.json"), JSON.stringify({
    url: "http://127.0.0.1:4820", socket: null, port: 4820, pid: 8, appPath: "/x", version: "0.1.0", startedAt: "2026-01-01T00:00:00.000Z",
  }));
  look();
  await vi.waitFor(() => expect(takenOver()).toBe(1));
});
