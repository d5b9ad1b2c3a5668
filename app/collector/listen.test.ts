import { chmod, mkdtemp, rm, writeFile, readFile, symlink, stat } from "node:fs/promises";
import { createServer as createHttpServer } from "node:http";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawn } from "node:child_process";
import { afterEach, expect, it } from "vitest";
import { AlreadyRunning, askToRaise } from "./collector.ts";
import { freePorts } from "../../build/lib/free-ports.mjs";
import { listenOnPort } from "./listen.ts";
import { askWhoIsThere } from "./neighbour.ts";
import { identityProof } from "./signature.ts";
import { ask, FakeNotices, startTestCollector, type TestCollector, TOKEN, until } from "./test-support.ts";

const OTHER_TOKEN = "ef".repeat(32);

const open: { close(): unknown }[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function started(options: Parameters<typeof startTestCollector>[0]): Promise<TestCollector> {
  const t = await startTestCollector(options);
  open.push(t);
  return t;
}

/** Takes connections, reads, never answers. */
function silentServer(): Server {
  return createServer((socket) => void socket.on("error", () => {}).resume());
}

/** A server of somebody else on a free port with the next port free as well. */
async function stranger(server: Server): Promise<number> {
  const port = await freePorts(2);
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  open.push({ close: () => new Promise((resolve) => server.close(resolve)) });
  return port;
}

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), "mascot-listen-"));
  folders.push(made);
  return made;
}

it("L1: a port held by a process that never answers is left to it, and the next one is taken and said", async () => {
  const silent = silentServer();
  const port = await stranger(silent);
  const t = await started({ portRange: { first: port, last: port + 1 } });
  expect(t.collector.port).toBe(port + 1);
  expect(t.collector.url).toBe(`http://127.0.0.1:${port + 1}`);
  expect(t.notices.raised).toEqual([{ id: "port_taken", level: "info", values: { wanted: port, port: port + 1 } }]);
  expect(silent.listening).toBe(true);
});

it("two homes are two apps beside each other, and neither complains of the other", async () => {
  const port = await freePorts(2);
  const one = await started({ portRange: { first: port, last: port } });
  const other = await started({ portRange: { first: port, last: port + 1 }, token: OTHER_TOKEN });
  expect([one.collector.port, other.collector.port]).toEqual([port, port + 1]);
  expect(other.notices.raised).toEqual([]);
});

it("one that was busy itself while it asked takes nobody for a stranger who has answered meanwhile", async () => {
  const { port } = (await started({})).collector;
  const asked = askWhoIsThere({ port }, OTHER_TOKEN, 50);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  expect(await asked).toEqual({ who: "other_home" });
});

it("C10: whoever answers ok without proof is a stranger, and learns nothing but a challenge", async () => {
  const heard: string[] = [];
  const impostor = createHttpServer((request, response) => {
    heard.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
    response.setHeader("X-Mascot-Pid", "1").setHeader("X-Mascot-Proof", identityProof("f".repeat(64), { challenge: String(request.headers["x-mascot-challenge"]), hostport: String(request.headers.host), pid: 1 }));
    response.end("ok");
  });
  const port = await stranger(impostor);
  const t = await started({ portRange: { first: port, last: port + 1 } });
  expect(t.collector.port).toBe(port + 1);
  expect(heard).toHaveLength(1);
  expect(heard[0]).not.toContain(TOKEN);
});

it("when the whole range is taken the system picks a port", async () => {
  const port = await stranger(silentServer());
  const t = await started({ portRange: { first: port, last: port } });
  expect(t.collector.port).toBeGreaterThan(0);
  expect(t.collector.port).not.toBe(port);
  expect((await ask({ port: t.collector.port }, "/health")).text).toBe("ok");
});

it("L5: a fixed port that is taken has no fall-back; the socket still works and the person is told the port", async () => {
  const port = await stranger(silentServer());
  const t = await started({ fixedPort: port });
  expect([t.collector.port, t.collector.url]).toEqual([0, ""]);
  expect(t.notices.raised).toEqual([{ id: "no_port", level: "error", values: { from: port, to: port } }]);
  expect((await ask({ socketPath: t.collector.socketPath as string }, "/health")).text).toBe("ok");
});

it("L5: a port that the system forbids is said with its number, and another one is taken", async () => {
  const notices = new FakeNotices();
  const server = createHttpServer();
  open.push(server);
  const listen = server.listen.bind(server);
  let first = true;
  server.listen = ((where: { port: number }) => {
    if (!first) return listen({ ...where, port: 0 });
    first = false;
    setImmediate(() => server.emit("error", Object.assign(new Error("listen EACCES"), { code: "EACCES" })));
    return server;
  }) as typeof server.listen;
  const port = await listenOnPort(server, null, { token: TOKEN, notices }, { first: 4820, last: 4821 });
  expect(port).toBeGreaterThan(0);
  expect(notices.raised).toEqual([{ id: "port_denied", level: "warn", values: { port: 4820 } }]);
});

it("L7: a second start over the same home finds the first one by its port, and it shows itself", async () => {
  const first = await started({ pid: 4242 });
  const { port } = first.collector;
  const second = startTestCollector({ portRange: { first: port, last: port } });
  await expect(second).rejects.toMatchObject({ pid: 4242, address: { port } });
  await expect(second).rejects.toBeInstanceOf(AlreadyRunning);
  expect(await askToRaise({ port }, TOKEN, Date.now())).toBe(true);
  await until(() => first.asked.raise === 1, "the first one was asked to show itself");
  expect(await askToRaise({ port }, "f".repeat(64), Date.now())).toBe(false);
});

it("L7: and by its socket; the running one keeps it", async () => {
  const first = await started({ pid: 4242 });
  const socketPath = first.collector.socketPath as string;
  await expect(startTestCollector({ socketPath })).rejects.toMatchObject({ pid: 4242, address: { socketPath } });
  expect((await ask({ socketPath }, "/health")).text).toBe("ok");
  expect(await askToRaise({ socketPath }, TOKEN, Date.now())).toBe(true);
});

it("the socket is for its user only, and goes with the collector", async () => {
  const t = await startTestCollector();
  const path = t.collector.socketPath as string;
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  await t.collector.close();
  await expect(stat(path)).rejects.toThrow();
  await t.close();
});

it("a socket left by a killed app is replaced", async () => {
  const path = join(await folder(), "mascot.sock");
  const script = `require("net").createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, "SIGKILL"))`;
  await new Promise((resolve) => spawn(process.execPath, ["-e", script]).on("exit", resolve));
  expect((await stat(path)).isSocket()).toBe(true);
  const t = await started({ socketPath: path });
  expect(t.collector.socketPath).toBe(path);
  expect(t.notices.raised).toEqual([]);
});

it("a foreign file, link or living server at the socket's path is never touched, and said", async () => {
  const place = await folder();
  const file = join(place, "file.sock");
  await writeFile(file, "precious");
  const link = join(place, "link.sock");
  await symlink(file, link);
  const living = join(place, "living.sock");
  const server = silentServer();
  await new Promise<void>((resolve) => server.listen(living, resolve));
  open.push({ close: () => new Promise((resolve) => server.close(resolve)) });
  for (const path of [file, link, living]) {
    const t = await started({ socketPath: path });
    expect(t.collector.socketPath, path).toBeNull();
    expect(t.notices.raised).toMatchObject([{ id: "socket_foreign", level: "warn", values: { file: path } }]);
    expect((await ask({ port: t.collector.port }, "/health")).text).toBe("ok");
  }
  expect(await readFile(file, "utf8")).toBe("precious");
  expect(server.listening).toBe(true);
  expect((await stat(living)).isSocket()).toBe(true);
});

it("a folder that others may enter is no place for the socket", async () => {
  const place = await folder();
  await chmod(place, 0o755);
  const t = await started({ socketPath: join(place, "mascot.sock") });
  expect(t.collector.socketPath).toBeNull();
  expect(t.notices.raised).toMatchObject([{ id: "socket_foreign" }]);
  await expect(stat(join(place, "mascot.sock"))).rejects.toThrow();
});

it("without Unix sockets it listens on TCP alone", async () => {
  const t = await started({ socketPath: "" });
  expect(t.collector.socketPath).toBeNull();
  expect(t.notices.raised).toEqual([]);
});
