/**
 * What the person is to be told of, from how sessions change. Pure: times come with each call, and nothing is shown here.
 *
 *   needs     a wait that is still open after a moment; again for the next wait of that session, not more often than `NEEDS_PAUSE`
 *   finished  a turn that ended well and took as long as the rules say
 *   failed    a turn that an error of the provider stopped; the same one again only after a while
 *
 * Never a storm: what becomes due within `GAP` is told together, and of many sessions in one line. Nothing that happened before the app looked is news.
 */
import type { AgentView, Change, FailureKind, NotifyKind, SessionView, WaitKind } from "../../../schemas/generated/types.ts";
import { type FullNotifyRules, projectKey } from "./rules.ts";

export interface NewsAbout {
  sessionId: string;
  agentId: string;
  name: string;
  project: string;
}

export type News = NewsAbout & (
  | { kind: "needs"; wait: WaitKind; tool: string | null; target: string | null; count: number }
  | { kind: "finished"; ms: number }
  | { kind: "failed"; failure: FailureKind }
);

/** One notification. A new one of the same id takes the place of the old one. */
export type Telling = { id: string; news: News } | { id: string; many: Partial<Record<NotifyKind, number>>; first: News };

export interface Hearing {
  rules: FullNotifyRules;
  /** Do not disturb or quiet hours. */
  quiet: boolean;
  /** Whether the person looks at this session's conversation or terminal. */
  isLookedAt(sessionId: string): boolean;
}

export interface Tellings {
  show: Telling[];
  /** Ids of notifications whose reason is gone. */
  close: string[];
  /** When to ask again, in ms since the epoch; null: when something changes. */
  nextAt: number | null;
}

/** Waits that are answered at once were seen by somebody who sits there. */
const NEEDS_DELAY = 2_000;
const NEEDS_PAUSE = 20_000;
const FAILED_PAUSE = 5 * 60_000;
/** Between two times that anything is shown. */
const GAP = 3_000;
/** Who looks there now may look away without an answer. */
const LOOK_AGAIN = 10_000;
/** What is older came from a spool or a log: no news. */
const FRESH = 2 * 60_000;
/** From so many sessions on one line says it all. */
const MANY = 3;
const MANY_ID = "many";

interface OpenWait {
  key: string;
  wait: WaitKind;
  agentId: string;
  tool: string | null;
  target: string | null;
  dueAt: number;
  told: boolean;
}

interface Watched {
  session: SessionView;
  waits: OpenWait[];
  /** Begin of the turn that runs. */
  turnSince: number | null;
  doneSeq: number;
  failedSince: string;
  lastNeeds: number;
  lastFailed: { at: number; kind: FailureKind } | null;
  /** Ends of turns that are not told yet. */
  ends: (News & { kind: "finished" | "failed" })[];
}

const IN_TURN: ReadonlySet<string> = new Set(["busy", "waiting_permission", "waiting_question", "waiting_background"]);

export class NotifyWatch {
  private readonly sessions = new Map<string, Watched>();
  private readonly names = new Map<string, string>();
  /** Notifications of waits that stand, with the sessions they speak of. */
  private readonly standing = new Map<string, Set<string>>();
  private lastShown = Number.NEGATIVE_INFINITY;

  /** How things stand when the app begins to look: no news, but what is open then can be told as answered. */
  begin(sessions: readonly SessionView[], agents: readonly AgentView[], now: number): void {
    for (const session of sessions) this.noteSession(session, now, false);
    for (const agent of agents) this.noteAgent(agent, now, false);
    this.endTurns();
  }

  note(changes: readonly Change[], now: number): void {
    for (const change of changes) {
      if (change.kind === "session-update") this.noteSession(change.session, now, true);
      else if (change.kind === "session-gone") this.sessions.delete(change.session_id);
      else if (change.kind === "mascot://agent-departed") this.names.delete(change.agent_id);
      else this.noteAgent(change.agent, now, true);
    }
    this.endTurns();
  }

  /** What is due now. The caller shows and closes it. */
  due(now: number, hearing: Hearing): Tellings {
    const close = this.settled();
    if (now < this.lastShown + GAP) return { show: [], close, nextAt: this.hasAnything() ? this.lastShown + GAP : null };
    const news = [...this.sessions.values()].flatMap((watched) => [...this.dueNeeds(watched, now, hearing), ...this.dueEnds(watched, now, hearing)]);
    const show = tellingsOf(news);
    if (show.length > 0) this.lastShown = now;
    for (const telling of show) this.remember(telling, news);
    return { show, close, nextAt: this.nextAt(now, hearing) };
  }

  /** Sessions that something would be told of now, were they not looked at: only of these it matters whether they are, and to find that out costs processes. */
  candidates(now: number, hearing: Omit<Hearing, "isLookedAt">): SessionView[] {
    if (now < this.lastShown + GAP) return [];
    return [...this.sessions.values()].filter((watched) => needsToTell(watched, now, hearing).length > 0 || endToTell(watched, now, hearing) !== null).map(({ session }) => session);
  }

  private noteSession(session: SessionView, now: number, isNews: boolean): void {
    const before = this.sessions.get(session.session_id);
    const watched: Watched = before ?? { session, waits: [], turnSince: null, doneSeq: 0, failedSince: "", lastNeeds: Number.NEGATIVE_INFINITY, lastFailed: null, ends: [] };
    watched.session = session;
    watched.waits = waitsOf(session).map((wait) => watched.waits.find((known) => known.key === wait.key) ?? { ...wait, dueAt: now + NEEDS_DELAY, told: !isNews || isOld(wait.since, now) });
    if (IN_TURN.has(session.phase ?? "") && session.cause !== "idle") watched.turnSince ??= Math.min(now, Date.parse(session.last_event_at));
    this.sessions.set(session.session_id, watched);
  }

  private noteAgent(agent: AgentView, now: number, isNews: boolean): void {
    this.names.set(agent.agent_id, agent.display_name);
    const watched = this.sessions.get(agent.session_id ?? "");
    if (watched === undefined || agent.role !== "lead") return;
    const { moment } = agent;
    if (moment?.kind === "done" && moment.seq > watched.doneSeq) {
      watched.doneSeq = moment.seq;
      if (isNews && watched.turnSince !== null && now - moment.seq < FRESH) watched.ends.push({ ...this.about(watched, agent.agent_id), kind: "finished", ms: moment.seq - watched.turnSince });
    }
    if (agent.state === "failed" && agent.state_since !== watched.failedSince) {
      watched.failedSince = agent.state_since;
      if (isNews && !isOld(agent.state_since, now)) watched.ends.push({ ...this.about(watched, agent.agent_id), kind: "failed", failure: agent.failure ?? "unknown" });
    }
  }

  /** After a whole batch: within it a session is told of before its agents. */
  private endTurns(): void {
    for (const watched of this.sessions.values()) if (!IN_TURN.has(watched.session.phase ?? "") || watched.session.cause === "idle") watched.turnSince = null;
  }

  private dueNeeds(watched: Watched, now: number, hearing: Hearing): News[] {
    const due = needsToTell(watched, now, hearing);
    const last = due.at(-1);
    if (last === undefined) return [];
    if (now < watched.lastNeeds + NEEDS_PAUSE) return postponed(due, watched.lastNeeds + NEEDS_PAUSE);
    if (hearing.isLookedAt(watched.session.session_id)) return postponed(due, now + LOOK_AGAIN);
    for (const wait of due) wait.told = true;
    watched.lastNeeds = now;
    return [{ ...this.about(watched, last.agentId), kind: "needs", wait: last.wait, tool: last.tool, target: last.target, count: watched.waits.length }];
  }

  private dueEnds(watched: Watched, now: number, hearing: Hearing): News[] {
    const end = endToTell(watched, now, hearing);
    watched.ends = [];
    if (end === null || hearing.isLookedAt(watched.session.session_id)) return [];
    if (end.kind === "failed") watched.lastFailed = { at: now, kind: end.failure };
    return [end];
  }

  private about({ session }: Watched, agentId: string): NewsAbout {
    return { sessionId: session.session_id, agentId, name: this.names.get(agentId) ?? session.workspace_id, project: session.workspace_id };
  }

  private remember(telling: Telling, news: readonly News[]): void {
    const waiting = ("many" in telling ? news : [telling.news]).filter(({ kind }) => kind === "needs");
    if (waiting.length > 0) this.standing.set(telling.id, new Set(waiting.map(({ sessionId }) => sessionId)));
    else this.standing.delete(telling.id);
  }

  /** Notifications of waits none of which is open any more. */
  private settled(): string[] {
    const ids = [...this.standing].filter(([, sessions]) => [...sessions].every((id) => (this.sessions.get(id)?.waits.length ?? 0) === 0)).map(([id]) => id);
    for (const id of ids) this.standing.delete(id);
    return ids;
  }

  private hasAnything(): boolean {
    return [...this.sessions.values()].some(({ waits, ends }) => ends.length > 0 || waits.some(({ told }) => !told));
  }

  private nextAt(now: number, { rules, quiet }: Hearing): number | null {
    if (quiet || !rules.needs) return null;
    const times = [...this.sessions.values()].filter(({ session }) => !isMuted(session, rules)).flatMap(({ waits }) => waits.filter(({ told }) => !told).map(({ dueAt }) => dueAt));
    return times.length === 0 ? null : Math.max(now + 1, Math.min(...times));
  }
}

/** A wait that outlasts the quiet, or a mute that is taken back, is told then. */
function needsToTell({ waits, session }: Watched, now: number, { rules, quiet }: Omit<Hearing, "isLookedAt">): OpenWait[] {
  return quiet || !rules.needs || isMuted(session, rules) ? [] : waits.filter((wait) => !wait.told && wait.dueAt <= now);
}

function endToTell({ ends, session, lastFailed }: Watched, now: number, { rules, quiet }: Omit<Hearing, "isLookedAt">): Watched["ends"][number] | null {
  const last = ends.at(-1);
  if (last === undefined || quiet || isMuted(session, rules)) return null;
  if (last.kind === "finished") return rules.finished && session.attended !== false && last.ms >= rules.long_turn_minutes * 60_000 ? last : null;
  const again = lastFailed !== null && lastFailed.kind === last.failure && now < lastFailed.at + FAILED_PAUSE;
  return rules.failed && !again ? last : null;
}

function postponed(waits: OpenWait[], until: number): News[] {
  for (const wait of waits) wait.dueAt = until;
  return [];
}

function tellingsOf(news: readonly News[]): Telling[] {
  const [first] = news;
  if (first === undefined) return [];
  if (new Set(news.map(({ sessionId }) => sessionId)).size < MANY) return news.map((one) => ({ id: `${one.kind}:${one.sessionId}`, news: one }));
  const many: Partial<Record<NotifyKind, number>> = {};
  for (const { kind } of news) many[kind] = (many[kind] ?? 0) + 1;
  return [{ id: MANY_ID, many, first: news.find(({ kind }) => kind === "needs") ?? first }];
}

function waitsOf(session: SessionView): (Omit<OpenWait, "dueAt" | "told"> & { since: string })[] {
  if (session.attended === false) return [];
  if (session.waits.length > 0) return session.waits.map(({ kind, agent_id, tool_name, target, since }) => ({ key: `${agent_id} ${since} ${kind} ${target ?? ""}`, wait: kind, agentId: agent_id, tool: tool_name, target, since }));
  const hinted = session.cause === "idle" ? null : session.phase === "waiting_permission" ? "permission" : session.phase === "waiting_question" ? "question" : null;
  return hinted === null ? [] : [{ key: `hint ${hinted}`, wait: hinted, agentId: session.session_id, tool: null, target: null, since: session.last_event_at }];
}

function isOld(iso: string, now: number): boolean {
  return now - Date.parse(iso) > FRESH;
}

function isMuted(session: SessionView, rules: FullNotifyRules): boolean {
  return rules.muted_sessions.includes(session.session_id) || rules.muted_projects.includes(projectKey(session));
}
