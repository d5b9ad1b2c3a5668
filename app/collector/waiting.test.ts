import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { IngestOutcome } from "../parts.ts";
import { ask, startTestCollector, type TestCollector, TOKEN, until } from "./test-support.ts";

let c: TestCollector;
beforeAll(async () => {
  c = await startTestCollector();
});
afterAll(() => c.close());

const where = () => ({ socketPath: `${c.folder}/mascot.sock` });
const BODY = '{"hook_event_name":"PermissionRequest","session_id":"s1"}';
const last = () => c.pipeline.deliveries.at(-1);

describe("a sender that waits", () => {
  it.each(["/ingest", "/hooks/claude"])("%s: is seen to leave while its answer is made, once", async (path) => {
    let settle: (outcome: IngestOutcome) => void = () => {};
    const count = c.pipeline.deliveries.length;
    c.pipeline.outcome = () => new Promise((resolve) => { settle = resolve; });
    const sent = request({ ...where(), path, method: "POST", headers: { "Content-Type": "application/json" } });
    sent.on("error", () => undefined);
    sent.end(BODY);
    await until(() => c.pipeline.deliveries.length > count, "the delivery comes");
    let left = 0;
    last()?.whenSenderLeaves?.(() => { left += 1; });
    sent.destroy();
    await until(() => left === 1, "it is seen to have left");
    last()?.whenSenderLeaves?.(() => { left += 1; });
    expect(left).toBe(2);
    settle({ ok: true, answer: { status: "stored", event_ids: [] } });
  });

  it("whose answer may be used is told by the pipeline: what nobody proved comes as unverified", async () => {
    c.pipeline.outcome = () => ({ ok: true, answer: { status: "stored", event_ids: [], hook_output: { a: 1 } } });
    const plain = await ask({ port: c.collector.port }, "/hooks/claude", { body: BODY });
    expect([last()?.trust, plain.text]).toEqual(["unverified", ""]);
    const proven = await ask({ port: c.collector.port }, "/hooks/claude", { body: BODY, headers: { Authorization: `Bearer ${TOKEN}` } });
    expect([last()?.trust, proven.json()]).toEqual(["verified", { a: 1 }]);
  });

  it("of other routes nobody is told to wait: their senders are not hooks", async () => {
    await ask(where(), "/api/hook", { body: BODY });
    expect(last()?.whenSenderLeaves).toBeUndefined();
  });
});
