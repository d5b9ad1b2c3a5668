/** The hot queries use their indexes, with and without statistics. A later change of a table that loses an index fails here. */
import { afterEach, describe, expect, it } from "vitest";
import type { EventsQuery } from "../../schemas/generated/types.ts";
import { SQL_KEYS_KNOWN } from "./repositories/deliveries.ts";
import { eventsSql, SQL_COUNT, SQL_IDS_KNOWN, SQL_TAIL } from "./repositories/events.ts";
import { Connection } from "./sqlite.ts";
import { cleanUp, event, newFile, open } from "./testing/store-fixture.ts";

afterEach(cleanUp);

async function withPlans(analyse: boolean, work: (plan: (sql: string, params?: (string | number)[]) => Promise<string>) => Promise<void>): Promise<void> {
  const file = newFile();
  const { store } = await open(file);
  const events = Array.from({ length: 2000 }, (_, n) => event({ session_id: `session-${n % 20}`, agent_id: `session-${n % 20}`, event_type: n % 3 === 0 ? "tool_started" : "tool_succeeded" }));
  await store.append(events.map((one) => ({ keys: [one.id], events: [one] })));
  const connection = await Connection.open(file, 1000);
  if (analyse) await connection.exec("ANALYZE");
  await work(async (sql, params = []) => {
    const rows = await connection.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params);
    return rows.map((row) => row.detail).join("; ");
  });
  await connection.close();
}

const planOf = (plan: (sql: string, params?: (string | number)[]) => Promise<string>, query: EventsQuery) => {
  const { sql, params } = eventsSql(query);
  return plan(sql, params);
};

describe.each([["without statistics", false], ["with statistics", true]] as const)("%s", (_, analyse) => {
  it("events of a session, an agent, a type come newest first from their index, unsorted", async () => {
    await withPlans(analyse, async (plan) => {
      expect(await planOf(plan, { session_id: "session-1" })).toBe("SEARCH events USING INDEX events_by_session (session_id=?)");
      expect(await planOf(plan, { agent_id: "session-1" })).toBe("SEARCH events USING INDEX events_by_agent (agent_id=?)");
      expect(await planOf(plan, { event_type: "tool_started" })).toBe("SEARCH events USING INDEX events_by_type (event_type=?)");
      expect(await planOf(plan, { session_id: "session-1", before: 500 })).toBe("SEARCH events USING INDEX events_by_session (session_id=? AND rowid<?)");
      expect(await planOf(plan, { session_id: "session-1", after: 500 })).toBe("SEARCH events USING INDEX events_by_session (session_id=? AND rowid>?)");
    });
  });

  it("no combination of conditions sorts or reads the whole log", async () => {
    await withPlans(analyse, async (plan) => {
      const all: Required<EventsQuery> = { after: 5, before: 900, limit: 10, session_id: "session-1", agent_id: "session-1", event_type: "tool_started" };
      const names = Object.keys(all) as (keyof EventsQuery)[];
      for (let mask = 0; mask < 1 << names.length; mask++) {
        const query = Object.fromEntries(names.filter((_name, bit) => mask & (1 << bit)).map((name) => [name, all[name]])) as EventsQuery;
        const detail = await planOf(plan, query);
        expect(detail, JSON.stringify(query)).not.toContain("TEMP B-TREE");
        const conditions = Object.keys(query).filter((name) => name !== "limit").length;
        if (conditions > 0) expect(detail, JSON.stringify(query)).toMatch(/^SEARCH events/);
      }
    });
  });

  it("of several conditions the narrowest leads", async () => {
    await withPlans(analyse, async (plan) => {
      expect(await planOf(plan, { session_id: "session-1", agent_id: "session-1", event_type: "tool_started" })).toBe("SEARCH events USING INDEX events_by_session (session_id=?)");
      expect(await planOf(plan, { agent_id: "session-1", event_type: "tool_started", before: 9 })).toBe("SEARCH events USING INDEX events_by_agent (agent_id=? AND rowid<?)");
    });
  });

  it("the count reads an index, not the rows", async () => {
    await withPlans(analyse, async (plan) => {
      expect(await plan(SQL_COUNT)).toContain("SCAN events USING COVERING INDEX events_by_type");
    });
  });

  it("the tail, the newest, and the search for duplicates go by key", async () => {
    await withPlans(analyse, async (plan) => {
      expect(await plan(SQL_TAIL, [5, 10])).toBe("SEARCH events USING INTEGER PRIMARY KEY (rowid>?)");
      expect(await planOf(plan, {})).toBe("SCAN events");
      expect(await plan(SQL_KEYS_KNOWN, ["[]"])).toContain("SEARCH deliveries USING PRIMARY KEY (key=?)");
      expect(await plan(SQL_IDS_KNOWN, ["[]"])).toContain("SEARCH events USING COVERING INDEX sqlite_autoindex_events_1 (id=?)");
    });
  });
});
