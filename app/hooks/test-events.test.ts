import { describe, expect, it } from "vitest";
import type { Delivery, IngestOutcome, Pipeline } from "../parts.ts";
import { createTestEvents } from "./test-events.ts";

const ID = "0b6f7a0e-2f0d-4a53-9c63-0d1cf1a0bb01";
const delivery = (payload: unknown): Delivery => ({ lane: "spool", provider: "claude", payload, meta: {}, deliveryId: null, collectedAt: 0, receivedAt: 0, trust: "verified" });
const testEvent = (id: string) => delivery({ hook_event_name: "Notification", session_id: id, notification_type: "agent_mascot_doctor" });

function road() {
  const kept: unknown[] = [];
  const outcome = ({ payload }: Delivery): IngestOutcome => {
    kept.push(payload);
    return { ok: true, answer: { status: "stored", event_ids: [String((payload as { n?: number } | null)?.n)] } };
  };
  const pipeline: Pipeline = { ingest: async (one) => outcome(one), ingestAll: async (all) => all.map(outcome), settled: async () => undefined };
  const tests = createTestEvents();
  return { kept, tests, door: tests.before(pipeline) };
}

describe("a test event of the doctor", () => {
  it("is noted and not kept, by itself and among others, whose outcomes stay in their order", async () => {
    const { kept, tests, door } = road();
    expect(tests.received(ID)).toBe(false);
    expect(await door.ingest(testEvent(ID))).toEqual({ ok: true, answer: { status: "stored", event_ids: [] } });
    expect(tests.received(ID)).toBe(true);
    const outcomes = await door.ingestAll([delivery({ n: 1 }), testEvent(ID), delivery({ n: 2 })]);
    expect(outcomes.map((one) => one.ok && one.answer.event_ids)).toEqual([["1"], [], ["2"]]);
    expect(kept).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it("is told from everything else that comes", async () => {
    const { kept, door } = road();
    const others = [null, [], "text", { notification_type: "agent_mascot_doctor" }, { notification_type: "agent_mascot_doctor", session_id: "../x" }, { notification_type: "idle_prompt", session_id: ID }];
    for (const payload of others) await door.ingest(delivery(payload));
    expect(kept).toEqual(others);
  });

  it("does not pile up, whoever sends it", async () => {
    const { tests, door } = road();
    for (let n = 0; n < 1000; n += 1) await door.ingest(testEvent(`${String(n).padStart(8, "0")}-2f0d-4a53-9c63-0d1cf1a0bb01`));
    expect(tests.received("00000000-2f0d-4a53-9c63-0d1cf1a0bb01")).toBe(false);
    expect(tests.received("00000999-2f0d-4a53-9c63-0d1cf1a0bb01")).toBe(true);
  });
});
