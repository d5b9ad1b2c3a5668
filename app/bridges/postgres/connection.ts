/** One connection to the central database, made when it is needed, let go when it fails. What may be in the environment (PG…) is not heeded: a repository could have set it. */
import { readFile, stat } from "node:fs/promises";
import { isIP } from "node:net";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { Client } from "pg";
import type { PostgresRules } from "../../../schemas/generated/types.ts";
import { isMonth, NEWEST, PARTITIONED, partitionSql, SQL_BEGIN_SCHEMA, SQL_NOTE_VERSION, SQL_VERSION, STEPS } from "./schema.ts";
import { SchemaTrouble } from "./trouble.ts";

export interface ConnectionParts {
  rules: PostgresRules;
  password(): Promise<string | null>;
  now(): number;
  /** For tests. */
  bounds?: { connectMs: number; queryMs: number };
}

const BOUNDS = { connectMs: 10_000, queryMs: 60_000 };
const END_BOUND_MS = 500;

/** What is left empty the driver would take from the environment. */
export const isIncomplete = ({ host, database, user }: PostgresRules): boolean => [host, database, user].some((one) => one.trim() === "");
/** Months whose partitions are made; what lies beyond is a clock gone wrong and goes to the one for others. */
const MONTHS_BACK = 60;
const MONTHS_AHEAD = 1;

export class CentralConnection {
  private client: Promise<Client> | null = null;
  private readonly months = new Set<string>();
  private partitioned = true;

  constructor(private readonly parts: ConnectionParts) {}

  /** @throws what pg, TLS or the network throw; SchemaTrouble */
  async open(): Promise<Client> {
    this.client ??= this.connect();
    try {
      return await this.client;
    } catch (error) {
      this.client = null;
      throw error;
    }
  }

  /** The next use makes another. */
  async drop(): Promise<void> {
    const client = this.client;
    this.client = null;
    const ended = client?.then((one) => one.end()).catch(() => undefined);
    // A connection into nowhere never says that it ended.
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, END_BOUND_MS).unref())]);
  }

  async all<Row>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return (await (await this.open()).query(sql, values)).rows as Row[];
  }

  /** Rows of a month without a partition go to the one for others: no failure here is one. */
  async prepareMonths(months: Iterable<string>): Promise<void> {
    if (!this.partitioned) return;
    const client = await this.open();
    for (const month of months) {
      if (this.months.has(month) || !isMonth(month) || !this.isNear(month)) continue;
      this.months.add(month);
      for (const table of PARTITIONED) await client.query(partitionSql(table, month)).catch(passUnlessBroken);
    }
  }

  private isNear(month: string): boolean {
    const now = new Date(this.parts.now());
    const [year, number] = month.split("-").map(Number) as [number, number];
    const apart = (year - now.getUTCFullYear()) * 12 + number - 1 - now.getUTCMonth();
    return apart >= -MONTHS_BACK && apart <= MONTHS_AHEAD;
  }

  private async connect(): Promise<Client> {
    const client = new Client(await this.options());
    // An idle connection that breaks tells it here; the next use makes another.
    client.on("error", () => void this.drop());
    try {
      await client.connect();
      await this.bringUp(client);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    return client;
  }

  private async options() {
    const { rules, password, bounds = BOUNDS } = this.parts;
    if (isIncomplete(rules)) throw new SchemaTrouble("postgres_incomplete");
    return {
      host: rules.host, port: rules.port, database: rules.database, user: rules.user, password: async () => (await password()) ?? "", ssl: await tlsFor(rules), options: "", application_name: "agent-mascot",
      connectionTimeoutMillis: bounds.connectMs, query_timeout: bounds.queryMs, statement_timeout: bounds.queryMs, keepAlive: true,
    };
  }

  private async bringUp(client: Client): Promise<void> {
    const { version: server } = ((await client.query("SELECT version() AS version")).rows as { version: string }[])[0] ?? { version: "" };
    this.partitioned = !/cockroach/i.test(server);
    const version = await versionOf(client);
    if (version > NEWEST) throw new SchemaTrouble("postgres_newer");
    if (version < NEWEST) await migrate(client, version, this.partitioned);
  }
}

/** Over a network always, and checked; on this computer itself there is nobody between, unless the person names certificates. */
export async function tlsFor(rules: PostgresRules): Promise<false | { rejectUnauthorized: true; ca?: string; servername?: string }> {
  const isHere = rules.host.startsWith("/") || ["localhost", "127.0.0.1", "::1"].includes(rules.host);
  if (isHere && rules.ca_file === null) return false;
  const ca = rules.ca_file === null ? {} : { ca: await certificates(rules.ca_file) };
  return { rejectUnauthorized: true, ...ca, ...(isIP(rules.host) === 0 ? { servername: rules.host } : {}) };
}

/** Of the largest list of authorities there is. */
const CERTIFICATES_MOST = 4 * 1024 * 1024;

/** `~` as people write it. A pipe or a device in the file's place would be read for ever. */
async function certificates(path: string): Promise<string> {
  const file = path.startsWith("~/") ? join(homedir(), path.slice(2)) : path;
  const found = isAbsolute(file) ? await stat(file).catch(() => null) : null;
  const text = found?.isFile() === true && found.size <= CERTIFICATES_MOST ? await readFile(file, "utf8").catch(() => "") : "";
  if (!text.includes("-----BEGIN CERTIFICATE-----")) throw Object.assign(new Error("the file of certificates cannot be read"), { code: "CA_FILE" });
  return text;
}

const NOT_THERE = new Set(["42P01", "3F000"]);

async function versionOf(client: Client): Promise<number> {
  try {
    return ((await client.query(SQL_VERSION)).rows as { version: number | null }[])[0]?.version ?? 0;
  } catch (error) {
    if (NOT_THERE.has((error as { code?: string }).code ?? "")) return 0;
    throw error;
  }
}

async function migrate(client: Client, from: number, partitioned: boolean): Promise<void> {
  try {
    await client.query("BEGIN");
    for (const statement of SQL_BEGIN_SCHEMA) await client.query(statement);
    for (const step of STEPS.filter(({ version }) => version > from)) {
      for (const statement of step.statements(partitioned)) await client.query(statement);
      await client.query(SQL_NOTE_VERSION, [step.version]);
    }
    await client.query("COMMIT");
  } catch (error) {
    if (isAnswer(error)) await client.query("ROLLBACK").catch(() => undefined);
    if ((error as { code?: string }).code === "42501") throw new SchemaTrouble("postgres_no_schema");
    throw error;
  }
}

function passUnlessBroken(error: unknown): void {
  if (!isAnswer(error)) throw error;
}

/** The server said it, so it is there to be spoken with. */
export function isAnswer(error: unknown): boolean {
  return /^[0-9A-Z]{5}$/.test((error as { code?: string }).code ?? "");
}
