import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { buildParts } from "./build.mjs";
import { temporaryFolder } from "./test-support.ts";

describe("building", () => {
  let root: string;
  const write = (path: string, text: string) => writeFileSync(join(root, path), text);

  /** A part that copies nothing and only writes its output. */
  const part = (name: string, build = async () => {}) => ({
    name,
    inputFolders: [name],
    entries: [join(root, name, "main.ts")],
    outputs: [join(root, `${name}.out`)],
    build: async () => {
      await build();
      write(`${name}.out`, "");
    },
  });
  const build = (parts: ReturnType<typeof part>[], options = {}) =>
    buildParts(parts, options, { root, stamps: join(root, "stamps"), commonInputs: ["lock"] });

  beforeEach(() => {
    root = temporaryFolder();
    for (const name of ["app", "windows"]) {
      mkdirSync(join(root, name));
      write(`${name}/main.ts`, "1");
    }
    write("lock", "1");
  });

  it("builds nothing twice, until a source, the lock file, the kind of build or an output changes", async () => {
    const parts = [part("app"), part("windows")];
    expect(await build(parts)).toEqual(["app", "windows"]);
    expect(await build(parts)).toEqual([]);
    write("app/other.ts", "new");
    expect(await build(parts)).toEqual(["app"]);
    rmSync(join(root, "windows.out"));
    expect(await build(parts)).toEqual(["windows"]);
    expect(await build(parts, { development: true })).toEqual(["app", "windows"]);
    write("lock", "2");
    expect(await build(parts, { development: true })).toEqual(["app", "windows"]);
  });

  it("does not build anew for a changed test", async () => {
    await build([part("app")]);
    write("app/main.test.ts", "test");
    expect(await build([part("app")])).toEqual([]);
  });

  it("builds the other parts when one fails, says which failed, and tries it again", async () => {
    const broken = part("app", () => Promise.reject(new Error("line 3: unexpected token")));
    await expect(build([broken, part("windows")])).rejects.toThrow(/app.*\nline 3: unexpected token/);
    expect(existsSync(join(root, "windows.out"))).toBe(true);
    expect(await build([part("app"), part("windows")])).toEqual(["app"]);
  });

  it("sees a change that was saved while a part was being built", async () => {
    await build([part("app", async () => write("app/main.ts", "changed meanwhile"))]);
    expect(await build([part("app")])).toEqual(["app"]);
  });

  it("passes over a part whose entry is missing", async () => {
    rmSync(join(root, "app", "main.ts"));
    expect(await build([part("app"), part("windows")])).toEqual(["windows"]);
  });
});
