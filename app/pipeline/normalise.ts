/**
 * One payload becomes 1..n events v1.1 (specification 1 §7, DESIGN §5). Pure: times and ids come in.
 *
 * `raw` is kept once: on the first event of a delivery. The others carry the first one's id in `payload.raw_in`, so that a log of
 * recorded turns is not twice its size.
 */
import type { HookMeta, HookPayload, MascotEvent, Provider, Severity, Trust } from "../../schemas/generated/types.ts";
import type { PayloadCommon } from "../domain/event-payloads.ts";
import { folderOn } from "../domain/host.ts";
import { type Actor, identify, leadAgentId, terminalSessionId, workspaceId } from "../domain/identity.ts";
import type { Adapted } from "../providers/adapter.ts";
import type { Draft, MappingContext } from "./draft.ts";
import { MAPPINGS } from "./hook-events.ts";
import { record } from "../domain/unknown.ts";
import { textOf } from "./text.ts";
import { utcText } from "./utc.ts";

const VERSION = "1.1";
/** Keys of the log's columns: longer names come from broken payloads only. */
const LONGEST_NAME = 200;

export interface NormaliseInput {
  adapted: Adapted;
  /** What came, masked and within limits. */
  raw: unknown;
  meta: HookMeta;
  trust: Trust;
  /** Milliseconds: when it happened, as far as known. */
  at: number;
  receivedAt: number;
  /** Unique part of the ids, characters of the event id pattern only; the same delivery always brings the same. */
  unique: string;
  /** Something is missing: the payload was cut to keep the limits. Events say so in `payload.truncated`. */
  truncated: boolean;
  /** It came by a request, not through the spool. */
  direct: boolean;
}

/** @returns at least one event; what cannot be understood becomes one schema_error that keeps `raw` */
export function normalise(input: NormaliseInput): MascotEvent[] {
  return input.adapted.kind === "payload" ? understood(input, input.adapted.payload, input.adapted.provider) : [schemaError(input, input.adapted)];
}

function understood(input: NormaliseInput, payload: HookPayload, provider: Provider): MascotEvent[] {
  const stamp = stampOf(input);
  const place = placeOf(payload, input.meta);
  const attended = attendedOf(input.meta);
  const actor = actorOf(payload, place.terminal_session_id);
  const drafts = draftsOf(payload, { actor, meta: input.meta, attended });
  const events: MascotEvent[] = [];
  for (const draft of drafts) {
    const first = events.length === 0;
    events.push({
      id: first ? stamp.id : `${stamp.id}-${events.length}`,
      version: VERSION,
      ts: stamp.ts,
      event_type: draft.event_type,
      source: "hook",
      provider,
      workspace_id: place.workspace_id,
      terminal_session_id: place.terminal_session_id,
      run_id: runId(input.meta),
      session_id: payload.session_id ?? null,
      agent_id: actor.agent_id,
      target_agent_id: draft.target_agent_id,
      task_id: draft.task_id,
      turn_id: payload.prompt_id ?? null,
      severity: draft.severity ?? defaultSeverity(draft.event_type),
      trust: input.trust,
      payload: payloadOf(commonFields(payload, input, actor, attended, first ? undefined : stamp.id), draft),
      thinking_text: draft.thinking_text,
      raw: first ? input.raw : undefined,
    });
  }
  return events;
}

function draftsOf<P extends HookPayload>(payload: P, context: MappingContext): Draft[] {
  const mapping = MAPPINGS[payload.hook_event_name] as (payload: P, context: MappingContext) => Draft[];
  return mapping(payload, context);
}

/** Own fields over the common ones; absent ones are no part of it. */
function payloadOf(common: PayloadCommon, draft: Draft): Record<string, unknown> {
  const payload = common as Record<string, unknown>;
  const own = draft.payload as Record<string, unknown>;
  for (const key in own) if (own[key] !== undefined) payload[key] = own[key];
  return payload;
}

interface Stamp {
  ts: string;
  /** Of the first event. */
  id: string;
}

function stampOf({ at, unique }: NormaliseInput): Stamp {
  const ts = utcText(at);
  return { ts, id: `evt_${ts.slice(0, 4)}${ts.slice(5, 7)}${ts.slice(8, 10)}_${unique}` };
}

function schemaError(input: NormaliseInput, adapted: Extract<Adapted, { kind: "unrecognised" }>): MascotEvent {
  const hints = hintsOf(input.raw, input.truncated);
  const place = placeOf({ cwd: hints.cwd, session_id: hints.session_id }, input.meta);
  return {
    ...stampOf(input),
    version: VERSION,
    event_type: "schema_error",
    source: "hook",
    provider: adapted.provider,
    workspace_id: place.workspace_id,
    terminal_session_id: place.terminal_session_id,
    run_id: runId(input.meta),
    session_id: hints.session_id ?? null,
    agent_id: leadAgentId(hints.session_id, place.terminal_session_id),
    turn_id: null,
    severity: adapted.foreign ? "debug" : "warn",
    trust: input.trust,
    payload: {
      hook_event_name: hints.hook_event_name,
      reason: adapted.reason,
      at: adapted.at,
      truncated: input.truncated || undefined,
    },
    raw: input.raw === undefined ? null : input.raw,
  };
}

/** Ids that can be told even from a payload that cannot be understood, or from the head of one that was too large. */
function hintsOf(raw: unknown, truncated: boolean): { session_id?: string; cwd?: string; hook_event_name?: string } {
  const fields = record(raw);
  const head = truncated ? (textOf(fields.head) ?? "") : "";
  const hint = (name: string) => shortName(fields[name]) ?? shortName(new RegExp(`"${name}"\\s*:\\s*"([^"\\\\]{1,${LONGEST_NAME}})"`).exec(head)?.[1]);
  return { session_id: hint("session_id"), cwd: hint("cwd"), hook_event_name: hint("hook_event_name") ?? hint("hook_type") };
}

function shortName(value: unknown): string | undefined {
  const text = textOf(value);
  return text !== undefined && text.length <= LONGEST_NAME && !/[\u0000-\u001f\u007f]/.test(text) ? text : undefined;
}

/** Missing workspace and terminal are filled from `_meta`, the client's process and the folders (specification 1 §7.3). */
function placeOf(payload: { cwd?: string; session_id?: string }, meta: HookMeta): { workspace_id: string; terminal_session_id: string } {
  return {
    workspace_id: workspaceId(meta.workspace_id, meta.project_dir, payload.cwd).slice(0, LONGEST_NAME),
    terminal_session_id: terminalSessionId(meta.terminal_session_id, meta.client_pid, payload.session_id).slice(0, LONGEST_NAME),
  };
}

function actorOf(payload: HookPayload, terminal: string): Actor {
  return identify({
    session_id: payload.session_id,
    agent_id: payload.agent_id,
    agent_type: payload.agent_type,
    agent_name: payload.agent_name,
    team_name: payload.team_name,
    teammate_name: payload.teammate_name,
    terminal_session_id: terminal,
    aboutSubagent: payload.hook_event_name === "SubagentStart" || payload.hook_event_name === "SubagentStop",
  });
}

/** Print mode has nobody at it; the client says so itself, or by its entrypoint (contract §4). */
function attendedOf(meta: HookMeta): boolean | undefined {
  return meta.attended ?? (meta.entrypoint === "sdk-cli" ? false : undefined);
}

/**
 * Absent fields are undefined here, and so are no part of the log's JSON. One literal, made anew for each event: spreading it into
 * another object costs more than all the rest of the normaliser.
 */
function commonFields(payload: HookPayload, { meta, receivedAt, at, direct, truncated }: NormaliseInput, actor: Actor, attended: boolean | undefined, raw_in: string | undefined): PayloadCommon {
  return {
    hook_event_name: payload.hook_event_name,
    role: actor.role === "lead" ? undefined : actor.role,
    agent_type: payload.agent_type || undefined,
    agent_name: actor.agent_name,
    team_name: actor.team_name,
    parent_session_id: payload.parent_session_id,
    host: meta.host,
    cwd: folderOn(meta.host, payload.cwd),
    project_dir: folderOn(meta.host, meta.project_dir),
    // A file of another machine: here the same path would be another file.
    transcript_path: (meta.host === undefined && payload.transcript_path) || undefined,
    permission_mode: payload.permission_mode,
    client_pid: meta.client_pid,
    client_started_at: meta.client_started_at,
    client_version: meta.client_version,
    entrypoint: meta.entrypoint,
    attended,
    lag_ms: Math.round(receivedAt - at),
    direct: direct || undefined,
    truncated: truncated || undefined,
    raw_in,
  };
}

/** One run of the client: several runs may continue the same session (resume). */
function runId(meta: HookMeta): string | null {
  if (!meta.client_pid) return null;
  return meta.client_started_at === undefined ? `pid-${meta.client_pid}` : `pid-${meta.client_pid}@${meta.client_started_at}`;
}

function defaultSeverity(type: MascotEvent["event_type"]): Severity {
  if (type === "heartbeat" || type === "file_edit") return "debug";
  return type === "tool_failed" || type === "task_failed" ? "warn" : "info";
}
