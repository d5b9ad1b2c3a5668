/** In which terminal a session runs, from a hook's meta to the world and to the conversation's sessions (specification 2 §1.2). */
import { afterEach, expect, it } from "vitest";
import { agentsOf, sessionsOf } from "../domain/changes.ts";
import { projectEvents } from "../domain/conversation/project-events.ts";
import { Story } from "../domain/test-support.ts";
import { createProviders } from "../providers/index.ts";
import { openStore } from "../store/index.ts";
import { cleanUp, newFile } from "../store/testing/store-fixture.ts";
import { createPipeline } from "./pipeline.ts";
import { BASE, delivery, eventsOf, listedNotices, ManualTime, silentLog } from "./test-support.ts";
import { createWorldKeeper } from "./world-keeper.ts";

afterEach(cleanUp);

const HERE = { tty: "/dev/pts/3", parent_pid: 200, start_time: "2026-11-28T08:00:00.000Z", fingerprint: "9f86d081884c7d65" };
const THERE = { ...HERE, tty: "/dev/pts/4", fingerprint: "60303ae22b998861" };
const NOWHERE = { tty: null, parent_pid: null, start_time: null, fingerprint: null };
const start = (session_id: string, source = "startup") => ({ hook_event_name: "SessionStart", session_id, source, cwd: "/w", transcript_path: "/t.jsonl" });

/** What world and conversation make of starts in an order. */
function told(starts: { source: string; terminal?: object; at?: number }[]) {
  const story = new Story("s1");
  for (const { source, terminal, at } of starts) story.tell("session_started", { source, ...terminal }, at === undefined ? {} : { at });
  const memo = projectEvents(story.events, { memos: new Map(), projectOf: (cwd) => cwd, records: () => true }).memos.get("s1");
  return [sessionsOf(story.world())[0], memo];
}

it("the start of a session carries it, and no other event does", () => {
  const [event] = eventsOf(start("s1"), { meta: HERE });
  expect(event?.payload).toMatchObject(HERE);
  const [prompt] = eventsOf({ ...start("s1"), hook_event_name: "UserPromptSubmit", prompt: "hi" }, { meta: HERE });
  for (const name of Object.keys(HERE)) expect(prompt?.payload).not.toHaveProperty(name);
});

it("what has not its form is not told", () => {
  const odd = { tty: "x".repeat(5_000), parent_pid: -1, start_time: "soon", fingerprint: "../../etc/passwd" };
  const [event] = eventsOf(start("s1"), { meta: odd });
  for (const name of Object.keys(odd)) expect(event?.payload).not.toHaveProperty(name);
});

it.each<[string, Parameters<typeof told>[0], object]>([
  ["a session is where it started", [{ source: "startup", terminal: HERE }], HERE],
  ["resumed in another terminal it is there", [{ source: "startup", terminal: HERE }, { source: "resume", terminal: THERE }], THERE],
  ["a compaction that tells nothing leaves it where it was", [{ source: "startup", terminal: HERE }, { source: "compact" }], HERE],
  ["a start that tells nothing (it was drained late) may be anywhere", [{ source: "startup", terminal: HERE }, { source: "resume" }], NOWHERE],
  ["an older start that comes late changes nothing", [{ source: "resume", terminal: THERE, at: 100 }, { source: "startup", terminal: HERE, at: 1 }], THERE],
  ["an older start that tells nothing changes nothing", [{ source: "resume", terminal: THERE, at: 100 }, { source: "startup", at: 1 }], THERE],
])("%s", (_what, starts, expected) => {
  const [view, memo] = told(starts);
  expect(view).toMatchObject(expected);
  expect(memo).toMatchObject(expected);
});

it("agents know nothing of it", () => {
  const story = new Story("s1").tell("session_started", { source: "startup", ...HERE });
  expect(JSON.stringify(agentsOf(story.world()))).not.toContain(HERE.fingerprint);
});

it("sessions of one terminal are found by it, also after the app started anew; it survives masking", async () => {
  const file = newFile();
  const time = new ManualTime(BASE);
  const open = async () => {
    const { store, conversation } = await openStore({ file, clock: time, avatarSeed: () => 1 });
    const world = createWorldKeeper({ store, clock: time, log: silentLog(), after: time.after });
    await world.start();
    return { store, conversation, world, pipeline: createPipeline({ providers: createProviders(), store, world, notices: listedNotices(), clock: time, log: silentLog() }) };
  };
  let app = await open();
  await app.pipeline.ingestAll([delivery(start("a"), { deliveryId: "d1", meta: HERE }), delivery(start("b"), { deliveryId: "d2", meta: THERE }), delivery(start("c", "clear"), { deliveryId: "d3", meta: HERE }), delivery(start("d"), { deliveryId: "d4" })]);
  const events = await app.store.tail(0, 100);
  const { sessions, interactions } = projectEvents(events, { memos: new Map(), projectOf: (cwd) => cwd, records: () => true });
  await app.conversation.project({ cursor: events.at(-1)?.seq ?? 0, sessions, interactions });
  await app.store.close();
  app = await open();
  const found = async (fingerprint: string) => (await app.conversation.sessions({ fingerprint })).items.map(({ session_id }) => session_id).sort();
  expect(await Promise.all([found(HERE.fingerprint), found(THERE.fingerprint), found("0000000000000000")])).toEqual([["a", "c"], ["b"], []]);
  expect(await app.conversation.session("a")).toMatchObject(HERE);
  expect(await app.conversation.session("d")).toMatchObject(NOWHERE);
  expect(app.world.sessions().find(({ session_id }) => session_id === "c")).toMatchObject(HERE);
  await app.store.close();
});
