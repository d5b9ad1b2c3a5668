/** `agent-mascot remote --container`, with a stand-in for docker that runs in another home; and the hook command on another machine. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { RemotesFile } from "../schemas/generated/types.ts";
import { buildForwarder } from "./test-support/built.ts";
import { startCollector } from "./test-support/collector.ts";
import { makeHome, spooled, temporaryFolder, TOKEN } from "./test-support/homes.ts";
import { run } from "./test-support/run.ts";

const built = buildForwarder();

/** @param program what the machine has in the place of docker */
function desk(program: "docker" | "podman") {
  const folder = temporaryFolder();
  const inside = join(folder, "inside");
  mkdirSync(join(inside, ".claude"), { recursive: true });
  mkdirSync(join(folder, "bin"));
  writeFileSync(join(folder, "bin", program), `#!/bin/sh\n[ "$1" = --version ] && exit 0\n[ "$1 $2 $3" = "exec -i web" ] || { echo "Error: No such container: $3" >&2; exit 1; }\nshift 3\nHOME='${inside}' exec "$@"\n`, { mode: 0o755 });
  if (program === "podman") writeFileSync(join(folder, "bin", "docker"), "#!/bin/sh\nexit 127\n", { mode: 0o755 });
  const env = { HOME: folder, PATH: `${join(folder, "bin")}${delimiter}${process.env["PATH"]}` };
  const cli = (...args: string[]) => run(process.execPath, [built.cli, "remote", ...args], { env, cwd: folder });
  const remotes = () => (JSON.parse(readFileSync(join(folder, ".agent-mascot", "remotes.json"), "utf8")) as RemotesFile).hosts;
  return { folder, inside, cli, remotes };
}

describe("a container", () => {
  test.each(["docker", "podman"] as const)("of %s is set up and taken back by way of it; what it has to see is said", async (program) => {
    const { folder, inside, cli, remotes } = desk(program);
    const before = '{"theme": "dark"}';
    writeFileSync(join(inside, ".claude", "settings.json"), before);
    const done = await cli("--container", "web", "--yes");
    expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining(`"mounts": ["source=${folder}/.agent-mascot/remote,target=/run/agent-mascot,type=bind"]`) });
    expect(done.stdout).toContain("does not see /run/agent-mascot yet");
    expect(remotes()).toMatchObject([{ name: "web", kind: program, ssh: null }]);
    expect(JSON.parse(readFileSync(join(inside, ".agent-mascot", "remote.json"), "utf8"))).toEqual({ id: remotes()[0]?.id, name: "web", at: { socket: "/run/agent-mascot/door.sock" } });
    expect(readFileSync(join(inside, ".claude", "settings.json"), "utf8")).toContain("# agent-mascot");

    expect(await cli("remove", "web", "--yes")).toMatchObject({ code: 0 });
    expect(remotes()).toEqual([]);
    expect(existsSync(join(inside, ".agent-mascot"))).toBe(false);
    expect(readFileSync(join(inside, ".claude", "settings.json"), "utf8")).toBe(before);
  });

  test("that is not there is said in docker's words, and nothing is left here", async () => {
    const { folder, cli } = desk("docker");
    expect(await cli("--container", "nobody", "--yes")).toMatchObject({ code: 1, stderr: expect.stringContaining("No such container: nobody") });
    expect(existsSync(join(folder, ".agent-mascot", "remotes.json"))).toBe(false);
  });

  test("whose hooks cannot be put in is left as it was, and so is this computer", async () => {
    const { inside, cli, remotes } = desk("docker");
    writeFileSync(join(inside, ".claude", "settings.json"), "{ broken");
    const failed = await cli("--container", "web", "--yes");
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining("The hooks could not be put in on web") });
    expect(remotes()).toEqual([]);
    expect(readFileSync(join(inside, ".claude", "settings.json"), "utf8")).toBe("{ broken");
    expect(existsSync(join(inside, ".agent-mascot"))).toBe(false);

    // Mended, it is set up as if nothing had been; broken again, it goes on handing in by the token that it has.
    writeFileSync(join(inside, ".claude", "settings.json"), "{}");
    expect(await cli("--container", "web", "--yes")).toMatchObject({ code: 0 });
    const files = () => ["token", "remote.json"].map((name) => readFileSync(join(inside, ".agent-mascot", name), "utf8"));
    const [before, known] = [files(), remotes()];
    writeFileSync(join(inside, ".claude", "settings.json"), "{ broken");
    expect(await cli("--container", "web", "--yes")).toMatchObject({ code: 1 });
    expect([files(), remotes()]).toEqual([before, known]);
    expect(`${known[0]?.token}\n`).toBe(before[0]);
    expect(readdirSync(join(inside, ".agent-mascot")).filter((name) => name.endsWith(".before"))).toEqual([]);
  });

  test("where a folder of ours lies already without a desk keeps what is in it", async () => {
    const { inside, cli } = desk("docker");
    mkdirSync(join(inside, ".agent-mascot", "spool"), { recursive: true });
    writeFileSync(join(inside, ".agent-mascot", "spool", "0-1-a.json"), "v=1\n{}");
    writeFileSync(join(inside, ".claude", "settings.json"), "{ broken");
    expect(await cli("--container", "web", "--yes")).toMatchObject({ code: 1 });
    expect(existsSync(join(inside, ".agent-mascot", "spool", "0-1-a.json"))).toBe(true);
    for (const name of ["token", "remote.json"]) expect(existsSync(join(inside, ".agent-mascot", name))).toBe(false);
  });
});

describe("words that make no sense", () => {
  test.each([[[]], [["list", "more"]], [["remove"]], [["a", "b"]], [["--container", "web", "box"]], [["box", "--port", "80"]], [["box", "--port", "x"]], [["box", "--what"]], [["--container", "-x y"]]])("%j", async (args) => {
    const { folder, cli } = desk("docker");
    expect(await cli(...args)).toMatchObject({ code: 2, stdout: "" });
    expect(existsSync(join(folder, ".agent-mascot"))).toBe(false);
  });

  test("a list of machines that cannot be read is not replaced", async () => {
    const { folder, cli } = desk("docker");
    mkdirSync(join(folder, ".agent-mascot"));
    writeFileSync(join(folder, ".agent-mascot", "remotes.json"), "{");
    expect(await cli("--container", "web", "--yes")).toMatchObject({ code: 1, stderr: expect.stringContaining("cannot be read as the list of machines") });
    expect(readFileSync(join(folder, ".agent-mascot", "remotes.json"), "utf8")).toBe("{");
  });
});

describe("the hook command on another machine", () => {
  test("R5: keeps the event, says nothing, starts no app; without its relay's program, too", async () => {
    const home = makeHome(built);
    writeFileSync(join(home, "remote.json"), JSON.stringify({ id: "00112233445566aa", name: "box", at: { port: 9 } }));
    const env = { DISPLAY: ":9", SSH_CONNECTION: "10.0.0.1 1 10.0.0.2 22", CLAUDE_CODE_SESSION_ATTENDED: "1" };
    const ran = await run(process.execPath, [built.cjs, "--home", home, "--event", "SessionStart"], { env, input: '{"hook_event_name":"SessionStart","session_id":"s1"}' });
    expect(ran).toMatchObject({ code: 0, stdout: "", stderr: "" });
    expect(spooled(home).map(({ payload }) => payload)).toEqual(['{"hook_event_name":"SessionStart","session_id":"s1"}']);
  });

  test("by hand the event is left to the relay, and what went wrong is said as ever", async () => {
    const home = makeHome(built);
    writeFileSync(join(home, "remote.json"), JSON.stringify({ id: "00112233445566aa", name: "box", at: { port: 9 } }));
    const env = { MASCOT_HOME: home };
    expect(await run(process.execPath, [built.mjs], { env: { ...env, MASCOT_VERBOSE: "1" }, input: '{"hook_event_name":"Stop","session_id":"s1"}' })).toMatchObject({ code: 0, stdout: "", stderr: "[mascot-hook] left to the relay\n" });
    expect(spooled(home)).toHaveLength(1);
    expect(await run(process.execPath, [built.mjs], { env, input: "{" })).toMatchObject({ code: 1, stderr: expect.stringContaining("stdin is not JSON") });
  });

  /** By hand, to an address that somebody gave. */
  function person(token: string | null) {
    const home = makeHome(built);
    writeFileSync(join(home, "remote.json"), JSON.stringify({ id: "00112233445566aa", name: "box", at: { port: 9 } }));
    if (token === null) rmSync(join(home, "token"));
    else writeFileSync(join(home, "token"), token);
    const hand = (url: string) => run(process.execPath, [built.mjs], { env: { MASCOT_HOME: home, MASCOT_COLLECTOR_URL: url }, input: '{"hook_event_name":"Stop","session_id":"s1"}' });
    return { home, hand };
  }

  test.each([["the token of another machine", "c".repeat(64), "could not prove to be Agent Mascot"], ["no token", null, "the token of this machine cannot be read"]])("with MASCOT_COLLECTOR_URL and %s nothing of the event is sent; it is kept and that is said", async (_what, token, says) => {
    const desktop = await startCollector(makeHome(built, "desktop"));
    const { home, hand } = person(token);
    expect(await hand(desktop.url)).toMatchObject({ code: 0, stdout: "", stderr: expect.stringContaining(says) });
    expect(desktop.got.filter(({ body }) => body !== "")).toEqual([]);
    expect(spooled(home)).toHaveLength(1);
  });

  test.each([[401, { error: "unknown host" }, "401 unknown host"], [200, { done: [], bad: [], keep: ["this one"] }, "the app cannot write it now"], [500, {}, "500"], [200, "?", "the app cannot write it now"]])("with MASCOT_COLLECTOR_URL an app that answers %s %j leaves the event here", async (status, answer, says) => {
    const desktop = await startCollector(makeHome(built, "desktop"), { status, answer });
    const { home, hand } = person(TOKEN);
    expect(await hand(desktop.url)).toMatchObject({ code: 0, stdout: "", stderr: expect.stringContaining(says) });
    expect(desktop.got.map(({ url }) => url)).toEqual(["/health", "/api/spool"]);
    expect(spooled(home)).toHaveLength(1);
  });
});
