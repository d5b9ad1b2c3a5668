/** What was said is stored once, in order, whoever tells it and however often. */
import { afterEach, describe, expect, it } from "vitest";
import type { Interaction } from "../../schemas/generated/types.ts";
import type { ConversationStore } from "../conversation-parts.ts";
import { call, draft, patch, project, reply } from "./testing/conversation-fixture.ts";
import { cleanUp, look, newFile, NOON, open, until } from "./testing/store-fixture.ts";

afterEach(cleanUp);

const opened = async () => (await open(newFile())).conversation;

async function all(store: ConversationStore, sessionId = "session-a"): Promise<Interaction[]> {
  const items: Interaction[] = [];
  for await (const item of store.wholeSession(sessionId)) items.push(item);
  return items;
}

const texts = (items: readonly { content: string }[]) => items.map((item) => item.content);

describe("projection", () => {
  it("what was projected is read back as it was told, with the session's project", async () => {
    const store = await opened();
    const told = call("Bash", { command: "ls" }, { turn_id: null, metadata: { tool_use_id: "toolu_1", ok: null } });
    await project(store, [told]);
    expect(await all(store)).toEqual([{ ...told, seq: 1, user_id: "local", project: "/work/garden" }]);
  });

  it("the same batch again changes nothing: a cursor counts once", async () => {
    const store = await opened();
    const batch = await project(store, [draft({ content: "once" })], [patch({}, { prompts: 1 })]);
    await store.project(batch);
    expect(texts(await all(store))).toEqual(["once"]);
    expect((await store.session("session-a"))?.stats.prompts).toBe(1);
    expect(await store.cursor()).toBe(batch.cursor);
  });

  it("the search index is tidied some time after many small batches: not after each, and nobody asks for it", async () => {
    const file = newFile();
    const { conversation } = await open(file);
    const parts = async () => (await look<{ n: number }>(file, "SELECT count(DISTINCT segid) AS n FROM search_idx"))[0]?.n ?? 0;
    const from = performance.now();
    for (let n = 0; n < 12; n++) await project(conversation, [draft({ content: `word${n} of the batch` })]);
    await until(async () => (await parts()) < 8);
    expect(performance.now() - from).toBeGreaterThan(1_900);
  });

  it("a large batch whose last slice never came is done again whole, and then counts once", async () => {
    const file = newFile();
    const { conversation, store } = await open(file);
    const drafts = Array.from({ length: 100 }, (_, n) => draft({ content: `said ${n}` }));
    const batch = { cursor: 7, sessions: [patch({}, { prompts: 100 })], interactions: drafts };
    const project = conversation.project(batch);
    // Closing lets the slice that runs end and refuses the next.
    await store.close();
    await expect(project).rejects.toMatchObject({ reason: "failed" });
    const again = (await open(file)).conversation;
    expect(await again.cursor()).toBe(0);
    await again.project(batch);
    expect(texts(await all(again))).toEqual(texts(drafts));
    expect((await again.session("session-a"))?.stats.prompts).toBe(100);
  });

  it("a tool's result fills in what its call did not know, and takes nothing back", async () => {
    const store = await opened();
    await project(store, [call("Bash", { command: "ls" }, { id: "t1", metadata: { tool_use_id: "toolu_1", ok: null } })]);
    await project(store, [draft({ id: "t1", role: "assistant", skill_name: "Bash", content: "", skill_args: null, turn_id: null, metadata: { ok: true, result: "a.txt", tool_use_id: "other" } })]);
    expect(await all(store)).toMatchObject([{ id: "t1", turn_id: "turn-1", skill_args: { command: "ls" }, metadata: { tool_use_id: "toolu_1", ok: true, result: "a.txt" } }]);
  });

  it("both tellings in one batch meet as well", async () => {
    const store = await opened();
    await project(store, [call("Bash", { command: "ls" }, { id: "t1", metadata: { ok: null } }), call("Bash", {}, { id: "t1", metadata: { ok: false, error: "no" } })]);
    expect(await all(store)).toMatchObject([{ skill_args: { command: "ls" }, metadata: { ok: false, error: "no" } }]);
  });
});

describe("a reply is stored once", () => {
  const hook = (changes = {}) => reply({ id: "from-hook", content: "Done.", ts: NOON, metadata: { told_by: "hook" }, ...changes });
  const transcript = (changes = {}) => reply({ id: "from-transcript", content: "Done.", turn_id: null, ts: NOON + 5, metadata: { told_by: "transcript", message_id: "msg_1", thinking: "hm" }, ...changes });

  it.each([["the hook first", [hook(), transcript()]], ["the transcript first", [transcript(), hook()]]])("%s, one batch each", async (_order, drafts) => {
    const store = await opened();
    for (const one of drafts) await project(store, [one], [patch({}, { replies: 1 })]);
    expect(await all(store)).toMatchObject([{ content: "Done.", turn_id: "turn-1", metadata: { message_id: "msg_1", thinking: "hm" } }]);
    expect((await store.session("session-a"))?.stats.replies).toBe(1);
  });

  it("both in one batch", async () => {
    const store = await opened();
    await project(store, [hook(), transcript()], [patch({}, { replies: 2 })]);
    expect(await all(store)).toHaveLength(1);
    expect((await store.session("session-a"))?.stats.replies).toBe(1);
  });

  it("the same words with another message id, in another turn, by another agent or in another session are another reply", async () => {
    const store = await opened();
    await project(store, [transcript(), transcript({ id: "b", turn_id: "turn-1", metadata: { message_id: "msg_2" } })]);
    await project(store, [hook({ id: "c", agent_id: "helper" }), hook({ id: "d", session_id: "session-b" })], [patch(), patch({}, {}, "session-b")]);
    await project(store, [hook({ id: "e" }), hook({ id: "f", turn_id: "turn-2" })]);
    expect((await all(store)).map((item) => item.id).sort()).toEqual(["b", "c", "f", "from-transcript"]);
    expect(await all(store, "session-b")).toHaveLength(1);
  });

  it("a reply whose transcript lagged grows to its whole text", async () => {
    const store = await opened();
    await project(store, [transcript({ content: "Half a" })]);
    await project(store, [transcript({ id: "later", content: "Half a sentence and the rest." })]);
    expect(texts(await all(store))).toEqual(["Half a sentence and the rest."]);
    expect((await store.search({ text: "sentence" })).items).toHaveLength(1);
  });

  it("words in blanks are the same words", async () => {
    const store = await opened();
    await project(store, [hook({ content: "Done.\n" })]);
    await project(store, [transcript()]);
    expect(await all(store)).toHaveLength(1);
  });
});

describe("strangers", () => {
  const unverified = { metadata: { trust: "unverified" as const } };

  it("cannot speak of a session that is known from verified events", async () => {
    const store = await opened();
    await project(store, [draft({ id: "mine", content: "mine" })], [patch({ title: "true", first_prompt: "mine" }, { prompts: 1 })]);
    await project(store, [draft({ id: "mine", content: "mine and theirs", ...unverified })], [patch({ title: "false", trust: "unverified" }, { prompts: 5 })]);
    expect(await store.session("session-a")).toMatchObject({ title: "true", trust: "verified", stats: { prompts: 1 } });
    expect(texts(await all(store))).toEqual(["mine"]);
  });

  it("leave nothing in a session once a verified event tells of it", async () => {
    const store = await opened();
    await project(store, [draft(unverified)], [patch({ title: "theirs", first_prompt: "theirs", trust: "unverified" }, { prompts: 5 })]);
    await store.saveSummary("session-a", { asked: ["theirs"], done: [], files: [], tools: {}, failures: [], open: [], last_reply: null, made_at: NOON });
    await project(store, [], [patch({ first_prompt: "mine", state: "completed" }, { prompts: 1 })]);
    expect(await store.session("session-a")).toMatchObject({ title: null, first_prompt: "mine", trust: "verified", summary: null, stats: { prompts: 1 } });
  });

  it("and verified tellings never meet as one reply", async () => {
    const store = await opened();
    await project(store, [reply({ content: "Done.", metadata: { trust: "unverified" } })]);
    await project(store, [reply({ content: "Done.", metadata: { message_id: "msg_1" } })]);
    expect(await all(store)).toHaveLength(2);
  });
});

describe("sessions", () => {
  it("keep the earliest start, the latest sign, the first prompt; counts add up", async () => {
    const store = await opened();
    await project(store, [], [patch({ started_at: 20, last_at: 30, first_prompt: "one" }, { tool_calls: 1, tools: { Bash: 1 }, files: ["a"] })]);
    await project(store, [], [patch({ started_at: 10, last_at: 25, first_prompt: "two", model: "m", ended_at: 40 }, { tool_calls: 2, tools: { Bash: 1, Edit: 1 }, files: ["b", "a"] })]);
    expect(await store.session("session-a")).toMatchObject({ started_at: 10, last_at: 30, first_prompt: "one", model: "m", ended_at: 40, stats: { tool_calls: 3, tools: { Bash: 2, Edit: 1 }, files: ["a", "b"] } });
    await project(store, [], [patch({ ended_at: null })]);
    expect((await store.session("session-a"))?.ended_at).toBeNull();
  });

  it("come newest first in pages, all of them once, by project and state", async () => {
    const store = await opened();
    await project(store, [], Array.from({ length: 25 }, (_, n) => patch({ last_at: 1000 + (n >> 1), project: n % 2 ? "/a" : "/b", state: n % 5 ? "completed" : "active" }, {}, `s${n}`)));
    const seen: string[] = [];
    for (let before: string | undefined, first = true; first || before !== undefined; first = false) {
      const page = await store.sessions({ limit: 7, ...(before === undefined ? {} : { before }) });
      seen.push(...page.items.map((item) => item.session_id));
      before = page.next;
    }
    expect(seen).toEqual(Array.from({ length: 25 }, (_, n) => `s${24 - n}`));
    expect((await store.sessions({ project: "/a", state: "active" })).items.map((item) => item.session_id)).toEqual(["s15", "s5"]);
    expect((await store.sessions({ session_id: "s3" })).items.map((item) => item.session_id)).toEqual(["s3"]);
    expect(await store.sessions({ session_id: "nobody" })).toEqual({ items: [] });
  });

  it("finished ones for memory are trusted, over, and had a prompt of a person", async () => {
    const store = await opened();
    const said = { first_prompt: "hello", state: "completed" as const };
    await project(store, [], [
      patch({ ...said, last_at: 1 }, {}, "old"), patch({ ...said, state: "stale", last_at: 2 }, {}, "stale"), patch({ ...said, state: "active" }, {}, "active"),
      patch({ ...said, trust: "unverified" }, {}, "strangers"), patch({ state: "completed" }, {}, "silent"), patch({ ...said, project: "/other" }, {}, "elsewhere"),
    ]);
    expect((await store.finishedSessions("/work/garden", 5)).map((session) => session.session_id)).toEqual(["stale", "old"]);
    expect(await store.finishedSessions("/work/garden", 1)).toHaveLength(1);
  });

  it("T7: a message's tokens count once however often they are told, and the largest counts are true", async () => {
    const store = await opened();
    const usage = { message_id: "msg_1", session_id: "session-a", model: "m", input_tokens: 10, output_tokens: 1, cache_read_tokens: 3, cache_write_tokens: 4 };
    await store.noteUsage([usage]);
    await project(store, []);
    await store.noteUsage([{ ...usage, output_tokens: 20 }, usage, { ...usage, message_id: "msg_2" }]);
    await store.noteUsage([{ ...usage, session_id: "fork", output_tokens: 99 }]);
    expect((await store.session("session-a"))?.stats).toMatchObject({ input_tokens: 20, output_tokens: 21, cache_read_tokens: 6, cache_write_tokens: 8 });
  });

  it("a prompt that was queued belongs to the turn that it began, not to the one it was typed in", async () => {
    const store = await opened();
    const prompt = (content: string, ts: number, turn_id: string, metadata = {}) => draft({ content, ts: NOON + ts, turn_id, skill_name: "user_prompt", metadata });
    await project(store, [prompt("go", 0, "turn-1"), prompt("and then this", 10, "turn-1"), prompt("go", 20, "turn-1"), prompt("and then this", 30, "turn-1", { trust: "unverified" })]);
    const began = [{ content: "and then this", turn_id: "turn-2", ts: NOON + 5_000 }, { content: "go", turn_id: "turn-1", ts: NOON }, { content: "never said", turn_id: "turn-9", ts: NOON }];
    await store.notePromptTurns("session-a", began);
    await store.notePromptTurns("session-a", began);
    expect((await all(store)).map((item) => item.turn_id)).toEqual(["turn-1", "turn-2", "turn-1", "turn-1"]);
    await store.notePromptTurns("session-a", [{ content: "go", turn_id: "turn-3", ts: NOON + 9_000 }]);
    expect((await all(store)).map((item) => item.turn_id)).toEqual(["turn-1", "turn-2", "turn-3", "turn-1"]);
  });

  it("a session that moves to another project takes what was said in it along, in the search too", async () => {
    const store = await opened();
    await project(store, Array.from({ length: 60 }, () => draft({ content: "needle" })));
    await project(store, [], [patch({ project: "/work/meadow" })]);
    expect(new Set((await all(store)).map((item) => item.project))).toEqual(new Set(["/work/meadow"]));
    expect((await store.search({ text: "needle", project: "/work/meadow", limit: 200 })).items).toHaveLength(60);
    expect((await store.search({ text: "needle", project: "/work/garden" })).items).toHaveLength(0);
  });
});

describe("a conversation in pages", () => {
  const filled = async () => {
    const store = await opened();
    await project(store, Array.from({ length: 10 }, (_, n) => draft({ content: `${n}`, ts: NOON + (n >> 1) })));
    return store;
  };

  it("reads forwards from the beginning and on", async () => {
    const store = await filled();
    const first = await store.interactions({ session_id: "session-a", limit: 4 });
    expect([texts(first.items), first.total, first.older]).toEqual([["0", "1", "2", "3"], 10, undefined]);
    const next = await store.interactions({ session_id: "session-a", limit: 6, after: first.newer as string });
    expect([texts(next.items), next.newer]).toEqual([["4", "5", "6", "7", "8", "9"], undefined]);
    expect(next.older).toBeDefined();
  });

  it("reads backwards from the end, each page in the order it happened", async () => {
    const store = await filled();
    const last = await store.interactions({ session_id: "session-a", limit: 4, before: "end" });
    expect([texts(last.items), last.newer]).toEqual([["6", "7", "8", "9"], undefined]);
    const before = await store.interactions({ session_id: "session-a", limit: 6, before: last.older as string });
    expect([texts(before.items), before.older]).toEqual([["0", "1", "2", "3", "4", "5"], undefined]);
  });

  it("opens at a place that search named", async () => {
    const store = await filled();
    await project(store, [draft({ content: "the place", ts: NOON + 2 })]);
    const hit = (await store.search({ text: "place" })).items[0];
    const around = await store.interactions({ session_id: "session-a", limit: 2, after: `${hit?.ts}.${(hit?.seq ?? 0) - 1}` });
    expect(texts(around.items)).toEqual(["the place", "6"]);
  });

  it("a cursor that is none is as if it were not there; an unknown session is empty", async () => {
    const store = await filled();
    expect(texts((await store.interactions({ session_id: "session-a", limit: 1, after: "'; DROP TABLE" })).items)).toEqual(["0"]);
    expect(await store.interactions({ session_id: "nobody" })).toEqual({ items: [], total: 0 });
  });
});

describe("projects", () => {
  it("are listed with their rules; what was not decided is recorded and remembered", async () => {
    const store = await opened();
    await project(store, [], [patch({ last_at: 5 }), patch({ last_at: 9, project: "/b" }, {}, "b1"), patch({ last_at: 7, project: "/b" }, {}, "b2")]);
    await store.setProjectRules({ project: "/b", record: false, memory: true });
    await store.setProjectRules({ project: "/silent", record: false, memory: false });
    expect((await store.projects()).items).toEqual([
      { project: "/b", sessions: 2, last_at: 9, record: false, memory: true }, { project: "/work/garden", sessions: 1, last_at: 5, record: true, memory: true },
      { project: "/silent", sessions: 0, last_at: 0, record: false, memory: false },
    ]);
    expect(await store.projectRules("/unknown")).toEqual({ project: "/unknown", record: true, memory: true });
  });
});

it("texts come back as they went in: quotes, NUL, emoji, Korean, five million characters", async () => {
  const file = newFile();
  const { conversation } = await open(file);
  const content = ["it's \"quoted\" \\ %_", "a\0b", "👩‍👩‍👧 👍🏽", "로그인버그를 고쳤다", "x".repeat(5_000_000)];
  await project(conversation, content.map((text) => draft({ content: text })));
  expect(texts(await all(conversation))).toEqual(content);
  expect(await look(file, "SELECT count(*) AS n FROM interactions")).toEqual([{ n: 5 }]);
});
