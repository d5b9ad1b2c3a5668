/** Tables outbox and bridge_history. */
import type { BridgeAside, BridgeName } from "../../../schemas/generated/types.ts";
import type { OutboxRoute } from "../../bridges-parts.ts";
import type { Connection } from "../sqlite.ts";

export type RowKind = "event" | "interaction" | "session";

export interface OutboxRow {
  id: number;
  kind: RowKind;
  ref: number;
}

const NOW_MS = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";
const SAFE = /^[a-z_]+$/;
/** Names go into SQL as text; they are ours, and looked at all the same. */
const quoted = (name: string): string => {
  if (!SAFE.test(name)) throw new RangeError(`no name for the outbox: ${name}`);
  return `'${name}'`;
};

const TRIGGERS = ["events", "interactions_new", "interactions_changed", "sessions_new", "sessions_changed"] as const;
const triggerName = (bridge: string, what: (typeof TRIGGERS)[number]) => `outbox_${bridge}_${what}`;

/** A newer state of the same thing takes the place of the one that waits; what is being carried just now keeps its own number. */
const put = (bridge: string, kind: RowKind, ref: string) =>
  `DELETE FROM outbox WHERE ref = ${ref} AND kind = '${kind}' AND bridge = ${bridge}; INSERT INTO outbox (bridge, kind, ref, at) VALUES (${bridge}, '${kind}', ${ref}, ${NOW_MS});`;

/** Proven, and not taken back from an export. */
const EVENT = "NEW.seq > 0 AND NEW.trust IS NOT 'unverified' AND NEW.event_type <> 'heartbeat'";
const INTERACTION = `NEW.metadata NOT LIKE '%"trust":%'`;
const SESSION = "NEW.trust = 'verified' AND NEW.moved = 0";

/**
 * Triggers of the connection and not of the file, so that they can change with any version of the app: they write rows in the transaction of what the rows stand for.
 * With no bridge on there are none, and an append costs what it did.
 */
export async function setRoutes(connection: Connection, bridges: readonly BridgeName[], routes: readonly OutboxRoute[]): Promise<void> {
  const drop = bridges.flatMap((bridge) => TRIGGERS.map((what) => `DROP TRIGGER IF EXISTS temp.${triggerName(bridge, what)};`));
  await connection.exec([...drop, ...routes.flatMap(triggersOf)].join("\n"));
  const off = bridges.filter((bridge) => !routes.some((route) => route.bridge === bridge));
  for (const bridge of off) {
    await connection.run("DELETE FROM outbox WHERE bridge = ?", [bridge]);
    await connection.run("DELETE FROM bridge_history WHERE bridge = ?", [bridge]);
  }
}

function triggersOf({ bridge, events, conversation }: OutboxRoute): string[] {
  const name = quoted(bridge);
  const types = events === "all" ? "" : ` AND NEW.event_type IN (${events.map(quoted).join(", ")})`;
  const trigger = (what: (typeof TRIGGERS)[number], on: string, when: string, body: string) => `CREATE TEMP TRIGGER ${triggerName(bridge, what)} AFTER ${on} WHEN ${when} BEGIN ${body} END;`;
  return [
    trigger("events", "INSERT ON main.events", `${EVENT}${types}`, `INSERT INTO outbox (bridge, kind, ref, at) VALUES (${name}, 'event', NEW.seq, NEW.received_at);`),
    ...(conversation === true
      ? [
          trigger("interactions_new", "INSERT ON main.interactions", INTERACTION, put(name, "interaction", "NEW.seq")),
          trigger("interactions_changed", "UPDATE ON main.interactions", INTERACTION, put(name, "interaction", "NEW.seq")),
        ]
      : []),
    ...(conversation !== false
      ? [
          trigger("sessions_new", "INSERT ON main.sessions", SESSION, put(name, "session", "NEW.num")),
          trigger("sessions_changed", "UPDATE ON main.sessions", SESSION, put(name, "session", "NEW.num")),
        ]
      : []),
  ];
}

export const SQL_TAKE = "SELECT id, kind, ref FROM outbox WHERE bridge = ? AND aside_at IS NULL AND id > ? ORDER BY id LIMIT ?";
export const selectWaiting = (connection: Connection, bridge: BridgeName, limit: number, after: number) => connection.all<OutboxRow>(SQL_TAKE, [bridge, after, limit]);

/** With its session's project, as far as the conversation knows it; without what the client said word for word, which no bridge carries. */
export const SQL_OUTBOX_EVENTS = `
  SELECT e.seq, e.id, e.version, e.ts, e.event_type, e.source, e.provider, e.workspace_id, e.terminal_session_id, e.run_id, e.session_id, e.agent_id, e.target_agent_id, e.task_id, e.turn_id, e.severity, e.trust, e.payload,
    NULL AS thinking_text, NULL AS raw, coalesce(s.project, '') AS project
  FROM json_each(?) asked CROSS JOIN events e ON e.seq = asked.value LEFT JOIN sessions s ON s.session_id = e.session_id`;
export const SQL_OUTBOX_SESSIONS = "SELECT s.* FROM json_each(?) asked CROSS JOIN sessions s ON s.num = asked.value";
export const SQL_OUTBOX_INTERACTIONS = "SELECT i.* FROM json_each(?) asked CROSS JOIN interactions i ON i.seq = asked.value";

const SQL_SETTLE = "DELETE FROM outbox WHERE id IN (SELECT value FROM json_each(?)) AND bridge = ?";
export async function deleteRows(connection: Connection, bridge: BridgeName, ids: readonly number[]): Promise<void> {
  await connection.run(SQL_SETTLE, [JSON.stringify(ids), bridge]);
}

const SQL_ASIDE = "UPDATE outbox SET aside_at = ?, reason = ? WHERE id = ? AND bridge = ?";
export async function markAside(connection: Connection, bridge: BridgeName, rows: readonly { id: number; reason: string }[], now: number): Promise<void> {
  for (const { id, reason } of rows) await connection.run(SQL_ASIDE, [now, reason, id, bridge]);
}

export const SQL_ASIDE_LIST = `
  SELECT o.id, o.kind, o.aside_at AS at, o.reason,
    CASE o.kind WHEN 'event' THEN (SELECT session_id FROM events WHERE seq = o.ref) WHEN 'interaction' THEN (SELECT session_id FROM interactions WHERE seq = o.ref) ELSE (SELECT session_id FROM sessions WHERE num = o.ref) END AS session_id
  FROM outbox o WHERE o.bridge = ? AND o.aside_at IS NOT NULL ORDER BY o.id LIMIT ?`;
export const selectAside = (connection: Connection, bridge: BridgeName, limit: number) => connection.all<BridgeAside>(SQL_ASIDE_LIST, [bridge, limit]);

const SQL_AGAIN = "UPDATE outbox SET aside_at = NULL, reason = NULL WHERE bridge = ? AND aside_at IS NOT NULL";
const SQL_DROP = "DELETE FROM outbox WHERE bridge = ? AND aside_at IS NOT NULL";
export const resolveRows = async (connection: Connection, bridge: BridgeName, how: "again" | "drop"): Promise<number> => (await connection.run(how === "again" ? SQL_AGAIN : SQL_DROP, [bridge])).changes;

export const SQL_STANDING = `
  SELECT (SELECT count(*) FROM outbox WHERE bridge = ?1 AND aside_at IS NULL) AS pending, (SELECT count(*) FROM outbox WHERE bridge = ?1 AND aside_at IS NOT NULL) AS aside,
    (SELECT at FROM outbox WHERE bridge = ?1 AND aside_at IS NULL ORDER BY id LIMIT 1) AS oldest_at`;
export const selectStanding = (connection: Connection, bridge: BridgeName) => connection.first<{ pending: number; aside: number; oldest_at: number | null }>(SQL_STANDING, [bridge]);

/** Of history, by kind: its table, its number, and what of it may leave. Sessions first, then what belongs to them. */
const HISTORY: readonly { kind: RowKind; table: string; key: string; may: string }[] = [
  { kind: "session", table: "sessions", key: "num", may: "trust = 'verified'" },
  { kind: "interaction", table: "interactions", key: "seq", may: `metadata NOT LIKE '%"trust":%'` },
  { kind: "event", table: "events", key: "seq", may: "trust IS NOT 'unverified' AND event_type <> 'heartbeat'" },
];

export async function beginHistory(connection: Connection, bridge: BridgeName): Promise<void> {
  for (const { kind, table, key } of HISTORY) {
    const last = (await connection.first<{ n: number | null }>(`SELECT max(${key}) AS n FROM ${table}`))?.n ?? 0;
    await connection.run("INSERT INTO bridge_history (bridge, kind, done, until) VALUES (?, ?, 0, ?) ON CONFLICT (bridge, kind) DO UPDATE SET done = 0, until = excluded.until", [bridge, kind, Math.max(0, last)]);
  }
}

/** Writes rows for the next of it. @returns how many numbers were gone through; 0 at the end */
export async function moveHistory(connection: Connection, bridge: BridgeName, limit: number): Promise<number> {
  for (const { kind, table, key, may } of HISTORY) {
    const row = await connection.first<{ done: number; until: number }>("SELECT done, until FROM bridge_history WHERE bridge = ? AND kind = ?", [bridge, kind]);
    if (row === null || row.done >= row.until) continue;
    const end = (await connection.first<{ n: number | null }>(`SELECT max(n) AS n FROM (SELECT ${key} AS n FROM ${table} WHERE ${key} > ? AND ${key} <= ? ORDER BY ${key} LIMIT ?)`, [row.done, row.until, limit]))?.n ?? row.until;
    await connection.run(
      `INSERT INTO outbox (bridge, kind, ref, at) SELECT ?1, ?2, ${key}, ${NOW_MS} FROM ${table} WHERE ${key} > ?3 AND ${key} <= ?4 AND ${may}
        AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.ref = ${table}.${key} AND o.kind = ?2 AND o.bridge = ?1 AND o.kind <> 'event') ORDER BY ${key}`,
      [bridge, kind, row.done, end],
    );
    await connection.run("UPDATE bridge_history SET done = ? WHERE bridge = ? AND kind = ?", [end, bridge, kind]);
    return limit;
  }
  await connection.run("DELETE FROM bridge_history WHERE bridge = ?", [bridge]);
  return 0;
}

export async function historyOf(connection: Connection, bridge: BridgeName): Promise<{ done: number; until: number } | null> {
  const row = await connection.first<{ done: number | null; until: number | null }>("SELECT sum(done) AS done, sum(until) AS until FROM bridge_history WHERE bridge = ?", [bridge]);
  return row?.until == null || row.done === null ? null : { done: row.done, until: row.until };
}
