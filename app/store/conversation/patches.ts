/**
 * What became known of sessions, put together with what is stored. A session's trust is that of the world (app/domain/trust.ts): strangers cannot speak of a session that
 * is known from verified events, and nothing of what they told stays once a verified event comes.
 */
import type { SessionPatch } from "../../conversation-parts.ts";
import type { SessionRecord } from "../repositories/sessions.ts";
import { DEFAULT_PROVIDER } from "../../domain/provider.ts";

const MOST_FILES = 500;
const MOST_FIRST_PROMPT = 200;

const UNVERIFIED = "unverified";

export function newRecord(sessionId: string, at: number): SessionRecord {
  return {
    num: 0, session_id: sessionId, provider: DEFAULT_PROVIDER, project: "", cwd: "", model: null, source: null, title: null, state: "active", started_at: at, last_at: at, ended_at: null,
    end_reason: null, trust: UNVERIFIED, tty: null, parent_pid: null, start_time: null, fingerprint: null, first_prompt: null, prompts: 0, replies: 0, tool_calls: 0, failures: 0, input_tokens: 0, output_tokens: 0, cache_read_tokens: 0,
    cache_write_tokens: 0, moved: 0, tools: "{}", files: "[]", summary: null,
  };
}

/** Strangers' patches go where the session is, or becomes, known from verified events. */
export function believed(patches: readonly SessionPatch[], known: ReadonlyMap<string, SessionRecord>): SessionPatch[] {
  const verified = new Set(patches.filter((patch) => patch.set.trust === "verified").map((patch) => patch.session_id));
  const isKnown = (id: string) => verified.has(id) || known.get(id)?.trust === "verified";
  return patches.filter((patch) => patch.set.trust !== UNVERIFIED || !isKnown(patch.session_id));
}

/** The first verified event of a session of which strangers have told. */
export function startsAnew(record: SessionRecord, patches: readonly SessionPatch[]): boolean {
  return record.trust === UNVERIFIED && patches.some((patch) => patch.session_id === record.session_id && patch.set.trust === "verified");
}

/** Doing it twice changes nothing. */
export function withSet(record: SessionRecord, { set }: SessionPatch): SessionRecord {
  const told = Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined)) as SessionPatch["set"];
  return {
    ...record,
    ...told,
    project: told.project || record.project,
    cwd: told.cwd || record.cwd,
    started_at: Math.min(record.started_at, whole(told.started_at, record.started_at)),
    last_at: Math.max(record.last_at, whole(told.last_at, record.last_at)),
    ended_at: told.ended_at === undefined ? record.ended_at : told.ended_at,
    first_prompt: record.first_prompt ?? told.first_prompt?.slice(0, MOST_FIRST_PROMPT) ?? null,
    moved: told.project && record.num > 0 && told.project !== record.project ? 1 : record.moved,
  };
}

const whole = (value: number | undefined, otherwise: number): number => (value === undefined || !Number.isFinite(value) ? otherwise : Math.trunc(value));

export function withAdded(record: SessionRecord, { add }: SessionPatch): SessionRecord {
  return {
    ...record,
    prompts: record.prompts + (add.prompts ?? 0),
    replies: record.replies + (add.replies ?? 0),
    tool_calls: record.tool_calls + (add.tool_calls ?? 0),
    failures: record.failures + (add.failures ?? 0),
    tools: add.tools === undefined ? record.tools : JSON.stringify(sum(JSON.parse(record.tools), add.tools)),
    files: add.files === undefined ? record.files : JSON.stringify([...new Set([...(JSON.parse(record.files) as string[]), ...add.files])].slice(0, MOST_FILES)),
  };
}

function sum(counts: Record<string, number>, more: Record<string, number>): Record<string, number> {
  const sums = new Map(Object.entries(counts));
  for (const [name, count] of Object.entries(more)) sums.set(name, (sums.get(name) ?? 0) + count);
  return Object.fromEntries(sums);
}
