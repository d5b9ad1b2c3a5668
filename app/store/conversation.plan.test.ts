/** The hot queries of conversation and search use their indexes, with and without statistics. */
import { afterEach, describe, expect, it } from "vitest";
import {
  interactionsSql, SQL_AFTER, SQL_BY_ID, SQL_COUNT_OF_SESSION, SQL_FIRST_OF_SESSION, SQL_OLDEST, SQL_OTHER_PROJECT, SQL_KNOWN, SQL_QUEUED, updateSql,
} from "./repositories/interactions.ts";
import { SQL_PROJECTS } from "./repositories/projects.ts";
import { SQL_DELETE_AGENTS, SQL_EVENTS_OF_SESSION, SQL_FIRST_EVENTS } from "./repositories/removal.ts";
import { SQL_MATCHES, SQL_SUMMARY_MATCHES } from "./repositories/search.ts";
import { SQL_FINISHED, SQL_OLD, SQL_SESSIONS, SQL_SUM_TOKENS, sessionsSql } from "./repositories/sessions.ts";
import { SQL_OLDEST_EVENT, SQL_OLDEST_INTERACTION } from "./repositories/status.ts";
import { SQL_FIRST_TIME, SQL_LAST_TIME, SQL_ROWS, SQL_SUMMARIES } from "./search/search.ts";
import { Connection, type Param } from "./sqlite.ts";
import { call, draft, patch, project, reply } from "./testing/conversation-fixture.ts";
import { cleanUp, item, newFile, NOON, open } from "./testing/store-fixture.ts";

afterEach(cleanUp);

type Plan = (sql: string, params?: Param[]) => Promise<string>;

async function withPlans(analyse: boolean, work: (plan: Plan) => Promise<void>): Promise<void> {
  const file = newFile();
  const { store, conversation } = await open(file);
  await store.append(Array.from({ length: 300 }, (_, n) => item({ session_id: `s${n % 20}`, agent_id: `s${n % 20}` })));
  const sessions = Array.from({ length: 20 }, (_, n) => patch({ project: `/p${n % 4}`, state: n % 2 ? "completed" : "active", first_prompt: "hello" }, {}, `s${n}`));
  const interactions = Array.from({ length: 600 }, (_, n) => {
    const changes = { session_id: `s${n % 20}`, ts: NOON + n };
    return n % 3 === 0 ? draft(changes) : n % 3 === 1 ? call("Bash", { command: "ls" }, changes) : reply({ ...changes, metadata: { message_id: `msg_${n}` } });
  });
  await project(conversation, interactions, sessions);
  const connection = await Connection.open(file, 1000);
  if (analyse) await connection.exec("ANALYZE");
  await work(async (sql, params = []) => {
    const rows = await connection.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params);
    return rows.map((row) => row.detail).join("; ");
  });
  await connection.close();
}

const planOf = (plan: Plan, { sql, params }: { sql: string; params: Param[] }) => plan(sql, params);
const SORTED = "TEMP B-TREE";

describe.each([["without statistics", false], ["with statistics", true]] as const)("%s", (_, analyse) => {
  it("a conversation's pages come in order from their index, in both directions", async () => {
    await withPlans(analyse, async (plan) => {
      for (const query of [{}, { after: "5.5" }, { before: "5.5" }, { before: "end" }]) {
        const detail = await planOf(plan, interactionsSql({ session_id: "s1", ...query }));
        expect(detail, JSON.stringify(query)).toMatch(/^SEARCH interactions USING INDEX interactions_by_session \(session_id=\?/);
        expect(detail).not.toContain(SORTED);
      }
      expect(await plan(SQL_COUNT_OF_SESSION, ["s1"])).toBe("SEARCH interactions USING COVERING INDEX interactions_by_session (session_id=?)");
      expect(await plan(SQL_FIRST_OF_SESSION, ["s1", 5])).not.toContain(SORTED);
      expect(await plan(SQL_OTHER_PROJECT, ["s1", "/p", 5])).toContain("interactions_by_session (session_id=?)");
    });
  });

  it("sessions come newest first from their index, and so do finished ones", async () => {
    await withPlans(analyse, async (plan) => {
      expect(await planOf(plan, sessionsSql({ session_id: "s5" }))).toMatch(/^SEARCH sessions USING INDEX \S+ \(session_id=\?\)/);
      expect(await planOf(plan, sessionsSql({ fingerprint: "0123456789abcdef" }))).toMatch(/^SEARCH sessions USING INDEX sessions_by_fingerprint \(fingerprint=\?[^;]*$/);
      for (const query of [{}, { before: "5.5" }, { state: "active" as const }]) expect(await planOf(plan, sessionsSql(query)), JSON.stringify(query)).toMatch(/^(SCAN|SEARCH) sessions USING INDEX sessions_by_time[^;]*$/);
      for (const query of [{}, { before: "5.5" }, { state: "active" as const }]) {
        expect(await planOf(plan, sessionsSql({ project: "/p1", ...query })), JSON.stringify(query)).toMatch(/^SEARCH sessions USING INDEX sessions_by_project \(project=\?[^;]*$/);
      }
      expect(await plan(SQL_FINISHED, ["/p1", 5])).toMatch(/^SEARCH sessions USING INDEX sessions_finished \(project=\?\)$/);
      expect(await plan(SQL_SESSIONS, ["[]"])).toContain("SEARCH sessions USING INDEX sqlite_autoindex_sessions_1 (session_id=?)");
      expect(await plan(SQL_PROJECTS)).toBe("SCAN sessions USING COVERING INDEX sessions_by_project");
      expect(await plan(SQL_SUM_TOKENS, ["s1"])).toMatch(/sqlite_autoindex_sessions_1 .*message_usage_by_session \(session_id=\?\)/);
    });
  });

  it("what a draft may meet is found by key", async () => {
    await withPlans(analyse, async (plan) => {
      const known = await plan(SQL_KNOWN, ["[]", "[]", "[]"]);
      expect(known).toContain("SEARCH i USING INDEX sqlite_autoindex_interactions_1 (id=?)");
      expect(known).toContain("SEARCH i USING INDEX interactions_by_message (message_id=?)");
      expect(known).toContain("SEARCH i USING INDEX interactions_by_text (session_id=? AND text_key=?)");
      expect(await plan(SQL_BY_ID, ["[]"])).toContain("SEARCH i USING INDEX sqlite_autoindex_interactions_1 (id=?)");
      for (const rows of [1, 8, 32]) expect(await plan(updateSql(rows))).toContain("SEARCH interactions USING INTEGER PRIMARY KEY (rowid=?)");
    });
  });

  it("a search reads the index backwards, and then rows by key", async () => {
    await withPlans(analyse, async (plan) => {
      for (const sql of [SQL_MATCHES, SQL_SUMMARY_MATCHES]) {
        const detail = await plan(sql, sql === SQL_MATCHES ? ['"a"', 9, 5] : ['"a"', 5]);
        expect(detail).toMatch(/^SCAN search VIRTUAL TABLE INDEX/);
        expect(detail).not.toContain(SORTED);
      }
      expect(await plan(SQL_ROWS, ["[]", 0, 1])).toContain("SEARCH i USING INTEGER PRIMARY KEY (rowid=?)");
      expect(await plan(SQL_SUMMARIES, ["[]"])).toContain("SEARCH sessions USING INTEGER PRIMARY KEY (rowid=?)");
      expect(await plan(SQL_QUEUED, ["s1", 1, 2, "go"])).toBe("SEARCH interactions USING INDEX interactions_by_session (session_id=? AND ts>? AND ts<?)");
      expect(await plan(SQL_AFTER, [5, 5])).toBe("SEARCH interactions USING INTEGER PRIMARY KEY (rowid>?)");
      for (const sql of [SQL_FIRST_TIME, SQL_LAST_TIME, SQL_OLDEST_INTERACTION]) expect(await plan(sql)).toBe("SCAN interactions USING COVERING INDEX interactions_by_time");
    });
  });

  it("what goes is found by index, oldest first", async () => {
    await withPlans(analyse, async (plan) => {
      expect(await plan(SQL_OLDEST, [5, 5])).toBe("SEARCH interactions USING INDEX interactions_by_time (ts<?)");
      expect(await plan(SQL_EVENTS_OF_SESSION, ["s1", 5])).toBe("SEARCH events USING INDEX events_by_session (session_id=?)");
      expect(await plan(SQL_FIRST_EVENTS, [5])).toBe("SCAN events");
      expect(await plan(SQL_OLDEST_EVENT)).toBe("SCAN events");
      const old = await plan(SQL_OLD, [5, 5]);
      expect(old).toMatch(/^SEARCH sessions USING INDEX sessions_by_time \(last_at<\?\)/);
      expect(old).toContain("SEARCH i USING COVERING INDEX interactions_by_session (session_id=?)");
      const agents = await plan(SQL_DELETE_AGENTS, ["[]"]);
      expect(agents).toContain("SEARCH agents USING PRIMARY KEY (agent_id=?)");
      expect(agents).toContain("SEARCH events USING COVERING INDEX events_by_agent (agent_id=?)");
    });
  });
});
