/** Carries the outbox into the central database: a batch is one transaction, each row is there once however often it is sent. */
import type { Client } from "pg";
import type { PostgresRules, PostgresShare, TeamView } from "../../../schemas/generated/types.ts";
import type { Carried, Carrier, OutboxItem } from "../../bridges-parts.ts";
import { lacksProject } from "../lacks-project.ts";
import { projectOfEvent } from "../project-of-event.ts";
import { CentralConnection, isAnswer, isIncomplete } from "./connection.ts";
import { type CentralRow, rowOf, type Sender } from "./rows.ts";
import { type Column, SQL_TEAM_NOW, SQL_TEAM_TODAY, TARGETS } from "./schema.ts";
import { isOfRow, troubleOf } from "./trouble.ts";

export interface PostgresCarrierParts {
  rules: PostgresRules;
  password(): Promise<string | null>;
  sender(): Promise<Sender>;
  projectOf(folder: string): Promise<string>;
  now(): number;
  /** For tests. */
  bounds?: { connectMs: number; queryMs: number };
}

export interface PostgresCarrier extends Carrier {
  /** @returns what answered. @throws as the connection does */
  tryOut(): Promise<string>;
  team(startOfToday: number): Promise<TeamView>;
}

/** One transaction: large enough that what the server writes to its disk for each costs little a row. */
const BATCH = 5_000;
/** Small enough that reading, sending and writing go on side by side. */
const ROWS_OF_STATEMENT = 1_000;
const ORDER = ["session", "interaction", "event"] as const;
const NOW_MS = 36 * 3_600_000;

interface Sent {
  id: number;
  row: CentralRow;
}

export function createPostgresCarrier(parts: PostgresCarrierParts): PostgresCarrier {
  const connection = new CentralConnection(parts);
  const prepared = new WeakMap<readonly OutboxItem[], ReturnType<typeof rowsOf>>();
  return {
    batch: BATCH,
    lacks: lackOf(parts.rules),
    readsAhead: true,
    prepare(items) {
      const rows = rowsOf(items, parts);
      // It is waited for when they are carried: until then nobody else may take its failure for one that nobody took.
      rows.catch(() => undefined);
      prepared.set(items, rows);
    },
    async carry(items) {
      const [rows, passed] = await (prepared.get(items) ?? rowsOf(items, parts));
      const carried: Carried = { settled: [], passed, aside: [], trouble: null };
      await sendParts(connection, rows, carried);
      return carried;
    },
    async tryOut() {
      const [answer] = await connection.all<{ version: string }>("SELECT version() AS version");
      return (answer?.version ?? "").split(" on ")[0] ?? "";
    },
    async team(startOfToday) {
      try {
        const now = await connection.all<TeamView["now"][number] & { last_at: string }>(SQL_TEAM_NOW, [new Date(parts.now() - NOW_MS).toISOString()]);
        const today = await connection.all<TeamView["today"][number] & { tokens: string }>(SQL_TEAM_TODAY, [new Date(startOfToday).toISOString()]);
        return { reason: null, now: now.map((row) => ({ ...row, last_at: Number(row.last_at) })), today: today.map((row) => ({ ...row, tokens: Number(row.tokens) })) };
      } catch (error) {
        await connection.drop();
        return { reason: troubleOf(error).reason, now: [], today: [] };
      }
    },
    close: () => connection.drop(),
  };
}

const lackOf = (rules: PostgresRules): string | null => (isIncomplete(rules) ? "postgres_incomplete" : lacksProject(rules));

/** Only of projects that the person listed; the newest state of what is there twice. */
async function rowsOf(items: readonly OutboxItem[], parts: PostgresCarrierParts): Promise<[Sent[], number[]]> {
  const sender = await parts.sender();
  const rows: Sent[] = [];
  const passed: number[] = [];
  for (const item of items) {
    const placed = item.kind === "event" ? { ...item, project: item.project || (await projectOfEvent(item.event.payload, parts.projectOf)) } : item;
    const share = shareOf(parts.rules, placed);
    const row = share === null ? null : rowOf(placed, share, sender);
    if (row === null) passed.push(item.id);
    else rows.push({ id: item.id, row });
  }
  return [rows, passed];
}

function shareOf({ projects }: PostgresRules, item: OutboxItem): PostgresShare | null {
  const project = item.kind === "event" ? item.project : item.kind === "interaction" ? item.interaction.project : item.kind === "session" ? item.session.project : "";
  return Object.hasOwn(projects, project) ? (projects[project] ?? null) : null;
}

/** Halves a batch that a row of it breaks, until that row is alone and is set aside. */
async function sendParts(connection: CentralConnection, all: readonly Sent[], carried: Carried): Promise<void> {
  const parts = all.length === 0 ? [] : [all];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    try {
      await send(connection, part);
      carried.settled.push(...part.map(({ id }) => id));
    } catch (error) {
      if (!isOfRow(error)) {
        await connection.drop();
        carried.trouble = troubleOf(error);
        return;
      }
      const middle = part.length >> 1;
      if (part.length > 1) parts.push(part.slice(middle), part.slice(0, middle));
      else carried.aside.push({ id: part[0]?.id as number, reason: "postgres_refused" });
    }
  }
}

async function send(connection: CentralConnection, rows: readonly Sent[]): Promise<void> {
  await connection.prepareMonths(new Set(rows.flatMap(({ row }) => (row.month === null ? [] : [row.month]))));
  const client = await connection.open();
  await client.query("BEGIN");
  try {
    for (const kind of ORDER) await insert(client, kind, rows.flatMap(({ row }) => (row.kind === kind ? [row] : [])));
    await client.query("COMMIT");
  } catch (error) {
    if (isAnswer(error)) await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

/** While the server writes one statement, the next is put into words. */
async function insert(client: Client, kind: CentralRow["kind"], rows: readonly CentralRow[]): Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  for (let from = 0; from < rows.length; from += ROWS_OF_STATEMENT) {
    const statement = statementOf(kind, rows.slice(from, from + ROWS_OF_STATEMENT));
    await running;
    running = client.query(statement);
    // It is waited for in the next round: until then nobody else may take its failure for one that nobody took.
    running.catch(() => undefined);
  }
  await running;
}

function statementOf(kind: CentralRow["kind"], rows: readonly CentralRow[]) {
  const { columns, sql } = TARGETS[kind];
  // One statement may not touch a row twice: the last state of it is the one that counts.
  const each = [...new Map(rows.map((row) => [`${row.values["id"]} ${row.values["at"] ?? ""}`, row])).values()];
  return { name: `put_${kind}`, text: sql, values: columns.map((column) => listOf(each, column)) };
}

/** As PostgreSQL writes lists. */
function listOf(rows: readonly CentralRow[], { name, type }: Column): string {
  const word = wordOf[type] ?? String;
  let list = "";
  for (const { values } of rows) {
    const value = values[name];
    list += `${list === "" ? "{" : ","}${value === null || value === undefined ? "NULL" : word(value)}`;
  }
  return `${list}}`;
}

/** Numbers, ids and times need no quotes. Written JSON has no line breaks in it: there JSON's own way to quote is PostgreSQL's too, and the quicker one. */
const wordOf: Record<string, (value: string | number) => string> = {
  jsonb: (value) => JSON.stringify(value), text: (value) => `"${String(value).replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`,
};
