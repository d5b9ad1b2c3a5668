import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { MascotEvent, OpenTelemetryRules, SessionRow } from "../../../schemas/generated/types.ts";
import { eventOf, MemoryOutbox, silent } from "../testing/memory-outbox.ts";
import { attributesOf, OtlpReceiver } from "../testing/otlp-receiver.ts";
import { createOpenTelemetryCarrier } from "./carrier.ts";

const NOON = Date.UTC(2026, 10, 28, 12);
const RESOURCE = { version: "1.2.3", machineId: "11111111-2222-4333-8444-555555555555", machine: "desk", member: "Kim" };
let receiver: OtlpReceiver;
let store: MemoryOutbox;

beforeEach(async () => {
  receiver = await OtlpReceiver.start();
  store = new MemoryOutbox();
});
afterEach(() => receiver.close());

function carrierFor(changes: Partial<OpenTelemetryRules> = {}, headers: string | null = null, timeoutMs = 2_000) {
  const rules: OpenTelemetryRules = { enabled: true, endpoint: receiver.endpoint, traces: true, metrics: true, member: "", projects: { "/home/kim/shop": "metadata", "/home/kim/talk": "text", "/home/kim/open": "all" }, ...changes };
  return createOpenTelemetryCarrier({ rules, headers, store, resource: async () => RESOURCE, projectOf: async (folder) => folder, now: () => NOON, log: silent, timeoutMs });
}

async function drain(carrier = carrierFor()) {
  const items = await store.take("opentelemetry", carrier.batch);
  const carried = await carrier.carry(items);
  await store.settle("opentelemetry", [...carried.settled, ...carried.passed]);
  await store.setAside("opentelemetry", carried.aside);
  return carried;
}

const put = (type: MascotEvent["event_type"], second: number, payload: Record<string, unknown> = {}, changes: Partial<MascotEvent> = {}, project = "/home/kim/shop") =>
  store.putEvent(eventOf(type, payload, { ts: new Date(NOON + second * 1_000).toISOString(), session_id: "s", turn_id: "t1", ...changes }), project);

const tool = (id: string) => ({ tool_name: "Bash", tool_kind: "running", tool_use_id: id, target: "ls secret-folder", input: { command: "ls secret-folder" } });

/** A turn with a call of the lead, and a sub-agent with one of its own that fails. */
function turn(project = "/home/kim/shop"): void {
  put("session_started", 0, { source: "startup" }, {}, project);
  put("user_prompt", 1, { text: "water the beans", injected: false }, {}, project);
  put("tool_started", 2, tool("c1"), {}, project);
  put("agent_blocked", 3, { kind: "permission", tool_use_id: "c1", text: "May I?" }, { id: "evt_ask" }, project);
  put("agent_unblocked", 5, { how: "answered", blocked_event_id: "evt_ask", answer: "allow" }, {}, project);
  put("tool_succeeded", 6, { ...tool("c1"), output: "the output", exit_code: 0 }, {}, project);
  put("agent_started", 7, { role: "subagent", agent_type: "gardener", description: "digs" }, { agent_id: "a1" }, project);
  put("tool_started", 8, tool("c2"), { agent_id: "a1" }, project);
  put("tool_failed", 9, { ...tool("c2"), exit_code: 2, error_message: "no such secret" }, { agent_id: "a1" }, project);
  put("agent_stopped", 10, { scope: "agent", agent_type: "gardener" }, { agent_id: "a1" }, project);
  put("assistant_response", 11, { text: "The beans are watered." }, {}, project);
  put("agent_stopped", 12, { scope: "turn" }, {}, project);
  put("session_ended", 13, { reason: "logout" }, {}, project);
}

const named = (name: string) => receiver.spans.find((span) => span.name === name) ?? expect.fail(`no span ${name}`);
const points = (name: string) => receiver.metrics.find((metric) => metric.name === name)?.sum?.dataPoints.map(({ attributes, asInt }) => ({ ...attributesOf(attributes), value: Number(asInt) })) ?? [];

const session = (input_tokens: number): SessionRow => ({
  session_id: "s", provider: "claude", project: "/home/kim/shop", cwd: "/home/kim/shop", model: "m", source: "startup", title: "secret plan", state: "active", started_at: NOON, last_at: NOON, ended_at: null, end_reason: null, trust: "verified", tty: null,
  parent_pid: null, start_time: null, fingerprint: null, first_prompt: "do it", summary: null,
  stats: { prompts: 1, replies: 1, tool_calls: 2, failures: 0, tools: {}, files: [], input_tokens, output_tokens: 5, cache_read_tokens: 0, cache_write_tokens: 0 },
});

describe("what is sent nowhere", () => {
  it.each<[string, Partial<OpenTelemetryRules>, string | null]>([
    ["a chosen project", {}, null], ["no chosen project", { projects: {} }, "no_project"], ["neither traces nor figures", { traces: false, metrics: false }, "otel_nothing"], ["no address", { endpoint: "" }, "otel_no_endpoint"],
  ])("with %s: what the settings lack", (_, changes, lacks) => {
    expect(carrierFor(changes).lacks).toBe(lacks);
  });

  it.each<[string, Partial<OpenTelemetryRules>]>([["no project is chosen", { projects: {} }], ["neither traces nor figures are", { traces: false, metrics: false }]])("while %s is passed over, not counted as carried", async (_, changes) => {
    put("session_started", 0);
    store.put({ kind: "gone" });
    expect(await drain(carrierFor(changes))).toMatchObject({ settled: [], aside: [], trouble: null });
    expect([store.rows, receiver.requests]).toEqual([[], []]);
  });

  it("is of a project that nobody chose, also while the receiver is away", async () => {
    put("session_started", 0);
    put("session_started", 1, {}, { session_id: "other" }, "/home/kim/secret");
    receiver.instead(/traces/, (response) => (response.writeHead(503).end(), true));
    receiver.instead(/metrics/, (response) => (response.writeHead(503).end(), true));
    expect(await drain()).toMatchObject({ settled: [], passed: [2], trouble: { reason: "otel_away" } });
    receiver.mend();
    expect(await drain()).toMatchObject({ settled: [1], passed: [], trouble: null });
  });
});

describe("a session, as a trace", () => {
  it("is one, its turn in it, calls and sub-agents in the turn, a sub-agent's calls in the sub-agent, in the protocol's own form", async () => {
    turn();
    expect(await drain()).toMatchObject({ aside: [], trouble: null });
    expect(receiver.faults).toEqual([]);
    expect(store.rows).toEqual([]);
    expect(receiver.spans.map(({ name }) => name).sort()).toEqual(["execute_tool Bash", "execute_tool Bash", "invoke_agent gardener", "session", "turn", "wait permission"]);
    const [first, second] = receiver.spans.filter(({ name }) => name === "execute_tool Bash");
    const [root, ofTurn, agent] = [named("session"), named("turn"), named("invoke_agent gardener")];
    expect(root.parentSpanId).toBeUndefined();
    expect([ofTurn.parentSpanId, first?.parentSpanId, agent.parentSpanId, second?.parentSpanId]).toEqual([root.spanId, ofTurn.spanId, ofTurn.spanId, agent.spanId]);
    expect(new Set(receiver.spans.map(({ traceId }) => traceId)).size).toBe(1);
    expect(BigInt(ofTurn.endTimeUnixNano) - BigInt(ofTurn.startTimeUnixNano)).toBe(11_000_000_000n);
    expect(second?.status).toEqual({ code: 2 });
    expect(first?.status).toBeUndefined();
    expect(receiver.resource).toEqual({ "service.name": "agent-mascot", "service.version": "1.2.3", "service.instance.id": RESOURCE.machineId, "host.name": "desk", "mascot.member": "Kim" });
    expect(attributesOf(named("wait permission").attributes)).toMatchObject({ "mascot.wait.kind": "permission", "mascot.wait.answer": "allow" });
  });

  it("is the same when its beginning and its end are carried days and starts of the app apart", async () => {
    put("session_started", 0, { source: "startup" });
    put("user_prompt", 1, { text: "water", injected: false });
    put("tool_started", 2, tool("c1"));
    await drain();
    expect(receiver.spans).toEqual([]);
    put("tool_succeeded", 200_000, tool("c1"));
    put("agent_stopped", 200_001, { scope: "turn" });
    put("session_ended", 200_002);
    await drain();
    expect(named("execute_tool Bash").parentSpanId).toBe(named("turn").spanId);
    expect(named("turn").parentSpanId).toBe(named("session").spanId);
    expect(BigInt(named("session").endTimeUnixNano) - BigInt(named("session").startTimeUnixNano)).toBe(200_002_000_000_000n);
    expect([...store.begun.keys()]).toEqual([]);
  });

  it("leaves as figures alone, with prompts and replies, or with all, as the person chose; nothing of projects that are not listed", async () => {
    for (const project of ["/home/kim/shop", "/home/kim/talk", "/home/kim/open", "/home/kim/unlisted"]) {
      turn(project);
      await drain();
      const sent = receiver.requests.splice(0).map(({ body }) => body).join("\n");
      const has = (word: string) => sent.includes(word);
      const isTalk = project.endsWith("talk") || project.endsWith("open");
      const isOpen = project.endsWith("open");
      expect([has("water the beans"), has("The beans are watered."), has("digs")]).toEqual([isTalk, isTalk, isTalk]);
      expect([has("secret-folder"), has("the output"), has("no such secret")]).toEqual([isOpen, isOpen, isOpen]);
      expect(has("/home/kim")).toBe(false);
      if (project.endsWith("unlisted")) expect(sent).toBe("");
    }
    expect(receiver.faults).toEqual([]);
  });

  it("that nobody told the beginning of, and a turn that nobody told the end of, are spans all the same", async () => {
    put("tool_succeeded", 5, { ...tool("c1"), duration_ms: 2_000 });
    put("user_prompt", 6, { text: "one", injected: false }, { turn_id: "t1" });
    put("user_prompt", 9, { text: "two", injected: false }, { turn_id: "t2" });
    put("session_ended", 10, { cause: "process_gone" });
    await drain();
    expect(BigInt(named("execute_tool Bash").endTimeUnixNano) - BigInt(named("execute_tool Bash").startTimeUnixNano)).toBe(2_000_000_000n);
    expect(receiver.spans.map(({ name }) => name)).toEqual(["execute_tool Bash", "turn", "turn", "session"]);
    expect(receiver.faults).toEqual([]);
  });

  it.each<[string, MascotEvent["event_type"], Record<string, unknown>]>([
    ["guard", "edit_blocked", { tool_name: "Edit", tool_use_id: "c1", cause: "no_port", file_path: "/home/kim/shop/secret.ts" }],
    ["permission", "decision", { decision: "permission_denied", tool_name: "Edit", tool_use_id: "c1", reason: "not this secret" }],
  ])("has an end for a call that was refused by the %s: it failed, and nothing of what was said leaves as figures", async (by, type, refusal) => {
    put("user_prompt", 1, { text: "water", injected: false });
    put("tool_started", 2, { ...tool("c1"), tool_name: "Edit" });
    put(type, 3, refusal);
    await drain();
    const call = named("execute_tool Edit");
    expect(call.status).toEqual({ code: 2 });
    expect(attributesOf(call.attributes)).toMatchObject({ "mascot.tool.refused": by, "gen_ai.tool.name": "Edit" });
    expect(receiver.requests.map(({ body }) => body).join("")).not.toContain("secret");
    expect(points("mascot.tool.calls")).toEqual([expect.objectContaining({ "gen_ai.tool.name": "Edit", "mascot.failed": true, value: 1 })]);
    expect(receiver.metrics.some(({ name }) => name === "mascot.tool.duration")).toBe(false);
    expect([...store.begun.keys()].filter((key) => key.startsWith("tool"))).toEqual([]);
    expect(receiver.faults).toEqual([]);
  });

  it("takes what no text may hold", async () => {
    put("user_prompt", 1, { text: `half \ud83d and ${"x".repeat(5_000)}`, injected: false }, {}, "/home/kim/talk");
    put("agent_stopped", 2, { scope: "turn" }, {}, "/home/kim/talk");
    put("tool_succeeded", 3, { ...tool("\u0000"), tool_name: "\ud83d" }, { ts: "1970-01-01T00:00:00.000Z" });
    expect(await drain()).toMatchObject({ trouble: null });
    expect(String(attributesOf(named("turn").attributes)["mascot.prompt"]).length).toBeLessThan(4_010);
  });
});

describe("figures", () => {
  it("tell events, calls, failures, durations and tokens, and only grow", async () => {
    turn();
    store.put({ kind: "session", session: session(100) });
    await drain();
    expect(points("mascot.tool.calls")).toEqual([expect.objectContaining({ "gen_ai.tool.name": "Bash", "mascot.failed": false, value: 1 }), expect.objectContaining({ "mascot.failed": true, value: 1 })]);
    expect(points("mascot.turns")).toEqual([expect.objectContaining({ value: 1 })]);
    expect(points("mascot.events").reduce((sum, { value }) => sum + value, 0)).toBe(13);
    const turns = receiver.metrics.find(({ name }) => name === "mascot.turn.duration")?.histogram?.dataPoints[0];
    expect([turns?.count, turns?.sum, turns?.bucketCounts.length]).toEqual(["1", 11, (turns?.explicitBounds.length ?? 0) + 1]);
    store.put({ kind: "session", session: session(250) });
    await drain();
    expect(points("mascot.tokens").map(({ value, ...rest }) => [(rest as Record<string, unknown>)["gen_ai.token.type"], value])).toEqual([["input", 250], ["output", 5]]);
  });

  it("count each row once, however often a batch is sent", async () => {
    turn();
    receiver.instead(/metrics/, (response) => (response.writeHead(503).end(), true));
    expect((await drain()).trouble).toMatchObject({ next: "wait", reason: "otel_away" });
    receiver.mend();
    const rows = [...store.rows];
    await drain();
    // The app ended before the rows were settled.
    store.rows = rows;
    await drain();
    expect(points("mascot.events").reduce((sum, { value }) => sum + value, 0)).toBe(13);
    expect(new Set(receiver.spans.filter(({ name }) => name === "session").map(({ spanId }) => spanId)).size).toBe(1);
  });

  it("are not many, whatever tools are called", async () => {
    for (let n = 0; n < 450; n++) put("tool_succeeded", n, { ...tool(`c${n}`), tool_name: `tool ${n}` });
    await drain();
    for (let n = 450; n < 900; n++) put("tool_succeeded", n, { ...tool(`c${n}`), tool_name: `tool ${n}` });
    await drain();
    const calls = points("mascot.tool.calls");
    expect(calls.reduce((sum, { value }) => sum + value, 0)).toBe(900);
    expect(calls.length).toBeLessThan(800);
    expect(calls).toContainEqual(expect.objectContaining({ "otel.metric.overflow": true }));
  });
});

describe("a receiver that is not well", () => {
  it.each([
    [429, { "Retry-After": "7" }, { next: "wait", reason: "otel_limited", afterMs: 7_000 }], [429, { "Retry-After": "soon" }, { next: "wait", reason: "otel_limited" }], [503, { "Retry-After": new Date(NOON + 9_000).toUTCString() }, { next: "wait", reason: "otel_away", afterMs: 9_000 }],
    [500, {}, { next: "wait", reason: "otel_away" }], [401, {}, { next: "stop", reason: "otel_unauthorised" }], [403, {}, { next: "stop", reason: "otel_unauthorised" }], [404, {}, { next: "stop", reason: "otel_not_found" }],
    [307, { Location: "http://127.0.0.1:1/elsewhere" }, { next: "stop", reason: "otel_not_found" }],
  ])("%i %o: nothing is lost", async (status, headers, trouble) => {
    turn();
    receiver.instead(/traces/, (response) => (response.writeHead(status, headers).end("<html>no JSON"), true));
    expect((await drain(carrierFor({}, "authorization=Bearer%20key"))).trouble).toEqual(trouble);
    expect(store.rows).toHaveLength(13);
    receiver.mend();
    await drain();
    expect(receiver.spans).toHaveLength(6);
  });

  it("refuses one span: its row is set aside, the others arrive", async () => {
    turn();
    receiver.instead(/traces/, (response, body) => body.includes("gardener") && (response.writeHead(400).end(), true));
    expect(await drain()).toMatchObject({ trouble: null, aside: [{ reason: "otel_refused" }] });
    expect(receiver.spans).toHaveLength(5);
  });

  it("hangs before or in its answer, is not there, or takes what it will with odd words: waited for within the time, or taken", async () => {
    turn();
    receiver.instead(/traces/, () => true);
    expect((await drain(carrierFor({}, null, 200))).trouble).toEqual({ next: "wait", reason: "otel_away" });
    receiver.mend();
    receiver.instead(/traces/, (response) => (response.writeHead(200).write("{"), true));
    expect((await drain(carrierFor({}, null, 200))).trouble).toEqual({ next: "wait", reason: "otel_away" });
    receiver.mend();
    receiver.instead(/traces/, (response) => (response.writeHead(200).end('{"partialSuccess":{"rejectedSpans":"2","errorMessage":"too old"}}'), true));
    receiver.instead(/metrics/, (response) => (response.writeHead(200).end("not JSON"), true));
    expect(await drain()).toMatchObject({ trouble: null, aside: [] });
    expect((await drain(carrierFor({ endpoint: "http://127.0.0.1:9" }))).trouble).toBeNull();
    turn();
    expect((await drain(carrierFor({ endpoint: "http://127.0.0.1:9" }))).trouble).toEqual({ next: "wait", reason: "otel_away" });
  });
});

describe("the way there", () => {
  it("carries the person's headers and no others of theirs", async () => {
    turn();
    await drain(carrierFor({ endpoint: `${receiver.endpoint}/v1/traces` }, "Authorization=Bearer%20abc, x-team=shop"));
    expect(receiver.requests.map(({ path }) => path)).toEqual(["/v1/traces", "/v1/metrics"]);
    expect(receiver.requests[0]?.headers).toMatchObject({ authorization: "Bearer abc", "x-team": "shop", "content-type": "application/json" });
  });

  it.each([["http://collector.example.com:4318", "otel_no_endpoint"], ["https://kim:key@collector.example.com", "otel_no_endpoint"], ["ftp://127.0.0.1", "otel_no_endpoint"], ["", "otel_no_endpoint"]])("%s is not sent to", async (endpoint, reason) => {
    turn();
    expect((await drain(carrierFor({ endpoint }))).trouble).toEqual({ next: "stop", reason });
    expect(await carrierFor({ endpoint }).tryOut()).toMatchObject({ ok: false, reason });
  });

  it.each(["no list", "=value", "name=a%0d%0ab", "content-length=5", "na me=x", "a=%zz"])("%o are no headers", async (headers) => {
    expect(await carrierFor({}, headers).tryOut()).toMatchObject({ ok: false, reason: "otel_headers" });
    expect(receiver.requests).toEqual([]);
  });

  it("is tried out without a word of a session, each signal that is on", async () => {
    expect(await carrierFor().tryOut()).toEqual({ ok: true, reason: null, detail: receiver.endpoint });
    expect(receiver.requests.map(({ path, body }) => [path, body])).toEqual([["/v1/traces", '{"resourceSpans":[]}'], ["/v1/metrics", '{"resourceMetrics":[]}']]);
    receiver.instead(/metrics/, (response) => (response.writeHead(404).end(), true));
    expect(await carrierFor().tryOut()).toMatchObject({ ok: false, reason: "otel_not_found" });
    expect(await carrierFor({ metrics: false }).tryOut()).toMatchObject({ ok: true });
  });
});
