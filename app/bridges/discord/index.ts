/** The Discord bridge: its carrier, a trial for people, and a word into a session's thread. */
import { randomUUID } from "node:crypto";
import type { BridgeTried, DiscordRules } from "../../../schemas/generated/types.ts";
import type { Carrier, OutboxStore } from "../../bridges-parts.ts";
import { splitMessage } from "../../domain/bridges/split-message.ts";
import { createDiscordApi } from "./api.ts";
import { createDiscordCarrier } from "./carrier.ts";
import { MESSAGE_LENGTH } from "./session.ts";
import { botThreads, type Threads, webhookThreads } from "./threads.ts";
import { DiscordTrouble, REASON } from "./trouble.ts";
import { createWebhookApi, parseWebhook } from "./webhook.ts";

export interface DiscordBridgeParts {
  /** Of the API, without its version. */
  base: string;
  rules: DiscordRules;
  /** The bot's token or the webhook's address. */
  secret: string | null;
  store: Pick<OutboxStore, "thread" | "saveThread">;
  projectOf(folder: string): Promise<string>;
  mask(text: string): string;
  say(key: string, values: Record<string, string>): string;
}

export interface DiscordBridge {
  carrier: Carrier;
  tryOut(): Promise<BridgeTried>;
  /** Specification 5 §3.2. @returns false: there is no such thread, or Discord does not take it */
  sendToSessionThread(provider: string, sessionId: string, message: string): Promise<boolean>;
}

type Way = { threads: Threads; tryOut(): Promise<string> };

/** Without a usable secret everything waits until a person gives one. */
export function createDiscordBridge(parts: DiscordBridgeParts): DiscordBridge {
  const way = wayOf(parts);
  if (typeof way === "string") return unusable(way);
  const { store, rules, projectOf, mask, say } = parts;
  return {
    carrier: createDiscordCarrier({ store, threads: way.threads, rules: () => rules, projectOf, mask, say }),
    async tryOut() {
      try {
        return { ok: true, reason: null, detail: await way.tryOut() };
      } catch (error) {
        return { ok: false, reason: error instanceof DiscordTrouble ? REASON[error.kind] : REASON.away, detail: "" };
      }
    },
    async sendToSessionThread(provider, sessionId, message) {
      const thread = await store.thread(provider, sessionId);
      if (thread === null || (thread.state !== "open" && thread.state !== "archived")) return false;
      // The same words twice are two messages: nobody sends these again.
      const own = randomUUID();
      try {
        for (const [part, content] of splitMessage(mask(message), MESSAGE_LENGTH).entries()) await way.threads.post(thread, content, `direct:${own}:${part}`);
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** As people paste it: with the word that goes before it in a request, or in quotes. @returns null for what no request could carry */
function tokenIn(text: string): string | null {
  const token = text.trim().replace(/^Bot\s+/i, "").replace(/^(["'])(.*)\1$/, "$2");
  return /^[\x21-\x7e]+$/.test(token) ? token : null;
}

/** @returns why there is none */
function wayOf({ base, rules, secret, store }: DiscordBridgeParts): Way | string {
  if (secret === null) return "discord_no_secret";
  const save: OutboxStore["saveThread"] = (thread) => store.saveThread(thread);
  if (rules.by === "webhook") {
    const webhook = parseWebhook(secret, base);
    if (webhook === null) return "discord_no_webhook";
    const api = createWebhookApi({ base, webhook });
    return { threads: webhookThreads(api, save), tryOut: () => api.whoAmI() };
  }
  const token = tokenIn(secret);
  if (token === null) return REASON.unauthorised;
  const api = createDiscordApi({ base, token });
  const tryOut = async () => {
    const name = await api.whoAmI();
    return rules.channel === null ? name : `${name} → #${await api.canSee(rules.channel)}`;
  };
  return { threads: botThreads(api, save), tryOut };
}

function unusable(reason: string): DiscordBridge {
  return {
    carrier: { batch: 1, lacks: reason, carry: async () => ({ settled: [], passed: [], aside: [], trouble: { next: "stop", reason } }), close: async () => undefined },
    tryOut: async () => ({ ok: false, reason, detail: "" }),
    sendToSessionThread: async () => false,
  };
}
