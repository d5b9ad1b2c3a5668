/** Test events of the doctor: they go the whole way to the pipeline's door, are noted there, and nothing of them is kept or shown. */
import { TEST_KIND } from "../../forwarder/doctor/test-kind.ts";
import type { Delivery, IngestOutcome, Pipeline } from "../parts.ts";

export interface TestEvents {
  /** The pipeline behind the door. */
  before(pipeline: Pipeline): Pipeline;
  /** @param id session_id of the test event */
  received(id: string): boolean;
}

/** A doctor asks at once; what a stranger sends in its name must not pile up. */
const KEPT = 20;
const NOTED: IngestOutcome = { ok: true, answer: { status: "stored", event_ids: [] } };

export function createTestEvents(): TestEvents {
  const seen: string[] = [];
  const note = (delivery: Delivery): boolean => {
    const id = testId(delivery.payload);
    if (id === null) return false;
    seen.push(id);
    if (seen.length > KEPT) seen.shift();
    return true;
  };
  return {
    before: (pipeline) => ({
      ingest: async (delivery) => (note(delivery) ? NOTED : pipeline.ingest(delivery)),
      ingestAll: (deliveries) => ingestAll(pipeline, deliveries, note),
      settled: () => pipeline.settled(),
    }),
    received: (id) => seen.includes(id),
  };
}

async function ingestAll(pipeline: Pipeline, deliveries: Delivery[], note: (delivery: Delivery) => boolean): Promise<IngestOutcome[]> {
  const tests = deliveries.map(note);
  if (!tests.includes(true)) return pipeline.ingestAll(deliveries);
  const outcomes = await pipeline.ingestAll(deliveries.filter((_, n) => !tests[n]));
  let next = 0;
  return tests.map((test) => (test ? NOTED : (outcomes[next++] as IngestOutcome)));
}

function testId(payload: unknown): string | null {
  if (typeof payload !== "object" || payload === null) return null;
  const { notification_type, session_id } = payload as { notification_type?: unknown; session_id?: unknown };
  return notification_type === TEST_KIND && typeof session_id === "string" && /^[0-9a-f-]{36}$/.test(session_id) ? session_id : null;
}
