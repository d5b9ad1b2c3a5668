import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../test-support.ts";
import { beforeRemoval } from "./before-removal.mjs";

const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

/** A word that electron-builder fills in. */
const word = (name: string) => `\${${name}}`;

/** The package's script, for a program that lies in a folder of the test's own. */
function scriptFor(name: string, folder: string): string {
  const afterRemoval = readFileSync(join(import.meta.dirname, "after-remove.sh"), "utf8");
  const text = (name === "prerm.sh" ? beforeRemoval(afterRemoval) : afterRemoval)
    .replaceAll(`/opt/${word("sanitizedProductName")}`, folder)
    .replaceAll("/usr/lib/agent-mascot", folder)
    .replaceAll(`/usr/bin/${word("executable")}`, join(folder, "command"))
    .replaceAll(word("executable"), "agent-mascot");
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

/** A shell that runs as the package's program, says when it is there and what it was asked for. */
async function start(program: string, log: string, args: string[], onTerm: string): Promise<ChildProcess> {
  const script = `trap 'echo "asked $*" >>"$0";${onTerm}' TERM;echo ready;while :;do sleep 0.05;done`;
  const child = spawn(program, ["-c", script, log, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  await new Promise((resolve) => child.stdout?.once("data", resolve));
  return child;
}

const ended = (child: ChildProcess) => new Promise<string | number | null>((resolve) => child.once("exit", (code, signal) => resolve(signal ?? code)));

describe.runIf(process.platform === "linux").each([["prerm.sh"], ["after-remove.sh"]])("removing the package: %s", (name) => {
  it("asks the app alone to quit, leaves its helpers to it, and does not touch programs of a similar name", async () => {
    const folder = temporaryFolder();
    const program = join(folder, "agent-mascot");
    const log = join(folder, "log");
    copyFileSync("/bin/bash", program);
    copyFileSync("/bin/bash", `${program}-tool`);
    const helper = await start(program, log, ["--type=gpu-process"], "exit");
    const app = await start(program, log, ["app"], `kill -9 ${helper.pid};exit 3`);
    const similar = await start(`${program}-tool`, log, ["similar"], "exit");
    const script = scriptFor(name, folder);
    // After removal the files are gone.
    rmSync(program);
    const ends = Promise.all([ended(app), ended(helper)]);
    const ran = spawn("/bin/sh", [script, "remove"], { stdio: "inherit" });
    expect(await ended(ran)).toBe(0);
    expect(await ends).toEqual([3, "SIGKILL"]);
    expect(readFileSync(log, "utf8")).toBe("asked app\n");
    expect(similar.exitCode).toBeNull();
  });

  // Side by side: each waits out the time that an app gets for its end.
  it.concurrent("ends an app that does not answer", async ({ expect }) => {
    const folder = temporaryFolder();
    const program = join(folder, "agent-mascot");
    copyFileSync("/bin/bash", program);
    const app = await start(program, join(folder, "log"), ["app"], ":");
    const end = ended(app);
    const ran = spawn("/bin/sh", [scriptFor(name, folder), "remove"], { stdio: "inherit" });
    expect(await ended(ran)).toBe(0);
    expect(await end).toBe("SIGKILL");
  }, 20_000);

  it("has nothing to do where nothing runs", () => {
    const folder = temporaryFolder();
    expect(spawnSync("/bin/sh", [scriptFor(name, folder), "remove"], { encoding: "utf8" })).toMatchObject({ status: 0, stdout: "", stderr: "" });
  });
});

describe.runIf(process.platform === "linux")("the command in the PATH", () => {
  it.each([["remove", false], ["upgrade", true]])("after %s it is there: %s", (action, stays) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "command"), "");
    spawnSync("/bin/sh", [scriptFor("after-remove.sh", folder), action]);
    expect(existsSync(join(folder, "command"))).toBe(stays);
  });
});
