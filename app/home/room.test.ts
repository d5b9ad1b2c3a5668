import { existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { tellOfRoom } from "./room.ts";

const MEGABYTE = 1024 * 1024;

function aDisk(free: number | null) {
  const folder = mkdtempSync(join(tmpdir(), "room-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const disk = { free, look: () => {}, looks: true, hangs: false, goOn: () => {}, file: join(folder, "room") };
  const start = () => tellOfRoom({
    file: disk.file, folder,
    freeBytes: async () => {
      if (disk.hangs) await new Promise<void>((resolve) => (disk.goOn = resolve));
      return disk.free ?? Promise.reject(new Error("ENOSYS"));
    },
    every: (_ms, run) => { disk.look = run; return () => (disk.looks = false); },
  });
  return { disk, start };
}

test.each([[1100 * MEGABYTE, true], [1000 * MEGABYTE, false], [0, false], [null, false]])("with %s bytes left a hook need not stay: %s", async (free, told) => {
  const { disk, start } = aDisk(free);
  await start();
  expect(existsSync(disk.file)).toBe(told);
});

test("a disk that fills, and is emptied again, is told of at the next look", async () => {
  const { disk, start } = aDisk(1100 * MEGABYTE);
  await start();
  for (const free of [MEGABYTE, 1100 * MEGABYTE]) {
    disk.free = free;
    disk.look();
    await expect.poll(() => existsSync(disk.file)).toBe(free > MEGABYTE);
  }
});

test("what is told ends with the app that tells it, also while a look hangs", async () => {
  const { disk, start } = aDisk(1100 * MEGABYTE);
  const end = await start();
  disk.hangs = true;
  disk.look();
  await end();
  expect(disk.looks).toBe(false);
  expect(existsSync(disk.file)).toBe(false);
  disk.goOn();
  await new Promise(setImmediate);
  expect(existsSync(disk.file)).toBe(false);
});

test("of a real disk the file system is asked", async () => {
  const folder = mkdtempSync(join(tmpdir(), "room-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const free = statfsSync(folder);
  const told = async (asked: string) => {
    const file = join(folder, "room");
    const end = await tellOfRoom({ file, folder: asked, every: () => () => {} });
    const there = existsSync(file);
    await end();
    return there;
  };
  expect(await told(folder)).toBe(free.bavail * free.bsize >= 1024 * MEGABYTE);
  expect(await told(join(folder, "nothing-there"))).toBe(false);
});
