/**
 * What is kept, to be taken away: a session as Markdown or JSON, everything as JSONL. Each piece of text is one record of it.
 *
 * JSONL, a line each: `{"kind":"head","format":"agent-mascot","version":1}`, then `rules`, `session` (with its token counts), `port` (with its files), `interaction`,
 * `event`.
 */
import type { ExportOrder, Interaction, MascotEvent } from "../../../schemas/generated/types.ts";
import type { ConversationStore } from "../../conversation-parts.ts";
import type { PortRecord } from "../../domain/ports/port.ts";
import { selectTail } from "../repositories/events.ts";
import { selectAfter, toInteraction } from "../repositories/interactions.ts";
import { selectPortFiles, selectPorts } from "../repositories/ports.ts";
import { selectAllRules } from "../repositories/projects.ts";
import { selectSessionsAfter, toSessionRow } from "../repositories/sessions.ts";
import { selectUsage } from "../repositories/usage.ts";
import type { SharedFile } from "../shared-file.ts";
import { markdownHead, markdownOf } from "./markdown.ts";
import { EXPORT_WORDS } from "./words.ts";

export const FORMAT = "agent-mascot";
export const VERSION = 1;
const PAGE = 200;
const PORT_FILES = 10_000;

/** @param now milliseconds @returns null for a session that is not known */
export async function exported(shared: SharedFile, store: ConversationStore, order: ExportOrder, now: number, locale: "en" | "ko" = "en"): Promise<AsyncIterable<string> | null> {
  if (order.what === "all") return everything(shared, now);
  const session = await store.session(order.session_id ?? "");
  if (session === null) return null;
  const interactions = store.wholeSession(session.session_id);
  const words = EXPORT_WORDS[locale];
  if (order.format === "markdown") return mapped(interactions, [markdownHead(session, words)], (one) => markdownOf(one, words));
  if (order.format === "jsonl") return mapped(interactions, [line({ kind: "session", session })], (interaction) => line({ kind: "interaction", interaction }));
  return asJson(JSON.stringify(session, null, 2), interactions);
}

async function* mapped(items: AsyncIterable<Interaction>, first: readonly string[], text: (item: Interaction) => string): AsyncIterable<string> {
  yield* first;
  for await (const item of items) yield text(item);
}

async function* asJson(session: string, interactions: AsyncIterable<Interaction>): AsyncIterable<string> {
  yield `{\n"session": ${session},\n"interactions": [`;
  let before = "\n";
  for await (const interaction of interactions) {
    yield before + JSON.stringify(interaction, null, 2);
    before = ",\n";
  }
  yield "\n]\n}\n";
}

/** Readers of lines take these two for an end of a line. */
const line = (record: Record<string, unknown>): string => `${JSON.stringify(record).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029")}\n`;

/** Where it is taken in it runs no more: what it has run until now is told with the rest. */
function countedUntil(port: PortRecord, now: number): PortRecord {
  return port.running_since === null ? port : { ...port, spent_ms: port.spent_ms + Math.max(0, now - port.running_since), running_since: now };
}

async function* everything(shared: SharedFile, now: number): AsyncIterable<string> {
  yield line({ kind: "head", format: FORMAT, version: VERSION });
  for (const rules of await shared.read(selectAllRules)) yield line({ kind: "rules", rules });
  yield* sessionLines(shared);
  for (const { record: port } of await shared.read(selectPorts)) yield line({ kind: "port", port: countedUntil(port, now), files: await shared.read((reader) => selectPortFiles(reader, port.project, port.id, PORT_FILES)) });
  for await (const record of inPages(shared, 0, selectAfter, (one) => one.seq)) yield line({ kind: "interaction", interaction: toInteraction(record) });
  for await (const event of inPages<MascotEvent>(shared, Number.MIN_SAFE_INTEGER, selectTail, (one) => one.seq as number)) yield line({ kind: "event", event });
}

async function* sessionLines(shared: SharedFile): AsyncIterable<string> {
  for await (const record of inPages(shared, 0, selectSessionsAfter, (one) => one.num)) {
    const usage = await shared.read((reader) => selectUsage(reader, [record.session_id]));
    yield line({ kind: "session", session: toSessionRow(record), usage });
  }
}

type Select<Row> = (connection: Parameters<Parameters<SharedFile["read"]>[0]>[0], after: number, limit: number) => Promise<Row[]>;

async function* inPages<Row>(shared: SharedFile, first: number, select: Select<Row>, keyOf: (row: Row) => number): AsyncIterable<Row> {
  for (let after = first; ; ) {
    const rows = await shared.read((reader) => select(reader, after, PAGE));
    yield* rows;
    if (rows.length < PAGE) return;
    after = keyOf(rows.at(-1) as Row);
  }
}
