/** The same by a webhook: it can write and do little else. In a forum its first message opens the thread; in another channel everything goes into the channel. */
import type { RouteLike } from "@discordjs/rest";
import { asked, createRest, messageOf } from "./api.ts";
import type { Fetch } from "./sane-fetch.ts";

export interface Webhook {
  id: string;
  token: string;
}

/** @param base of the API: an address of another place is no webhook of Discord's. @returns null for what is none */
export function parseWebhook(address: string, base: string): Webhook | null {
  let url: URL;
  try {
    url = new URL(address.trim());
  } catch {
    return null;
  }
  const known = url.protocol === "https:" && url.port === "" && /^(?:(?:ptb|canary)\.)?discord(?:app)?\.com$/.test(url.hostname);
  if (!known && url.origin !== new URL(base).origin) return null;
  const match = /^\/api(?:\/v\d+)?\/webhooks\/(\d{15,22})\/([\w-]{20,120})\/?$/.exec(url.pathname);
  return match === null || url.username !== "" ? null : { id: match[1] as string, token: match[2] as string };
}

export interface WebhookApi {
  whoAmI(): Promise<string>;
  /** @param thread null: the channel itself. @param name of a thread to begin, where the channel is a forum @returns the thread it went to; null: none */
  post(content: string, thread: string | null, name: string | null): Promise<string | null>;
}

/** Discord's numbers for "a webhook of a forum needs a thread" and "this is no forum". */
export const NEEDS_THREAD = 220_001;
export const NO_FORUM = 220_003;

/** All of them throw DiscordTrouble. */
export function createWebhookApi(options: { base: string; webhook: Webhook; fetch?: Fetch; timeoutMs?: number }): WebhookApi {
  const rest = createRest(options);
  const path = `/webhooks/${options.webhook.id}/${options.webhook.token}` as RouteLike;
  return {
    whoAmI: async () => (await asked(() => rest.get(path, { auth: false }) as Promise<{ name?: string }>)).name ?? "",
    async post(content, thread, name) {
      const query = new URLSearchParams({ wait: "true", ...(thread === null ? {} : { thread_id: thread }) });
      const body = { ...messageOf(content), ...(name === null ? {} : { thread_name: name }) };
      const message = await asked(() => rest.post(path, { auth: false, query, body }) as Promise<{ channel_id?: string }>);
      return name === null ? thread : (message.channel_id ?? null);
    },
  };
}
