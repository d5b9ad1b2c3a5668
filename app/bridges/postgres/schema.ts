/**
 * The central schema `semo`, step by step. Plain SQL: what a distributed PostgreSQL lacks (sequences that hold a table up, triggers, advisory locks, temporary tables,
 * LISTEN) is in none of it. Partitions are the one thing CockroachDB makes otherwise; it gets the same tables without them.
 */

export interface Step {
  version: number;
  statements(partitioned: boolean): string[];
}

const byMonth = (partitioned: boolean) => (partitioned ? " PARTITION BY RANGE (at)" : "");

/** Ids are UUIDs that the senders derive, so that nothing is in the table twice and no server has to count. The time is in the key because partitions demand it. */
const first: Step = {
  version: 1,
  statements: (partitioned) => [
    "CREATE TABLE semo.sessions (id uuid PRIMARY KEY, session_id text NOT NULL, user_id uuid NOT NULL, machine_id uuid NOT NULL, machine text NOT NULL, member text NOT NULL, provider text NOT NULL, project text NOT NULL, state text NOT NULL, started_at timestamptz NOT NULL, last_at timestamptz NOT NULL, ended_at timestamptz, end_reason text, title text, model text, prompts integer NOT NULL, replies integer NOT NULL, tool_calls integer NOT NULL, failures integer NOT NULL, input_tokens bigint NOT NULL, output_tokens bigint NOT NULL, updated_at timestamptz NOT NULL DEFAULT now())",
    "CREATE INDEX sessions_by_time ON semo.sessions (last_at)",
    `CREATE TABLE semo.interaction_logs (id uuid NOT NULL, at timestamptz NOT NULL, user_id uuid NOT NULL, session_id text NOT NULL, agent_id uuid NOT NULL, role text NOT NULL, content text NOT NULL, skill_name text NOT NULL, skill_args jsonb, metadata jsonb NOT NULL, machine_id uuid NOT NULL, member text NOT NULL, project text NOT NULL, turn_id text, PRIMARY KEY (id, at))${byMonth(partitioned)}`,
    "CREATE INDEX interaction_logs_by_session ON semo.interaction_logs (session_id, at)",
    `CREATE TABLE semo.events (id uuid NOT NULL, at timestamptz NOT NULL, event_id text NOT NULL, event_type text NOT NULL, source text NOT NULL, provider text, session_id text, agent text NOT NULL, turn_id text, severity text, machine_id uuid NOT NULL, member text NOT NULL, project text NOT NULL, payload jsonb NOT NULL, PRIMARY KEY (id, at))${byMonth(partitioned)}`,
    "CREATE INDEX events_by_session ON semo.events (session_id, at)",
    ...(partitioned ? PARTITIONED.map((table) => `CREATE TABLE semo.${table}_other PARTITION OF semo.${table} DEFAULT`) : []),
  ],
};

/** Tables with a partition for each month. Sessions change as long as they live, and are few: they have none. */
export const PARTITIONED = ["interaction_logs", "events"] as const;

export const STEPS: readonly Step[] = [first];
export const NEWEST = STEPS.at(-1)?.version ?? 0;

export const SQL_VERSION = "SELECT max(version) AS version FROM semo.schema_versions";
export const SQL_BEGIN_SCHEMA = ["CREATE SCHEMA IF NOT EXISTS semo", "CREATE TABLE IF NOT EXISTS semo.schema_versions (version integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())"] as const;
/** Of two who bring it up at one moment the second fails here, and finds the work done at its next try. */
export const SQL_NOTE_VERSION = "INSERT INTO semo.schema_versions (version) VALUES ($1)";

/** @param month YYYY-MM, looked at before */
export function partitionSql(table: (typeof PARTITIONED)[number], month: string): string {
  const [year, number] = month.split("-").map(Number) as [number, number];
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, "0")}`;
  return `CREATE TABLE IF NOT EXISTS semo.${table}_${month.replace("-", "_")} PARTITION OF semo.${table} FOR VALUES FROM ('${month}-01 00:00:00+00') TO ('${next}-01 00:00:00+00')`;
}

const MONTH = /^(19|20|21)\d{2}-(0[1-9]|1[0-2])$/;
export const isMonth = (text: string): boolean => MONTH.test(text);

export interface Column {
  name: string;
  type: string;
}

const columns = (text: string): Column[] => text.split(", ").map((one) => ({ name: one.split(" ")[0] as string, type: one.split(" ")[1] as string }));

const SESSIONS = columns(
  "id uuid, session_id text, user_id uuid, machine_id uuid, machine text, member text, provider text, project text, state text, started_at timestamptz, last_at timestamptz, ended_at timestamptz, end_reason text, title text, model text, prompts integer, replies integer, tool_calls integer, failures integer, input_tokens bigint, output_tokens bigint",
);
const INTERACTIONS = columns("id uuid, at timestamptz, user_id uuid, session_id text, agent_id uuid, role text, content text, skill_name text, skill_args jsonb, metadata jsonb, machine_id uuid, member text, project text, turn_id text");
const EVENTS = columns("id uuid, at timestamptz, event_id text, event_type text, source text, provider text, session_id text, agent text, turn_id text, severity text, machine_id uuid, member text, project text, payload jsonb");

/** A statement that takes a list for each column: any number of rows is one statement, prepared once. */
function insertSql(table: string, list: readonly Column[], conflict: string): string {
  const names = list.map(({ name }) => name).join(", ");
  const values = list.map(({ name, type }) => (type === "jsonb" ? `${name}::jsonb` : name)).join(", ");
  const lists = list.map(({ type }, index) => `$${index + 1}::${type === "jsonb" ? "text" : type}[]`).join(", ");
  return `INSERT INTO semo.${table} (${names}) SELECT ${values} FROM unnest(${lists}) AS t(${names}) ON CONFLICT ${conflict}`;
}

const set = (list: readonly Column[], without: readonly string[]): string => list.filter(({ name }) => !without.includes(name)).map(({ name }) => `${name} = excluded.${name}`).join(", ");

export interface Target {
  table: "sessions" | "interaction_logs" | "events";
  columns: readonly Column[];
  sql: string;
}

const target = (table: Target["table"], list: readonly Column[], conflict: string): Target => ({ table, columns: list, sql: insertSql(table, list, conflict) });

/** A row that a late or repeated batch brings again changes nothing, or brings the newest state of what changes. */
export const TARGETS = {
  session: target("sessions", SESSIONS, `(id) DO UPDATE SET ${set(SESSIONS, ["id", "session_id", "machine_id"])}, updated_at = now()`),
  interaction: target("interaction_logs", INTERACTIONS, `(id, at) DO UPDATE SET ${set(INTERACTIONS, ["id", "at", "session_id", "machine_id"])}`),
  event: target("events", EVENTS, "(id, at) DO NOTHING"),
} as const;

/** Newest first; a day and a half holds today in every time zone. */
export const SQL_TEAM_NOW = `
  SELECT member, machine, project, state, title, (extract(epoch FROM last_at) * 1000)::bigint AS last_at FROM semo.sessions
  WHERE last_at > $1::timestamptz AND state IN ('active', 'idle') ORDER BY last_at DESC LIMIT 200`;
export const SQL_TEAM_TODAY = `
  SELECT member, count(*)::integer AS sessions, sum(prompts)::integer AS prompts, sum(replies)::integer AS replies, sum(tool_calls)::integer AS tool_calls, sum(failures)::integer AS failures,
    sum(input_tokens + output_tokens)::bigint AS tokens
  FROM semo.sessions WHERE last_at >= $1::timestamptz GROUP BY member ORDER BY prompts DESC, member LIMIT 200`;
