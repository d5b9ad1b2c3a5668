import { spawnSync } from "node:child_process";
import { execFile } from "node:child_process";
import { networkInterfaces } from "node:os";
import { createConnection } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ask, signedHeaders, startTestCollector, talk, type TestCollector, TOKEN } from "./test-support.ts";

const bearer = { Authorization: `Bearer ${TOKEN}` };
const stop = JSON.stringify({ hook_event_name: "Stop", session_id: "s1" });
/** What the specification opens to a plain curl. */
const openRoutes = ["/ingest", "/api/hook", "/hooks/claude"];
const closedRoutes = ["/api/agents", "/api/events", "/api/status"];
const everyRoute = [...openRoutes, ...closedRoutes, "/health", "/api/app/quit", "/api/app/raise", "/nowhere"];

describe("who may ask the collector", () => {
  let t: TestCollector;
  const tcp = () => ({ port: t.collector.port });
  const unix = () => ({ socketPath: t.collector.socketPath as string });

  beforeAll(async () => {
    t = await startTestCollector({ unsignedRate: { perSecond: 1e6, burst: 1e6 } });
  });
  afterAll(() => t.close());
  beforeEach(() => {
    t.pipeline.deliveries.length = 0;
  });

  it("C1: listens on 127.0.0.1 and on no other address", async () => {
    const others = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).filter(({ internal, family }) => !internal && family === "IPv4").map(({ address }) => address));
    for (const address of [...others, "::1"]) {
      const outcome = await new Promise<string>((resolve) => {
        const socket = createConnection({ host: address, port: t.collector.port, timeout: 1000 });
        socket.on("connect", () => resolve("connected"));
        socket.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "error"));
        socket.on("timeout", () => resolve("timeout"));
      });
      expect(outcome, address).not.toBe("connected");
    }
    expect((await ask(tcp(), "/health")).text).toBe("ok");
  });

  it("N7: any Host that is not a loopback name is refused, whatever it resembles", async () => {
    const hosts = ["evil.example:4820", "127.0.0.1.evil.example", "localhost.evil.example:4820", "127.0.0.1:4820@evil.example", "127.0.0.2", "0.0.0.0", "[::]", "localhost:", "localhost:4820x", ""];
    for (const host of hosts) {
      const answer = await talk(tcp(), (send) => send(`GET /health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`));
      expect(answer, host).toMatch(/^HTTP\/1\.1 403 /);
    }
  });

  it("C4: loopback names are welcome on any port, so that forwarded ports work", async () => {
    for (const host of ["127.0.0.1", "localhost", "LOCALHOST:9999", "[::1]:4820", `127.0.0.1:${t.collector.port}`]) {
      expect((await ask(tcp(), "/health", { headers: { Host: host } })).status, host).toBe(200);
    }
  });

  it("N7: a request without Host or with two is refused", async () => {
    expect(await talk(tcp(), (send) => send("GET /health HTTP/1.0\r\n\r\n"))).toMatch(/^HTTP\/1\.1 403 /);
    expect(await talk(tcp(), (send) => send("GET /health HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n"))).toMatch(/^HTTP\/1\.1 400 /);
    expect(await talk(tcp(), (send) => send("GET http://evil.example/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))).toMatch(/^HTTP\/1\.1 400 /);
  });

  it.each(["https://evil.example", "null", "http://127.0.0.1:4820", "http://localhost", "file://"])("N1: Origin %s is refused on every route, without any allow header", async (origin) => {
    for (const where of [tcp(), unix()])
      for (const route of everyRoute) {
        const answer = await ask(where, route, { headers: { Origin: origin, ...bearer } });
        expect(answer.status, route).toBe(403);
        expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
      }
  });

  it("N1: a page's request without Origin is known by Sec-Fetch-Site", async () => {
    for (const site of ["cross-site", "same-site", "same-origin"]) expect((await ask(tcp(), "/health", { headers: { "Sec-Fetch-Site": site } })).status, site).toBe(403);
  });

  it("C5: OPTIONS is refused on every route", async () => {
    for (const route of everyRoute) expect((await ask(tcp(), route, { method: "OPTIONS", headers: bearer })).status, route).toBe(403);
  });

  it("N5: a foreign page cannot upgrade to a WebSocket", async () => {
    const answer = await ask(tcp(), "/api/events", { headers: { Connection: "Upgrade", Upgrade: "websocket", Origin: "https://evil.example", "Sec-WebSocket-Key": "x", "Sec-WebSocket-Version": "13" } });
    expect(answer.status).toBe(403);
  });

  it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/jsonp", "text/json", "application/json; charset=euc-kr", undefined])(
    "N9: a body of type %s is refused with 415 and changes nothing",
    async (type) => {
      for (const where of [tcp(), unix()])
        for (const route of openRoutes) expect((await ask(where, route, { body: stop, headers: { "Content-Type": type } })).status, route).toBe(415);
      expect(t.pipeline.deliveries).toEqual([]);
    },
  );

  it("C6: JSON in UTF-8 is welcome in every spelling, compressed bodies are not", async () => {
    for (const type of ["application/json", "application/json; charset=utf-8", "Application/JSON;charset=UTF-8", 'application/json; charset="utf-8"']) {
      expect((await ask(tcp(), "/ingest", { body: stop, headers: { "Content-Type": type } })).status, type).toBe(200);
    }
    expect((await ask(tcp(), "/ingest", { body: stop, headers: { "Content-Encoding": "gzip" } })).status).toBe(415);
  });

  it("C3: everything but liveness and the event routes needs the token, unknown paths too", async () => {
    for (const route of [...closedRoutes, "/nowhere", "/Health", "/ingest/", "//ingest", "/hooks/", "/hooks/claude/x", "/api/hook/..", "/api/hook%2f..%2fstatus"]) {
      expect((await ask(tcp(), route)).status, route).toBe(401);
      expect((await ask(tcp(), route, { body: "{}" })).status, route).toBe(401);
    }
    for (const route of closedRoutes) {
      expect((await ask(tcp(), route, { headers: bearer })).status, route).toBe(200);
      expect((await ask(unix(), route)).status, route).toBe(200);
    }
    for (const route of ["/api/app/quit", "/api/app/raise"]) expect((await ask(tcp(), route, { method: "POST" })).status, route).toBe(401);
    expect(t.asked).toEqual({ quit: 0, raise: 0 });
  });

  it("C2: a wrong token of equal length is refused everywhere, also where none is needed", async () => {
    const wrong = `${TOKEN.slice(0, -1)}${TOKEN.endsWith("f") ? "e" : "f"}`;
    for (const given of [wrong, TOKEN.slice(0, -1), `${TOKEN}0`, "", "undefined"]) {
      expect((await ask(tcp(), "/api/status", { headers: { Authorization: `Bearer ${given}` } })).status).toBe(401);
      expect((await ask(tcp(), "/ingest", { body: stop, headers: { Authorization: `Bearer ${given}` } })).status).toBe(401);
    }
    expect((await ask(tcp(), "/api/status", { headers: { Authorization: `Basic ${TOKEN}` } })).status).toBe(401);
    expect(t.pipeline.deliveries).toEqual([]);
  });

  it("N3: no route gives out the token", async () => {
    for (const where of [tcp(), unix()])
      for (const route of everyRoute) {
        const answer = await ask(where, route, { headers: bearer });
        expect(answer.text + JSON.stringify(answer.headers), route).not.toContain(TOKEN);
      }
  });

  it("C7: refuses before the body is read", async () => {
    const answer = await talk(tcp(), (send) => send(`POST /api/status HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\nConnection: close\r\n\r\n`));
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  });

  it("C7: who waits for 100 Continue is refused before sending, and let in otherwise", async () => {
    const refused = await talk(tcp(), (send) => send(`POST /api/status HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 5\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`));
    expect(refused).toMatch(/^HTTP\/1\.1 401 /);
    const admitted = await talk(tcp(), (send) => send(`POST /ingest HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n{}`));
    expect(admitted).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
  });

  it("who expects anything else is told so", async () => {
    const answer = await talk(tcp(), (send) => send("POST /ingest HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: tea\r\nConnection: close\r\n\r\n{}"));
    expect(answer).toMatch(/^HTTP\/1\.1 417 [\s\S]*nosniff/);
    expect(t.pipeline.deliveries).toEqual([]);
  });

  it("C13: every answer, errors too, forbids sniffing, caching and other origins", async () => {
    const answers = [
      await ask(tcp(), "/health"), await ask(tcp(), "/ingest", { body: stop }), await ask(tcp(), "/hooks/claude", { body: stop }), await ask(tcp(), "/ingest", { body: "{" }),
      await ask(tcp(), "/api/status"), await ask(unix(), "/nowhere"), await ask(tcp(), "/health", { headers: { Origin: "null" } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 400, 401, 404, 403]);
    for (const { headers } of answers) {
      expect(headers).toMatchObject({ "x-content-type-options": "nosniff", "cache-control": "no-store", "cross-origin-resource-policy": "same-origin" });
      expect(headers["x-powered-by"]).toBeUndefined();
    }
  });

  describe("trust", () => {
    const trustOf = () => t.pipeline.deliveries.map(({ trust }) => trust);

    it("a plain request is stored as unverified and is never answered with hook output", async () => {
      for (const route of openRoutes) {
        const answer = await ask(tcp(), route, { body: stop });
        expect(answer.status).toBe(200);
        expect(answer.text).not.toContain("hook_output");
        expect(answer.text).not.toContain("stored content");
      }
      expect(trustOf()).toEqual(["unverified", "unverified", "unverified"]);
    });

    it("the Unix socket, the token and a signature make it verified, and then it is answered", async () => {
      const answers = [await ask(unix(), "/ingest", { body: stop }), await ask(tcp(), "/ingest", { body: stop, headers: bearer }), await ask(tcp(), "/ingest", { body: stop, headers: signedHeaders(t.collector.port, "/ingest", stop) })];
      for (const answer of answers) expect(answer.json()).toEqual({ status: "stored", event_ids: ["evt_20260101_1"], hook_output: { systemMessage: "stored content" } });
      expect(trustOf()).toEqual(["verified", "verified", "verified"]);
    });

    it("a replayed nonce is refused, on the same connection or another", async () => {
      const headers = signedHeaders(t.collector.port, "/ingest", stop);
      expect((await ask(tcp(), "/ingest", { body: stop, headers })).status).toBe(200);
      expect((await ask(tcp(), "/ingest", { body: stop, headers })).status).toBe(401);
      expect(t.pipeline.deliveries).toHaveLength(1);
    });

    it("of two identical signed requests at the same moment one is stored", async () => {
      const headers = signedHeaders(t.collector.port, "/ingest", stop);
      const answers = await Promise.all([1, 2, 3].map(() => ask(tcp(), "/ingest", { body: stop, headers })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
      expect(t.pipeline.deliveries).toHaveLength(1);
    });

    it("a signature that nobody with the token made opens no route that only reads; a right one does, once", async () => {
      const { port } = t.collector;
      for (const path of [...closedRoutes, "/api/sessions", "/nowhere"]) {
        const forged = { ...signedHeaders(port, path, "", Date.now(), `127.0.0.1:${port}`, "GET"), "X-Mascot-Signature": "0".repeat(64) };
        for (const method of ["GET", "HEAD", "PUT", "DELETE"]) expect((await ask(tcp(), path, { method, headers: forged })).status, `${method} ${path}`).toBe(401);
        expect((await ask(tcp(), path, { headers: signedHeaders(port, path, "") })).status, path).toBe(401);
      }
      const headers = signedHeaders(port, "/api/status", "", Date.now(), `127.0.0.1:${port}`, "GET");
      expect([(await ask(tcp(), "/api/status", { headers })).status, (await ask(tcp(), "/api/status", { headers })).status]).toEqual([200, 401]);
    });

    it("a signature for another body, path, port, time or with another token is refused", async () => {
      const { port } = t.collector;
      const sixMinutes = 6 * 60_000;
      const wrong = {
        body: signedHeaders(port, "/ingest", "{}"),
        path: signedHeaders(port, "/api/hook", stop),
        port: signedHeaders(port, "/ingest", stop, Date.now(), `127.0.0.1:${port + 1}`),
        past: signedHeaders(port, "/ingest", stop, Date.now() - sixMinutes),
        future: signedHeaders(port, "/ingest", stop, Date.now() + sixMinutes),
        token: { ...signedHeaders(port, "/ingest", stop), "X-Mascot-Signature": "0".repeat(64) },
        form: { ...signedHeaders(port, "/ingest", stop), "X-Mascot-Nonce": "1" },
        half: { "X-Mascot-Nonce": `${Date.now()}.${"a".repeat(32)}` },
      };
      for (const [what, headers] of Object.entries(wrong)) expect((await ask(tcp(), "/ingest", { body: stop, headers })).status, what).toBe(401);
      expect(t.pipeline.deliveries).toEqual([]);
    });
  });

  it.skipIf(process.getuid?.() !== 0 || process.platform !== "linux")("another user of the machine may not send events without the token; with it they may", async () => {
    const curl = (args: string[]) =>
      new Promise<string>((resolve) => {
        const url = `http://127.0.0.1:${t.collector.port}/ingest`;
        const command = ["--reuid=65534", "--clear-groups", "curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", "-H", "Content-Type: application/json", ...args, "-d", stop, url];
        execFile("setpriv", command, (_error, stdout) => resolve(stdout));
      });
    expect(await curl([])).toBe("403");
    expect(t.pipeline.deliveries).toEqual([]);
    expect(await curl(["-H", `Authorization: Bearer ${TOKEN}`])).toBe("200");
    const socket = spawnSync("setpriv", ["--reuid=65534", "--clear-groups", "curl", "-s", "--unix-socket", t.collector.socketPath as string, "http://localhost/health"]);
    expect(socket.status).not.toBe(0);
  });
});

it("requests without the token are limited to a rate, others are not", async () => {
  let now = 1_000_000;
  const t = await startTestCollector({ unsignedRate: { perSecond: 10, burst: 3 }, now: () => now });
  const statuses = async (count: number, headers = {}) => {
    const all: number[] = [];
    for (let i = 0; i < count; i++) all.push((await ask({ port: t.collector.port }, "/ingest", { body: "{}", headers })).status);
    return all;
  };
  expect(await statuses(5)).toEqual([200, 200, 200, 429, 429]);
  expect(await statuses(2, bearer)).toEqual([200, 200]);
  expect((await ask({ port: t.collector.port }, "/health")).status).toBe(200);
  now += 100;
  expect(await statuses(2)).toEqual([200, 429]);
  await t.close();
});

describe("C10: the collector proves who it is", () => {
  let t: TestCollector;
  beforeAll(async () => {
    t = await startTestCollector({ pid: 4711 });
  });
  afterAll(() => t.close());
  const challenge = "ab".repeat(16);

  it("by a proof bound to challenge, host:port and process", async () => {
    const { identityProof } = await import("./signature.ts");
    const hostport = `127.0.0.1:${t.collector.port}`;
    const answer = await ask({ port: t.collector.port }, "/health", { headers: { Host: hostport, "X-Mascot-Challenge": challenge } });
    expect(answer.text).toBe("ok");
    expect(answer.headers["x-mascot-pid"]).toBe("4711");
    expect(answer.headers["x-mascot-proof"]).toBe(identityProof(TOKEN, { challenge, hostport, pid: 4711 }));
  });

  it("not for another port: a stranger there could show it as his own", async () => {
    const answer = await ask({ port: t.collector.port }, "/health", { headers: { Host: `127.0.0.1:${t.collector.port + 1}`, "X-Mascot-Challenge": challenge } });
    expect(answer.text).toBe("ok");
    expect(answer.headers["x-mascot-proof"]).toBeUndefined();
  });

  it("and not for a challenge of another form: nobody chooses what we sign", async () => {
    for (const odd of ["", "ab", `${challenge}0`, "POST", challenge.toUpperCase()]) {
      const answer = await ask({ port: t.collector.port }, "/health", { headers: { Host: `127.0.0.1:${t.collector.port}`, "X-Mascot-Challenge": odd } });
      expect(answer.headers["x-mascot-proof"], odd).toBeUndefined();
    }
  });
});
