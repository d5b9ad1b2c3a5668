/** What a person deletes, and what the rules let go, is gone: from the tables, from the search, from the bytes of the file. */
import fs from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import type { AgentView } from "../../schemas/generated/types.ts";
import type { ConversationStore } from "../conversation-parts.ts";
import { Connection } from "./sqlite.ts";
import { call, draft, patch, project, reply } from "./testing/conversation-fixture.ts";
import { cleanUp, item, look, newFile, NOON, open, until } from "./testing/store-fixture.ts";

afterEach(cleanUp);

const DAY_MS = 86_400_000;
const SECRET = "zebrafish";
const rules = (days: number | null, megabytes: number | null = null) => ({ days, megabytes });
const summary = (asked: string) => ({ asked: [asked], done: [], files: [], tools: {}, failures: [], open: [], last_reply: null, made_at: NOON });

/** Also what SQLite keeps beside it. */
const bytesHold = (file: string, text: string) =>
  fs.readdirSync(path.dirname(file)).some((name) => fs.readFileSync(path.join(path.dirname(file), name)).includes(text));

const found = async (store: ConversationStore, text: string) => (await store.search({ text, limit: 200 })).items.length;

async function withTwoSessions() {
  const file = newFile();
  const { store, conversation } = await open(file);
  for (const id of ["session-a", "session-b"]) {
    const said = id === "session-a" ? SECRET : "lantern";
    await store.append(Array.from({ length: 250 }, () => item({ session_id: id, agent_id: id, payload: { tool_name: "Bash", tool_input: { command: `${said} ${"x".repeat(300)}` } } })));
    await project(conversation, [
      ...Array.from({ length: 60 }, (_, n) => draft({ session_id: id, content: `${said} number ${n} 한국어 ${said}` })),
      call("Bash", { command: `echo ${said}` }, { session_id: id }), reply({ session_id: id, content: `${said} it is`, metadata: { message_id: `msg_${id}` } }),
    ], [patch({ title: said, first_prompt: said, last_at: NOON }, {}, id)]);
    await conversation.noteUsage([{ message_id: `msg_${id}`, session_id: id, model: said, input_tokens: 1, output_tokens: 1, cache_read_tokens: 0, cache_write_tokens: 0 }]);
    await conversation.saveSummary(id, summary(said));
    await store.saveAgentStates([{ agent_id: id, session_id: id, provider: "claude", employment_type: "contractor", source: "runtime_agent", avatar_seed: 1, display_name: said, label: said } as unknown as AgentView]);
  }
  const world = { format: 2, sessions: [{ sessionId: "session-a", key: "session-a", thought: SECRET }, { sessionId: "session-b", thought: "lantern" }], buried: [["session-a", 5]], heartbeat: 1 };
  await store.saveCheckpoint(500, JSON.stringify(world));
  return { file, store, conversation };
}

describe("a deleted session", () => {
  it("is in no table, not found, and not in the bytes of the file or what is beside it; the other is whole", async () => {
    const { file, store, conversation } = await withTwoSessions();
    expect(bytesHold(file, SECRET)).toBe(true);
    expect(await conversation.deleteSession("session-a")).toEqual({ events: 250, interactions: 62 });
    expect(await conversation.session("session-a")).toBeNull();
    expect((await conversation.interactions({ session_id: "session-a" })).total).toBe(0);
    expect(await found(conversation, SECRET)).toBe(0);
    expect(bytesHold(file, SECRET)).toBe(false);
    expect(bytesHold(file, "zebra\uE001")).toBe(false);
    expect(await look(file, "SELECT (SELECT count(*) FROM message_usage) AS usage, (SELECT count(*) FROM agents) AS agents, (SELECT count(*) FROM agent_state) AS views")).toEqual([{ usage: 1, agents: 1, views: 1 }]);
    expect(await store.countEvents()).toBe(250);
    expect(await store.events({ session_id: "session-b", limit: 1000 })).toHaveLength(250);
    expect((await conversation.session("session-b"))?.title).toBe("lantern");
    expect(await found(conversation, "lantern")).toBe(63);
  });

  it("is in no checkpoint, which keeps the others", async () => {
    const { store, conversation } = await withTwoSessions();
    await conversation.deleteSession("session-a");
    expect(JSON.parse((await store.lastCheckpoint())?.world as string)).toEqual({ format: 2, sessions: [{ sessionId: "session-b", thought: "lantern" }], buried: [], heartbeat: 1 });
  });

  it("takes a checkpoint along that names it otherwise", async () => {
    const { store, conversation } = await withTwoSessions();
    await store.saveCheckpoint(501, JSON.stringify({ sessions: { "session-a": { text: SECRET } } }));
    await conversation.deleteSession("session-a");
    expect((await store.lastCheckpoint())?.seq).toBe(500);
  });

  it("leaves a whole index: what remains is found, what comes is found, and the file is sound", async () => {
    const { file, conversation } = await withTwoSessions();
    await conversation.deleteSession("session-a");
    await project(conversation, [draft({ session_id: "session-c", content: "zebrafish again" })], [patch({}, {}, "session-c")]);
    expect(await found(conversation, SECRET)).toBe(1);
    expect(await look(file, "PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
  });

  it("makes the file smaller", async () => {
    const { file, store, conversation } = await withTwoSessions();
    await store.append(Array.from({ length: 400 }, () => item({ session_id: "large", agent_id: "large", payload: { tool_name: "Bash", tool_input: { command: "y".repeat(20_000) } } })));
    await project(conversation, [draft({ session_id: "large" })], [patch({}, {}, "large")]);
    await conversation.deleteSession("session-b");
    const before = fs.statSync(file).size;
    await conversation.deleteSession("large");
    expect(fs.statSync(file).size).toBeLessThan(before - 7_000_000);
    expect(await look(file, "PRAGMA freelist_count")).toEqual([{ freelist_count: 0 }]);
  });

  it("that nobody knows is no failure", async () => {
    expect(await (await open(newFile())).conversation.deleteSession("nobody")).toEqual({ events: 0, interactions: 0 });
  });

  it("takes every word out of the index, whatever its texts were made of", async () => {
    const file = newFile();
    const { store, conversation } = await open(file);
    const unit = fc.oneof(fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)), fc.constantFrom("\0", "\uD800", "\uDC00", " ", "\n", "\"", "버", "그", "e\u0301", "ΑΣ", "İ", "ǅ", "ﬁ", "-", "a1", "Z", "\uE000s1", "👩‍👩‍👧"));
    const texts = fc.sample(fc.string({ unit, maxLength: 60 }), { numRuns: 150, seed: 7 });
    await project(conversation, texts.flatMap((text) => [draft({ content: text }), call("Bash", { [text]: text, inner: [text] }), reply({ content: `${text}.` })]));
    await conversation.saveSummary("session-a", summary(texts.join(" ")));
    await project(conversation, [draft({ session_id: "session-b", content: "moss" })], [patch({}, {}, "session-b")]);
    await conversation.deleteSession("session-a");
    await store.close();
    const words = await Connection.open(file, 1000);
    await words.exec("CREATE VIRTUAL TABLE temp.words USING fts5vocab(main, search, row)");
    const ofTheText = "SELECT term FROM temp.words WHERE term < '\uE000' ORDER BY term";
    expect(await words.all(ofTheText)).toEqual([{ term: "moss" }, { term: "moss\uE001" }, { term: "mos\uE001" }]);
    expect((await words.all("SELECT term FROM temp.words")).length).toBe(3 + 7);
    await words.close();
  });

  it("lets appends go on meanwhile", async () => {
    const { store, conversation } = await withTwoSessions();
    const deleted = conversation.deleteSession("session-a");
    let over = false;
    void deleted.finally(() => (over = true));
    let answered = 0;
    while (!over) {
      await store.append([item({ session_id: "session-b" })]);
      answered++;
    }
    await deleted;
    expect(answered).toBeGreaterThan(10);
    expect(await store.countEvents()).toBe(250 + answered);
  });
});

describe("D3: retention", () => {
  async function aged() {
    const file = newFile();
    let now = NOON - 100 * DAY_MS;
    const { store, conversation } = await open(file, { clock: { now: () => now } });
    for (let day = 100; day >= 0; day -= 10) {
      now = NOON - day * DAY_MS;
      const session_id = `day-${day}`;
      await store.append(Array.from({ length: 30 }, () => item({ session_id, agent_id: session_id, payload: { filler: "z".repeat(3000) } })));
      await project(conversation, [draft({ session_id, content: `said on ${day}`, ts: now }), draft({ session_id, content: "gone stone", ts: now })], [patch({ last_at: now, started_at: now }, {}, session_id)]);
    }
    return { file, store, conversation };
  }

  it("by age takes events, what was said, and sessions of which nothing is left", async () => {
    const { store, conversation } = await aged();
    expect(await conversation.prune(rules(35), NOON)).toBe(7 * 30);
    expect(await store.countEvents()).toBe(4 * 30);
    expect((await conversation.sessions({})).items.map((session) => session.session_id)).toEqual(["day-0", "day-10", "day-20", "day-30"]);
    expect(await found(conversation, "stone")).toBe(4);
    expect(await conversation.prune(rules(35), NOON)).toBe(0);
  });

  it("by size takes the oldest until the rest has room, and the file shrinks", async () => {
    const { file, store, conversation } = await aged();
    await store.append(Array.from({ length: 3000 }, () => item({ session_id: "large", payload: { filler: "z".repeat(20_000) } })));
    await until(() => fs.statSync(file).size > 55 * 1024 * 1024, 20_000).catch(() => undefined);
    const gone = await conversation.prune(rules(null, 50), NOON);
    expect(gone).toBeGreaterThanOrEqual(330);
    expect(fs.statSync(file).size).toBeLessThan(50 * 1024 * 1024);
    expect(await store.countEvents()).toBe(3330 - gone);
    expect((await store.tail(0, 1))[0]?.seq).toBe(gone + 1);
  });

  it("without limits keeps everything, and seqs are never given again", async () => {
    const { store, conversation } = await aged();
    expect(await conversation.prune(rules(null), NOON)).toBe(0);
    expect(await conversation.prune(rules(1), NOON + 500 * DAY_MS)).toBe(330);
    expect(await store.append([item()])).toEqual([{ status: "stored", seqs: [331] }]);
  });
});

it("D3: the size that is shown is that of all our files, with what is in them and since when", async () => {
  const { file, conversation } = await withTwoSessions();
  const backup = path.join(path.dirname(file), "events.backup-40-20261128T000000Z.db");
  fs.writeFileSync(backup, "b".repeat(1_000_000));
  const status = await conversation.dataStatus(rules(90, 500));
  expect(status).toMatchObject({ events: 500, sessions: 2, interactions: 124, oldest_at: NOON, retention: { days: 90, megabytes: 500 } });
  expect(status.bytes).toBeGreaterThanOrEqual(fs.statSync(file).size + 1_000_000);
});
