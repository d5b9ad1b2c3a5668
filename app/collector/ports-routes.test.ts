import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { PortRefusal } from "../../schemas/generated/types.ts";
import type { PortsApi } from "../ports-parts.ts";
import { type Ask, ask, startTestCollector, type TestCollector, TOKEN } from "./test-support.ts";

let app: TestCollector;
let asked: { name: string; given: unknown }[];
let refusal: PortRefusal | null;
let changed: boolean;

const port = { id: "a", title: "A" };

/** Writes down what it is asked. */
function ports(): PortsApi {
  const order = (name: string, done: () => object) => async (given: unknown) => {
    asked.push({ name, given });
    return refusal === null ? { done: done() } : { refused: refusal };
  };
  const answer = () => ({ ok: true, changed, port, event_ids: [], unknown: [], freed: [] });
  return {
    list: async (given: unknown) => {
      asked.push({ name: "list", given });
      return { items: [port] };
    },
    show: order("show", () => ({ port, files: [] })), create: order("create", answer), start: order("start", answer), end: order("end", answer),
  } as unknown as PortsApi;
}

beforeEach(async () => {
  asked = [];
  refusal = null;
  changed = true;
  app = await startTestCollector({ deps: { ports: ports() } });
});

afterEach(() => app.close());

const headers = { Authorization: `Bearer ${TOKEN}` };
const answered = async (path: string, options: Ask) => {
  const { status, text } = await ask({ port: app.collector.port }, path, options);
  return { status, json: JSON.parse(text) as Record<string, unknown> };
};
const get = (path: string, given: Record<string, string> = headers) => answered(path, { headers: given });
const post = (path: string, body: unknown, given: Record<string, string> = headers) => answered(path, { method: "POST", headers: given, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });

describe("work items over HTTP", () => {
  it("are for those who hold the token", async () => {
    for (const path of ["/api/ports", "/api/ports/a"]) expect((await get(path, {})).status, path).toBe(401);
    for (const path of ["/api/ports", "/api/ports/a/start", "/api/ports/a/end"]) expect((await post(path, { id: "a" }, {})).status, path).toBe(401);
    expect(asked).toEqual([]);
  });

  it("are listed and shown by queries of the schema", async () => {
    expect((await get("/api/ports?cwd=/a&all=true&limit=5&state=done")).json).toEqual({ items: [port] });
    expect((await get("/api/ports/a?project=/a")).json).toEqual({ port, files: [] });
    expect(asked).toEqual([{ name: "list", given: { cwd: "/a", all: true, limit: 5, state: "done" } }, { name: "show", given: { id: "a", project: "/a" } }]);
    for (const query of ["limit=0", "limit=x", "state=odd", "what=1"]) expect((await get(`/api/ports?${query}`)).status, query).toBe(400);
  });

  it("are created with 201; what was so already is a 200", async () => {
    const body = { id: "a", title: "A", cwd: "/a", depends_on: ["b"], priority: "high" };
    expect((await post("/api/ports", body)).status).toBe(201);
    expect(asked.at(-1)).toEqual({ name: "create", given: body });
    changed = false;
    expect((await post("/api/ports/a/start", { cwd: "/a" })).status).toBe(200);
  });

  it("are started and ended with the folder in the body or the query, with a body or without; the path's id counts", async () => {
    await post("/api/ports/a/start", { id: "z", cwd: "/a", sessionId: "S", force: true });
    await post("/api/ports/a/start?cwd=/a&force=1", undefined);
    await post("/api/ports/a/end?cwd=/a", { outcome: "dropped" });
    expect(asked.map(({ given }) => given)).toEqual([{ id: "a", cwd: "/a", session_id: "S", force: true }, { id: "a", cwd: "/a", force: true }, { id: "a", cwd: "/a", outcome: "dropped" }]);
  });

  it.each([
    ["/api/ports", {}], ["/api/ports", { id: 5 }], ["/api/ports", { id: "a", depends_on: "b" }], ["/api/ports", { id: "a", priority: "urgent" }], ["/api/ports", []], ["/api/ports/a/end", { outcome: "odd" }],
    ["/api/ports/a/start", { force: "yes" }],
  ])("%s refuses %j, and says what it knows", async (path, body) => {
    const answer = await post(path, body);
    expect(answer).toMatchObject({ status: 400, json: { error: "invalid body", message: expect.stringContaining("Known: id") } });
    expect(asked).toEqual([]);
  });

  it.each([
    ["bad_id", 400], ["unknown_port", 404], ["exists", 409], ["circle", 409], ["waits", 409], ["other_session", 409], ["not_stored", 500], ["not_ready", 503],
  ] as const)("%s is a %i with its message", async (error, status) => {
    refusal = { error, message: "why", ids: ["a"] };
    expect(await post("/api/ports/a/start", {})).toMatchObject({ status, json: refusal });
  });

  it("say which method a path takes", async () => {
    expect((await ask({ port: app.collector.port }, "/api/ports", { method: "DELETE", headers })).status).toBe(405);
    expect((await get("/api/ports/a/start")).status).toBe(405);
    expect((await post("/api/ports/a", {})).status).toBe(405);
  });
});
