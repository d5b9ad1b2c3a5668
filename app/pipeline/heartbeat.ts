/** A heartbeat event every minute while the world has sessions: the world's only clock (DESIGN §13 S1). */
import { randomBytes } from "node:crypto";
import type { Clock, Pipeline, WorldView } from "../parts.ts";
import { ownDelivery } from "./own-events.ts";

export const HEARTBEAT_EVERY_MS = 60_000;

export interface HeartbeatDependencies {
  pipeline: Pick<Pipeline, "ingest">;
  world: Pick<WorldView, "sessions">;
  clock: Clock;
  /** Calls back once after so many ms; the result takes it back. */
  after(ms: number, callback: () => void): () => void;
}

/** @returns stops it */
export function startHeartbeat({ pipeline, world, clock, after }: HeartbeatDependencies): () => void {
  const run = randomBytes(4).toString("hex");
  let cancel = after(HEARTBEAT_EVERY_MS, beat);
  function beat(): void {
    const sessions = world.sessions();
    const live_sessions = sessions.filter(({ state }) => state === "active" || state === "idle").length;
    // Ended sessions still need time to pass until they are forgotten.
    if (sessions.length > 0) void pipeline.ingest(ownDelivery(clock, `heartbeat-${clock.now()}-${run}`, { event_type: "heartbeat", payload: { live_sessions } }));
    cancel = after(HEARTBEAT_EVERY_MS, beat);
  }
  return () => cancel();
}
