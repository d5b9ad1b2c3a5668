import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { DiscordRules } from "../../../schemas/generated/types.ts";
import { maskText } from "../../domain/masking.ts";
import { DiscordServer, TOKEN, WEBHOOK } from "../testing/discord-server.ts";
import { eventOf, MemoryOutbox } from "../testing/memory-outbox.ts";
import { createDiscordApi } from "./api.ts";
import { createDiscordCarrier } from "./carrier.ts";
import { createDiscordBridge } from "./index.ts";
import { botThreads, webhookThreads } from "./threads.ts";
import { createWebhookApi, parseWebhook } from "./webhook.ts";

const CHANNEL = "700000000000000001";
const OTHER = "700000000000000002";
const RULES: DiscordRules = { enabled: true, by: "bot", channel: CHANNEL, projects: { "/p": { channel: null }, "/other": { channel: OTHER } }, replies: "whole", phases: true };
let server: DiscordServer;

beforeEach(async () => {
  server = await DiscordServer.start();
  server.channels.set(CHANNEL, { kind: "text", allowed: true });
  server.channels.set(OTHER, { kind: "text", allowed: true });
});
afterEach(() => server.close());

function carrierFor(store: MemoryOutbox, rules: DiscordRules = RULES, timeoutMs = 1_000, token = TOKEN) {
  const save = (thread: Parameters<MemoryOutbox["saveThread"]>[0]) => store.saveThread(thread);
  const threads =
    rules.by === "bot"
      ? botThreads(createDiscordApi({ base: server.base, token, timeoutMs }), save)
      : webhookThreads(createWebhookApi({ base: server.base, webhook: WEBHOOK, timeoutMs }), save);
  const carrier = createDiscordCarrier({ store, threads, rules: () => rules, projectOf: async (folder) => folder, mask: maskText, say: (key, values) => `[${key}${Object.values(values).map((value) => ` ${value}`).join("")}]` });
  return {
    lacks: carrier.lacks,
    async carry() {
      const items = await store.take("discord", carrier.batch);
      const carried = await carrier.carry(items);
      await store.settle("discord", [...carried.settled, ...carried.passed]);
      await store.setAside("discord", carried.aside);
      return carried;
    },
  };
}

const start = (store: MemoryOutbox, session = "s", project = "/p") => store.putEvent(eventOf("session_started", { source: "startup", cwd: project }, { session_id: session }), "");
const reply = (store: MemoryOutbox, text: string, session = "s") => store.putEvent(eventOf("assistant_response", { text }, { session_id: session }));
const onlyThread = () => [...server.threads.values()][0];
const inThread = () => server.said(onlyThread()?.id ?? "");

describe("a session's thread", () => {
  it("O3: is opened at the start, named by project and first prompt, told phases, replies and the end, and archived: a thousand sessions leave no open threads", async () => {
    const store = new MemoryOutbox();
    const { carry } = carrierFor(store);
    start(store);
    await carry();
    expect(onlyThread()).toMatchObject({ parent: CHANNEL, name: "p", archived: false });
    store.putEvent(eventOf("user_prompt", { text: "mend the login" }));
    await carry();
    reply(store, "mended");
    store.putEvent(eventOf("agent_stopped", { scope: "turn" }));
    await carry();
    store.putEvent(eventOf("session_ended", { reason: "other" }));
    expect(await carry()).toMatchObject({ aside: [], trouble: null });
    expect(onlyThread()).toMatchObject({ name: "p · mend the login", archived: true });
    expect(inThread()).toEqual(["[phase.busy]", "mended\n[phase.interactable]", "[ended other]"]);
    expect(server.threads.size).toBe(1);
    expect(store.rows).toEqual([]);
  });

  it("is exactly one when the app is killed between any two requests", async () => {
    for (const cut of [/POST .*\/messages$/, /POST .*\/threads$/]) {
      const store = new MemoryOutbox();
      server.threads.clear();
      server.messages.clear();
      start(store);
      // Carried out, but the answer never comes.
      server.fault(cut, (response, carryOut) => { carryOut(); response.destroy(); });
      expect((await carrierFor(store).carry()).trouble).toMatchObject({ next: "wait", reason: "discord_away" });
      await carrierFor(store).carry();
      expect(server.threads.size).toBe(1);
      expect(server.said(CHANNEL)).toHaveLength(1);
    }
  });

  it("is exactly one when starts race", async () => {
    const store = new MemoryOutbox();
    const { carry } = carrierFor(store);
    start(store);
    store.putEvent(eventOf("session_started", { source: "resume", cwd: "/p" }));
    store.putEvent(eventOf("user_prompt", { text: "x", cwd: "/p" }), "");
    await carry();
    expect(server.threads.size).toBe(1);
  });

  it("is in the channel of its project, and projects that nobody listed are told nothing of", async () => {
    const store = new MemoryOutbox();
    start(store, "a", "/other");
    start(store, "b", "/secret");
    expect(await carrierFor(store).carry()).toMatchObject({ settled: [1], passed: [2] });
    expect([...server.threads.values()].map(({ parent }) => parent)).toEqual([OTHER]);
    expect(store.rows).toEqual([]);
  });

  it("of a chosen project for which no channel is set waits, and is made when there is one; of others nothing is kept", async () => {
    const store = new MemoryOutbox();
    const rules: DiscordRules = { ...RULES, channel: null, projects: { "/p": { channel: null } } };
    start(store);
    start(store, "b", "/secret");
    reply(store, "hello");
    const without = carrierFor(store, rules);
    expect(without.lacks).toBe("discord_no_channel");
    expect(await without.carry()).toEqual({ settled: [], passed: [2], aside: [], trouble: { next: "stop", reason: "discord_no_channel" } });
    expect(server.requests).toEqual([]);
    const mended = carrierFor(store, { ...rules, channel: CHANNEL });
    expect(mended.lacks).toBeNull();
    expect(await mended.carry()).toMatchObject({ settled: [1, 3], passed: [] });
    expect(inThread()).toEqual(["hello"]);
  });

  it("for which alone no channel is set is set aside, and the projects that have one go on", async () => {
    const store = new MemoryOutbox();
    const { carry, lacks } = carrierFor(store, { ...RULES, channel: null });
    start(store);
    start(store, "a", "/other");
    expect(lacks).toBeNull();
    expect(await carry()).toEqual({ settled: [2], passed: [], aside: [{ id: 1, reason: "discord_no_channel" }], trouble: null });
    expect(onlyThread()?.parent).toBe(OTHER);
  });

  it("is not there while no project is chosen: that is said, and nothing waits for one", async () => {
    const store = new MemoryOutbox();
    const { carry, lacks } = carrierFor(store, { ...RULES, projects: {} });
    start(store);
    expect(lacks).toBe("no_project");
    expect(await carry()).toEqual({ settled: [], passed: [1], aside: [], trouble: null });
  });

  it("is told nothing of what is no news, which is not counted as carried", async () => {
    const store = new MemoryOutbox();
    const { carry } = carrierFor(store, { ...RULES, phases: false });
    start(store);
    store.putEvent(eventOf("agent_stopped", { scope: "turn" }));
    expect(await carry()).toMatchObject({ settled: [1], passed: [2] });
  });

  it("that a person took away is not made again", async () => {
    const store = new MemoryOutbox();
    const { carry } = carrierFor(store);
    start(store);
    await carry();
    const id = onlyThread()?.id as string;
    server.threads.delete(id);
    reply(store, "one");
    expect((await carry()).trouble).toBeNull();
    reply(store, "two");
    expect(await carry()).toMatchObject({ settled: [], passed: [3] });
    expect(server.threads.size).toBe(0);
    expect(store.rows).toEqual([]);
  });

  it("goes on when the session is resumed", async () => {
    const store = new MemoryOutbox();
    const { carry } = carrierFor(store);
    start(store);
    store.putEvent(eventOf("session_ended", {}));
    await carry();
    store.putEvent(eventOf("session_started", { source: "resume", cwd: "/p" }));
    reply(store, "back");
    await carry();
    expect(server.threads.size).toBe(1);
    expect(onlyThread()?.archived).toBe(false);
    expect(inThread().at(-1)).toBe("[resumed]\nback");
  });
});

describe("what is said", () => {
  it("O5: pings nobody, shows no preview of links, and is masked again", async () => {
    const store = new MemoryOutbox();
    start(store);
    reply(store, "@everyone <@1> <@&2> key sk-ant-REDACTED https://user:hunter2secret@example.com");
    await carrierFor(store).carry();
    const message = server.messages.get(onlyThread()?.id ?? "")?.at(-1);
    expect(message?.body).toMatchObject({ allowed_mentions: { parse: [] }, flags: 4 });
    expect(message?.content).not.toContain("hunter2secret");
  });

  it("comes in parts of at most 1,900 characters in order, or cut when the person wants that", async () => {
    const store = new MemoryOutbox();
    start(store);
    const text = Array.from({ length: 900 }, (_, n) => `word${n}`).join(" ");
    reply(store, text);
    await carrierFor(store).carry();
    expect(inThread().every((part) => part.length <= 1_900)).toBe(true);
    expect(inThread().join(" ").replaceAll(/\s+/g, " ")).toBe(text);
    start(store, "t");
    reply(store, "a".repeat(2_500), "t");
    await carrierFor(store, { ...RULES, replies: "cut" }).carry();
    expect(server.said([...server.threads.keys()][1] ?? "")).toEqual([`${"a".repeat(1_900)}...`]);
  });

  it("that Discord does not take is set aside, and the next goes on", async () => {
    const store = new MemoryOutbox();
    const { carry } = carrierFor(store);
    start(store);
    await carry();
    reply(store, "a".repeat(3_000));
    reply(store, "good");
    server.fault(/POST .*\/messages$/, (response) => json(response, 400, { code: 50_035, message: "Invalid Form Body" }));
    expect(await carry()).toMatchObject({ aside: [{ reason: "discord_refused" }], trouble: null });
    expect(inThread()).toContain("good");
  });

  it("part of which arrived is not said twice when it is sent again", async () => {
    const store = new MemoryOutbox();
    const { carry } = carrierFor(store);
    start(store);
    await carry();
    reply(store, "x".repeat(4_000));
    server.fault(/POST .*\/messages$/, (response, carryOut) => { carryOut(); response.destroy(); });
    await carry();
    await carry();
    expect(inThread().map(({ length }) => length)).toEqual([1_896, 1_896, 208]);
  });
});

const json = (response: import("node:http").ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) => {
  response.writeHead(status, { "Content-Type": "application/json", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
};

describe("a Discord that is not well", () => {
  it.each([
    ["429 without a time", 429, {}, {}], ["429 with a huge time", 429, {}, { "Retry-After": "99999999" }], ["429 with a negative time", 429, {}, { "Retry-After": "-5" }], ["429 with words for a time", 429, {}, { "Retry-After": "soon" }],
    ["429 with a page", 429, "<html>slow down</html>", { "Content-Type": "text/html" }], ["500", 500, {}, {}], ["502 with a page", 502, "<html></html>", { "Content-Type": "text/html" }], ["JSON that is none", 200, "{\"id\": ", {}], ["a page where JSON should be", 200, "<html></html>", { "Content-Type": "text/html" }],
    ["limits that are none", 503, {}, { "X-RateLimit-Remaining": "-1", "X-RateLimit-Reset-After": "NaN", "X-RateLimit-Limit": "" }],
  ])("%s: it is waited for, nothing is lost or doubled", async (_name, status, body, headers) => {
    const store = new MemoryOutbox();
    const { carry } = carrierFor(store);
    start(store);
    await carry();
    reply(store, "words");
    server.fault(/POST .*\/messages$/, (response) => json(response, status, body, headers));
    expect((await carry()).trouble).toMatchObject({ next: "wait" });
    expect(await carry()).toMatchObject({ trouble: null, aside: [] });
    expect(inThread()).toEqual(["words"]);
  });

  it("a short limit is waited out and no more is asked of anybody", async () => {
    const store = new MemoryOutbox();
    const { carry } = carrierFor(store);
    start(store);
    server.fault(/POST .*\/messages$/, (response) => json(response, 429, { retry_after: 0.05, global: false }, { "Retry-After": "0.05" }));
    expect((await carry()).trouble).toBeNull();
    expect(server.threads.size).toBe(1);
  });

  it("one that hangs, before or in its answer, is left within the time", async () => {
    const store = new MemoryOutbox();
    start(store);
    server.fault(/POST .*\/messages$/, () => undefined);
    server.fault(/GET .*\/messages$/, (response) => { response.writeHead(200, { "Content-Type": "application/json" }); response.write("[{"); });
    for (let round = 0; round < 2; round++) expect((await carrierFor(store, RULES, 200).carry()).trouble).toMatchObject({ next: "wait", reason: "discord_away" });
    await carrierFor(store).carry();
    expect(server.threads.size).toBe(1);
  });

  it("a token that is refused twice stops it; nothing more is asked", async () => {
    const store = new MemoryOutbox();
    start(store);
    const { carry } = carrierFor(store, RULES, 1_000, "wrong");
    expect((await carry()).trouble).toMatchObject({ next: "wait", reason: "discord_unauthorised" });
    expect((await carry()).trouble).toMatchObject({ next: "stop", reason: "discord_unauthorised" });
    expect(server.requests).toHaveLength(2);
  });

  it.each([["forbidden", 403], ["missing", 404]])("a channel that is %s three times stops it, or is set aside when others go on", async (kind) => {
    const store = new MemoryOutbox();
    if (kind === "forbidden") server.channels.set(CHANNEL, { kind: "text", allowed: false });
    else server.channels.delete(CHANNEL);
    const { carry } = carrierFor(store);
    start(store);
    await carry();
    await carry();
    expect((await carry()).trouble).toEqual({ next: "stop", reason: `discord_${kind}` });
    start(store, "fine", "/other");
    expect(await carry()).toMatchObject({ trouble: null, aside: [{ reason: `discord_${kind}` }] });
    expect(store.rows.filter(({ aside }) => aside === undefined)).toEqual([]);
  });

  it("O7: no message of a failure holds the token or the webhook's address", async () => {
    const store = new MemoryOutbox();
    start(store);
    const { carry } = carrierFor(store, { ...RULES, by: "webhook" });
    await server.close();
    const carried = await carry();
    expect(carried.trouble).toMatchObject({ reason: "discord_away" });
    expect(JSON.stringify(carried)).not.toContain(WEBHOOK.token);
    server = await DiscordServer.start();
  });
});

describe("a token as people paste it", () => {
  const tried = (secret: string) => createDiscordBridge({ base: server.base, rules: RULES, secret, store: new MemoryOutbox(), projectOf: async (folder) => folder, mask: maskText, say: (key) => key });
  it.each([`Bot ${TOKEN}`, `"${TOKEN}"`, ` ${TOKEN}\n`])("%j is it", async (secret) => {
    expect(await tried(secret).tryOut()).toMatchObject({ ok: true });
  });
  it.each(["한글로 친 것", "a\nb", "“quoted”"])("%j is none: no request is made, and it stops for the person", async (secret) => {
    const bridge = tried(secret);
    expect(await bridge.tryOut()).toMatchObject({ ok: false, reason: "discord_unauthorised" });
    expect((await bridge.carrier.carry([])).trouble).toEqual({ next: "stop", reason: "discord_unauthorised" });
    expect(server.requests).toEqual([]);
  });
});

describe("by a webhook", () => {
  const rules: DiscordRules = { ...RULES, by: "webhook", channel: null };
  it("a forum has a thread for each session", async () => {
    server.channels.set("webhook", { kind: "forum", allowed: true });
    const store = new MemoryOutbox();
    start(store);
    reply(store, "hello");
    await carrierFor(store, rules).carry();
    expect(server.threads.size).toBe(1);
    expect(inThread()).toEqual([expect.stringContaining("first"), "hello"]);
  });
  it("another channel has everything in it, marked by session", async () => {
    server.channels.set("webhook", { kind: "text", allowed: true });
    const store = new MemoryOutbox();
    start(store);
    reply(store, "hello");
    await carrierFor(store, rules).carry();
    expect(server.said("webhook")).toEqual([expect.stringContaining("first"), expect.stringMatching(/^#[0-9a-f]{10} hello$/)]);
  });
  it("a thread that may be there is not made twice: a person looks, and sends it again", async () => {
    server.channels.set("webhook", { kind: "forum", allowed: true });
    const store = new MemoryOutbox();
    start(store);
    server.fault(/POST/, (response, carryOut) => { carryOut(); response.destroy(); });
    const { carry } = carrierFor(store, rules);
    await carry();
    expect((await carry()).aside).toMatchObject([{ reason: "discord_unsure" }]);
    expect(server.threads.size).toBe(1);
    await store.resolveAside("discord", "again");
    await carry();
    expect(server.threads.size).toBe(2);
  });
  it.each([
    ["https://discord.com/api/webhooks/900000000000000001/abcdefghijklmnopqrstuvwxyz", true], ["https://canary.discord.com/api/v10/webhooks/900000000000000001/abcdefghijklmnopqrstuvwxyz", true],
    ["http://discord.com/api/webhooks/900000000000000001/abcdefghijklmnopqrstuvwxyz", false], ["https://discord.com.evil.example/api/webhooks/900000000000000001/abcdefghijklmnopqrstuvwxyz", false],
    ["https://discord.com@evil.example/api/webhooks/900000000000000001/abcdefghijklmnopqrstuvwxyz", false], ["https://discord.com/api/webhooks/1/2", false], ["not one", false],
  ])("%s is one: %s", (address, is) => {
    expect(parseWebhook(address, "https://discord.com/api") !== null).toBe(is);
  });
});

it("O1: 300 replies of many sessions in a minute's burst go over no limit and all arrive", async () => {
  const store = new MemoryOutbox();
  const { carry } = carrierFor(store);
  for (let session = 0; session < 4; session++) start(store, `s${session}`);
  await carry();
  for (let n = 0; n < 300; n++) reply(store, `reply number ${n} ${"of some length ".repeat(8)}`, `s${n % 4}`);
  while (store.rows.length > 0) expect((await carry()).trouble).toBeNull();
  expect(server.violations).toBe(0);
  const all = [...server.threads.keys()].flatMap((id) => server.said(id)).join("\n");
  for (let n = 0; n < 300; n++) expect(all).toContain(`reply number ${n} `);
}, 60_000);

describe("a word into a session's thread", () => {
  const bridgeFor = (store: MemoryOutbox, token = TOKEN) => createDiscordBridge({ base: server.base, rules: RULES, secret: token, store, projectOf: async (folder) => folder, mask: maskText, say: (key) => key });

  it("arrives masked, whole and in order, the same words as often as they are sent; true says so", async () => {
    const store = new MemoryOutbox();
    start(store);
    await carrierFor(store).carry();
    const bridge = bridgeFor(store);
    const secret = `ghp_${"a1B2".repeat(9)}`;
    expect(await bridge.sendToSessionThread("claude", "s", "Deployed.")).toBe(true);
    expect(await bridge.sendToSessionThread("claude", "s", "Deployed.")).toBe(true);
    expect(await bridge.sendToSessionThread("claude", "s", `The key is ${secret} ${"and so on ".repeat(300)}`)).toBe(true);
    expect(inThread().slice(0, 2)).toEqual(["Deployed.", "Deployed."]);
    expect(inThread().length).toBe(4);
    expect(inThread().join("")).not.toContain(secret);
  });

  it("is false where there is no such thread, a person took it away, or Discord does not take it", async () => {
    const store = new MemoryOutbox();
    expect(await bridgeFor(store).sendToSessionThread("claude", "s", "hello")).toBe(false);
    start(store);
    await carrierFor(store).carry();
    expect(await bridgeFor(store).sendToSessionThread("codex", "s", "hello")).toBe(false);
    expect(await bridgeFor(store, "wrong").sendToSessionThread("claude", "s", "hello")).toBe(false);
    const thread = await store.thread("claude", "s");
    if (thread !== null) await store.saveThread({ ...thread, state: "gone" });
    expect(await bridgeFor(store).sendToSessionThread("claude", "s", "hello")).toBe(false);
    expect(inThread()).toEqual([]);
  });
});
