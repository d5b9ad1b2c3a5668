import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { temporaryFolder, writeScript } from "../test-support.ts";

describe.runIf(process.platform === "linux")("/usr/bin/agent-mascot", () => {
  let root: string;
  let command: string;

  /** The package's tree with an app and a Node that say how they were called. */
  beforeEach(() => {
    root = temporaryFolder();
    const app = join(root, "lib", "agent-mascot");
    writeScript(app, "agent-mascot", 'echo "app $*"');
    mkdirSync(join(app, "resources", "forwarder"), { recursive: true });
    writeFileSync(join(app, "resources", "forwarder", "agent-mascot.mjs"), "");
    cpSync(join(import.meta.dirname, "agent-mascot"), join(app, "resources", "bin", "agent-mascot"));
    mkdirSync(join(root, "bin"));
    command = join(root, "bin", "agent-mascot");
    symlinkSync("../lib/agent-mascot/resources/bin/agent-mascot", command);
    mkdirSync(join(root, "tools"));
    for (const tool of ["sh", "dirname", "readlink"]) symlinkSync(`/usr/bin/${tool}`, join(root, "tools", tool));
  });

  const withNode = () => writeScript(join(root, "tools"), "node", '[ "$1" = -e ] || echo "node $*"');
  const oldNode = () => writeScript(join(root, "tools"), "node", '[ "$1" = -e ] && exit 1; echo "node $*"');
  const call = (args: string[], env: Record<string, string> = {}) =>
    spawnSync(command, args, { encoding: "utf8", env: { PATH: join(root, "tools"), ...env } });

  it("starts the app without an argument, and with switches", () => {
    withNode();
    expect(call([], { DISPLAY: ":0" }).stdout).toBe("app \n");
    expect(call(["--disable-gpu"], { WAYLAND_DISPLAY: "wayland-0" }).stdout).toBe("app --disable-gpu\n");
  });

  it("says in two lines that there is no screen, before Chromium says it in its own words", () => {
    withNode();
    const english = call([]);
    expect(english).toMatchObject({ status: 1, stdout: "" });
    expect(english.stderr).toMatch(/^agent-mascot: there is no screen here .*\nStart it .*\n$/);
    const korean = call(["--disable-gpu"], { LANG: "ko_KR.UTF-8", DISPLAY: "" });
    expect(korean).toMatchObject({ status: 1, stdout: "" });
    expect(korean.stderr).toMatch(/^agent-mascot: 화면이 없어 .*\n데스크톱 .*\n$/);
  });

  it("runs commands with the Node of the machine", () => {
    withNode();
    const cli = join(root, "lib/agent-mascot/resources/forwarder/agent-mascot.mjs");
    expect(call(["hooks", "install", "--scope", "a b"]).stdout).toBe(`node ${cli} hooks install --scope a b\n`);
    expect(call(["--version"]).stdout).toBe(`node ${cli} --version\n`);
  });

  it("takes the Node that runs these tests for new enough, without a screen too", () => {
    symlinkSync(process.execPath, join(root, "tools", "node"));
    const cli = join(root, "lib/agent-mascot/resources/forwarder/agent-mascot.mjs");
    writeFileSync(cli, 'console.log("commands", ...process.argv.slice(2))');
    const answer = call(["status"]);
    expect(answer.stderr).toBe("");
    expect(answer.stdout).toBe("commands status\n");
  });

  it.each([["no", () => undefined], ["an old", oldNode]])("lets the app run commands where there is %s Node", (_, prepare) => {
    prepare();
    expect(call(["status"], { DISPLAY: ":0" }).stdout).toBe("app --log-level=3 --agent-mascot-command status\n");
  });

  it("says what is missing where neither Node nor a screen is there", () => {
    const english = call(["status"]);
    expect(english.status).toBe(1);
    expect(english.stdout).toBe("");
    expect(english.stderr).toContain("needs Node 18 or newer");
    expect(call(["status"], { LANG: "ko_KR.UTF-8" }).stderr).toContain("Node 18 이상");
  });
});
