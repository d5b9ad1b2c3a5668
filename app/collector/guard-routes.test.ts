import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { GuardChange, GuardState } from "../../schemas/generated/types.ts";
import { ask, startTestCollector, type TestCollector, TOKEN } from "./test-support.ts";

const state: GuardState = { project: "/p", mode: "strict", auto_create: true, rule: "strict", everywhere: "off", waiting: null, problem: null };
let app: TestCollector;
let changes: GuardChange[];
let answer: GuardState | null;

beforeEach(async () => {
  changes = [];
  answer = state;
  const guard = {
    state: async () => state,
    change: async (change: GuardChange) => {
      changes.push(change);
      return answer;
    },
  };
  app = await startTestCollector({ deps: { guard } });
});
afterEach(() => app.close());

const headers = { Authorization: `Bearer ${TOKEN}` };
const get = (path: string, given: Record<string, string> = headers) => ask({ port: app.collector.port }, path, { headers: given });
const post = (body: unknown, given: Record<string, string> = headers) => ask({ port: app.collector.port }, "/api/guard", { method: "POST", headers: given, body: JSON.stringify(body) });

describe("the guard's rules over HTTP", () => {
  it("are for those who hold the token", async () => {
    expect((await get("/api/guard", {})).status).toBe(401);
    expect((await post({ mode: "off" }, {})).status).toBe(401);
    expect(changes).toEqual([]);
  });

  it("are told and changed", async () => {
    expect(JSON.parse((await get("/api/guard?cwd=/p")).text)).toEqual(state);
    expect((await post({ cwd: "/p", mode: null })).status).toBe(200);
    expect((await post({ mode: "warn" })).status).toBe(200);
    expect(changes).toEqual([{ cwd: "/p", mode: null }, { mode: "warn" }]);
  });

  it.each([{}, { mode: "lenient" }, { mode: null }, { accept: true }, { accept: false, cwd: "/p" }, { mode: "off", more: 1 }, { mode: "off", cwd: "here" }, { mode: "off", cwd: "/a\u0000" }, []])("%o is refused and changes nothing", async (body) => {
    expect((await post(body)).status).toBe(400);
    expect(changes).toEqual([]);
  });

  it("says so when there is nothing to accept", async () => {
    answer = null;
    expect((await post({ cwd: "/p", accept: true })).status).toBe(409);
  });
});
