/** A mascot that walks in, waves and goes: the first one that a person sees. It takes the road of every other event, and nothing of it is kept. */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { DEFAULT_PROVIDER } from "../domain/provider.ts";
import type { Clock, Delivery, Log, Pipeline } from "../parts.ts";

export interface HelloOptions {
  pipeline: Pick<Pipeline, "ingest">;
  clock: Clock;
  after(ms: number, callback: () => void): () => void;
  /** Nothing of the session is known any more, here and in the log. */
  forget(sessionId: string): Promise<unknown>;
  /** The visitor's name: that of the folder which it seems to work in. */
  name(): string;
  /** Where that folder would be; it is not made. */
  folder: string;
  log: Log;
}

/** Long enough to be seen coming and standing. */
export const STAYS_MS = 4_000;
/** Its leaving has been drawn by then. */
export const GONE_MS = 4_000;

/** @returns whether it is on its way in; one at a time */
export function createHello({ pipeline, clock, after, forget, name, folder, log }: HelloOptions): () => Promise<{ ok: boolean }> {
  let visiting = false;
  return async () => {
    if (visiting) return { ok: true };
    visiting = true;
    const sessionId = `hello-${randomUUID()}`;
    const cwd = join(folder, name());
    const tell = (hook_event_name: string, more: Record<string, string>) => pipeline.ingest(hookOf(clock.now(), `${sessionId}-${hook_event_name}`, { hook_event_name, session_id: sessionId, cwd, ...more }));
    const leave = () => {
      void tell("SessionEnd", { reason: "other" });
      after(GONE_MS, () => {
        visiting = false;
        forget(sessionId).catch((error: Error) => log.warn("the first visitor could not be forgotten", { error: error.message }));
      });
    };
    const came = await tell("SessionStart", { source: "startup" });
    if (came.ok) after(STAYS_MS, leave);
    else visiting = false;
    return { ok: came.ok };
  };
}

/** As a client would tell it. */
function hookOf(now: number, deliveryId: string, payload: Record<string, string>): Delivery {
  return { lane: "ingest", provider: DEFAULT_PROVIDER, payload, meta: {}, deliveryId, collectedAt: now, receivedAt: now, trust: "verified" };
}
