/** docs/openapi.json says what the collector does: every route, and that it is valid OpenAPI. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { API_GROUPS, API_SHAPES } from "../../schemas/generated/api.ts";
import { ApiGroup as isApiGroup, ApiShape as isApiShape } from "../../schemas/generated/validators.mjs";
import type { RouteContext } from "./receive.ts";
import { addRoutes } from "./routes.ts";
import { ask, startTestCollector } from "./test-support.ts";

interface Operation {
  operationId: string;
  security?: Record<string, string[]>[];
  responses: Record<string, unknown>;
  requestBody?: unknown;
  "x-codeSamples": { source: string }[];
}
const document = JSON.parse(readFileSync(join(import.meta.dirname, "../../docs/openapi.json"), "utf8")) as { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, unknown> } };
const described = Object.entries(document.paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`, operation })));

/** As the app registers them, with all its parts. */
function registered(): string[] {
  const names: string[] = [];
  const part = {} as never;
  const context = { memory: part, answers: part, guard: part, ports: part, figures: part, doctor: part, bridges: part, stream: { hub: part, events: part } } as unknown as RouteContext;
  addRoutes({ get: (path) => void names.push(`GET ${path}`), post: (path) => void names.push(`POST ${path}`) }, context);
  return names;
}

/** Every part says yes. */
const answering = (answer: unknown) => new Proxy({}, { get: () => async () => answer });
const PARTS = { memory: answering({}), guard: answering({}), figures: { figures: async () => ({}) }, ports: answering({ items: [], done: { changed: true } }), answers: { isQuestion: () => true, answer: async () => ({}) }, doctor: { appSide: async () => ({}), received: () => true }, bridges: answering({ bridges: [] }) };
const run = promisify(execFile);

describe("the API's description", () => {
  it("has every route that the collector has, and no other", () => {
    expect(described.map(({ name }) => name).sort()).toEqual(registered().sort());
  });

  it("is valid OpenAPI 3.1, with an id of its own for each operation", async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
    const ids = described.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z]+$/);
  });

  it("refers to nothing that is not in it, and defines nothing that nobody refers to", () => {
    const text = JSON.stringify(document);
    const named = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name as string));
    for (const name of named) expect(document.components.schemas, name).toHaveProperty(name);
    const spoken = ["SessionEvent", "StreamNotice"];
    for (const name of Object.keys(document.components.schemas)) expect(named.has(name) || spoken.includes(name), name).toBe(true);
  });

  it("says of each route whether it opens without the token, as it is", async () => {
    const app = await startTestCollector({ unsignedRate: { perSecond: 1e6, burst: 1e6 } });
    try {
      for (const { name, operation } of described) {
        const [method = "", path = ""] = name.split(" ");
        const answer = await ask({ port: app.collector.port }, path.replace(":provider", "claude"), method === "GET" ? {} : { body: "{}" });
        const open = operation.security?.some((one) => Object.keys(one).length === 0) === true;
        expect(answer.status !== 401, name).toBe(open);
        const known = answer.status === 200 ? "200" : String(answer.status);
        expect(Object.keys(operation.responses), name).toContain(known);
      }
    } finally {
      await app.close();
    }
  });

  it("has a command for each that works as it stands", async () => {
    const seq = async () => 0;
    const stream = { feed: { onCommitted: () => () => {} }, events: { told: async () => [], firstSeq: async () => null, lastSeq: seq, seqBefore: seq } };
    const app = await startTestCollector({ deps: { ...PARTS, stream } as never });
    try {
      for (const { name, operation } of described) {
        const curl = operation["x-codeSamples"][0]?.source ?? "";
        expect(curl, name).toContain(" --unix-socket ~/.agent-mascot/mascot.sock ");
        const command = curl.replace("~/.agent-mascot/mascot.sock", app.collector.socketPath as string).replace(/^curl/, "curl -s -m 0.5 -o /dev/null -w '%{http_code}'");
        const { stdout } = await run("/bin/sh", ["-c", command]).catch((error: { stdout: string }) => error);
        expect(Object.keys(operation.responses).filter((status) => status.startsWith("2")), name).toContain(stdout);
      }
    } finally {
      await app.close();
    }
  });
});

describe("the same as the dashboard shows it", () => {
  it("has all operations in groups, and the shapes that their fields name", () => {
    for (const group of API_GROUPS) expect(isApiGroup(group), group.id).toBe(true);
    for (const shape of API_SHAPES) expect(isApiShape(shape), shape.name).toBe(true);
    expect(API_GROUPS.flatMap(({ operations }) => operations.map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ":$1")}`)).sort()).toEqual(registered().sort());
    for (const { operations } of API_GROUPS) for (const { answer, path } of operations) expect(answer.name, path).not.toBe("");
  });
});
