import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../test-support.ts";
import { hashFiles, listFiles } from "./files.mjs";
import { withLock } from "./lock.mjs";
import { messages } from "./messages.mjs";
import { findProgram, run } from "./run.mjs";
import { sentence, terminalLanguage } from "./say.mjs";

describe("sentences for the person at the terminal", () => {
  it("are Korean where the locale is, and English elsewhere", () => {
    expect(terminalLanguage({ LANG: "ko_KR.UTF-8" })).toBe("ko");
    expect(terminalLanguage({ LANG: "ko_KR.UTF-8", LC_ALL: "C" })).toBe("en");
    expect(terminalLanguage({})).toBe("en");
  });

  it("have the same places to fill in both languages", () => {
    const places = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();
    for (const [key, { en, ko }] of Object.entries(messages)) expect(places(ko), key).toEqual(places(en));
  });

  it("are filled with what happened", () => {
    expect(sentence("built", { part: "app", ms: 12 }, "en")).toBe("Build: app (12 ms)");
  });
});

describe("the hash of sources", () => {
  it("changes with a content, a name, a new file and a missing one", () => {
    const folder = temporaryFolder();
    const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
    write("a", "1");
    write("b", "2");
    const hashes = [hashFiles(folder, ["a", "b"]), hashFiles(folder, ["a"]), hashFiles(folder, ["a", "b", "c"])];
    write("b", "3");
    hashes.push(hashFiles(folder, ["a", "b"]));
    expect(new Set(hashes).size).toBe(4);
    write("b", "2");
    expect(hashFiles(folder, ["a", "b"])).toBe(hashes[0]);
  });

  it("leaves out hidden files and installed packages", () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "x", "node_modules", "y"), { recursive: true });
    for (const file of ["x/a.ts", "x/.hidden", "x/node_modules/y/b.ts"]) writeFileSync(join(folder, file), "");
    expect(listFiles(folder)).toEqual(["x/a.ts"]);
  });
});

describe("the lock", () => {
  it("lets one in at a time", async () => {
    const lock = join(temporaryFolder(), "lock");
    let inside = 0;
    let most = 0;
    const visit = () =>
      withLock(lock, async () => {
        inside += 1;
        most = Math.max(most, inside);
        await new Promise(setImmediate);
        inside -= 1;
      });
    await Promise.all([visit(), visit(), visit()]);
    expect(most).toBe(1);
    expect(existsSync(lock)).toBe(false);
  });

  it("of a process that died is taken over", async () => {
    const lock = join(temporaryFolder(), "lock");
    const dead = spawnSync(process.execPath, ["-e", ""]).pid;
    writeFileSync(lock, String(dead));
    expect(await withLock(lock, async () => "in")).toBe("in");
  });

  it("is opened again when the work fails", async () => {
    const lock = join(temporaryFolder(), "lock");
    await expect(withLock(lock, () => Promise.reject(new Error("work failed")))).rejects.toThrow("work failed");
    expect(existsSync(lock)).toBe(false);
  });
});

describe("running programs", () => {
  it("tells a missing program and one that takes too long from one that fails", async () => {
    expect((await run("no-such-program-here", [])).code).toBe(127);
    expect((await run(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { timeoutMs: 300 })).code).toBe(124);
    expect((await run(process.execPath, ["-e", "process.exit(3)"])).code).toBe(3);
  });

  it("finds only what can be run", () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "tool"), "", { mode: 0o644 });
    expect(findProgram("tool", { PATH: folder })).toBeUndefined();
    expect(findProgram("sh", { PATH: `${folder}:/bin` })).toBe("/bin/sh");
  });
});
