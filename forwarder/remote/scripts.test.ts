/** The texts that run on another machine, run here in a shell of their own home; and how answers are read. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isDone, lookScript, readLook, setUpScript, takeBackScript } from "./scripts.ts";

describe("on the other machine", () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), "mascot host's "));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  const sh = (script: string, env: Record<string, string> = {}) => execFileSync("/bin/sh", ["-s"], { input: script, env: { PATH: process.env["PATH"], HOME: home, ...env }, stdio: ["pipe", "pipe", "ignore"] }).toString();

  test("a look tells where things are and changes nothing", () => {
    const look = readLook(`Welcome!\r\n${sh(lookScript(""))}`);
    expect(look).toMatchObject({ home: join(home, ".agent-mascot"), settings: join(home, ".claude", "settings.json"), node: expect.stringMatching(/node$/), app: null, handsInTo: null, waiting: 0, mounted: false });
    expect(existsSync(join(home, ".agent-mascot"))).toBe(false);
  });

  test("a look finds an app, another desk and what waits", () => {
    mkdirSync(join(home, ".agent-mascot", "spool"), { recursive: true });
    writeFileSync(join(home, ".agent-mascot", "collector.json"), "{}");
    writeFileSync(join(home, ".agent-mascot", "remote.json"), '{\n  "id": "00112233445566aa"\n}\n');
    for (const name of ["a.json", "b.json", ".c.tmp"]) writeFileSync(join(home, ".agent-mascot", "spool", name), "");
    expect(readLook(sh(lookScript("")))).toMatchObject({ app: join(home, ".agent-mascot"), handsInTo: "00112233445566aa", waiting: 2 });
  });

  test("a machine without a Node that is new enough has none", () => {
    const bin = join(home, "bin");
    mkdirSync(bin);
    writeFileSync(join(bin, "node"), "#!/bin/sh\nprintf 16.20.2\n", { mode: 0o755 });
    const look = readLook(sh(lookScript(""), { PATH: `${bin}:/bin` }));
    expect(look?.node).not.toBe(join(bin, "node"));
  });

  test.each(["", "motd\n", "@mascot home relative\n@mascot settings x\n", "@mascot home /h\n"])("what is no answer of ours is none: %j", (text) => {
    expect(readLook(text)).toBeNull();
  });

  test("files are put there whole and private, then the hooks; a failure of theirs is one of the whole", () => {
    const there = { home: join(home, ".agent-mascot"), node: process.execPath };
    const asked = join(home, "asked");
    const cli = (code: number) => Buffer.from(`require("fs").writeFileSync(${JSON.stringify(asked)},process.argv.slice(2).join(" ")+" "+process.env.MASCOT_HOME);process.exit(${code})`);
    // The command line of this test is no module.
    const files = (code: number) => [{ path: "bin/agent-mascot.mjs", bytes: Buffer.from(`import{createRequire}from"node:module";const require=createRequire(import.meta.url);${cli(code)}`) }, { path: "token", bytes: Buffer.from("t\n") }];
    expect(isDone(sh(setUpScript(there, files(0))))).toBe(true);
    expect(readFileSync(asked, "utf8")).toBe(`hooks install --yes ${there.home}`);
    expect([statSync(join(there.home, "token")).mode & 0o777, statSync(there.home).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(() => sh(setUpScript(there, files(1)))).toThrow();
  });

  test("only a folder with our id in it is taken away", () => {
    const there = { home: join(home, ".agent-mascot"), node: "/bin/true" };
    mkdirSync(there.home);
    writeFileSync(join(there.home, "remote.json"), '{"id":"ffeeddccbbaa9988"}');
    expect(() => sh(takeBackScript(there, "00112233445566aa"))).toThrow();
    expect(existsSync(there.home)).toBe(true);
    expect(isDone(sh(takeBackScript(there, "ffeeddccbbaa9988")))).toBe(true);
    expect(existsSync(there.home)).toBe(false);
  });
});
