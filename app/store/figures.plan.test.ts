/** What statistics and the timeline ask is answered from indexes alone; and what they say is what was recorded. */
import { afterEach, describe, expect, it } from "vitest";
import { callsSql, injectedSql, projectsSql, SQL_LANES, slotsSql, tokensSql, toolsSql } from "./repositories/figures.ts";
import { createFiguresStore } from "./figures-store.ts";
import { Connection, type Param } from "./sqlite.ts";
import { call, draft, patch, project } from "./testing/conversation-fixture.ts";
import { cleanUp, newFile, NOON, open } from "./testing/store-fixture.ts";

afterEach(cleanUp);

async function filled() {
  const file = newFile();
  const { conversation } = await open(file);
  const sessions = Array.from({ length: 20 }, (_, n) => patch({ project: `/p${n % 4}`, started_at: NOON, last_at: NOON + 900 }, {}, `s${n}`));
  const interactions = Array.from({ length: 600 }, (_, n) => {
    const changes = { session_id: `s${n % 20}`, agent_id: `s${n % 20}`, ts: NOON + n };
    return n % 3 === 0 ? draft(changes) : call(n % 3 === 1 ? "Bash" : "Read", { command: "ls" }, { ...changes, metadata: { ok: n % 5 !== 0, duration_ms: n } });
  });
  await project(conversation, interactions, sessions);
  await conversation.noteUsage(Array.from({ length: 40 }, (_, n) => ({ message_id: `m${n}`, session_id: `s${n % 20}`, model: null, input_tokens: 1, output_tokens: 2, cache_read_tokens: 3, cache_write_tokens: 4, at: NOON + n })));
  return { file, conversation };
}

describe.each([["without statistics", false], ["with statistics", true]] as const)("%s", (_, analyse) => {
  it("counts read one index and no row, whatever the range, with a project and without", async () => {
    const { file } = await filled();
    const connection = await Connection.open(file, 1000);
    if (analyse) await connection.exec("ANALYZE");
    const plan = async (sql: string, params: Param[]) => (await connection.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params)).map(({ detail }) => detail).join("; ");
    for (const [withProject, params] of [[false, [0, 9]], [true, [0, 9, "/p"]]] as const) {
      for (const sql of [toolsSql(withProject), slotsSql(withProject)]) expect(await plan(sql, [...params])).toContain("SEARCH interactions USING COVERING INDEX interactions_figures (ts>? AND ts<?)");
      expect(await plan(injectedSql(withProject), [...params])).toContain("SEARCH interactions USING INDEX interactions_figures (ts>? AND ts<?)");
      expect(await plan(tokensSql(withProject), [...params])).toContain("SEARCH message_usage USING COVERING INDEX message_usage_by_time (at>? AND at<?)");
      expect(await plan(projectsSql(withProject), [...params])).toMatch(/SEARCH sessions USING INDEX sessions_by_(time|project) \(/);
    }
    await connection.close();
  });

  it("calls come in order from their index, unsorted", async () => {
    const { file } = await filled();
    const connection = await Connection.open(file, 1000);
    if (analyse) await connection.exec("ANALYZE");
    const plan = async ({ sql, params }: { sql: string; params: Param[] }) => (await connection.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params)).map(({ detail }) => detail).join("; ");
    const all = await plan(callsSql({ from: 0, to: 9 }));
    expect(all).toContain("SEARCH interactions USING COVERING INDEX interactions_figures (ts>? AND ts<?)");
    for (const query of [{ from: 0, to: 9 }, { from: 0, to: 9, project: "/p" }, { from: 0, to: 9, before: "5.5" }, { from: 0, to: 9, session_id: "s1" }]) expect(await plan(callsSql(query)), JSON.stringify(query)).not.toContain("TEMP B-TREE FOR ORDER BY");
    expect(await plan({ sql: SQL_LANES, params: ["[]"] })).toMatch(/SEARCH sessions USING INDEX .*SEARCH agents USING PRIMARY KEY .*SEARCH agent_state USING INDEX sqlite_autoindex_agent_state_1/);
    await connection.close();
  });
});

it("counts are those of the rows, of a project too", async () => {
  const { file } = await filled();
  const figures = createFiguresStore(file);
  const all = await figures.count({ from: NOON, to: NOON + 600, project: null });
  expect(all.slots.reduce((sum, { count }) => sum + count, 0)).toBe(600);
  expect(all.tools.reduce((sum, { count }) => sum + count, 0)).toBe(400);
  expect(all.tools.filter(({ ok }) => ok === 0).reduce((sum, { count }) => sum + count, 0)).toBe(80);
  expect(all.tokens.reduce((sum, { output_tokens }) => sum + output_tokens, 0)).toBe(80);
  expect(all.projects.map(({ sessions }) => sessions)).toEqual([5, 5, 5, 5]);
  const one = await figures.count({ from: NOON, to: NOON + 600, project: "/p1" });
  expect([one.slots.reduce((sum, { count }) => sum + count, 0), one.tokens.reduce((sum, { output_tokens }) => sum + output_tokens, 0), one.projects]).toEqual([150, 20, [{ project: "/p1", sessions: 5 }]]);
});

it("prompts are those that somebody wrote, as in the list of sessions", async () => {
  const { file, conversation } = await filled();
  await project(conversation, [true, false, true].map((injected, n) => draft({ session_id: "s1", agent_id: "s1", ts: NOON + 2_000 + n, metadata: { injected, told_by: "hook" } })), []);
  const promptsOf = async (of: string | null) => (await createFiguresStore(file).count({ from: NOON + 2_000, to: NOON + 3_000, project: of })).slots.map(({ prompts, count }) => [prompts, count]);
  expect([await promptsOf(null), await promptsOf("/p1"), await promptsOf("/p2")]).toEqual([[[1, 3]], [[1, 3]], []]);
});

it("calls come in pages that leave nothing out and say nothing twice", async () => {
  const { file } = await filled();
  const figures = createFiguresStore(file);
  const seen: number[] = [];
  let before: string | undefined;
  do {
    const { calls, lanes, next } = await figures.calls({ from: NOON, to: NOON + 600, limit: 70, ...(before === undefined ? {} : { before }) });
    expect(new Set(lanes.map(({ session_id }) => session_id))).toEqual(new Set(calls.map(({ session_id }) => session_id)));
    seen.push(...calls.map(({ ts }) => ts));
    before = next ?? undefined;
  } while (before !== undefined);
  expect(seen).toHaveLength(400);
  expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a));
});

it("one agent of a session is found by itself; of a session that nobody knows there is none", async () => {
  const { file } = await filled();
  const figures = createFiguresStore(file);
  const [asked] = (await figures.calls({ from: NOON, to: NOON + 600, limit: 1 })).lanes;
  expect(asked).toBeDefined();
  expect(await figures.lane({ agent_id: asked?.agent_id ?? "", session_id: asked?.session_id ?? "" })).toEqual(asked);
  expect(await figures.lane({ agent_id: "nobody", session_id: "nothing" })).toBeNull();
});
