/** What is kept and remembered of agents and their sessions: the running world, conversation and memory, work items, figures, and what is derived from them. */
import type { Answering } from "../answering/desk.ts";
import { generateAppearance } from "../domain/appearance.ts";
import { maskDeep, maskText } from "../domain/masking.ts";
import { checkpointBlock } from "../domain/memory/checkpoint-block.ts";
import { createFigures, localTime } from "../figures/index.ts";
import { emptySpool } from "../home/spool/empty-spool.ts";
import { createMemory } from "../memory/index.ts";
import { createNames } from "../names.ts";
import { contextBudget } from "../pipeline/derive/budget.ts";
import { createDerive } from "../pipeline/derive/index.ts";
import { ownDelivery, ownDeliveryOf } from "../pipeline/own-events.ts";
import { createWorldKeeper } from "../pipeline/world-keeper.ts";
import { createPorts } from "../ports/index.ts";
import { SLOT_COUNTS } from "../../schemas/generated/types.ts";
import { electronTimers } from "../shell/timers.ts";
import type { Ground } from "./ground.ts";
import type { Ingest, Program } from "./program.ts";

export type Recorded = ReturnType<typeof keepRecord>;

const { after } = electronTimers;

/** @param requests those that wait for the person: they go with a deleted session, and by the name that their agent has now */
export function keepRecord(program: Program, ground: Ground, ingest: Ingest, requests: Pick<Answering, "forget" | "renamed">) {
  const { clock, log } = program;
  const { database, settings, projectOf, providers } = ground;
  const names = createNames({
    settings, mask: maskText,
    renamed(agentId) {
      world.renamed(agentId);
      requests.renamed(agentId);
    },
  });
  const nameOf = (agentId: string) => names.of(agentId);
  const world = createWorldKeeper({ store: database.store, clock, log: log.withPrefix("world"), after, nameOf });
  const ports = createPorts({
    store: database.ports, events: database.store, projectOf, mask: maskText, clock, ticks: () => performance.now(), after, log: log.withPrefix("ports"),
    tell: (id, events) => ingest(ownDeliveryOf(clock, id, events)),
  });
  const figures = createFigures({ store: database.figures, clock, local: localTime, face: faceOf, nameOf });
  const budget = (model: string | null) => contextBudget(settings.get().context, providers.contextWindow(model));
  const derive = createDerive({
    deliver: (delivery) => void ingest(delivery), events: database.store, world, running: async (folder, session) => ports.running(await projectOf(folder), session),
    budget, clock, log: log.withPrefix("derive"),
  });
  const memory = openMemory(program, ground, {
    world, ingest,
    checkpoint: async (sessionId) => {
      const kept = await derive.checkpoint(sessionId);
      return kept === null ? "" : checkpointBlock(kept);
    },
    imported: () => ports.start(),
    forget(sessionId) {
      derive.forget(sessionId);
      requests.forget(sessionId);
      void names.forget(sessionId);
      figures.forget();
      ports.start();
      void world.forget(sessionId).catch((error: Error) => log.error("the world could not forget", { error }));
    },
  });
  return {
    names, world, memory, ports, figures, budget, derive,
    /** The log can be read: what follows it catches up. */
    follow(): void {
      memory.start();
      ports.start();
      void derive.start();
    },
  };
}

function faceOf(agentId: string, sessionId: string) {
  return generateAppearance(agentId, SLOT_COUNTS, agentId === sessionId ? undefined : { role: "subagent", team: null, leadId: sessionId });
}

interface MemoryNeeds {
  world: ReturnType<typeof createWorldKeeper>;
  ingest: Ingest;
  checkpoint(sessionId: string): Promise<string>;
  imported(): void;
  /** null: everything. */
  forget(sessionId: string | null): void;
}

function openMemory({ paths, clock, log }: Program, { database, settings, projects, providers, locale }: Ground, { world, ingest, checkpoint, imported, forget }: MemoryNeeds) {
  const { store, conversation, deleteEverything } = database;
  return createMemory({
    events: store, store: conversation, world, projects, settings, clock, log: log.withPrefix("memory"), after,
    asOutput: (provider, text) => providers.sessionContext(provider, text),
    tell: (id, event) => void ingest(ownDelivery(clock, id, event)),
    exported: (order) => conversation.exported(order, locale()),
    async imported(text) {
      const counts = await conversation.imported(text, { mask: maskDeep });
      imported();
      return counts;
    },
    checkpoint,
    forgetElsewhere: forget,
    deleteFiles: async () => {
      await Promise.all([deleteEverything(), emptySpool(paths.spool)]);
    },
  });
}
