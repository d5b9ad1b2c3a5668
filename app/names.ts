/**
 * Names that the person gave to mascots, kept in the settings by agent id. The world's views carry them, so that they are met everywhere; the record keeps what the client called it.
 */
import type { Settings } from "./parts.ts";

export interface NamesDependencies {
  settings: {
    get(): Settings;
    update(change: (settings: Settings) => Settings): Promise<Settings>;
  };
  /** Nothing unmasked is kept, whatever was pasted. */
  mask(text: string): string;
  /** The agent is called otherwise from now on. */
  renamed(agentId: string): void;
}

export interface Names {
  of(agentId: string): string | null;
  /** @param name null, or nothing but blanks: what the client calls it */
  give(agentId: string, name: string | null): Promise<void>;
  /** A session was deleted, or all of them (null). */
  forget(sessionId: string | null): Promise<void>;
}

/** As people count characters: what fits under a mascot. */
export const LONGEST_NAME = 40;
/** Agents come and go; the names given first are forgotten first. */
export const MOST_NAMES = 200;

/** Marks that turn the direction of what follows: a name must not turn the rest of its line. */
const TURNS_TEXT = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

export function createNames({ settings, mask, renamed }: NamesDependencies): Names {
  const known = () => settings.get().mascots.names ?? {};
  const write = async (change: (names: Record<string, string>) => Record<string, string>) => {
    await settings.update((before) => ({ ...before, mascots: { ...before.mascots, names: change(before.mascots.names ?? {}) } }));
  };
  return {
    of: (agentId) => (Object.hasOwn(known(), agentId) ? (known()[agentId] ?? null) : null),
    async give(agentId, wish) {
      const name = cleanName(wish ?? "", mask);
      await write(({ [agentId]: _, ...others }) => (name === "" ? others : newest({ ...others, [agentId]: name })));
      renamed(agentId);
    },
    async forget(sessionId) {
      const isGone = (agentId: string) => sessionId === null || agentId === sessionId || agentId.startsWith(`${sessionId}:`);
      if (Object.keys(known()).some(isGone)) await write((names) => Object.fromEntries(Object.entries(names).filter(([agentId]) => !isGone(agentId))));
    },
  };
}

function cleanName(wish: string, mask: (text: string) => string): string {
  const line = mask(wish.slice(0, 1_000)).replace(TURNS_TEXT, "").replace(/[\s\p{Cc}]+/gu, " ").trim();
  return [...new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(line)].slice(0, LONGEST_NAME).map(({ segment }) => segment).join("").trim();
}

function newest(names: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(names).slice(-MOST_NAMES));
}
