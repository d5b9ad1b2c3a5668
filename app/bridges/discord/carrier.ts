/** Carries the outbox to Discord: sessions side by side, each in its own order. */
import type { DiscordRules } from "../../../schemas/generated/types.ts";
import type { Carried, Carrier, DiscordThread, OutboxItem, } from "../../bridges-parts.ts";
import type { MascotEvent } from "../../parts.ts";
import { lacksProject } from "../lacks-project.ts";
import { projectOfEvent } from "../project-of-event.ts";
import { createDenials } from "./denials.ts";
import { carrySession } from "./session.ts";
import type { DiscordCarrierParts, SessionOutcome, SessionRows } from "./session-work.ts";
import { REASON } from "./trouble.ts";

/** Enough that a burst becomes few messages; a session's rows behind it are the next batch's. */
const BATCH = 100;
const SIDE_BY_SIDE = 6;
const NO_CHANNEL = "discord_no_channel";

/** Rows that go nowhere. `passed`: nobody listed their project. `unplaced`: it is listed, and no channel is set for it. */
type Nowhere = "passed" | "unplaced";
interface Sorted extends Record<Nowhere, number[]> {
  told: SessionRows[];
}

export function createDiscordCarrier(parts: DiscordCarrierParts): Carrier {
  const denials = createDenials();
  return {
    batch: BATCH,
    lacks: lackOf(parts.rules()),
    async carry(items) {
      const { told, passed, unplaced } = await bySession(items, parts);
      const outcomes = await inParallel(told, SIDE_BY_SIDE, (session) => carrySession(session, parts));
      const carried = together(passed, outcomes, denials.judge(outcomes));
      return unplaced.length === 0 ? carried : withUnplaced(carried, unplaced, parts.rules());
    },
    close: async () => undefined,
  };
}

function lackOf(rules: DiscordRules): string | null {
  return lacksProject(rules) ?? (hasChannel(rules) ? null : NO_CHANNEL);
}

function hasChannel({ by, channel, projects }: DiscordRules): boolean {
  return by === "webhook" || channel !== null || Object.values(projects).some((listed) => listed.channel !== null);
}

async function bySession(items: readonly OutboxItem[], parts: DiscordCarrierParts): Promise<Sorted> {
  const sessions = new Map<string, SessionRows>();
  const sorted: Sorted = { told: [], passed: [], unplaced: [] };
  for (const item of items) {
    const session = item.kind === "event" ? await sessionOf(item.event, item.project, sessions, parts) : "passed";
    if (typeof session === "string") sorted[session].push(item.id);
    else if (item.kind === "event") session.rows.push({ id: item.id, event: item.event });
  }
  return { ...sorted, told: [...sessions.values()] };
}

async function sessionOf(event: MascotEvent, project: string, sessions: Map<string, SessionRows>, parts: DiscordCarrierParts): Promise<SessionRows | Nowhere> {
  if (!event.session_id) return "passed";
  const provider = event.provider ?? "";
  const key = `${provider} ${event.session_id}`;
  const known = sessions.get(key);
  if (known !== undefined) return known;
  const thread = await parts.store.thread(provider, event.session_id);
  const own = thread?.project ?? (project || (await projectOfEvent(event.payload, parts.projectOf)));
  const place = placeOf(parts.rules(), own);
  if (typeof place === "string") return place;
  const session = { rows: [], thread: thread ?? newThread(provider, event.session_id, own, place.channel) };
  sessions.set(key, session);
  return session;
}

function newThread(provider: string, session_id: string, project: string, channel: string): DiscordThread {
  return { provider, session_id, project, channel, state: "new", message_id: null, thread_id: null, named: false, phase: null, owed: false };
}

/** A webhook has a channel of its own. */
function placeOf(rules: DiscordRules, project: string): { channel: string } | Nowhere {
  const listed = Object.hasOwn(rules.projects, project) ? rules.projects[project] : undefined;
  if (listed === undefined) return "passed";
  const channel = rules.by === "webhook" ? "webhook" : (listed.channel ?? rules.channel);
  return channel === null ? "unplaced" : { channel };
}

function together(passed: readonly number[], outcomes: readonly SessionOutcome[], verdict: { trouble: Carried["trouble"]; hopeless: ReadonlySet<string> }): Carried {
  const aside = outcomes.flatMap((outcome) => [...outcome.aside, ...(verdict.hopeless.has(outcome.channel) ? outcome.left.map((id) => ({ id, reason: REASON[outcome.trouble?.kind ?? "missing"] })) : [])]);
  return { settled: outcomes.flatMap(({ settled }) => settled), passed: [...passed, ...outcomes.flatMap((outcome) => outcome.passed)], aside, trouble: verdict.trouble };
}

/** They wait for a channel; where other projects have one they are set aside, so that nobody waits behind them. */
function withUnplaced(carried: Carried, unplaced: readonly number[], rules: DiscordRules): Carried {
  if (!hasChannel(rules)) return { ...carried, trouble: { next: "stop", reason: NO_CHANNEL } };
  return { ...carried, aside: [...carried.aside, ...unplaced.map((id) => ({ id, reason: NO_CHANNEL }))] };
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
