/** WSL as the command line and hooks see it: a kernel that calls itself Microsoft's, the drives of Windows below /mnt, an app over there. In a mount namespace of its own. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { buildForwarder } from "./test-support/built.ts";
import { isSigned, startCollector } from "./test-support/collector.ts";
import { spooled, temporaryFolder, TOKEN } from "./test-support/homes.ts";
import { run } from "./test-support/run.ts";

const built = buildForwarder();
const inNamespace = (mounts: string) => ["-m", "sh", "-c", `mount --make-rprivate /&&${mounts}exec "$@"`, "sh"];
const hasNamespaces = spawnSync("unshare", [...inNamespace(""), "true"]).status === 0;
const KERNEL = "Linux version 5.15.153.1-microsoft-standard-WSL2 (root@941d701f84f1) #1 SMP\n";
/** By the mount. */
const HOME = "/mnt/c/Users/Kim Lee/.agent-mascot";

/** The Linux side, with the home of an app that runs on Windows; all of its files are everybody's, as DrvFs has them. */
function linuxSide(url: string) {
  const root = temporaryFolder();
  const home = join(root, "mnt", HOME.slice("/mnt/".length));
  const [user, version] = [join(root, "kim"), join(root, "version")];
  for (const folder of [home, join(user, ".claude")]) mkdirSync(folder, { recursive: true });
  writeFileSync(version, KERNEL);
  writeFileSync(join(home, "collector.json"), JSON.stringify({ url, socket: null, port: Number(new URL(url).port), pid: 4242, appPath: "C:\\Program Files\\Agent Mascot\\agent-mascot.exe", version: "0", startedAt: "2026-01-01T00:00:00Z" }));
  writeFileSync(join(home, "app.pid"), "4242\n");
  writeFileSync(join(home, "token"), TOKEN);
  for (const path of [home, join(home, "token"), join(home, "collector.json")]) chmodSync(path, 0o777);
  const mounts = `mount --bind '${root}/mnt' /mnt&&mount --bind '${version}' /proc/version&&`;
  const env = { HOME: user, LANG: "C" };
  const within = (words: string[], input = "", more: Record<string, string> = {}) => run("unshare", [...inNamespace(mounts), ...words], { input, env: { ...env, ...more } });
  const cli = (...words: string[]) => within([process.execPath, built.cli, ...words]);
  const settings = () => JSON.parse(readFileSync(join(user, ".claude", "settings.json"), "utf8")) as { hooks: Record<string, { hooks: { command: string }[] }[]> };
  const fire = (event: string) => within(["sh", "-c", settings().hooks[event]?.[0]?.hooks[0]?.command ?? "exit 9"], JSON.stringify({ hook_event_name: event, session_id: "s1", cwd: "/home/kim/garden" }), { DISPLAY: ":9", CLAUDE_CODE_SESSION_ATTENDED: "1", CLAUDE_PID: "77" });
  return { home, user, cli, fire };
}

const events = (home: string) => spooled(home).map(({ payload }) => (JSON.parse(payload) as { hook_event_name: string }).hook_event_name).sort();

describe.skipIf(!hasNamespaces)("R1: the Linux side of a Windows computer", () => {
  test("with a network of its own (NAT) hooks hand in by the Windows home, in silence and without starting anything; ours is put in and taken out from there", async () => {
    const { home, user, cli, fire } = linuxSide("http://127.0.0.1:9");
    expect(await cli("hooks", "install", "--yes")).toMatchObject({ code: 0 });
    expect(existsSync(join(user, ".agent-mascot"))).toBe(false);
    for (const event of ["SessionStart", "PreToolUse", "Stop"]) expect(await fire(event)).toMatchObject({ code: 0, stdout: "", stderr: "" });
    expect(events(home)).toEqual(["PreToolUse", "SessionStart", "Stop"]);
    expect(existsSync(join(home, "locks", "launch"))).toBe(false);
    expect(readFileSync(join(home, "app.pid"), "utf8")).toBe("4242\n");
    expect(await cli("status")).toMatchObject({ code: 1, stderr: expect.stringContaining(`runs on Windows and is not reachable from here; events reach it through ${HOME}/spool`) });
    const doctor = (await cli("doctor")).stdout;
    expect(doctor).toContain(`App: It runs on Windows; events reach it through ${HOME}/spool`);
    expect(doctor).not.toMatch(/Start the app|chmod|desktop session/);
    expect(await cli("hooks", "uninstall", "--yes")).toMatchObject({ code: 0 });
    expect(existsSync(join(user, ".claude", "settings.json"))).toBe(false);
  });

  test("with the network mirrored a session's start goes to the app itself, signed; the token does not travel", async () => {
    const root = temporaryFolder();
    const app = await startCollector(root, { tcpOnly: true });
    const { home, cli, fire } = linuxSide(app.url);
    expect(await cli("hooks", "install", "--yes")).toMatchObject({ code: 0 });
    expect(await fire("PreToolUse")).toMatchObject({ code: 0, stdout: "", stderr: "" });
    // A machine under load may answer later than a hook waits; what was not taken at once is in the spool.
    for (let tries = 0; tries < 10 && app.payloads().length === 0; tries++) expect(await fire("SessionStart")).toMatchObject({ code: 0, stdout: "", stderr: "" });
    expect(app.payloads()).toMatchObject([{ hook_event_name: "SessionStart", cwd: "/home/kim/garden" }]);
    expect(app.got.filter(({ url }) => url === "/ingest").every(isSigned)).toBe(true);
    expect(JSON.stringify(app.got)).not.toContain(TOKEN);
    expect(events(home)).toContain("PreToolUse");
  });
});
