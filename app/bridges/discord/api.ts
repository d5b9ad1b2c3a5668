/** The few calls to Discord's API (v10), over @discordjs/rest, which keeps its limits per bucket and in all. */
import { DiscordAPIError, HTTPError, RateLimitError, REST, type RouteLike } from "@discordjs/rest";
import { createSaneFetch, type Fetch } from "./sane-fetch.ts";
import { DiscordTrouble, type TroubleKind } from "./trouble.ts";

/** Waits up to this are the library's, longer ones the outbox's. */
const WAITED_HERE_MS = 10_000;
/** SUPPRESS_EMBEDS: what an agent names is not fetched by anybody. */
const NO_EMBEDS = 4;

export interface DiscordMessage {
  id: string;
  content: string;
  byUs: boolean;
  /** A thread hangs from it. */
  hasThread: boolean;
}

/** All of them throw DiscordTrouble. */
export interface DiscordApi {
  /** Who the secret makes us, for people. */
  whoAmI(): Promise<string>;
  canSee(channel: string): Promise<string>;
  /** @param nonce the same twice within minutes is one message @returns its id */
  post(channel: string, content: string, nonce: string): Promise<string>;
  /** @returns the id of the thread; the one that is there when a message has one */
  startThread(channel: string, messageId: string, name: string): Promise<string>;
  change(thread: string, change: { name?: string; archived?: boolean }): Promise<void>;
  /** The last hundred. */
  recent(channel: string): Promise<DiscordMessage[]>;
}

export interface DiscordApiOptions {
  /** Of the API, without its version. */
  base: string;
  token: string;
  fetch?: Fetch;
  timeoutMs?: number;
}

interface RawMessage {
  id: string;
  content?: string;
  author?: { id?: string };
  thread?: unknown;
}

export function createRest({ base, fetch = globalThis.fetch as Fetch, timeoutMs }: Omit<DiscordApiOptions, "token">): REST {
  const sane = createSaneFetch(fetch, timeoutMs);
  return new REST({
    version: "10", api: base, retries: 0, timeout: 60_000, hashSweepInterval: 0, handlerSweepInterval: 0, userAgentAppendix: "agent-mascot",
    makeRequest: (url, init) => sane(url, init as unknown as RequestInit) as unknown as ReturnType<REST["options"]["makeRequest"]>,
    rejectOnRateLimit: ({ timeToReset, retryAfter }) => Math.max(timeToReset, retryAfter) > WAITED_HERE_MS,
  });
}

export function createDiscordApi(options: DiscordApiOptions): DiscordApi {
  const rest = createRest(options).setToken(options.token);
  let ownId: Promise<string> | null = null;
  // The library forgets a token that was refused once; whether to go on is decided here.
  const call = <Result>(work: () => Promise<unknown>) => asked(() => { rest.setToken(options.token); return work() as Promise<Result>; });
  const me = () => call<{ id: string; username?: string }>(() => rest.get("/users/@me"));
  const to = (path: string) => path as RouteLike;
  return {
    whoAmI: async () => (await me()).username ?? "",
    canSee: async (channel) => (await call<{ name?: string }>(() => rest.get(to(`/channels/${channel}`)))).name ?? channel,
    post: async (channel, content, nonce) => (await call<RawMessage>(() => rest.post(to(`/channels/${channel}/messages`), { body: messageOf(content, nonce) }))).id,
    async startThread(channel, messageId, name) {
      try {
        return (await call<RawMessage>(() => rest.post(to(`/channels/${channel}/messages/${messageId}/threads`), { body: { name } }))).id;
      } catch (error) {
        // Discord's number for "this message has its thread already": a thread has the id of its message.
        if (error instanceof DiscordTrouble && error.code === 160_004) return messageId;
        throw error;
      }
    },
    change: async (thread, change) => void (await call(() => rest.patch(to(`/channels/${thread}`), { body: change }))),
    async recent(channel) {
      ownId ??= me().then(({ id }) => id);
      const own = await ownId.catch((error: unknown) => {
        ownId = null;
        throw error;
      });
      const messages = await call<RawMessage[]>(() => rest.get(to(`/channels/${channel}/messages`), { query: new URLSearchParams({ limit: "100" }) }));
      return messages.map(({ id, content = "", author, thread }) => ({ id, content, byUs: author?.id === own, hasThread: thread !== undefined }));
    },
  };
}

export function messageOf(content: string, nonce?: string) {
  return { content, allowed_mentions: { parse: [] }, flags: NO_EMBEDS, ...(nonce === undefined ? {} : { nonce, enforce_nonce: true }) };
}

/** @throws DiscordTrouble and nothing else: other errors could hold the address, which may be a secret */
export async function asked<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw troubleOf(error);
  }
}

const KIND_OF_STATUS: Record<number, TroubleKind> = { 401: "unauthorised", 403: "forbidden", 404: "missing", 408: "away", 429: "limited" };

function troubleOf(error: unknown): DiscordTrouble {
  if (error instanceof DiscordTrouble) return error;
  if (error instanceof RateLimitError) return new DiscordTrouble("limited", 0, Math.max(error.timeToReset, error.retryAfter));
  if (error instanceof DiscordAPIError) return new DiscordTrouble(KIND_OF_STATUS[error.status] ?? "refused", Number(error.code) || 0);
  if (error instanceof HTTPError) return new DiscordTrouble("away", error.status, undefined, true);
  return new DiscordTrouble("away", 0, undefined, true);
}
