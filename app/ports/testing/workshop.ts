/** The app without windows and network, as far as ports go: store, pipeline, ports, as assembly/ joins them. For tests. */
import { randomUUID } from "node:crypto";
import path from "node:path";
import { maskText } from "../../domain/masking.ts";
import { createProjectFinder } from "../../projects.ts";
import type { EventStore, Log, Pipeline } from "../../parts.ts";
import { ownDeliveryOf } from "../../pipeline/own-events.ts";
import { createPipeline } from "../../pipeline/pipeline.ts";
import type { PortStore } from "../../ports-parts.ts";
import { createProviders } from "../../providers/index.ts";
import { openStore, type OpenedStore } from "../../store/index.ts";
import { createPorts, type Ports } from "../index.ts";

export const silent: Log = { debug() {}, info() {}, warn() {}, error() {}, withPrefix: () => silent };

export interface Workshop {
  ports: Ports;
  pipeline: Pipeline;
  events: EventStore;
  portStore: PortStore;
  conversation: OpenedStore["conversation"];
  /** Wall clock and steady clock in ms; `pass` moves both, `set` the wall clock alone. */
  time: { wall: number; ticks: number; pass(ms: number): void; set(by: number): void };
  /** An edit of the session in the folder, as its hook tells it. */
  edit(sessionId: string, folder: string, file: string): Promise<void>;
  close(): Promise<void>;
}

export interface WorkshopOptions {
  wall?: number;
  /** Called before the answer of each order that is told. */
  onTell?(): Promise<void>;
}

const after = (ms: number, callback: () => void) => {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
};

export async function startWorkshop(folder: string, { wall = Date.UTC(2026, 10, 28, 12), onTell }: WorkshopOptions = {}): Promise<Workshop> {
  const time = {
    wall,
    ticks: 1_000,
    pass(ms: number) {
      time.wall += ms;
      time.ticks += ms;
    },
    set(by: number) {
      time.wall += by;
    },
  };
  const clock = { now: () => time.wall };
  const { store: events, ports: portStore, conversation } = await openStore({ file: path.join(folder, "events.db"), clock, avatarSeed: () => 1 });
  const projects = createProjectFinder(clock);
  const ports = createPorts({
    store: portStore, events, projectOf: (one) => projects.find(one), mask: maskText, clock, ticks: () => time.ticks, after, log: silent,
    async tell(id, told) {
      await onTell?.();
      return pipeline.ingest(ownDeliveryOf(clock, id, told));
    },
  });
  const pipeline = createPipeline({ providers: createProviders(), store: events, world: { apply: (committed) => ports.noteCommitted(committed) }, notices: { raise() {}, clear() {} }, clock, log: silent });
  ports.start();
  return {
    ports, pipeline, events, portStore, conversation, time,
    async edit(sessionId, cwd, file) {
      const payload = { hook_event_name: "PostToolUse", session_id: sessionId, cwd, tool_name: "Edit", tool_use_id: `toolu_${randomUUID()}`, tool_input: { file_path: path.join(cwd, file) }, tool_response: {} };
      await pipeline.ingest({ lane: "spool", provider: "claude", payload, meta: {}, deliveryId: randomUUID(), collectedAt: time.wall, receivedAt: time.wall, trust: "verified" });
    },
    async close() {
      await pipeline.settled();
      await ports.close();
      await events.close();
    },
  };
}
