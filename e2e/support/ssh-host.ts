/** Another machine for tests: a real sshd on a port of the loopback, with keys and a home folder of its own. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { freePorts } from "../../build/lib/free-ports.mjs";
import { InstalledHooks, type HookResult, type RecordedHook } from "./hooks.ts";

const SSHD = ["/usr/sbin/sshd", "/usr/local/sbin/sshd"].find((file) => fs.existsSync(file)) ?? "/usr/sbin/sshd";
const CONFIG_HEAD = "# the person's own\nHost *\n  ServerAliveInterval 30";

export class SshHost {
  private sshd: ChildProcess | null = null;
  private readonly tunnels = new Set<ChildProcess>();

  private constructor(readonly folder: string, private readonly port: number) {}

  /** @param clearsSockets sshd's StreamLocalBindUnlink */
  static async start({ clearsSockets = false } = {}): Promise<SshHost> {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "mascot-host-"));
    const host = new SshHost(folder, await freePorts());
    for (const key of ["host_key", "person_key"]) execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", path.join(folder, key)]);
    fs.copyFileSync(path.join(folder, "person_key.pub"), path.join(folder, "authorized_keys"));
    fs.mkdirSync(path.join(host.home, ".claude"), { recursive: true, mode: 0o700 });
    fs.mkdirSync(host.bin);
    fs.writeFileSync(host.config, `${CONFIG_HEAD}\nHost box\n  HostName 127.0.0.1\n  Port ${host.port}\n  User ${os.userInfo().username}\n  IdentityFile ${folder}/person_key\n  IdentitiesOnly yes\n  UserKnownHostsFile ${folder}/known_hosts\n  StrictHostKeyChecking accept-new\n  LogLevel ERROR`);
    // ssh reads the configuration of the account, whatever HOME says.
    fs.writeFileSync(path.join(host.bin, "ssh"), `#!/bin/sh\nexec /usr/bin/ssh -F '${host.config}' "$@"\n`, { mode: 0o755 });
    await host.serve(clearsSockets);
    return host;
  }

  get home(): string {
    return path.join(this.folder, "home");
  }

  /** Our folder over there. */
  get mascotHome(): string {
    return path.join(this.home, ".agent-mascot");
  }

  get config(): string {
    return path.join(this.folder, "config");
  }

  get bin(): string {
    return path.join(this.folder, "bin");
  }

  /** Of the person's shell here. */
  get env(): Record<string, string> {
    return { PATH: `${this.bin}:${process.env.PATH ?? ""}` };
  }

  get settingsFile(): string {
    return path.join(this.home, ".claude", "settings.json");
  }

  /** Whether a hook of ours stands there for an event. */
  hears(event: string): boolean {
    return new InstalledHooks(this.settingsFile).commands(event).length > 0;
  }

  /** A hook of the client over there. @returns what came of each command */
  fire(hook: RecordedHook): Promise<HookResult[]> {
    return new InstalledHooks(this.settingsFile).fire(hook, { HOME: this.home }, this.home);
  }

  spooled(): string[] {
    const folder = path.join(this.mascotHome, "spool");
    return fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name.endsWith(".json")) : [];
  }

  /** What the relay says of its link; null before it has said anything. */
  link(): { state: string; text: string } | null {
    try {
      return JSON.parse(fs.readFileSync(path.join(this.mascotHome, "relay.json"), "utf8")) as { state: string; text: string };
    } catch {
      return null;
    }
  }

  /** As `ssh box` by the person: stands until `cut`. */
  async connect(): Promise<void> {
    const tunnel = spawn(path.join(this.bin, "ssh"), ["-T", "-o", "ExitOnForwardFailure=yes", "box", "echo stands; exec cat"], { stdio: ["pipe", "pipe", "pipe"] });
    this.tunnels.add(tunnel);
    let said = "";
    await new Promise<void>((resolve, reject) => {
      tunnel.stderr.on("data", (chunk) => { said += chunk; });
      tunnel.stdout.on("data", (chunk) => String(chunk).includes("stands") && resolve());
      tunnel.once("exit", (code) => reject(new Error(`ssh ended with ${code}: ${said}`)));
    });
  }

  /** As a lid that closes: nobody says goodbye to sshd but the system. */
  async cut(): Promise<void> {
    await Promise.all([...this.tunnels].map((tunnel) => ended(tunnel, "SIGKILL")));
    this.tunnels.clear();
  }

  async stop(): Promise<void> {
    await this.cut();
    const relay = Number(read(path.join(this.mascotHome, "app.pid")));
    if (relay > 1 && read(`/proc/${relay}/cmdline`).includes("agent-mascot.mjs")) process.kill(relay, "SIGKILL");
    if (this.sshd !== null) await ended(this.sshd, "SIGTERM");
    fs.rmSync(this.folder, { recursive: true, force: true });
  }

  private async serve(clearsSockets: boolean): Promise<void> {
    if (process.getuid?.() === 0) fs.mkdirSync("/run/sshd", { recursive: true });
    fs.writeFileSync(path.join(this.folder, "sshd_config"), [
      `Port ${this.port}`, "ListenAddress 127.0.0.1", `HostKey ${this.folder}/host_key`, `AuthorizedKeysFile ${this.folder}/authorized_keys`, "StrictModes no", "UsePAM no", "PermitRootLogin yes",
      "PasswordAuthentication no", "PidFile none", "PrintMotd no", `StreamLocalBindUnlink ${clearsSockets ? "yes" : "no"}`, `SetEnv HOME=${this.home}`, "",
    ].join("\n"));
    this.sshd = spawn(SSHD, ["-D", "-e", "-f", path.join(this.folder, "sshd_config")], { stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    await new Promise<void>((resolve, reject) => {
      this.sshd?.stderr?.on("data", (chunk) => {
        said += chunk;
        if (said.includes("listening")) resolve();
      });
      this.sshd?.once("exit", () => reject(new Error(`sshd ended: ${said}`)));
    });
  }
}

function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill(signal);
  });
}

function read(file: string): string {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
