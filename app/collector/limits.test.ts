import fc from "fast-check";
import { afterEach, expect, it } from "vitest";
import { createConnection } from "node:net";
import { ask, startTestCollector, talk, type TestCollector, until } from "./test-support.ts";

let t: TestCollector;
afterEach(() => t.close());
const tcp = () => ({ port: t.collector.port });
const head = (path = "/ingest", more = "") => `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${more}`;

it("C9: headers of 64 kB are refused with 431", async () => {
  t = await startTestCollector();
  const answer = await talk(tcp(), (send) => send(`${head("/ingest", `X-Large: ${"x".repeat(64 * 1024)}\r\n`)}\r\n`));
  expect(answer).toMatch(/^HTTP\/1\.1 431 [\s\S]*nosniff[\s\S]*\{"error":"request header fields too large"\}$/);
});

it("C9: what is not HTTP gets an answer and ends", async () => {
  t = await startTestCollector();
  for (const noise of ["\x16\x03\x01\x02\x00\x01\x00", "GET\r\n\r\n", "\0\0\0\0\r\n\r\n"]) {
    expect(await talk(tcp(), (send) => send(noise))).toMatch(/^HTTP\/1\.1 400 [\s\S]*\{"error":"bad request"\}$/);
  }
});

it("C9: a slow loris is cut off while others are served", async () => {
  t = await startTestCollector({ serverLimits: { headersTimeoutMs: 200, requestTimeoutMs: 400, checkEveryMs: 50 } });
  const slow = talk(tcp(), async (send) => {
    send("POST /ingest HTTP/1.1\r\nHost: localhost\r\n");
  });
  const slowBody = talk(tcp(), (send) => send(`${head("/ingest", "Content-Length: 1000\r\n")}\r\n{"a":`));
  expect((await ask(tcp(), "/health")).text).toBe("ok");
  expect(await slow).toMatch(/^HTTP\/1\.1 408 /);
  await slowBody;
  expect(t.pipeline.deliveries).toEqual([]);
});

it("C9: connections that say nothing, read nothing and never close give their places back", async () => {
  t = await startTestCollector({ serverLimits: { headersTimeoutMs: 100, requestTimeoutMs: 200, checkEveryMs: 30, maxConnections: 4 } });
  const silent = Array.from({ length: 4 }, () => createConnection({ port: t.collector.port, host: "127.0.0.1", allowHalfOpen: true }).on("error", () => {}).pause());
  try {
    await Promise.all(silent.map((socket) => new Promise((resolve) => socket.once("connect", resolve))));
    await expect(ask(tcp(), "/health")).rejects.toThrow();
    await until(() => ask(tcp(), "/health").then(({ text }) => text === "ok", () => false), "others are served again");
  } finally {
    for (const socket of silent) socket.destroy();
  }
});

it.each(["Upgrade\r\nUpgrade: websocket", "Upgrade", "Upgrade, HTTP2-Settings\r\nUpgrade: h2c"])("a request with Connection: %j is answered and closed", async (connection) => {
  t = await startTestCollector();
  for (const where of [tcp(), { socketPath: t.collector.socketPath as string }]) {
    const answer = await talk(where, (send) => send(`GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: ${connection}\r\n\r\n`));
    expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*Connection: close[\s\S]*\r\n\r\nok$/);
  }
});

it("no header escapes the gate behind thousands of others", async () => {
  t = await startTestCollector();
  const answer = await talk(tcp(), (send) => send(`${head("/ingest", `Content-Length: 2\r\n${"a:\r\n".repeat(2_500)}Origin: https://evil.example\r\nConnection: close\r\n`)}\r\n{}`));
  expect(answer).toMatch(/^HTTP\/1\.1 403 /);
  expect(t.pipeline.deliveries).toEqual([]);
});

it("pipelined requests are answered in their order, refused ones among them, and none is lost", async () => {
  t = await startTestCollector();
  const request = (n: number) => {
    const body = JSON.stringify({ n });
    const type = n % 3 === 2 ? "text/plain" : "application/json";
    return `POST /ingest HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n${n === 29 ? "Connection: close\r\n" : ""}\r\n${body}`;
  };
  const answer = await talk(tcp(), (send) => send(Array.from({ length: 30 }, (_, n) => request(n)).join("")));
  expect([...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map((match) => match[1])).toEqual(Array.from({ length: 30 }, (_, n) => (n % 3 === 2 ? "415" : "200")));
  expect(t.pipeline.deliveries.map(({ payload }) => (payload as { n: number }).n)).toEqual(Array.from({ length: 30 }, (_, n) => n).filter((n) => n % 3 !== 2));
});

it.each([
  ["shorter than the body", "Content-Length: 5"],
  ["told twice", "Content-Length: 24\r\nContent-Length: 25"],
  ["beside a chunked body", "Content-Length: 24\r\nTransfer-Encoding: chunked"],
  ["negative", "Content-Length: -1"],
  ["a list", "Content-Length: 24, 24"],
])("a length %s is refused, the connection closed and nothing recorded", async (_what, length) => {
  t = await startTestCollector();
  const answer = await talk(tcp(), (send) => send(`${head("/ingest", `${length}\r\n`)}\r\n{"hook_event_name":"Stop"`));
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(t.pipeline.deliveries).toEqual([]);
});

it("C9: a chunked body without an end is cut off, its memory bounded by head and tail", async () => {
  t = await startTestCollector({ bodyLimits: { wholeBytes: 1024 * 1024, cutBytes: 64 * 1024, endlessBytes: 8 * 1024 * 1024 } });
  const chunk = Buffer.alloc(256 * 1024, 0x61);
  let sent = 0;
  const answer = await new Promise<string>((resolve) => {
    const socket = createConnection(t.collector.port, "127.0.0.1");
    let received = "";
    const pump = () => {
      while (!socket.destroyed && sent < 1024 * 1024 * 1024) {
        sent += chunk.length;
        if (!socket.write(`${chunk.length.toString(16)}\r\n${chunk.toString("latin1")}\r\n`)) return;
      }
    };
    socket.on("drain", pump);
    socket.on("data", (data) => {
      received += String(data);
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(received));
    socket.on("connect", () => {
      socket.write(`${head("/ingest", "Transfer-Encoding: chunked\r\n")}\r\n`);
      pump();
    });
  });
  expect(answer === "" || answer.startsWith("HTTP/1.1 413 ")).toBe(true);
  expect(sent).toBeLessThan(64 * 1024 * 1024);
  expect(t.pipeline.deliveries).toEqual([]);
  await until(() => t.log.lines.some(({ message }) => message.startsWith("body without an end")), "it is logged");
});

it("a refused sender that does not stop sending is cut off", async () => {
  t = await startTestCollector();
  const answer = await new Promise<string>((resolve) => {
    const socket = createConnection(t.collector.port, "127.0.0.1");
    let received = "";
    const chunk = Buffer.alloc(128 * 1024);
    const pump = () => {
      while (!socket.destroyed) if (!socket.write(chunk)) return;
    };
    socket.on("drain", pump).on("error", () => {});
    socket.on("data", (data) => {
      received += String(data);
    });
    socket.on("close", () => resolve(received));
    socket.write(`POST /api/status HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n`);
    pump();
  });
  expect(answer === "" || answer.startsWith("HTTP/1.1 401 ")).toBe(true);
});

it("large bodies at once share a memory budget: what is over it is cut, not refused", async () => {
  const { BodyBudget, readBody } = await import("./body.ts");
  const { Readable } = await import("node:stream");
  const budget = new BodyBudget(1000);
  const limits = { wholeBytes: 900, cutBytes: 10, endlessBytes: 1e6 };
  const body = (bytes: number) => Readable.from([Buffer.alloc(bytes, 0x61)]) as never;
  const held = new Readable({ read() {} });
  const first = readBody(held as never, limits, budget);
  held.push(Buffer.alloc(800));
  await new Promise((resolve) => setImmediate(resolve));
  expect(await readBody(body(500), limits, budget)).toMatchObject({ kind: "cut", bytes: 500 });
  held.push(null);
  expect(await first).toMatchObject({ kind: "whole" });
  expect(await readBody(body(500), limits, budget)).toMatchObject({ kind: "whole" });
  t = await startTestCollector();
});

it("E11: a body in pieces of one byte arrives intact", async () => {
  t = await startTestCollector();
  const payload = { hook_event_name: "UserPromptSubmit", prompt: "한글 프롬프트 — émoji 🐣" };
  const bytes = Buffer.from(JSON.stringify(payload));
  const answer = await talk(tcp(), async (send) => {
    send(`${head("/ingest", `Content-Length: ${bytes.length}\r\nConnection: close\r\n`)}\r\n`);
    for (const byte of bytes) {
      send(Buffer.from([byte]));
      await new Promise((resolve) => setImmediate(resolve));
    }
  });
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(t.pipeline.deliveries).toMatchObject([{ payload }]);
});

it("a sender that goes away in the middle leaves nothing behind", async () => {
  t = await startTestCollector();
  const socket = createConnection(t.collector.port, "127.0.0.1");
  socket.write(`${head("/ingest", "Content-Length: 1000\r\n")}\r\n{"hook_event_name":`, () => socket.destroy());
  await new Promise((resolve) => socket.once("close", resolve));
  expect((await ask(tcp(), "/health")).text).toBe("ok");
  expect(t.pipeline.deliveries).toEqual([]);
});

it("500 hooks at once all arrive, over the socket and over TCP", { timeout: 60_000 }, async () => {
  t = await startTestCollector({ unsignedRate: { perSecond: 1e6, burst: 1e6 } });
  const unix = { socketPath: t.collector.socketPath as string };
  const answers = await Promise.all(Array.from({ length: 500 }, (_, i) => ask(i % 2 ? unix : tcp(), "/ingest", { body: JSON.stringify({ n: i }) })));
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  expect(new Set(t.pipeline.deliveries.map(({ payload }) => (payload as { n: number }).n)).size).toBe(500);
});

it("whatever bytes come, it stays up and nothing unverified becomes more than an event", async () => {
  t = await startTestCollector({ unsignedRate: { perSecond: 1e6, burst: 1e6 }, serverLimits: { headersTimeoutMs: 300, requestTimeoutMs: 300, checkEveryMs: 50 } });
  const valid = `${head("/ingest", "Content-Length: 24\r\nConnection: close\r\n")}\r\n{"hook_event_name":"Stop"`;
  const broken = fc.sample(
    fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      fc.tuple(fc.nat(valid.length - 1), fc.uint8Array({ minLength: 1, maxLength: 4 })).map(([at, bytes]) => Buffer.concat([Buffer.from(valid.slice(0, at)), bytes, Buffer.from(valid.slice(at + bytes.length))])),
      fc.nat(valid.length).map((length) => Buffer.from(valid.slice(0, length))),
    ),
    { numRuns: 120, seed: 7 },
  );
  await Promise.all(broken.map((bytes) => talk(tcp(), (send) => send(bytes))));
  expect((await ask(tcp(), "/health")).text).toBe("ok");
  expect(t.log.lines.filter(({ level }) => level === "error")).toEqual([]);
  expect(t.pipeline.deliveries.every(({ trust }) => trust === "unverified")).toBe(true);
});

it("closing answers what is under way and takes nothing new", async () => {
  t = await startTestCollector();
  let finish: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  t.pipeline.outcome = async () => {
    await held;
    return { ok: true, answer: { status: "stored", event_ids: ["late"] } };
  };
  const underWay = ask(tcp(), "/ingest", { body: "{}" });
  await until(() => t.pipeline.deliveries.length === 1, "the request is under way");
  const closed = t.collector.close();
  await expect(ask(tcp(), "/health")).rejects.toThrow();
  finish();
  expect((await underWay).json()).toMatchObject({ event_ids: ["late"] });
  await closed;
});
