/** The stream over real HTTP, with the real event log behind it. */
import { type ClientRequest, type IncomingMessage, request as httpRequest } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { MascotEvent, SessionEvent, StreamNotice } from "../../../schemas/generated/types.ts";
import { SessionEvent as isSessionEvent, StreamNotice as isStreamNotice } from "../../../schemas/generated/validators.mjs";
import { createFeed, type Feed } from "../../pipeline/feed.ts";
import type { EventStore } from "../../parts.ts";
import { cleanUp, event, newFile, open } from "../../store/testing/store-fixture.ts";
import { type Ask, ask, FakeLog, startTestCollector, type TestCollector, TOKEN, until } from "../test-support.ts";
import type { StreamLimits } from "./limits.ts";

const PATH = "/api/events/stream";
const bearer = { Authorization: `Bearer ${TOKEN}` };

interface Message {
  id: number | null;
  event: string;
  data: SessionEvent & StreamNotice;
}

class Follower {
  readonly messages: Message[] = [];
  comments = 0;
  ended = false;
  retry: string | null = null;
  private rest = "";

  constructor(readonly request: ClientRequest, readonly response: IncomingMessage) {
    response.setEncoding("utf8");
    response.on("data", (chunk: string) => this.take(chunk));
    response.on("error", () => {});
    response.on("close", () => {
      this.ended = true;
    });
  }

  private take(chunk: string): void {
    const blocks = (this.rest + chunk).split("\n\n");
    this.rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const fields = new Map(block.split("\n").map((line): [string, string] => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]));
      if (fields.has("")) this.comments++;
      this.retry = fields.get("retry") ?? this.retry;
      const data = fields.get("data");
      if (data !== undefined) this.messages.push({ id: fields.has("id") ? Number(fields.get("id")) : null, event: fields.get("event") ?? "", data: JSON.parse(data) });
    }
  }

  get events(): Message[] {
    return this.messages.filter((message) => message.event === "session.event");
  }
  get ids(): number[] {
    return this.events.map(({ id }) => id as number);
  }
  leave(): void {
    this.request.destroy();
  }
}

let log: { store: EventStore; feed: Feed; file: string };
let t: TestCollector;
let followers: Follower[];

async function start(streamLimits: Partial<StreamLimits> = {}, file = newFile()): Promise<void> {
  const { store } = await open(file, { clock: { now: Date.now } });
  log = { store, feed: createFeed(new FakeLog()), file };
  t = await startTestCollector({ deps: { stream: { events: store, feed: log.feed } }, streamLimits });
}

async function restart(streamLimits: Partial<StreamLimits> = {}): Promise<void> {
  await t.close();
  await log.store.close();
  await start(streamLimits, log.file);
}

beforeEach(async () => {
  followers = [];
  await start();
});

afterEach(async () => {
  for (const follower of followers) follower.leave();
  await t.close();
  await cleanUp();
});

const where = () => ({ port: t.collector.port });
const refused = (query = "", options: Ask = {}) => ask(where(), `${PATH}${query}`, { headers: bearer, ...options });

const hasPlace = async () => (await refused("?follow=false")).status === 200;

/** @throws when it is refused */
function follow(query = "", headers: Record<string, string> = {}, socket = false): Promise<Follower> {
  const to = socket ? { socketPath: t.collector.socketPath as string } : { ...where(), host: "127.0.0.1" };
  return new Promise((resolve, reject) => {
    const request = httpRequest({ ...to, path: `${PATH}${query}`, headers: { ...(socket ? {} : bearer), ...headers }, agent: false }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`${response.statusCode}`));
      const follower = new Follower(request, response);
      followers.push(follower);
      resolve(follower);
    });
    request.on("error", reject);
    request.end();
  });
}

/** As the pipeline does it: committed, then published. */
async function record(...events: MascotEvent[]): Promise<MascotEvent[]> {
  const outcomes = await log.store.append(events.map((one) => ({ keys: [one.id], events: [one] })));
  const stored = events.map((one, i) => ({ ...one, seq: (outcomes[i] as { seqs: number[] }).seqs[0] as number }));
  log.feed.publish(stored);
  return stored;
}
const some = (count: number, fields: Partial<MascotEvent> = {}) => Array.from({ length: count }, () => event(fields));
const upTo = (count: number, from = 1) => Array.from({ length: count }, (_, n) => from + n);

describe("who may follow, and what is answered", () => {
  it("over the socket, and over TCP with the token alone; never kept by anybody", async () => {
    expect((await ask(where(), PATH)).status).toBe(401);
    expect((await refused("", { method: "POST", body: "{}" })).headers.allow).toBe("GET, HEAD");
    for (const socket of [true, false]) {
      const { response } = await follow("", {}, socket);
      expect(response.headers).toMatchObject({ "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store" });
    }
    const head = await refused("", { method: "HEAD" });
    expect([head.status, head.text, head.headers["content-type"]]).toEqual([200, "", "text/event-stream; charset=utf-8"]);
  });

  it.each([
    ["?event_type=tool_started,nonsense", /event_type knows: agent_started/], ["?severity=fatal", /severity knows: info, warn, error/], ["?last_event_id=abc", /Known/], ["?last_event_id=-1", /Known/],
    ["?since=soon", /since a time/], ["?last=1001", /Known/], ["?last=x", /Known/], ["?follow=maybe", /Known/], ["?unknown=1", /Known/], ["?event_type=", /Known/],
  ])("%s is refused with what is known", async (query, message) => {
    const answer = await refused(query);
    expect(answer.status).toBe(400);
    expect(answer.json()["message"]).toMatch(message);
  });

  it("a Last-Event-ID that is no number is refused", async () => {
    expect((await refused("", { headers: { ...bearer, "Last-Event-ID": "evt_1" } })).json()).toMatchObject({ error: "invalid place" });
  });

  it("while the log is not open it says to try again", async () => {
    await t.close();
    const closed = () => Promise.reject(new Error("not open"));
    t = await startTestCollector({ deps: { stream: { feed: log.feed, events: { told: closed, firstSeq: closed, lastSeq: closed, seqBefore: closed } } } });
    expect(await refused()).toMatchObject({ status: 503, headers: { "retry-after": "10" } });
  });
});

describe("what is told", () => {
  it("every event once it is committed, in the specification's form, with its number as id; nothing that hooks sent raw", async () => {
    const follower = await follow();
    await record(event({ session_id: "s1", event_type: "tool_failed", severity: "warn", payload: { tool_name: "Bash", target: "npm test", exit_code: 1, error_message: "Exit code 1" }, raw: { secret: "raw-text" }, thinking_text: "thought" }), event({ session_id: null, event_type: "port_started", payload: { port_id: "beans", project_dir: "/w", title: "Beans" } }));
    await until(() => follower.events.length === 2, "two events");
    const [first, second] = follower.events;
    expect(first).toMatchObject({ id: 1, event: "session.event", data: { session_id: "s1", event_type: "tool_failed", severity: "warn", summary: "Bash failed: npm test (Exit code 1)", details: { tool_name: "Bash", exit_code: 1 } } });
    expect(second?.data).toMatchObject({ session_id: "", port_id: "beans", event_type: "port_started", severity: "info", summary: "Port beans started: Beans" });
    for (const { data } of follower.events) expect(isSessionEvent(data), JSON.stringify(data)).toBe(true);
    expect(JSON.stringify(follower.messages)).not.toMatch(/raw-text|thought/);
    expect(follower.retry).toBe("1000");
  });

  it("what was there before is not told without being asked for", async () => {
    await record(...some(5));
    const follower = await follow();
    await record(event());
    await until(() => follower.events.length > 0, "the sixth");
    expect(follower.ids).toEqual([6]);
  });

  it.each<[string, (n: number) => boolean]>([
    ["?session_id=s1", (n) => n <= 3], ["?event_type=tool_failed", (n) => n === 2], ["?event_type=user_request,%20port_started", (n) => n === 1 || n === 5], ["?severity=warn", (n) => n === 2], ["?severity=warn,error", (n) => n === 2 || n === 4],
    ["?severity=info", (n) => n === 1 || n === 3 || n === 5], ["?project=/w/bean", (n) => n === 5 || n === 4], ["?project=/w/bean/deep/", (n) => n === 4], ["?project=greenhouse", (n) => n === 3], ["?port_id=beans", (n) => n === 5],
    ["?session_id=s1&severity=warn", (n) => n === 2], ["", () => true],
  ])("%s tells only what fits, live and from the log", async (query, fits) => {
    const live = await follow(query);
    await record(
      event({ session_id: "s1", event_type: "user_prompt", payload: { text: "hi", cwd: "/w/beans" } }), event({ session_id: "s1", event_type: "tool_failed", severity: "warn", payload: { tool_name: "Bash", exit_code: null, error_message: "" } }),
      event({ session_id: "s1", workspace_id: "greenhouse", severity: "debug" }), event({ session_id: "s2", severity: "error", payload: { cwd: "/w/bean/deep/down" } }),
      event({ session_id: null, event_type: "port_started", payload: { port_id: "beans", project_dir: "/w/bean" } }),
    );
    const expected = upTo(5).filter(fits);
    await until(() => live.events.length >= expected.length, "the live ones");
    const again = await follow(`${query}${query === "" ? "?" : "&"}last_event_id=0&follow=false`);
    await until(() => again.ended, "the end");
    expect([live.ids, again.ids]).toEqual([expected, expected]);
  });

  it("a session's folder counts for its events that name none", async () => {
    await t.close();
    t = await startTestCollector({ deps: { stream: { events: log.store, feed: log.feed }, world: { snapshot: () => ({ n: 0, agents: [], sessions: [] }), agents: () => [], sessions: () => [{ session_id: "s1", project_dir: "/w/beans" } as never], onPatch: () => () => {} } } });
    const follower = await follow("?project=/w/beans");
    await record(event({ session_id: "s1", payload: {} }), event({ session_id: "s2", payload: {} }), event({ session_id: null, payload: {} }));
    await until(() => follower.events.length > 0, "the first");
    expect(follower.ids).toEqual([1]);
  });
});

describe("from any place of the log", () => {
  it("by Last-Event-ID, which wins over the query; from the beginning; the last ones; since a time; to the end alone", async () => {
    await record(...some(3, { event_type: "user_prompt", payload: { text: "a" } }));
    const between = new Date();
    await until(() => Date.now() > between.getTime(), "a later moment");
    await record(...some(3, { event_type: "tool_started", payload: { tool_name: "Bash" } }));
    const told = async (query: string, headers: Record<string, string> = {}) => {
      const follower = await follow(query, headers);
      await until(() => follower.ended, "the end");
      return follower.ids;
    };
    expect(await told("?follow=false&last_event_id=1", { "Last-Event-ID": "4" })).toEqual([5, 6]);
    expect(await told("?follow=false&last_event_id=4")).toEqual([5, 6]);
    expect(await told("?follow=0&last_event_id=0")).toEqual(upTo(6));
    expect(await told("?follow=false&last=2")).toEqual([5, 6]);
    expect(await told("?follow=false&last=2&event_type=user_prompt")).toEqual([2, 3]);
    expect(await told("?follow=false&last=1000")).toEqual(upTo(6));
    expect(await told(`?follow=false&since=${new Date(between.getTime() + 1).toISOString()}`)).toEqual([4, 5, 6]);
    expect(await told("?follow=false&since=2001-01-01T00:00:00Z")).toEqual(upTo(6));
    expect(await told("?follow=false&since=2999-01-01T00:00:00Z")).toEqual([]);
    expect(await told("?follow=false")).toEqual([]);
  });

  it("a number beyond the log goes on with what comes, and is told so with the right number", async () => {
    await record(...some(2));
    const follower = await follow("", { "Last-Event-ID": "500" });
    await until(() => follower.messages.length > 0, "a notice");
    await record(event());
    await until(() => follower.events.length > 0, "the next");
    expect(follower.messages[0]).toMatchObject({ id: 2, event: "stream.notice", data: { reason: "beyond_the_log" } });
    expect(isStreamNotice(follower.messages[0]?.data)).toBe(true);
    expect(follower.ids).toEqual([3]);
  });

  it("what is not kept any more is said, and the rest follows; numbers that are gone in between are just not there", async () => {
    await record(...some(3), ...some(3, { session_id: "gone" }), ...some(2));
    const remove = async (sql: string) => {
      const { Connection } = await import("../../store/sqlite.ts");
      const connection = await Connection.open(log.file, 1000);
      await connection.run(sql);
      await connection.close();
    };
    await remove("DELETE FROM events WHERE seq BETWEEN 4 AND 6");
    const within = await follow("", { "Last-Event-ID": "5" });
    await until(() => within.events.length === 2, "the rest");
    expect(within.messages.map(({ event: kind, id }) => [kind, id])).toEqual([["session.event", 7], ["session.event", 8]]);
    await remove("DELETE FROM events WHERE seq < 3");
    const before = await follow("", { "Last-Event-ID": "1" });
    await until(() => before.events.length === 3, "the rest");
    expect(before.messages[0]).toMatchObject({ event: "stream.notice", data: { reason: "not_kept" } });
    expect(before.ids).toEqual([3, 7, 8]);
    const beginning = await follow("?last_event_id=0");
    await until(() => beginning.events.length === 3, "what is left");
    expect(beginning.messages.every(({ event: kind }) => kind === "session.event")).toBe(true);
  });

  it("nothing is missed or told twice across the seam, however often one connects again, while 500 events come a second, and after the app began anew", async () => {
    const total = 1500;
    const received: number[] = [];
    const recording = (async () => {
      for (let sent = 0; sent < total; sent += 10) {
        await record(...some(10));
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
    const steady = await follow("?last_event_id=0");
    let place = 0;
    for (let turn = 0; place < total - 100; turn++) {
      const follower = await follow("", { "Last-Event-ID": String(place) });
      const enough = 20 + ((turn * 37) % 90);
      await until(() => follower.events.length >= enough, "some events");
      follower.leave();
      const ids = follower.ids;
      received.push(...ids);
      place = ids.at(-1) as number;
    }
    await recording;
    await until(() => steady.events.length === total, "all of them");
    await restart();
    const last = await follow("", { "Last-Event-ID": String(place) });
    await record(...some(5));
    await until(() => last.ids.at(-1) === total + 5, "the last ones");
    expect([...received, ...last.ids]).toEqual(upTo(total + 5));
    expect(steady.ids).toEqual(upTo(total));
  }, 30_000);

  it("events of one batch that are told out of order come in order", async () => {
    const follower = await follow();
    const outcomes = await log.store.append(some(3).map((one) => ({ keys: [one.id], events: [one] })));
    const stored = outcomes.map((outcome) => ({ ...event(), seq: (outcome as { seqs: number[] }).seqs[0] as number }));
    log.feed.publish([stored[2], stored[0], stored[1]] as MascotEvent[]);
    await until(() => follower.events.length === 3, "all");
    expect(follower.ids).toEqual([1, 2, 3]);
  });

  it("what comes after a rest is told at once, what comes right after it together", async () => {
    await restart({ soonMs: 1, gatherMs: 400 });
    const follower = await follow();
    const pieces: string[] = [];
    follower.response.on("data", (piece: string) => pieces.push(piece));
    await until(() => hasPlace(), "a place");
    const [first] = await record(event({}));
    await until(() => follower.ids.length === 1, "the first");
    const [second] = await record(event({}));
    const [third] = await record(event({}));
    await until(() => follower.ids.length === 3, "the others");
    expect(follower.ids).toEqual([first?.seq, second?.seq, third?.seq]);
    expect(pieces.filter((piece) => piece.includes("session.event"))).toHaveLength(2);
  });

  it("events that were taken back from an export are from elsewhere and not told", async () => {
    const follower = await follow("?last_event_id=0");
    log.feed.publish([{ ...event(), seq: -5 }]);
    await record(event());
    await until(() => follower.events.length > 0, "the one");
    expect(follower.ids).toEqual([1]);
  });
});

describe("those who follow cost little", () => {
  it("sixteen are served, the next is told to try later, and gets the place of one who left", async () => {
    const all = await Promise.all(upTo(16).map(() => follow()));
    const answer = await refused();
    expect(answer).toMatchObject({ status: 503, headers: { "retry-after": "10" } });
    expect(answer.json()).toMatchObject({ error: "too many followers", message: expect.stringContaining("16") });
    await record(event());
    await until(() => all.every((follower) => follower.events.length === 1), "everyone was told");
    all[3]?.leave();
    await until(hasPlace, "a free place");
  });

  it("the connection is shown to stand by comments, and the server's timeouts do not cut it", async () => {
    await t.close();
    t = await startTestCollector({ deps: { stream: { events: log.store, feed: log.feed } }, streamLimits: { heartbeatMs: 30 }, serverLimits: { headersTimeoutMs: 100, requestTimeoutMs: 150, keepAliveTimeoutMs: 100, checkEveryMs: 20 } });
    const follower = await follow();
    await until(() => follower.comments >= 15, "heartbeats beyond every timeout");
    await record(event());
    await until(() => follower.events.length === 1, "the event");
    expect(follower.ended).toBe(false);
  });

  it("one who does not read is cut with last words and keeps nobody waiting; the others are told all", async () => {
    await restart({ bufferBytes: 64 * 1024, stallMs: 200, lingerMs: 300, page: 20 });
    const slow = await follow();
    const good = await follow();
    await Promise.all(upTo(14).map(() => follow("?port_id=none")));
    slow.response.pause();
    const long = { event_type: "user_prompt" as const, payload: { text: "x".repeat(100_000) } };
    for (let n = 0; n < 50; n++) await record(...some(4, long));
    await until(() => good.events.length === 200, "all of them", 20_000);
    await until(hasPlace, "its place is free");
    slow.response.resume();
    await until(() => slow.ended, "the cut");
    expect(slow.events.length).toBeLessThan(200);
    expect(slow.ids).toEqual(upTo(slow.events.length));
    expect(good.ids).toEqual(upTo(200));
  }, 40_000);

  it("one who reads late but in time hears that he was cut, and where to go on", async () => {
    await restart({ bufferBytes: 16 * 1024, stallMs: 100, lingerMs: 10_000, page: 20 });
    const slow = await follow();
    await Promise.all(upTo(15).map(() => follow("?port_id=none")));
    slow.response.pause();
    await record(...some(200, { event_type: "user_prompt", payload: { text: "x".repeat(100_000) } }));
    await until(hasPlace, "its place is free");
    slow.response.resume();
    await until(() => slow.messages.some(({ event: kind }) => kind === "stream.end"), "the last words");
    const { data } = slow.messages.at(-1) as Message;
    expect(data).toMatchObject({ reason: "slow", message: expect.stringContaining("last id") });
    const place = slow.ids.at(-1) as number;
    const again = await follow("?follow=false", { "Last-Event-ID": String(place) });
    await until(() => again.ended, "the rest");
    expect([...slow.ids, ...again.ids]).toEqual(upTo(200));
  }, 30_000);

  it("quitting tells everyone, with all that was committed before, and waits for nobody", async () => {
    const all = await Promise.all(upTo(3).map(() => follow()));
    await record(...some(2));
    const from = performance.now();
    await t.collector.close();
    expect(performance.now() - from).toBeLessThan(1500);
    await until(() => all.every((follower) => follower.ended), "the end");
    for (const follower of all) expect(follower.messages.map(({ event: kind, data }) => (kind === "stream.end" ? data.reason : kind))).toEqual(["session.event", "session.event", "quit"]);
  });

  it("a log that fails ends the stream in words, and the app goes on", async () => {
    await record(...some(3));
    const reads = log.store.told.bind(log.store);
    await t.close();
    let fails = false;
    t = await startTestCollector({ deps: { stream: { feed: log.feed, events: { told: (range) => (fails ? Promise.reject(new Error("disk")) : reads(range)), firstSeq: () => log.store.firstSeq(), lastSeq: () => log.store.lastSeq(), seqBefore: (at) => log.store.seqBefore(at) } } } });
    fails = true;
    const follower = await follow("?last_event_id=0");
    await until(() => follower.ended, "the end");
    expect(follower.messages.at(-1)).toMatchObject({ event: "stream.end", data: { reason: "failed" } });
    fails = false;
    const again = await follow("?last_event_id=0&follow=false");
    await until(() => again.ended, "the end");
    expect(again.ids).toEqual([1, 2, 3]);
  });
});
