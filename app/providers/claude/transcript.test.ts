import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRegistry, registryPid } from "./registry.ts";
import { claudeTranscripts } from "./transcript.ts";

const { read, identify } = claudeTranscripts;
const fixtures = resolve(import.meta.dirname, "../../../e2e/fixtures/transcripts");
const files = (readdirSync(fixtures, { recursive: true }) as string[]).filter((name) => name.endsWith(".jsonl"));
const linesOf = (name: string) => readFileSync(join(fixtures, name), "utf8").split("\n").filter((line) => line !== "");
const session = "bcba7dcc-b209-46c1-8482-3047b2e5af83";

describe("lines of recorded transcripts", () => {
  it.each(files)("T11: every line of %s is understood", (name) => {
    const records = linesOf(name).map(read);
    expect(records.filter((record) => record === null)).toEqual([]);
    expect(records.some((record) => record?.kind === "reply")).toBe(true);
  });

  it("an interrupted call is a refused result and an interrupt, after which the next prompt opens a turn of its own", () => {
    const told = linesOf(`i-interrupt-tool/${session}.jsonl`).map(read).filter((record) => record !== null && record.kind !== "other");
    expect(told.map((record) => record?.kind)).toEqual(["prompt", "reply", "reply", "results", "interrupt", "prompt", "reply", "turn_end", "turn_end"]);
    expect(told[3]).toMatchObject({ results: [{ callId: "toolu_fake_0001_1", refused: "user-rejected" }] });
    expect(told[4]).toMatchObject({ sessionId: session, promptId: "8e2e22fe-9b04-4840-b8f6-4d0d7a231ee0", atMs: Date.parse("2026-11-27T23:20:40.014Z") });
    expect(told[5]).toMatchObject({ text: "SCENARIO:hello again", byPerson: true, promptId: "a3451674-f44c-4417-9e7d-43125595e743" });
  });

  it("whatever stands in a field, reading a line throws nothing", () => {
    const lines = files.flatMap(linesOf).slice(0, 200).map((line) => JSON.parse(line) as Record<string, unknown>);
    const odd = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom<unknown>({ toString: 1 }, { valueOf: null, toString: null }));
    fc.assert(fc.property(fc.constantFrom(...lines), fc.nat(), odd, (line, at, value) => {
      const keys = Object.keys(line);
      const changed = JSON.stringify({ ...line, [keys[at % keys.length] ?? "type"]: value });
      expect(() => [read(changed), identify(changed)]).not.toThrow();
    }), { numRuns: 500 });
  });

  it("a piece of a reply carries its id, text, model and counts", () => {
    const reply = linesOf(`i-interrupt-tool/${session}.jsonl`).map(read).find((record) => record?.kind === "reply");
    expect(reply).toMatchObject({
      messageId: "msg_fake_0001", texts: ["Working for a while."], thinking: [], calls: [], model: "claude-opus-5-5", failure: false, endsTurn: false,
      tokens: { input: 120, output: 42, cacheRead: 1000, cacheWrite: 10 },
    });
  });

  it("a prompt that the client put in was written by no person", () => {
    const prompts = linesOf("cap-bgagent/90ea70b7-df6f-44e8-a134-6e7b6ba2d2b0.jsonl").map(read).flatMap((record) => (record?.kind === "prompt" ? [record.byPerson] : []));
    expect(prompts).toEqual([true, false]);
  });

  it("the client's own words about a failure are no reply of a model", () => {
    const replies = linesOf("cap-err401/fd69739f-7283-44d8-97a8-9a1089e54bfe.jsonl").map(read).filter((record) => record?.kind === "reply");
    expect(replies).toMatchObject([{ failure: true, model: null, tokens: null, texts: ["Invalid API key · Fix external API key"] }]);
  });
});

describe("T9: lines that are not what they should be", () => {
  it.each(["", "{", "null", "[]", "7", '"x"', '{"type":"assistant"}', '{"type":"assistant","message":null}', '{"type":"assistant","message":{"content":null}}', '{"type":"user","message":{"content":7}}',
    '{"type":"newest-thing"}', "{}", '{"type":"assis'])("%s is not understood, and no error", (line) => {
    expect(read(line)).toBeNull();
  });

  it("text where blocks are expected is one block; blocks that are none are left out", () => {
    expect(read('{"type":"assistant","uuid":"u","message":{"content":"hello"}}')).toMatchObject({ kind: "reply", messageId: "u", texts: ["hello"] });
    expect(read('{"type":"assistant","message":{"id":"m","content":[null,7,"x",{"type":"text"},{"type":"text","text":5},{"type":"text","text":"ok"},{"type":"tool_use"}],"usage":{"input_tokens":-1,"output_tokens":"9"}}}'))
      .toMatchObject({ texts: ["ok"], calls: [], tokens: { input: 0, output: 0 } });
  });

  it("bookkeeping is never looked into, whatever it carries", () => {
    expect(read('{"type":"api-request-blob","message":{"content":[{"type":"text","text":"a request body"}]}}')).toMatchObject({ kind: "other" });
  });
});

describe("names of transcripts", () => {
  it.each([
    ["-home-dev-project/44c1d25d.jsonl", { sessionId: "44c1d25d", agentId: null }],
    ["p/s/subagents/agent-a6502c30ffe692914.jsonl", { sessionId: "s", agentId: "a6502c30ffe692914" }],
    ["44c1d25d.jsonl", null],
    ["p/../x.jsonl", null],
    ["p/s/tool-results/x.jsonl", null],
    ["p/s/subagents/agent-x.meta.json", null],
    ["p/s.json", null],
  ])("%s", (path, whose) => expect(identify(path)).toEqual(whose));
});

describe("the registry of running sessions", () => {
  it("its key files are secrets and not entries", () => {
    expect(registryPid("4711.json")).toBe(4711);
    for (const name of ["4711.8f3a.key", "4711.key", "x.json", ".json", "0.json", "4711.json.tmp", "-1.json"]) expect(registryPid(name)).toBeNull();
  });

  it("tells status, what is waited for and since when", () => {
    const entry = { pid: 4711, sessionId: session, cwd: "/p", status: "waiting", waitingFor: "input needed", statusUpdatedAt: 1_790_000_000_000, procStart: "123456", startedAt: 1_789_999_000_000 };
    expect(readRegistry(JSON.stringify(entry))).toEqual({
      pid: 4711, sessionId: session, cwd: "/p", status: "waiting", waitingFor: "question", statusAtMs: 1_790_000_000_000, processStart: { ticks: 123_456 }, startedAtMs: 1_789_999_000_000,
    });
    expect(readRegistry(JSON.stringify({ ...entry, waitingFor: "permission prompt", procStart: "2026-11-28T09:00:00.000Z" }))).toMatchObject({
      waitingFor: "permission", processStart: { ms: Date.parse("2026-11-28T09:00:00.000Z") },
    });
  });

  it.each(["", "{", "null", "[]", '{"pid":"1","sessionId":"s"}', '{"pid":1}', '{"pid":1,"sessionId":""}', '{"pid":1.5,"sessionId":"s"}'])("%s is no entry", (text) => expect(readRegistry(text)).toBeNull());

  it("whatever else is missing, it is one", () => {
    expect(readRegistry('{"pid":1,"sessionId":"s","status":"dreaming","waitingFor":9,"procStart":{}}')).toEqual({
      pid: 1, sessionId: "s", cwd: null, status: null, waitingFor: null, statusAtMs: null, processStart: null, startedAtMs: null,
    });
  });
});
