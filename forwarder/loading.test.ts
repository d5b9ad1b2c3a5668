/** What a hook loads: each part of Node's takes a process that has just begun milliseconds, and every hook is waited for. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildForwarder } from "./test-support/built.ts";
import { makeHome, spooled } from "./test-support/homes.ts";
import { run } from "./test-support/run.ts";

const built = buildForwarder();

/** Writes down what Node had loaded when the process ended. */
const RECORDER = 'process.on("exit",()=>require("node:fs").writeFileSync(process.env.LOADED,process.moduleLoadList.join("\\n")))';

test("a hook that finds no app loads nothing for connections, processes or secrets", async () => {
  const home = makeHome(built);
  writeFileSync(join(home, "settings.json"), JSON.stringify({ launch: { by_hooks: false } }), { mode: 0o600 });
  mkdirSync(join(home, "spool"), { recursive: true, mode: 0o700 });
  const [recorder, loaded] = [join(home, "recorder.cjs"), join(home, "loaded")];
  writeFileSync(recorder, RECORDER);
  const ran = await run(process.execPath, ["--require", recorder, built.cjs, "--home", home, "--event", "SessionStart", "--provider", "claude", "--parent", String(process.pid)], {
    input: '{"session_id":"s1","hook_event_name":"SessionStart","source":"startup"}', env: { LOADED: loaded },
  });
  expect(ran).toMatchObject({ code: 0, stdout: "", stderr: "" });
  expect(spooled(home)).toHaveLength(1);
  const modules = readFileSync(loaded, "utf8").split("\n").filter((line) => line.startsWith("NativeModule ")).map((line) => line.slice("NativeModule ".length));
  expect(modules).toContain("fs");
  expect(modules.filter((name) => ["net", "child_process", "crypto", "http"].includes(name))).toEqual([]);
});

test.each(["cjs", "mjs"] as const)("what only some hooks need is loaded as CommonJS there (%s)", (kind) => {
  const text = readFileSync(built[kind], "utf8").replace('await import("node:module")', "");
  expect(text).not.toContain('import("node:');
  expect(text.match(/Promise\.resolve\(\)\.then\(\(\)=>\w+\(require\("node:net"\)/g)).not.toBeNull();
});
