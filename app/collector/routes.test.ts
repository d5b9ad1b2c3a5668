import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AgentView, EventsQuery, MascotEvent } from "../../schemas/generated/types.ts";
import { ask, startTestCollector, type TestCollector, TOKEN, until } from "./test-support.ts";

const bearer = { Authorization: `Bearer ${TOKEN}` };
const fixtures = fileURLToPath(new URL("../../e2e/fixtures", import.meta.url));

let t: TestCollector;
const tcp = () => ({ port: t.collector.port });
const unix = () => ({ socketPath: t.collector.socketPath as string });
const base = () => t.collector.url;

beforeEach(async () => {
  t = await startTestCollector();
});
afterEach(() => t.close());

/** Really curl, as a person or a script runs it. */
function curl(args: string[], input = ""): Promise<{ code: number; out: string }> {
  return new Promise((resolve) => {
    const child = spawn("curl", ["-s", ...args], { env: { PATH: process.env.PATH } });
    let out = "";
    child.stdout.on("data", (chunk) => {
      out += String(chunk);
    });
    child.on("close", (code) => resolve({ code: code ?? 1, out }));
    child.stdin.end(input);
  });
}

describe("the specification's requests, by curl as written", () => {
  it("GET /health answers ok", async () => {
    expect(await curl(["-w", " %{http_code} %{content_type}", `${base()}/health`])).toEqual({ code: 0, out: "ok 200 text/plain; charset=utf-8" });
    expect((await curl(["-I", "-w", "%{http_code}", "-o", "/dev/null", `${base()}/health`])).out).toBe("200");
  });

  it("POST /ingest takes its example and says what became of it", async () => {
    const example = {
      hook_type: "SubagentStart", session_id: "...", agent_name: "worker-01", agent_type: "...", team_name: "my-team", prompt: "...",
      _meta: { workspace_id: "my-project", terminal_session_id: "term_abc123", collected_at: "2026-02-20T15:00:00.000Z", forwarder_version: "2.0.0" },
    };
    const { out } = await curl(["-X", "POST", "-H", "Content-Type: application/json", "-d", JSON.stringify(example), `${base()}/ingest`]);
    expect(JSON.parse(out)).toEqual({ status: "stored", event_ids: ["evt_20260101_1"] });
    expect(t.pipeline.deliveries).toMatchObject([
      { lane: "ingest", provider: "claude", payload: example, trust: "unverified", deliveryId: null, collectedAt: Date.parse("2026-02-20T15:00:00.000Z"), meta: { workspace_id: "my-project" } },
    ]);
  });

  it("POST /api/hook takes a payload with its provider, also from a pipe with a time limit", async () => {
    const { out } = await curl(["-X", "POST", `${base()}/api/hook`, "-H", "Content-Type: application/json", "-d", "@-", "--max-time", "1"], '{"hook_event_name":"Stop","session_id":"s","provider":"claude"}');
    expect(JSON.parse(out)).toEqual({ ok: true });
    expect(t.pipeline.deliveries).toMatchObject([{ lane: "api_hook", provider: "claude", payload: { hook_event_name: "Stop", session_id: "s" } }]);
  });

  it("POST /api/hook refuses what is not JSON and providers nobody knows, with the specification's words", async () => {
    const post = (body: string) => curl(["-w", "%{http_code}", "-X", "POST", `${base()}/api/hook`, "-H", "Content-Type: application/json", "-d", body]);
    expect((await post("{not json")).out).toMatch(/^\{"error":"invalid JSON",.*\}400$/);
    expect((await post('{"provider":"nobody"}')).out).toBe('{"error":"unknown provider"}400');
    expect((await post('{"provider":7}')).out).toBe('{"error":"unknown provider"}400');
    expect((await post('{"provider":"../claude"}')).out).toBe('{"error":"unknown provider"}400');
    expect(t.pipeline.deliveries).toEqual([]);
  });

  it("a hook without Node posts over the socket, labelled by the shell", async () => {
    t.pipeline.outcome = () => ({ ok: true, answer: { status: "stored", event_ids: ["e"], hook_output: { continue: true } } });
    const label = "v=1\tprovider=claude\tPPID=41\tCLAUDE_PID=42\tCLAUDE_CODE_SESSION_ATTENDED=1\tCLAUDE_PROJECT_DIR=/집/my project";
    const { out } = await curl(
      ["-q", "-f", "--noproxy", "*", "--unix-socket", t.collector.socketPath as string, "-H", "Content-Type: application/json", "-H", "X-Mascot-Delivery: 0-7-abc", "-H", `X-Mascot-Fields: ${label}`, "--data-binary", "@-", "http://localhost/hooks/claude"],
      '{"hook_event_name":"PermissionRequest"}\n',
    );
    expect(JSON.parse(out)).toEqual({ continue: true });
    expect(t.pipeline.deliveries).toMatchObject([{ lane: "http_hook", trust: "verified", deliveryId: "0-7-abc", meta: { client_pid: 42, attended: true, project_dir: "/집/my project" } }]);
  });

  const byShell = (where: Parameters<typeof ask>[0], fields: string, payload: object) => ask(where, "/hooks/claude", { headers: { "X-Mascot-Fields": fields }, body: JSON.stringify(payload) });

  it("a session's start by the shell is told in which terminal it runs, as the forwarder would see it; nothing else is looked up", async () => {
    const asked: unknown[] = [];
    const identify = async (client: object) => {
      asked.push(client);
      return { tty: "/dev/pts/7", fingerprint: "0123456789abcdef" };
    };
    const other = await startTestCollector({ deps: { identify } });
    try {
      const where = { socketPath: other.collector.socketPath as string };
      await ask(where, "/hooks/claude", {
        headers: { "X-Mascot-Fields": "v=1\tPPID=41\tCLAUDE_PID=42\tSSH_TTY=/dev/pts/9", "X-Mascot-Delivery": "0-43-abc" }, body: JSON.stringify({ hook_event_name: "SessionStart", session_id: "s", cwd: "/w/shop" }),
      });
      await byShell(where, "v=1\tPPID=41\tCLAUDE_PID=42\tCLAUDE_PROJECT_DIR=/w/other", { hook_event_name: "SessionStart", session_id: "s", cwd: "/w/shop" });
      await byShell(where, "v=1\tPPID=41\tCLAUDE_PID=42", { hook_event_name: "Stop", session_id: "s" });
      await ask(where, "/hooks/claude", { body: JSON.stringify({ hook_event_name: "SessionStart", session_id: "s", _meta: { client_pid: 42 } }) });
      expect(asked).toEqual([{ pid: 42, deliveryId: "0-43-abc", folder: "/w/shop", givenTty: "/dev/pts/9" }, { pid: 42, deliveryId: null, folder: "/w/other" }]);
      expect(other.pipeline.deliveries.map(({ meta }) => meta.fingerprint)).toEqual(["0123456789abcdef", "0123456789abcdef", undefined, undefined]);
    } finally {
      await other.close();
    }
  });

  it("what the shell kept of a recorded payload is taken away, and nothing else: not of one that was not recorded, nor for whoever has no right to", async () => {
    const forgotten: string[] = [];
    const other = await startTestCollector({ deps: { forgetBody: async (id) => void forgotten.push(id) } });
    const post = (where: Parameters<typeof ask>[0], id: string) => ask(where, "/hooks/claude", { headers: { "X-Mascot-Fields": "v=1\tPPID=41", "X-Mascot-Delivery": id }, body: "{}" });
    try {
      const socket = { socketPath: other.collector.socketPath as string };
      await post(socket, "0-1-recorded");
      await post({ port: other.collector.port }, "0-1-stranger");
      other.pipeline.outcome = () => ({ ok: false, reason: "store_failed", message: "busy" });
      await post(socket, "0-1-refused");
      expect(forgotten).toEqual(["0-1-recorded"]);
    } finally {
      await other.close();
    }
  });

  it("what could not be recorded is said to the shell, which keeps it; a client that posts by itself hears nothing of it", async () => {
    t.pipeline.outcome = () => ({ ok: false, reason: "store_failed", message: "busy" });
    const payload = { hook_event_name: "PreToolUse", session_id: "s" };
    expect((await byShell({ socketPath: t.collector.socketPath as string }, "v=1\tPPID=41", payload)).status).toBe(500);
    expect(await ask({ socketPath: t.collector.socketPath as string }, "/hooks/claude", { body: JSON.stringify(payload) })).toMatchObject({ status: 200, text: "" });
  });
});

describe("POST /ingest", () => {
  it("malformed JSON is answered 400 with the place of the fault, and logged without the text", async () => {
    const secret = '{"session_id":"s1",\n "prompt":"my password is hunter2" "x":1}';
    const answer = await ask(unix(), "/ingest", { body: secret });
    expect(answer.status).toBe(400);
    expect(answer.json()).toEqual({ error: "invalid JSON", message: "comma expected at line 2, column 36" });
    expect(t.log.lines.filter(({ level }) => level === "warn")).toMatchObject([{ level: "warn", message: "invalid JSON", details: { reason: "comma expected at line 2, column 36" } }]);
    expect(JSON.stringify(t.log.lines) + answer.text).not.toContain("hunter2");
  });

  it.each([["", "the body is empty"], ["   \n", "the body is empty"], ["{", "close brace expected at line 1, column 2"], ['{"a":1,}', "property name expected at line 1, column 8"], ["{'a':1}", "invalid symbol at line 1, column 2"], ["nul", "invalid symbol at line 1, column 1"]])(
    "%j is refused: %s",
    async (body, message) => {
      const answer = await ask(tcp(), "/ingest", { body, headers: { "Content-Length": String(body.length) } });
      expect([answer.status, answer.json()]).toEqual([400, { error: "invalid JSON", message }]);
    },
  );

  it.each(["[]", "null", '"x"', "3", "true", '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'])("JSON of any shape is handed on: %s", async (body) => {
    expect((await ask(unix(), "/ingest", { body })).status).toBe(200);
    expect(t.pipeline.deliveries.map(({ payload }) => JSON.stringify(payload))).toEqual([body]);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  it("what cannot carry its _meta brings it in a header", async () => {
    const meta = { workspace_id: "프로젝트", delivery_id: "1-2-x", client_pid: 9, attended: false, collected_at: "2026-01-02T03:04:05.006Z" };
    await ask(unix(), "/ingest", { body: "[]", headers: { "X-Mascot-Meta": Buffer.from(JSON.stringify(meta)).toString("base64") } });
    expect(t.pipeline.deliveries).toMatchObject([{ payload: [], meta, deliveryId: "1-2-x", collectedAt: Date.parse(meta.collected_at) }]);
  });

  it("meta of wrong types or lengths is left out, and odd ids and times do not count", async () => {
    const meta = { workspace_id: 5, client_pid: "9", attended: "yes", tty: "x".repeat(5000), delivery_id: "../../etc/passwd", collected_at: "2999-01-01T00:00:00Z", API_KEY: "sk" };
    await ask(unix(), "/ingest", { body: JSON.stringify({ hook_event_name: "Stop", _meta: meta }) });
    const [delivery] = t.pipeline.deliveries;
    expect(delivery).toMatchObject({ deliveryId: null, meta: { delivery_id: "../../etc/passwd", collected_at: "2999-01-01T00:00:00Z" } });
    expect(Object.keys(delivery?.meta ?? {})).toEqual(["collected_at", "delivery_id"]);
    expect(delivery?.collectedAt).toBe(delivery?.receivedAt);
  });

  it.each([10_000, 1_000_000])("a payload nested %i deep is recorded as text and harms nothing", async (depth) => {
    const deep = `{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`;
    expect((await ask(unix(), "/ingest", { body: deep })).status).toBe(200);
    expect(t.pipeline.deliveries).toMatchObject([{ payload: deep.slice(0, 64 * 1024) }]);
    expect((await ask(unix(), "/ingest", { body: "[".repeat(depth) })).status).toBe(400);
  });

  it("F9: a body of 150 kB and one of 8 MB arrive whole", async () => {
    for (const size of [150_000, 8 * 1024 * 1024]) {
      const payload = { hook_event_name: "PostToolUse", tool_response: { stdout: "가".repeat(size / 3) } };
      expect((await ask(unix(), "/ingest", { body: JSON.stringify(payload) })).status).toBe(200);
      expect(t.pipeline.deliveries.at(-1)?.payload).toEqual(payload);
    }
  });

  it("F9: a body beyond 64 MB is drained, answered 200 and kept by head and tail", async () => {
    const body = Buffer.alloc(65 * 1024 * 1024, 0x61);
    body.write('{"session_id":"s1","x":"', 0);
    body.write('","end":true}', body.length - 13);
    expect((await ask(unix(), "/ingest", { body })).status).toBe(200);
    const [delivery] = t.pipeline.deliveries;
    const payload = delivery?.payload as { bytes: number; head: string; tail: string };
    expect(delivery?.truncated).toBe(true);
    expect([payload.bytes, payload.head.length, payload.tail.length]).toEqual([body.length, 65536, 65536]);
    expect(payload.head.startsWith('{"session_id":"s1"') && payload.tail.endsWith('"end":true}')).toBe(true);
  });

  it("unknown providers are refused, known ones are named in the delivery", async () => {
    expect((await ask(unix(), "/ingest", { body: "{}", headers: { "X-Mascot-Provider": "nobody" } })).json()).toEqual({ error: "unknown provider" });
    expect((await ask(unix(), "/ingest", { body: "{}", headers: { "X-Mascot-Provider": "claude" } })).status).toBe(200);
    expect(t.pipeline.deliveries).toMatchObject([{ provider: "claude" }]);
  });

  it("D7: what could not be stored is 500 here, and an empty 200 on the hook lane, whose client would show an error", async () => {
    t.pipeline.outcome = () => ({ ok: false, reason: "disk_full", message: "SQLITE_FULL: /home/x/events.db" });
    const answer = await ask(unix(), "/ingest", { body: "{}" });
    expect([answer.status, answer.json()]).toEqual([500, { error: "not stored", message: "The disk is full: the event was not recorded." }]);
    expect((await ask(unix(), "/api/hook", { body: "{}" })).status).toBe(500);
    const hook = await ask(unix(), "/hooks/claude", { body: "{}" });
    expect([hook.status, hook.text]).toEqual([200, ""]);
  });

  it("C14: a fault of the app's own is 500 in JSON, without stack or path; the log has it", async () => {
    t.pipeline.outcome = () => {
      throw new Error("boom in /home/somebody/secret.ts");
    };
    const answer = await ask(unix(), "/ingest", { body: "{}" });
    expect([answer.status, answer.json()]).toEqual([500, { error: "internal error" }]);
    expect(t.log.lines.map(({ message }) => message)).toContain("request failed");
    expect((await ask(unix(), "/health")).text).toBe("ok");
  });

  it("every recorded payload of the client arrives as it was", async () => {
    const payloads = readdirSync(join(fixtures, "turns")).flatMap((name) =>
      readFileSync(join(fixtures, "turns", name), "utf8").trim().split("\n").map((line) => (JSON.parse(line) as { payload: unknown }).payload),
    );
    expect(payloads.length).toBeGreaterThan(100);
    for (const payload of payloads) await ask(unix(), "/ingest", { body: JSON.stringify(payload) });
    expect(t.pipeline.deliveries.map(({ payload }) => payload)).toEqual(payloads);
  });
});

describe("POST /hooks/:provider", () => {
  it("answers nothing when there is nothing to say, and the output itself when there is", async () => {
    t.pipeline.outcome = () => ({ ok: true, answer: { status: "stored", event_ids: [] } });
    const silent = await ask(unix(), "/hooks/claude", { body: "{}" });
    expect([silent.status, silent.text, silent.headers["content-length"]]).toEqual([200, "", "0"]);
    t.pipeline.outcome = () => ({ ok: true, answer: { status: "stored", event_ids: [], hook_output: { continue: true } } });
    expect((await ask(tcp(), "/hooks/claude", { body: "{}", headers: bearer })).json()).toEqual({ continue: true });
    expect((await ask(tcp(), "/hooks/claude", { body: "{}" })).text).toBe("");
  });

  it("refuses unknown providers and names that are none", async () => {
    for (const name of ["nobody", "%2e%2e", "Claude", "a".repeat(100)]) expect((await ask(unix(), `/hooks/${name}`, { body: "{}" })).json(), name).toEqual({ error: "unknown provider" });
    expect((await ask(unix(), "/hooks/%ZZ", { body: "{}" })).json()).toEqual({ error: "bad request" });
  });
});

describe("reading", () => {
  it("GET /api/agents gives the living agents", async () => {
    await t.close();
    const agents = [{ agent_id: "a" }] as AgentView[];
    t = await startTestCollector({ deps: { world: { snapshot: () => ({ n: 0, agents, sessions: [] }), agents: () => agents, sessions: () => [], onPatch: () => () => {} } } });
    expect((await ask(tcp(), "/api/agents", { headers: bearer })).json()).toEqual({ items: agents });
  });

  it("GET /api/events passes the query on, checked, and names the next page", async () => {
    await t.close();
    const queries: EventsQuery[] = [];
    const events = async (query: EventsQuery) => {
      queries.push(query);
      return Array.from({ length: query.limit ?? 0 }, (_, i) => ({ seq: 10 + i }) as MascotEvent).slice(0, 5);
    };
    t = await startTestCollector({ deps: { store: { events } } });
    const get = (query: string) => ask(unix(), `/api/events${query}`);
    expect((await get("?after=9&limit=2&session_id=s%201&event_type=tool_started")).json()).toEqual({ items: [{ seq: 10 }, { seq: 11 }], next: "11" });
    expect((await get("")).json()).not.toHaveProperty("next");
    expect(queries).toEqual([{ after: 9, limit: 2, session_id: "s 1", event_type: "tool_started" }, { limit: 100 }]);
  });

  it("GET /api/events ends a page early when its events are large, and goes on from there", async () => {
    await t.close();
    const events = async ({ after = 0 }: EventsQuery) => [1, 2, 3, 4, 5].filter((seq) => seq > after).map((seq) => ({ seq, raw: "x".repeat(3 * 1024 * 1024) }) as unknown as MascotEvent);
    t = await startTestCollector({ deps: { store: { events } } });
    const seen: number[] = [];
    let next: unknown = "0";
    while (next !== undefined) {
      const list = (await ask(unix(), `/api/events?after=${String(next)}`)).json() as { items: { seq: number }[]; next?: string };
      expect(list.items.length).toBeLessThanOrEqual(2);
      seen.push(...list.items.map(({ seq }) => seq));
      next = list.next;
    }
    expect(seen).toEqual([1, 2, 3, 4, 5]);
  });

  it.each(["?limit=0", "?limit=1001", "?limit=x", "?after=-1", "?after=1.5", "?after=", "?event_type=nope", "?unknown=1", `?session_id=${"x".repeat(300)}`, "?__proto__=1"])("GET /api/events%s is refused", async (query) => {
    expect((await ask(unix(), `/api/events${query}`)).status).toBe(400);
  });

  it("GET /api/status says how the app is", async () => {
    expect((await ask(unix(), "/api/status")).json()).toMatchObject({ version: "0.1.0", recording: true });
  });

  it("other methods are told which one, unknown paths are not found", async () => {
    const answer = await ask(unix(), "/ingest");
    expect([answer.status, answer.headers.allow]).toEqual([405, "POST"]);
    expect((await ask(unix(), "/api/status", { body: "{}" })).headers.allow).toBe("GET, HEAD");
    expect((await ask(unix(), "/api/secrets")).json()).toEqual({ error: "not found" });
  });
});

describe("POST /api/app", () => {
  it("quit and raise answer first and act then, with or without a body", async () => {
    expect((await ask(unix(), "/api/app/raise", { method: "POST" })).json()).toEqual({ ok: true });
    expect((await ask(tcp(), "/api/app/quit", { body: "{}", headers: bearer })).json()).toEqual({ ok: true });
    await until(() => t.asked.quit === 1 && t.asked.raise === 1, "both were asked for once");
  });
});
