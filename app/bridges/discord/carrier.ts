/** Carries the outbox to Discord: sessions side by side, each in its own order. */
import type { DiscordRules } from "../../../schemas/generated/types.ts";
import type { Carried, Carrier, DiscordThread, OutboxItem, } from "../../bridges-parts.ts";
import type { MascotEvent } from "../../parts.ts";
import { createDenials } from "./denials.ts";
import { carrySession } from "./session.ts";
import type { DiscordCarrierParts, SessionOutcome, SessionRows } from "./session-work.ts";
import { REASON } from "./trouble.ts";

/** Enough that a burst becomes few messages; a session's rows behind it are the next batch's. */
const BATCH = 100;
const SIDE_BY_SIDE = 6;

export function createDiscordCarrier(parts: DiscordCarrierParts): Carrier {
  const denials = createDenials();
  return {
    batch: BATCH,
    async carry(items) {
      const [told, idle] = await bySession(items, parts);
      const outcomes = await inParallel(told, SIDE_BY_SIDE, (session) => carrySession(session, parts));
      return together(idle, outcomes, denials.judge(outcomes));
    },
    close: async () => undefined,
  };
}

/** Sessions whose projects the person listed; all other rows are idle. */
async function bySession(items: readonly OutboxItem[], parts: DiscordCarrierParts): Promise<[SessionRows[], number[]]> {
  const sessions = new Map<string, SessionRows | null>();
  const idle: number[] = [];
  for (const item of items) {
    const session = item.kind === "event" ? await sessionOf(item.event, item.project, sessions, parts) : null;
    if (session === null || item.kind !== "event") idle.push(item.id);
    else session.rows.push({ id: item.id, event: item.event });
  }
  return [[...sessions.values()].filter((session): session is SessionRows => session !== null && session.rows.length > 0), idle];
}

async function sessionOf(event: MascotEvent, project: string, sessions: Map<string, SessionRows | null>, parts: DiscordCarrierParts): Promise<SessionRows | null> {
  if (!event.session_id) return null;
  const provider = event.provider ?? "";
  const key = `${provider} ${event.session_id}`;
  const known = sessions.get(key);
  if (known !== undefined && known !== null) return known;
  const thread = await parts.store.thread(provider, event.session_id);
  const found = thread ?? (await newThread(event, provider, project, parts));
  const session = found === null || channelFor(parts.rules(), found.project) === null ? null : { rows: [], thread: found };
  sessions.set(key, session);
  return session;
}

async function newThread(event: MascotEvent, provider: string, project: string, parts: DiscordCarrierParts): Promise<DiscordThread | null> {
  const { cwd, project_dir } = (event.payload ?? {}) as { cwd?: string; project_dir?: string };
  const folder = cwd || project_dir || "";
  const own = project || (folder === "" ? "" : await parts.projectOf(folder));
  const channel = channelFor(parts.rules(), own);
  if (channel === null) return null;
  return { provider, session_id: event.session_id as string, project: own, channel, state: "new", message_id: null, thread_id: null, named: false, phase: null, owed: false };
}

/** null: the person did not list the project, or named no channel. A webhook has its own. */
function channelFor(rules: DiscordRules, project: string): string | null {
  const listed = Object.hasOwn(rules.projects, project) ? rules.projects[project] : undefined;
  if (listed === undefined) return null;
  return rules.by === "webhook" ? "webhook" : (listed.channel ?? rules.channel);
}

function together(idle: readonly number[], outcomes: readonly SessionOutcome[], verdict: { trouble: Carried["trouble"]; hopeless: ReadonlySet<string> }): Carried {
  const aside = outcomes.flatMap((outcome) => [...outcome.aside, ...(verdict.hopeless.has(outcome.channel) ? outcome.left.map((id) => ({ id, reason: REASON[outcome.trouble?.kind ?? "missing"] })) : [])]);
  return { settled: [...idle, ...outcomes.flatMap(({ settled }) => settled)], aside, trouble: verdict.trouble };
}

async function inParallel<Item, Result>(items: readonly Item[], most: number, work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = [...items.entries()];
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) results[next[0]] = await work(next[1]);
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker));
  return results;
}
