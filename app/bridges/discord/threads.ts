/** Threads of sessions, by a bot or by a webhook. Each session has exactly one, whatever was cut off in between. */
import type { DiscordThread } from "../../bridges-parts.ts";
import { hash64 } from "../../domain/hashing.ts";
import type { DiscordApi } from "./api.ts";
import { DiscordTrouble } from "./trouble.ts";
import { NEEDS_THREAD, NO_FORUM, type WebhookApi } from "./webhook.ts";

/** All of them throw DiscordTrouble. */
export interface Threads {
  /** @returns the thread, open. Saves what it learns on the way. */
  open(thread: DiscordThread, words: OpeningWords): Promise<DiscordThread>;
  /** @param key the same for the same message, whenever it is sent again */
  post(thread: DiscordThread, content: string, key: string): Promise<void>;
  rename(thread: DiscordThread, name: string): Promise<void>;
  archive(thread: DiscordThread): Promise<void>;
}

export interface OpeningWords {
  name: string;
  /** @param mark stands for the session */
  first(mark: string): string;
}

type Save = (thread: DiscordThread) => Promise<void>;

/** Thrown when nobody can tell whether a thread is there, and a second one must not be. */
export class UnsureThread extends Error {}

/** Not to be guessed back, and the same for ever. */
export const markOf = ({ provider, session_id }: Pick<DiscordThread, "provider" | "session_id">): string => `#${hash64(`${provider} ${session_id}`).slice(0, 10)}`;

/**
 * The thread hangs from a message of ours that holds the session's mark. A first message that may have been sent is looked for before another is; a message has one
 * thread at most, whose id is its own: so nothing between request and answer can make two.
 */
export function botThreads(api: DiscordApi, save: Save): Threads {
  const placeOf = (thread: DiscordThread) => thread.thread_id ?? thread.channel;
  return {
    async open(thread, { name, first }) {
      const mark = markOf(thread);
      let begun = thread;
      if (thread.message_id === null) {
        const known = thread.state === "opening" ? await api.recent(thread.channel) : [];
        begun = { ...thread, state: "opening" };
        await save(begun);
        const id = known.find((message) => message.byUs && message.content.includes(mark))?.id ?? (await api.post(thread.channel, first(mark), nonceOf(begun, "first", "")));
        begun = { ...begun, message_id: id };
        await save(begun);
      }
      const thread_id = await api.startThread(begun.channel, begun.message_id as string, name);
      return { ...begun, thread_id, state: "open" };
    },
    post: async (thread, content, key) => void (await api.post(placeOf(thread), content, nonceOf(thread, key, content))),
    rename: (thread, name) => api.change(placeOf(thread), { name }),
    archive: (thread) => api.change(placeOf(thread), { archived: true }),
  };
}

/** Sent again with the same words within minutes, it is one message; the same words at another time are another. */
const nonceOf = (thread: DiscordThread, key: string, content: string): string => hash64(`${markOf(thread)} ${key} ${content}`);

const UNSENT = "unsent";

/** A webhook cannot look for what it wrote: a first message that may have arrived is a person's to judge. It can neither rename nor archive. */
export function webhookThreads(api: WebhookApi, save: Save): Threads {
  return {
    async open(thread, { name, first }) {
      if (thread.state === "opening" && thread.message_id !== UNSENT) {
        // Whoever sends the row again has looked: then it is sent.
        await save({ ...thread, message_id: UNSENT });
        throw new UnsureThread();
      }
      const begun: DiscordThread = { ...thread, state: "opening", message_id: null };
      await save(begun);
      try {
        return { ...begun, thread_id: await firstByWebhook(api, name, first(markOf(thread))), state: "open" };
      } catch (error) {
        if (error instanceof DiscordTrouble && !error.unsure) await save({ ...begun, message_id: UNSENT });
        throw error;
      }
    },
    async post(thread, content) {
      await api.post(thread.thread_id === null ? `${markOf(thread)} ${content}` : content, thread.thread_id, null);
    },
    rename: async () => undefined,
    archive: async () => undefined,
  };
}

async function firstByWebhook(api: WebhookApi, name: string, first: string): Promise<string | null> {
  try {
    return await api.post(first, null, name);
  } catch (error) {
    if (!(error instanceof DiscordTrouble) || (error.code !== NO_FORUM && error.code !== NEEDS_THREAD)) throw error;
    return api.post(first, null, null);
  }
}
