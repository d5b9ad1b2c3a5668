/**
 * A container for tests: processes, mounts and network of its own, and a home that nobody else sees. Made of the kernel's namespaces, with a stand-in for `podman` that goes
 * into them; or by a real podman where `MASCOT_TEST_PODMAN` names its program.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { InstalledHooks, type HookResult, type RecordedHook, run } from "./hooks.ts";

const NAME = "mascot-test-web";
const HOME = "/root";
const MOUNT = "/run/agent-mascot";
const real = process.env.MASCOT_TEST_PODMAN;

/** Inside nothing of the real /run and /root is left, and no network but a loopback. */
const INSIDE = `set -e
mount --make-rprivate /
mount -t tmpfs none /run
mkdir ${MOUNT}
mount --bind "$DOOR" ${MOUNT}
mount --bind "$INSIDE" ${HOME}
echo stands
exec sleep 600`;
const UNSHARE = ["--mount", "--pid", "--net", "--uts", "--fork", "--kill-child", "--mount-proc"];

export class Container {
  private process: ChildProcess | null = null;

  private constructor(private readonly folder: string, private readonly door: string) {}

  static isPossible(): boolean {
    return process.getuid?.() === 0 && (real !== undefined || spawnSync("unshare", [...UNSHARE, "true"]).status === 0);
  }

  /** @param home the desk's, whose door it shall see */
  static async start(home: string): Promise<Container> {
    const door = path.join(home, "remote");
    fs.mkdirSync(door, { recursive: true, mode: 0o700 });
    const container = new Container(fs.mkdtempSync(path.join(os.tmpdir(), "mascot-container-")), door);
    fs.mkdirSync(path.join(container.inside, ".claude"), { recursive: true });
    fs.mkdirSync(container.bin);
    await (real === undefined ? container.unshare() : container.byPodman(real));
    return container;
  }

  readonly name = NAME;

  /** What the container sees as its home. */
  get inside(): string {
    return path.join(this.folder, "root", HOME);
  }

  /** Of the person's shell: there is a podman and no docker. */
  get env(): Record<string, string> {
    return { PATH: `${this.bin}:${process.env.PATH ?? ""}` };
  }

  get settingsFile(): string {
    return path.join(this.inside, ".claude", "settings.json");
  }

  hears(event: string): boolean {
    return new InstalledHooks(this.settingsFile).commands(event).length > 0;
  }

  /** A hook of the client inside. */
  fire({ payload, env }: RecordedHook): Promise<HookResult[]> {
    const words = Object.entries({ ...env, HOME }).map(([name, value]) => `${name}=${value}`);
    return Promise.all(new InstalledHooks(this.settingsFile).commands(payload.hook_event_name).map((command) => this.exec(["env", ...words, "sh", "-c", command], `${JSON.stringify(payload)}\n`)));
  }

  exec(words: string[], input = ""): Promise<HookResult> {
    return run(path.join(this.bin, "podman"), ["exec", "-i", NAME, ...words], input, { PATH: process.env.PATH ?? "", HOME: os.homedir() }, this.folder);
  }

  spooled(): string[] {
    const folder = path.join(this.inside, ".agent-mascot", "spool");
    return fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name.endsWith(".json")) : [];
  }

  async stop(): Promise<void> {
    if (real !== undefined) spawnSync(real, ["rm", "-f", "-t", "0", NAME]);
    const { process: outer } = this;
    if (outer !== null && outer.exitCode === null) {
      const ended = new Promise((resolve) => outer.once("exit", resolve));
      outer.kill("SIGKILL");
      await ended;
    }
    fs.rmSync(this.folder, { recursive: true, force: true });
  }

  private get bin(): string {
    return path.join(this.folder, "bin");
  }

  private async unshare(): Promise<void> {
    const outer = spawn("unshare", [...UNSHARE, "sh", "-c", INSIDE], { env: { PATH: process.env.PATH ?? "", DOOR: this.door, INSIDE: this.inside }, stdio: ["ignore", "pipe", "pipe"] });
    this.process = outer;
    let said = "";
    await new Promise<void>((resolve, reject) => {
      outer.stderr.on("data", (chunk) => { said += chunk; });
      outer.stdout.on("data", (chunk) => String(chunk).includes("stands") && resolve());
      outer.once("exit", (code) => reject(new Error(`the container ended with ${code}: ${said}`)));
    });
    const [first] = fs.readFileSync(`/proc/${outer.pid}/task/${outer.pid}/children`, "utf8").trim().split(" ");
    this.program("podman", `[ "$1" = --version ] && exit 0\n[ "$1 $2 $3" = "exec -i ${NAME}" ] || { echo "Error: no such container: $3" >&2; exit 125; }\nshift 3\nexec nsenter -t ${first} -m -p -n -u -- env -i PATH=/usr/local/bin:/usr/bin:/bin:${path.dirname(process.execPath)} HOME=${HOME} "$@"`);
    this.program("docker", "exit 127");
  }

  private byPodman(program: string): Promise<void> {
    const root = path.join(this.folder, "root");
    for (const folder of ["usr", "etc", "tmp", "run", "proc", "sys", "dev"]) fs.mkdirSync(path.join(root, folder));
    for (const folder of ["bin", "sbin", "lib", "lib64"]) fs.symlinkSync(`usr/${folder}`, path.join(root, folder));
    fs.writeFileSync(path.join(root, "etc", "passwd"), `root:x:0:0:root:${HOME}:/bin/sh\n`);
    execFileSync(program, ["run", "-d", "--name", NAME, "-v", "/usr:/usr:ro", "-v", `${this.door}:${MOUNT}`, "--network", "none", "--rootfs", root, "sleep", "600"]);
    this.program("podman", `exec '${program}' "$@"`);
    this.program("docker", "exit 127");
    return Promise.resolve();
  }

  private program(name: string, script: string): void {
    fs.writeFileSync(path.join(this.bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
}
