import { afterEach, expect, it } from "vitest";
import type { OutboxRoute } from "../bridges-parts.ts";
import { cleanUp, event, item, look, newFile, open } from "./testing/store-fixture.ts";

afterEach(cleanUp);

const POSTGRES: OutboxRoute = { bridge: "postgres", events: "all", conversation: true };
const DISCORD: OutboxRoute = { bridge: "discord", events: ["session_started", "user_prompt"], conversation: false };
const rows = (file: string) => look<{ bridge: string; kind: string; ref: number }>(file, "SELECT bridge, kind, ref FROM outbox ORDER BY id");
const session = (id: string) => ({ session_id: id, set: { provider: "claude", project: "/p", cwd: "/p", state: "active" as const, started_at: 1, last_at: 2, trust: "verified" as const }, add: { prompts: 1 } });
const draft = (id: string, session_id = "session-a", content = "hello") => ({ id, session_id, agent_id: session_id, role: "user" as const, skill_name: "user_prompt", content, skill_args: null, metadata: {}, turn_id: null, project: "/p", ts: 5 });

it("with every bridge off no row is written, and no trigger is there", async () => {
  const file = newFile();
  const { store, outbox } = await open(file);
  await store.append([item({ event_type: "session_started" })]);
  await outbox.route([POSTGRES]);
  await outbox.route([]);
  await store.append([item({ event_type: "session_started" })]);
  expect(await rows(file)).toEqual([]);
});

it("each event is written for each bridge that wants it, by the short way into the log and by the careful one", async () => {
  const { store, outbox } = await open(newFile(), { routes: [POSTGRES, DISCORD] });
  await store.append([item({ event_type: "session_started" }), item({ event_type: "tool_started" })]);
  await store.append([item({ event_type: "user_prompt" }, ["key one", "key two"])]);
  await store.append([item({ event_type: "user_prompt" }, ["key one", "key two"])]);
  const types = async (bridge: "postgres" | "discord") => (await outbox.take(bridge, 10)).map((row) => (row.kind === "event" ? row.event.event_type : row.kind));
  expect(await types("postgres")).toEqual(["session_started", "tool_started", "user_prompt"]);
  expect(await types("discord")).toEqual(["session_started", "user_prompt"]);
});

it("what strangers tell, heartbeats and what an import brings back are in no outbox", async () => {
  const { store, outbox, conversation } = await open(newFile(), { routes: [POSTGRES] });
  await store.append([item({ trust: "unverified" }), item({ event_type: "heartbeat" })]);
  await conversation.project({ cursor: 9, sessions: [{ ...session("s"), set: { ...session("s").set, trust: "unverified" } }], interactions: [{ ...draft("i1", "s"), metadata: { trust: "unverified" } }] });
  expect(await outbox.take("postgres", 10)).toEqual([]);
});

it("an event and its row are one transaction: a row that cannot be written takes the event back, and both come at the next try", async () => {
  const file = newFile();
  const { store, outbox } = await open(file, { routes: [POSTGRES] });
  const one = item();
  await look(file, "CREATE TRIGGER no_room BEFORE INSERT ON outbox BEGIN SELECT RAISE(ABORT, 'no room'); END");
  await expect(store.append([one])).rejects.toThrow();
  expect(await look(file, "SELECT id FROM events")).toEqual([]);
  await look(file, "DROP TRIGGER no_room");
  await store.append([one]);
  expect((await outbox.take("postgres", 10)).map((row) => row.kind)).toEqual(["event"]);
});

it("sessions and interactions come as they are when they are carried, once however often they changed", async () => {
  const { outbox, conversation } = await open(newFile(), { routes: [POSTGRES] });
  await conversation.project({ cursor: 1, sessions: [session("s")], interactions: [draft("i1", "s")] });
  await conversation.project({ cursor: 2, sessions: [session("s")], interactions: [draft("i2", "s")] });
  const taken = await outbox.take("postgres", 10);
  expect(taken.map((row) => (row.kind === "session" ? `session ${row.session.stats.prompts}` : row.kind === "interaction" ? row.interaction.id : row.kind)).sort()).toEqual(["i1", "i2", "session 2"]);
});

it("a session that changes while it is carried is carried again", async () => {
  const { outbox, conversation } = await open(newFile(), { routes: [POSTGRES] });
  await conversation.project({ cursor: 1, sessions: [session("s")], interactions: [] });
  const taken = await outbox.take("postgres", 10);
  await conversation.project({ cursor: 2, sessions: [session("s")], interactions: [] });
  await outbox.settle("postgres", taken.map(({ id }) => id));
  expect(await outbox.take("postgres", 10)).toHaveLength(1);
});

it("what a person deleted before it was carried never leaves", async () => {
  const { store, outbox, conversation } = await open(newFile(), { routes: [POSTGRES] });
  await store.append([item({ session_id: "s" })]);
  await conversation.project({ cursor: 1, sessions: [session("s")], interactions: [draft("i1", "s")] });
  await outbox.saveThread({ provider: "claude", session_id: "s", project: "/p", channel: "1", state: "open", message_id: "2", thread_id: "2", named: false, phase: null, owed: false });
  await conversation.deleteSession("s");
  expect((await outbox.take("postgres", 10)).every((row) => row.kind === "gone")).toBe(true);
  expect(await outbox.thread("claude", "s")).toBeNull();
});

it("what is set aside lets the rest pass, can be looked at, and goes back to its place or for good", async () => {
  const { store, outbox } = await open(newFile(), { routes: [POSTGRES] });
  await store.append([item({ session_id: "bad" }), item()]);
  const [bad, good] = await outbox.take("postgres", 10);
  await outbox.setAside("postgres", [{ id: bad?.id as number, reason: "refused" }]);
  expect((await outbox.take("postgres", 10)).map(({ id }) => id)).toEqual([good?.id]);
  expect(await outbox.aside("postgres", 10)).toMatchObject([{ kind: "event", session_id: "bad", reason: "refused" }]);
  expect(await outbox.standing("postgres")).toMatchObject({ pending: 1, aside: 1 });
  expect(await outbox.resolveAside("postgres", "again")).toBe(1);
  expect((await outbox.take("postgres", 10)).map(({ id }) => id)).toEqual([bad?.id, good?.id]);
});

it("turning a bridge off takes what waits for it along, and nobody else's", async () => {
  const { store, outbox } = await open(newFile(), { routes: [POSTGRES, DISCORD] });
  await store.append([item({ event_type: "user_prompt" })]);
  await outbox.route([POSTGRES]);
  expect(await outbox.take("discord", 10)).toEqual([]);
  expect(await outbox.take("postgres", 10)).toHaveLength(1);
});

it("history is written behind what waits, in slices, without what strangers told", async () => {
  const { store, outbox, conversation } = await open(newFile());
  await store.append([item(), item({ trust: "unverified" }), item()]);
  await conversation.project({ cursor: 1, sessions: [session("s")], interactions: [draft("i1", "s"), draft("i2", "s", "again")] });
  await outbox.route([POSTGRES]);
  await outbox.sendHistory("postgres");
  let slices = 0;
  while ((await outbox.fillHistory("postgres", 1)) > 0) slices++;
  expect(slices).toBeGreaterThan(4);
  expect((await outbox.take("postgres", 20)).map(({ kind }) => kind)).toEqual(["session", "interaction", "interaction", "event", "event"]);
  expect((await outbox.standing("postgres")).history).toBeNull();
});

it("a stored event is told with the project of its session", async () => {
  const { store, outbox, conversation } = await open(newFile(), { routes: [POSTGRES] });
  await conversation.project({ cursor: 1, sessions: [session("s")], interactions: [] });
  await store.append([{ keys: ["k"], events: [event({ session_id: "s" })] }]);
  expect((await outbox.take("postgres", 9)).find((row) => row.kind === "event")).toMatchObject({ project: "/p", event: { session_id: "s" } });
});

it("what was carried is gone from the file, and what a second bridge still needs is not", async () => {
  const file = newFile();
  const { store, outbox } = await open(file, { routes: [POSTGRES, DISCORD] });
  for (let round = 0; round < 20; round++) {
    await store.append(Array.from({ length: 50 }, () => item({ event_type: "user_prompt" })));
    const taken = await outbox.take("postgres", 100);
    expect(taken).toHaveLength(50);
    await outbox.settle("postgres", taken.map(({ id }) => id));
    // Numbers of another bridge's rows settle nothing.
    await outbox.settle("postgres", (await outbox.take("discord", 100)).map(({ id }) => id));
  }
  expect(await look(file, "SELECT bridge, count(*) AS n FROM outbox GROUP BY bridge")).toEqual([{ bridge: "discord", n: 1_000 }]);
  for (let left = await outbox.take("discord", 100); left.length > 0; left = await outbox.take("discord", 100)) await outbox.settle("discord", left.map(({ id }) => id));
  expect(await look(file, "SELECT count(*) AS n FROM outbox")).toEqual([{ n: 0 }]);
});

it("large rows end a page early, and nothing is passed over", async () => {
  const { store, outbox } = await open(newFile(), { routes: [POSTGRES] });
  const text = "x".repeat(20_000);
  for (let slice = 0; slice < 15; slice++) await store.append(Array.from({ length: 100 }, () => item({ payload: { text } })));
  const pages: number[][] = [];
  for (let after = 0; ; after = pages.at(-1)?.at(-1) ?? 0) {
    const page = await outbox.take("postgres", 5_000, after);
    if (page.length === 0) break;
    pages.push(page.map(({ id }) => id));
  }
  expect(pages.length).toBeGreaterThan(1);
  expect(new Set(pages.flat()).size).toBe(1_500);
});

it("a bridge may want sessions without their interactions", async () => {
  const { outbox, conversation } = await open(newFile(), { routes: [{ bridge: "opentelemetry", events: "all", conversation: "sessions" }] });
  await conversation.project({ cursor: 1, sessions: [session("s")], interactions: [draft("i1", "s")] });
  expect((await outbox.take("opentelemetry", 10)).map(({ kind }) => kind)).toEqual(["session"]);
});

it("spans that have begun wait in the file over starts of the app, and go with their session", async () => {
  const file = newFile();
  const begun = (key: string, of: string, at = Date.UTC(2026, 10, 28, 11)) => ({ key, session: of, at, span: "ab".repeat(8), parent: null, note: { prompt: "hello" } });
  const first = await open(file);
  await first.outbox.saveTelemetry({ figures: "{}", begun: [begun("turn s", "s"), begun("turn t", "t"), begun("turn old", "old", 0)], ended: [] });
  await first.store.close();
  const { outbox, conversation } = await open(file);
  expect(await outbox.telemetry(["turn s", "turn old", "turn none"])).toEqual({ figures: "{}", begun: [begun("turn s", "s")] });
  await conversation.project({ cursor: 1, sessions: [session("s")], interactions: [] });
  await conversation.deleteSession("s");
  await outbox.saveTelemetry({ figures: "{}", begun: [], ended: ["turn t"] });
  expect(await look(file, "SELECT key FROM telemetry_begun")).toEqual([]);
});
