/** Running commands as a client runs hooks: stdin is a socket, and all output is caught. */
import { spawn } from "node:child_process";

export interface Ran {
  code: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
  ms: number;
}

export interface RunOptions {
  input?: string | Buffer;
  env?: Record<string, string>;
  cwd?: string;
  /** leave stdin open behind the input */
  keepOpen?: boolean;
}

/** The environment is only what is given, and PATH and HOME: nothing of the machine that runs the tests. */
export function run(command: string, args: string[], options: RunOptions = {}): Promise<Ran> {
  const env = { PATH: process.env["PATH"] ?? "/usr/bin:/bin", HOME: "/nonexistent", ...options.env };
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, cwd: options.cwd ?? "/", stdio: ["pipe", "pipe", "pipe"] });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    child.stdin.on("error", () => {});
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code, signal, stdout, stderr, ms: performance.now() - started }));
    if (options.keepOpen) child.stdin.write(options.input ?? "");
    else child.stdin.end(options.input ?? "");
  });
}

/** Waits for a condition. */
export async function until<T>(what: () => T | null | undefined | false, limitMs = 10_000): Promise<T> {
  const giveUpAt = Date.now() + limitMs;
  for (;;) {
    const value = what();
    if (value) return value;
    if (Date.now() > giveUpAt) throw new Error(`waited ${limitMs} ms in vain`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
