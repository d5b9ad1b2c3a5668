/** A shell on another machine: by the person's own ssh, with all that they have set up for it, or inside a container. Passwords are asked for by ssh itself and never seen here. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RemoteHost } from "../../schemas/generated/types.ts";

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

export class NoProgram extends Error {}

export interface HostShell {
  /** Runs a text of sh over there; it comes by stdin, so that no shell there takes it apart first. @throws NoProgram */
  run(script: string): Promise<Ran>;
  /** Whether a socket that was left behind gives way to a new tunnel; null: cannot be told. */
  clearsSockets(): Promise<boolean | null>;
  /** Whether a port of its loopback can be forwarded to here: nobody has it and sshd allows it; null: cannot be told. */
  forwardsPort(port: number): Promise<boolean | null>;
  close(): Promise<void>;
}

export function hostShell(kind: RemoteHost["kind"], name: string): HostShell {
  return kind === "ssh" ? new SshShell(name) : new ContainerShell(kind, name);
}

export function hasProgram(program: string): Promise<boolean> {
  return runProgram(program, ["--version"], "").then(({ code }) => code === 0, () => false);
}

class ContainerShell implements HostShell {
  constructor(
    private readonly program: string,
    private readonly name: string,
  ) {}

  run(script: string): Promise<Ran> {
    return runProgram(this.program, ["exec", "-i", this.name, "sh", "-s"], script);
  }

  async clearsSockets(): Promise<boolean | null> {
    return null;
  }

  async forwardsPort(): Promise<boolean | null> {
    return null;
  }

  async close(): Promise<void> {}
}

/** One connection for all, so that the person is asked for a password once. Windows' ssh cannot share one. */
class SshShell implements HostShell {
  private readonly folder = process.platform === "win32" ? null : mkdtempSync(join(tmpdir(), "am-ssh-"));

  constructor(private readonly name: string) {}

  run(script: string): Promise<Ran> {
    const shared = this.folder === null ? [] : ["-o", "ControlMaster=auto", "-o", "ControlPersist=120"];
    // What the person forwards on this host is for their own connections.
    return runProgram("ssh", ["-T", "-o", "ClearAllForwardings=yes", "-o", "ConnectTimeout=20", ...shared, ...this.socket(), this.name, "sh -s"], script);
  }

  async clearsSockets(): Promise<boolean | null> {
    if (this.folder === null) return null;
    const made = await this.run(DEAD_SOCKET);
    const path = /^@mascot socket (\/\S+)$/m.exec(made.stdout)?.[1];
    if (made.code !== 0 || path === undefined) return null;
    const forwarded = await this.forwards(path);
    await this.run(`rm -rf -- '${path.replace(/\/s$/, "")}'\n`);
    return forwarded;
  }

  async forwardsPort(port: number): Promise<boolean | null> {
    return this.folder === null ? null : this.forwards(`127.0.0.1:${port}`);
  }

  /** For a moment, to where nobody listens. */
  private async forwards(from: string): Promise<boolean> {
    const forwarded = await this.control("forward", ["-R", `${from}:127.0.0.1:1`]);
    if (forwarded.code === 0) await this.control("cancel", ["-R", `${from}:127.0.0.1:1`]);
    return forwarded.code === 0;
  }

  async close(): Promise<void> {
    if (this.folder === null) return;
    await this.control("exit", []).catch(() => undefined);
    rmSync(this.folder, { recursive: true, force: true });
  }

  private control(order: string, args: string[]): Promise<Ran> {
    return runProgram("ssh", [...this.socket(), "-O", order, ...args, this.name], "");
  }

  private socket(): string[] {
    return this.folder === null ? [] : ["-o", `ControlPath=${join(this.folder, "c")}`];
  }
}

/** Puts a socket into the file system that nobody listens at any more. */
const DEAD_SOCKET = `f=$(mktemp -d /tmp/am-probe-XXXXXX)||exit 1
for j in node "$HOME"/.nvm/versions/node/*/bin/node /usr/local/bin/node /usr/bin/node; do command -v "$j" >/dev/null 2>&1 && break; done
S="$f/s" "$j" -e 'require("node:net").createServer().listen(process.env.S,()=>process.kill(process.pid,"SIGKILL"))' 2>/dev/null
[ -S "$f/s" ] && printf '@mascot socket %s\\n' "$f/s"
exit 0
`;

function runProgram(program: string, args: string[], input: string): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ["pipe", "pipe", "pipe"], windowsHide: true });
    const out: Buffer[] = [];
    const errors: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => errors.push(chunk));
    // A host that ends before it has read everything.
    child.stdin.on("error", () => {});
    child.once("error", (error: NodeJS.ErrnoException) => reject(error.code === "ENOENT" ? new NoProgram(program) : error));
    child.once("close", (code) => resolve({ code: code ?? 1, stdout: Buffer.concat(out).toString("utf8"), stderr: Buffer.concat(errors).toString("utf8") }));
    child.stdin.end(input);
  });
}
