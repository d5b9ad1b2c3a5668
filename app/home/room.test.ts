import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { tellOfRoom } from "./room.ts";

const MEGABYTE = 1024 * 1024;

function aDisk(free: number | null) {
  const folder = mkdtempSync(join(tmpdir(), "room-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const disk = { free, look: () => {}, looks: true, file: join(folder, "room") };
  const start = () => tellOfRoom({
    file: disk.file, folder,
    freeBytes: async () => disk.free ?? Promise.reject(new Error("ENOSYS")),
    every: (_ms, run) => { disk.look = run; return () => (disk.looks = false); },
  });
  return { disk, start };
}

test.each([[300 * MEGABYTE, true], [200 * MEGABYTE, false], [0, false], [null, false]])("with %s bytes left a hook need not stay: %s", async (free, told) => {
  const { disk, start } = aDisk(free);
  await start();
  expect(existsSync(disk.file)).toBe(told);
});

test("a disk that fills, and is emptied again, is told of at the next look", async () => {
  const { disk, start } = aDisk(300 * MEGABYTE);
  await start();
  for (const free of [MEGABYTE, 300 * MEGABYTE]) {
    disk.free = free;
    disk.look();
    await expect.poll(() => existsSync(disk.file)).toBe(free > MEGABYTE);
  }
});

test("what is told ends with the app that tells it, also during a look", async () => {
  const { disk, start } = aDisk(300 * MEGABYTE);
  const end = await start();
  disk.look();
  await end();
  expect(disk.looks).toBe(false);
  expect(existsSync(disk.file)).toBe(false);
});

test("of a real disk the file system is asked", async () => {
  const folder = mkdtempSync(join(tmpdir(), "room-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const told = async (asked: string) => {
    const file = join(folder, "room");
    const end = await tellOfRoom({ file, folder: asked, every: () => () => {} });
    const there = existsSync(file);
    await end();
    return there;
  };
  expect(await told(folder)).toBe(true);
  expect(await told(join(folder, "nothing-there"))).toBe(false);
});
