/** OutboxStore over the log's file. */
import { randomUUID } from "node:crypto";
import type { BridgeName } from "../../schemas/generated/types.ts";
import type { OutboxContent, OutboxItem, OutboxRoute, OutboxStore } from "../bridges-parts.ts";
import type { Clock } from "../parts.ts";
import { type EventRow, toEvent } from "./event-row.ts";
import { saveThread, selectThread } from "./repositories/discord-threads.ts";
import { type InteractionRecord, toInteraction } from "./repositories/interactions.ts";
import { getMeta, setMeta } from "./repositories/meta.ts";
import {
  beginHistory, deleteRows, historyOf, markAside, moveHistory, type OutboxRow, resolveRows, type RowKind, selectAside, selectStanding, selectWaiting, setRoutes, SQL_OUTBOX_EVENTS, SQL_OUTBOX_INTERACTIONS,
  SQL_OUTBOX_SESSIONS,
} from "./repositories/outbox.ts";
import { type SessionRecord, toSessionRow } from "./repositories/sessions.ts";
import { saveTelemetry, selectTelemetry } from "./repositories/telemetry.ts";
import type { SharedFile } from "./shared-file.ts";
import type { Connection } from "./sqlite.ts";

const BRIDGES: readonly BridgeName[] = ["discord", "postgres", "opentelemetry"];
/** Rows deleted in one transaction: hooks wait while it is written. */
const SETTLED_AT_ONCE = 1_000;
const COST_OF_ROW = 64;
/** What began and was not told of since is over, however it ended. */
const NEVER_ENDS_MS = 30 * 24 * 3_600_000;
const READ_AT_ONCE = 500;
/** Characters, about. */
const PAGE_SIZE = 8_000_000;

export function createOutboxStore(shared: SharedFile, clock: Clock): OutboxStore {
  return {
    route: (routes) => shared.write((writer) => setRoutes(writer, BRIDGES, routes)),
    take: (bridge, limit, after = 0) => shared.read((reader) => takeRows(reader, bridge, limit, after)),
    async settle(bridge, ids) {
      for (let from = 0; from < ids.length; from += SETTLED_AT_ONCE) {
        const part = ids.slice(from, from + SETTLED_AT_ONCE);
        await shared.write((writer) => deleteRows(writer, bridge, part), part.length * COST_OF_ROW);
      }
    },
    setAside: (bridge, rows) => shared.write((writer) => markAside(writer, bridge, rows, clock.now()), rows.length * COST_OF_ROW),
    aside: (bridge, limit) => shared.read((reader) => selectAside(reader, bridge, limit)),
    resolveAside: (bridge, how) => shared.write((writer) => resolveRows(writer, bridge, how)),
    standing: (bridge) =>
      shared.read(async (reader) => {
        const found = await selectStanding(reader, bridge);
        return { pending: found?.pending ?? 0, aside: found?.aside ?? 0, oldestAt: found?.oldest_at ?? null, history: await historyOf(reader, bridge) };
      }),
    sendHistory: (bridge) => shared.write((writer) => beginHistory(writer, bridge)),
    fillHistory: (bridge, limit) => shared.write((writer) => moveHistory(writer, bridge, limit), limit * COST_OF_ROW),
    machineId: () => shared.write(machineId),
    thread: (provider, sessionId) => shared.read((reader) => selectThread(reader, provider, sessionId)),
    saveThread: (thread) => shared.write((writer) => saveThread(writer, thread)),
    telemetry: (keys) => shared.read((reader) => selectTelemetry(reader, keys)),
    saveTelemetry: (saved) => shared.write((writer) => saveTelemetry(writer, saved, clock.now() - NEVER_ENDS_MS), saved.figures.length + saved.begun.length * COST_OF_ROW),
  };
}

const MACHINE_ID = "machine_id";

async function machineId(writer: Connection): Promise<string> {
  const known = await getMeta(writer, MACHINE_ID);
  if (known !== null) return known;
  const made = randomUUID();
  await setMeta(writer, MACHINE_ID, made);
  return made;
}

/** Large rows end a page early: what is read at once fits into memory, whatever the tools said. */
async function takeRows(reader: Connection, bridge: BridgeName, limit: number, after: number): Promise<OutboxItem[]> {
  const rows = await selectWaiting(reader, bridge, limit, after);
  const items: OutboxItem[] = [];
  for (let from = 0, size = 0; from < rows.length && size < PAGE_SIZE; from += READ_AT_ONCE) {
    const part = await contentOf(reader, rows.slice(from, from + READ_AT_ONCE));
    items.push(...part.items);
    size += part.size;
  }
  return items;
}

/** @returns `size`: about how many characters they hold */
async function contentOf(reader: Connection, rows: readonly OutboxRow[]): Promise<{ items: OutboxItem[]; size: number }> {
  const refs = (kind: RowKind) => JSON.stringify(rows.filter((row) => row.kind === kind).map(({ ref }) => ref));
  const content = new Map<string, OutboxContent>();
  let size = 0;
  for (const row of await reader.all<EventRow & { project: string }>(SQL_OUTBOX_EVENTS, [refs("event")])) {
    size += row.payload?.length ?? 0;
    content.set(`event ${row.seq}`, { kind: "event", event: toEvent(row), project: row.project });
  }
  for (const row of await reader.all<InteractionRecord>(SQL_OUTBOX_INTERACTIONS, [refs("interaction")])) {
    size += row.content.length + row.metadata.length;
    content.set(`interaction ${row.seq}`, { kind: "interaction", interaction: toInteraction(row) });
  }
  for (const row of await reader.all<SessionRecord>(SQL_OUTBOX_SESSIONS, [refs("session")])) content.set(`session ${row.num}`, { kind: "session", session: toSessionRow(row) });
  return { items: rows.map((row) => ({ id: row.id, ...(content.get(keyOf(row)) ?? { kind: "gone" as const }) })), size };
}

const keyOf = ({ kind, ref }: OutboxRow): string => `${kind} ${ref}`;

/** Of a log that may open late. */
export function lateOutbox(opened: () => Promise<OutboxStore>, onRoutes: (routes: readonly OutboxRoute[]) => void): OutboxStore {
  return {
    async route(routes) {
      onRoutes(routes);
      return (await opened()).route(routes);
    },
    take: async (bridge, limit, after) => (await opened()).take(bridge, limit, after),
    settle: async (bridge, ids) => (await opened()).settle(bridge, ids),
    setAside: async (bridge, rows) => (await opened()).setAside(bridge, rows),
    aside: async (bridge, limit) => (await opened()).aside(bridge, limit),
    resolveAside: async (bridge, how) => (await opened()).resolveAside(bridge, how),
    standing: async (bridge) => (await opened()).standing(bridge),
    sendHistory: async (bridge) => (await opened()).sendHistory(bridge),
    fillHistory: async (bridge, limit) => (await opened()).fillHistory(bridge, limit),
    machineId: async () => (await opened()).machineId(),
    thread: async (provider, sessionId) => (await opened()).thread(provider, sessionId),
    saveThread: async (thread) => (await opened()).saveThread(thread),
    telemetry: async (keys) => (await opened()).telemetry(keys),
    saveTelemetry: async (saved) => (await opened()).saveTelemetry(saved),
  };
}
