import { expect, it } from "vitest";
import type { Delivery, IngestOutcome, Log } from "../parts.ts";
import { createHello, GONE_MS, STAYS_MS } from "./hello.ts";

function setUp(outcome: IngestOutcome = { ok: true, answer: { status: "stored", event_ids: [] } }) {
  const told: { hook_event_name: string; cwd: string; session_id: string }[] = [];
  const waiting: { ms: number; callback: () => void }[] = [];
  const forgotten: string[] = [];
  const hello = createHello({
    pipeline: { ingest: async (delivery: Delivery) => { told.push(delivery.payload as (typeof told)[number]); return outcome; } }, clock: { now: () => 5 }, after: (ms, callback) => { waiting.push({ ms, callback }); return () => undefined; },
    forget: async (id) => void forgotten.push(id), name: () => "Hello", folder: "/home", log: { warn: () => undefined } as unknown as Log,
  });
  return { hello, told, waiting, forgotten };
}

it("the visitor comes, stays, leaves and is forgotten; two are never here at once", async () => {
  const { hello, told, waiting, forgotten } = setUp();
  expect([await hello(), await hello()]).toEqual([{ ok: true }, { ok: true }]);
  expect(told.map(({ hook_event_name, cwd }) => [hook_event_name, cwd])).toEqual([["SessionStart", "/home/Hello"]]);
  expect(waiting.map(({ ms }) => ms)).toEqual([STAYS_MS]);
  waiting[0]?.callback();
  expect(told[1]?.hook_event_name).toBe("SessionEnd");
  expect(waiting[1]?.ms).toBe(GONE_MS);
  waiting[1]?.callback();
  expect(forgotten).toEqual([told[0]?.session_id]);
  await hello();
  expect(told).toHaveLength(3);
});

it("says when nothing could be recorded, and may be asked again", async () => {
  const { hello, told } = setUp({ ok: false, reason: "disk_full", message: "" });
  expect(await hello()).toEqual({ ok: false });
  await hello();
  expect(told).toHaveLength(2);
});
