import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { makeFolder, makeFolderSoon } from "./make-folder.ts";

const root = mkdtempSync(join(tmpdir(), "make-folder-"));
afterAll(() => rmSync(root, { recursive: true }));
const ways = [
  ["at once", async (folder: string, mode?: number) => makeFolder(folder, mode)],
  ["soon", makeFolderSoon],
] as const;

describe.each(ways)("a folder is made %s", (way, make) => {
  test("with what is missing above it, for the user alone, and again without complaint", async () => {
    const folder = join(root, way, "a", "b");
    await make(folder, 0o700);
    await make(folder, 0o700);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(root, way, "a")).mode & 0o777).toBe(0o700);
  });

  test.runIf(process.platform === "linux")("F13: where a folder is there and takes nothing (a drive that went away), it is said and not tried for ever", async () => {
    await expect(make("/proc/none/of/these")).rejects.toMatchObject({ code: "ENOENT" });
  });

  test("a link to nowhere and a file in the way are said", async () => {
    const link = join(root, `${way}-link`);
    symlinkSync(join(root, "nowhere"), link);
    await expect(make(join(link, "home"))).rejects.toMatchObject({ code: "EEXIST" });
    const file = join(root, `${way}-file`);
    writeFileSync(file, "");
    await expect(make(join(file, "home"))).rejects.toMatchObject({ code: expect.stringMatching(/EEXIST|ENOTDIR/) });
  });

  test("behind a link it is made where the link leads", async () => {
    const real = join(root, `${way}-real`);
    mkdirSync(real);
    symlinkSync(real, join(root, `${way}-to-real`));
    await make(join(root, `${way}-to-real`, "home"));
    expect(statSync(join(real, "home")).isDirectory()).toBe(true);
  });
});
