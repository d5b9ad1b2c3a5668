/** The road of events from a hook to what follows from it, over a log in memory. */
import type { MascotEvent } from "../../../schemas/generated/types.ts";
import type { Delivery } from "../../parts.ts";
import { createProviders } from "../../providers/index.ts";
import { ownDelivery } from "../own-events.ts";
import { createPipeline } from "../pipeline.ts";
import { BASE, delivery, listedNotices, ManualTime, MemoryStore, silentLog } from "../test-support.ts";
import { createWorldKeeper } from "../world-keeper.ts";
import { contextBudget } from "./budget.ts";
import { createDerive } from "./index.ts";

export const S = "44c1d25d-825c-4ba8-9371-6d3a39a47fe1";
export const SUB = "a6502c30ffe692914";

export type Road = Awaited<ReturnType<typeof road>>;

/** A second is between one hook and the next. */
export async function road(store = new MemoryStore(), time = new ManualTime(BASE)) {
  const log = silentLog();
  const world = createWorldKeeper({ store, clock: time, log, after: time.after });
  const pipeline = createPipeline({
    providers: createProviders(), store, notices: listedNotices(), clock: time, log,
    world: {
      apply(events) {
        world.apply(events);
        derive.noteCommitted(events);
      },
    },
  });
  const derive = createDerive({
    deliver: (one) => void pipeline.ingest(one), world, clock: time, log, running: async () => [{ id: "login", title: "Login" }], budget: () => contextBudget({ token_budget: 1_000, warn_at: 0.8 }, null),
    events: {
      tail: (after, limit) => store.tail(after, limit), lastSeq: () => store.lastSeq(),
      events: async (query) => store.events.filter(({ session_id, event_type }) => session_id === query.session_id && event_type === query.event_type).reverse(),
    },
  });
  await world.start();
  await derive.start();
  let n = store.events.length;
  /** What follows may itself be told a turn later. */
  const settled = async () => {
    for (let i = 0; i < 4; i++) {
      await new Promise((resolve) => setImmediate(resolve));
      await pipeline.settled();
    }
  };
  return {
    store, derive, world, time, settled, pipeline,
    async hook(hook_event_name: string, fields: Record<string, unknown> = {}, overrides: Partial<Delivery> = {}): Promise<void> {
      time.step(1_000);
      const payload = { session_id: S, cwd: "/home/dev/project", hook_event_name, ...fields };
      await pipeline.ingest(delivery(payload, { deliveryId: `h-${n++}`, collectedAt: time.now(), receivedAt: time.now(), meta: { attended: true }, ...overrides }));
      await settled();
    },
    async own(id: string, event: Parameters<typeof ownDelivery>[2]): Promise<void> {
      await pipeline.ingest(ownDelivery(time, id, event));
      await settled();
    },
    of: (type: MascotEvent["event_type"]) => store.events.filter(({ event_type }) => event_type === type),
  };
}

export const bash = (command: string) => ({ tool_name: "Bash", tool_input: { command } });
export const edit = (file_path: string) => ({ tool_name: "Edit", tool_input: { file_path, old_string: "a", new_string: "b" } });

let calls = 0;

/** A call and its end. @param end `fails`: the error it ends with */
export async function run(road: Road, call: { tool_name: string; tool_input: object }, end: { fails?: string; response?: unknown; agent?: object } = {}): Promise<void> {
  const tool = { ...call, tool_use_id: `toolu_${calls++}`, ...end.agent };
  await road.hook("PreToolUse", tool);
  if (end.fails === undefined) await road.hook("PostToolUse", { ...tool, tool_response: end.response ?? { stdout: "", stderr: "" } });
  else await road.hook("PostToolUseFailure", { ...tool, error: end.fails, is_interrupt: false });
}
