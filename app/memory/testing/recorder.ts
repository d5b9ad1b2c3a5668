/** The app without windows and network: store, pipeline, world, memory, as assembly/ joins them. For tests. */
import path from "node:path";
import type { ConversationStore } from "../../conversation-parts.ts";
import { DEFAULT_SETTINGS } from "../../home/settings-file.ts";
import type { Delivery, EventStore, Log, Pipeline } from "../../parts.ts";
import { ownDelivery } from "../../pipeline/own-events.ts";
import { createPipeline } from "../../pipeline/pipeline.ts";
import { createWorldKeeper, type WorldKeeper } from "../../pipeline/world-keeper.ts";
import { createProjectFinder } from "../../projects.ts";
import { sessionStartContext } from "../../providers/claude/answers.ts";
import { createProviders } from "../../providers/index.ts";
import { openStore } from "../../store/index.ts";
import type { Interaction, Settings } from "../../../schemas/generated/types.ts";
import { createMemory, type Memory } from "../index.ts";

export interface Recorder {
  pipeline: Pipeline;
  memory: Memory;
  world: WorldKeeper;
  events: EventStore;
  conversation: ConversationStore;
  settings: { now: Settings };
  close(): Promise<void>;
}

export const silent: Log = { debug() {}, info() {}, warn() {}, error() {}, withPrefix: () => silent };

const after = (ms: number, callback: () => void) => {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
};

export interface RecorderOptions {
  log?: Log;
  checkpoint?(sessionId: string): Promise<string>;
}

export async function startRecorder(folder: string, { log = silent, checkpoint }: RecorderOptions = {}): Promise<Recorder> {
  const clock = { now: () => Date.now() };
  const { store: events, conversation } = await openStore({ file: path.join(folder, "events.db"), clock, avatarSeed: () => 1 });
  const world = createWorldKeeper({ store: events, clock, log, after });
  await world.start();
  const settings = { now: DEFAULT_SETTINGS };
  const memory: Memory = createMemory({
    events, store: conversation, world, projects: createProjectFinder(clock), clock, log, after,
    settings: {
      get: () => settings.now,
      async update(change) {
        settings.now = change(settings.now);
        return settings.now;
      },
    },
    exported: (order) => conversation.exported(order),
    imported: (text) => conversation.imported(text),
    ...(checkpoint ? { checkpoint } : {}),
    asOutput: (_provider, text) => sessionStartContext(text),
    tell: (id, event) => void pipeline.ingest(ownDelivery(clock, id, event)),
    forgetElsewhere: (sessionId) => void world.forget(sessionId),
    deleteFiles: async () => undefined,
    bounds: { catchUp: 5_000, summary: 5_000, whole: 20_000 },
  });
  const pipeline: Pipeline = createPipeline({
    providers: createProviders(), store: memory.recording, notices: { raise() {}, clear() {} }, clock, log, answer: memory.answer,
    world: {
      apply(committed) {
        world.apply(committed);
        memory.noteCommitted(committed);
      },
    },
  });
  memory.start();
  return {
    pipeline, memory, world, events, conversation, settings,
    async close() {
      await pipeline.settled();
      await memory.close();
      await world.close();
      await events.close();
    },
  };
}

/** What came by the forwarder. */
export function delivered(payload: Record<string, unknown>, overrides: Partial<Delivery> = {}): Delivery {
  const now = Date.now();
  return { lane: "ingest", provider: "claude", payload, meta: {}, deliveryId: null, collectedAt: now, receivedAt: now, trust: "verified", ...overrides };
}

export async function rowsOf(store: Pick<ConversationStore, "wholeSession">, sessionId: string): Promise<Interaction[]> {
  const rows: Interaction[] = [];
  for await (const row of store.wholeSession(sessionId)) rows.push(row);
  return rows;
}

/** One turn of a session, as hooks tell it. */
export function turn(session_id: string, cwd: string, prompt: string, reply: string): Record<string, unknown>[] {
  // Ids say nothing of what was said.
  const id = Buffer.from(prompt).toString("hex");
  const common = { session_id, cwd, prompt_id: `p-${id}` };
  const call = { tool_name: "Edit", tool_use_id: `toolu_${session_id}_${id}`, tool_input: { file_path: `${cwd}/beds.ts`, old_string: "a", new_string: "b" } };
  return [
    { ...common, hook_event_name: "UserPromptSubmit", prompt },
    { ...common, hook_event_name: "PreToolUse", ...call },
    { ...common, hook_event_name: "PostToolUse", ...call, tool_response: { filePath: `${cwd}/beds.ts` } },
    { ...common, hook_event_name: "Stop", last_assistant_message: reply },
  ];
}
