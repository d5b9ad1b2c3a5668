/** A real PostgreSQL in a folder of its own, by a user without rights; gone with the test. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { chown, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { freePorts } from "../../../build/lib/free-ports.mjs";

const run = promisify(execFile);
/** PostgreSQL refuses to run as root. */
const NOBODY = 65_534;
const as = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
export const PASSWORD = "only-for-tests";

export interface ServerOptions {
  /** Files of a certificate and its key: then only TLS is spoken over TCP. */
  tls?: { cert: string; key: string };
  /** What it says is written is on the disk, as outside of tests. */
  durable?: boolean;
}

export class PostgresServer {
  private process: ChildProcess | null = null;

  private constructor(readonly folder: string, readonly port: number, private readonly options: ServerOptions, private readonly programs: string) {}

  static async start(options: ServerOptions = {}): Promise<PostgresServer> {
    const folder = await mkdtemp(join(tmpdir(), "postgres-test-"));
    if (as.uid !== undefined) await chown(folder, NOBODY, NOBODY);
    const programs = await programFolder();
    const passwordFile = join(folder, "password");
    await writeFile(passwordFile, PASSWORD);
    if (as.uid !== undefined) await chown(passwordFile, NOBODY, NOBODY);
    await run(join(programs, "initdb"), ["-D", join(folder, "data"), "-U", "owner", "-A", "scram-sha-256", "--pwfile", passwordFile, "-E", "UTF8", "--no-sync"], { ...as, cwd: folder, env: { PATH: process.env["PATH"] ?? "", LC_ALL: "C.UTF-8" } });
    const server = new PostgresServer(folder, await freePorts(), options, programs);
    await server.rise();
    return server;
  }

  /** 0 when it is down. */
  get pid(): number {
    return this.process?.pid ?? 0;
  }

  get rules() {
    return { enabled: true, host: "127.0.0.1", port: this.port, database: "postgres", user: "owner", ca_file: null, member: "Kim", projects: {} };
  }

  async rise(): Promise<void> {
    const { port, options: { tls, durable } } = this;
    const settings = ["-p", String(port), "-c", "listen_addresses=127.0.0.1", "-c", `unix_socket_directories=${this.folder}`, "-c", `fsync=${durable ? "on" : "off"}`];
    if (tls) settings.push("-c", "ssl=on", "-c", `ssl_cert_file=${tls.cert}`, "-c", `ssl_key_file=${tls.key}`);
    this.process = spawn(join(this.programs, "postgres"), ["-D", join(this.folder, "data"), ...settings], { ...as, cwd: this.folder, stdio: "ignore" });
    await this.ready();
  }

  /** At once, as a machine that loses its power. */
  async fall(): Promise<void> {
    const { process } = this;
    this.process = null;
    if (process === null || process.exitCode !== null) return;
    const ended = new Promise((resolve) => process.once("exit", resolve));
    // SIGQUIT: PostgreSQL's immediate shutdown; its children end with it.
    process.kill("SIGQUIT");
    await ended;
  }

  async close(): Promise<void> {
    await this.fall();
    await rm(this.folder, { recursive: true, force: true });
  }

  async ask<Row>(sql: string, values: unknown[] = []): Promise<Row[]> {
    const client = new Client({ host: this.folder, port: this.port, user: "owner", password: PASSWORD, database: "postgres" });
    await client.connect();
    try {
      return (await client.query(sql, values)).rows as Row[];
    } finally {
      await client.end();
    }
  }

  private async ready(): Promise<void> {
    for (const end = Date.now() + 30_000; ; ) {
      try {
        await this.ask("SELECT 1");
        return;
      } catch (error) {
        if (Date.now() > end) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }
}

/** Debian keeps them out of the path, a folder for each version. */
async function programFolder(): Promise<string> {
  const versions = (await readdir("/usr/lib/postgresql").catch(() => [])).sort((a, b) => Number(b) - Number(a));
  if (versions[0] === undefined) throw new Error("PostgreSQL is not installed: node build/setup.mjs brings it");
  return join("/usr/lib/postgresql", versions[0], "bin");
}

/** A certificate for 127.0.0.1 signed by an authority of its own. @param days negative: it is over */
export async function makeCertificate(folder: string, days: number): Promise<{ ca: string; cert: string; key: string }> {
  const file = (name: string) => join(folder, name);
  const openssl = (...options: string[]) => run("openssl", options, { cwd: folder });
  await writeFile(file("names"), "subjectAltName=IP:127.0.0.1,DNS:localhost\n");
  await openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out", "ca.pem", "-days", "3650", "-subj", "/CN=test authority");
  await openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=localhost");
  await openssl("x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-out", "server.pem", "-days", String(days), "-extfile", "names");
  for (const name of ["server.key", "server.pem"]) if (as.uid !== undefined) await chown(file(name), NOBODY, NOBODY);
  await run("chmod", ["600", file("server.key")]);
  return { ca: file("ca.pem"), cert: file("server.pem"), key: file("server.key") };
}
