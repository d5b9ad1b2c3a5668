/** What a session's events are as spans and figures, for OpenTelemetry. Pure: what earlier batches left open comes in, what this one leaves goes out. */
import type { MascotEvent } from "../../../schemas/generated/types.ts";
import type { AgentBlockedPayload, AgentStartedPayload, AgentStoppedPayload, AgentUnblockedPayload, AssistantResponsePayload, DecisionPayload, EditPayload, SessionEndedPayload, SessionStartedPayload, ToolFailedPayload, ToolSucceededPayload, UserPromptPayload } from "../event-payloads.ts";
import { add, type Figures, observe } from "./telemetry-figures.ts";

export type Share = "metadata" | "text" | "all";

/** A row of the outbox that may leave. */
export type TelemetryRow = { id: number; project: string; share: Share } & ({ event: MascotEvent } | { session: SessionTokens });

/** Of a session, as its record has it: all so far. */
export interface SessionTokens {
  id: string;
  at: number;
  provider: string;
  model: string;
  tokens: Record<"input" | "output" | "cache_read" | "cache_write", number>;
}

export type Attributes = Record<string, string | number | boolean>;

export interface Span {
  row: number;
  traceId: string;
  spanId: string;
  parentId: string | null;
  name: string;
  /** ms since the epoch */
  start: number;
  end: number;
  /** Why it did not go well; '' without words, null when it did. */
  failed: string | null;
  attributes: Attributes;
}

/** Something that began, by a key of its own: when, which span it will be, and what the end of it does not tell. */
export interface Begun {
  key: string;
  session: string;
  at: number;
  span: string;
  parent: string | null;
  note: Readonly<Record<string, string>>;
}

export interface TelemetryParts {
  /** @returns hexadecimal digits, the same for the same names for ever */
  id(bytes: 8 | 16, ...names: string[]): string;
  /** What earlier batches left, by key. */
  known: ReadonlyMap<string, Begun>;
  figures: Figures;
  /** The last row that is in the figures already: a batch that is sent again counts once. */
  counted: number;
}

export interface Told {
  spans: Span[];
  /** To be kept. */
  begun: Begun[];
  /** Keys that are over. */
  ended: string[];
}

/** Longer texts are cut: a span is not the place to keep them. */
const WORDS = 4_000;

const keys = {
  run: (session: string) => `run ${session}`,
  turn: (session: string) => `turn ${session}`,
  tool: (session: string, call: string) => `tool ${session} ${call}`,
  agent: (session: string, agent: string) => `agent ${session} ${agent}`,
  wait: (session: string, event: string) => `wait ${session} ${event}`,
  tokens: (session: string) => `tokens ${session}`,
};

/** Which keys a batch may ask for, so that they are read at once. */
export function keysOf(rows: readonly TelemetryRow[]): string[] {
  const wanted = new Set<string>();
  for (const row of rows) {
    if ("session" in row) wanted.add(keys.tokens(row.session.id));
    else for (const key of keysOfEvent(row.event)) wanted.add(key);
  }
  return [...wanted];
}

function keysOfEvent(event: MascotEvent): string[] {
  const { session_id, agent_id, payload } = event;
  if (!session_id) return [];
  const { tool_name, blocked_event_id } = (payload ?? {}) as { tool_name?: string; blocked_event_id?: string };
  return [
    keys.run(session_id), keys.turn(session_id), keys.agent(session_id, agent_id),
    ...(tool_name ? [keys.tool(session_id, callOf(event))] : []), ...(blocked_event_id ? [keys.wait(session_id, blocked_event_id)] : []),
  ];
}

export function tellTelemetry(rows: readonly TelemetryRow[], parts: TelemetryParts): Told {
  const teller = new Teller(parts);
  for (const row of rows) teller.take(row);
  return teller.result();
}

class Teller {
  private readonly spans: Span[] = [];
  private readonly fresh = new Map<string, Begun | null>();
  private counts = true;

  constructor(private readonly parts: TelemetryParts) {}

  take(row: TelemetryRow): void {
    this.counts = row.id > this.parts.counted;
    if ("session" in row) return this.takeSession(row.session, row.project);
    const at = Date.parse(row.event.ts);
    if (Number.isNaN(at)) return;
    const { event, project, share } = row;
    const base: Attributes = { "gen_ai.provider.name": event.provider ?? "", "mascot.project": project };
    this.add("mascot.events", 1, { ...base, "mascot.event": event.event_type });
    if (event.session_id) this.tell({ row: row.id, session: event.session_id, at, base, share }, event);
  }

  result(): Told {
    const begun = [...this.fresh.values()].filter((one): one is Begun => one !== null);
    return { spans: this.spans, begun, ended: [...this.fresh].flatMap(([key, one]) => (one === null ? [key] : [])) };
  }

  /** The record tells all so far, the figures want what came to it. */
  private takeSession({ id, at, provider, model, tokens }: SessionTokens, project: string): void {
    const key = keys.tokens(id);
    const before = this.find(key)?.note ?? {};
    for (const [type, all] of Object.entries(tokens)) {
      const more = all - Number(before[type] ?? 0);
      if (more > 0) this.add("mascot.tokens", more, { "gen_ai.provider.name": provider, "gen_ai.response.model": model, "mascot.project": project, "gen_ai.token.type": type });
    }
    const note = Object.fromEntries(Object.entries(tokens).map(([type, all]) => [type, String(Math.max(all, Number(before[type] ?? 0)))]));
    if (this.counts) this.fresh.set(key, { key, session: id, at, span: "", parent: null, note });
  }

  private tell(place: Place, event: MascotEvent): void {
    const payload = (event.payload ?? {}) as unknown;
    const { session, at, share } = place;
    switch (event.event_type) {
      case "session_started": return this.sessionStarted(place, payload as SessionStartedPayload);
      case "session_ended": return this.sessionEnded(place, payload as SessionEndedPayload);
      case "user_prompt": return this.turnStarted(place, event, payload as UserPromptPayload);
      case "assistant_response": return this.answered(place, event, payload as AssistantResponsePayload);
      case "tool_started": return this.begin(keys.tool(session, callOf(event)), place, this.parentOf(place, event), callOf(event));
      case "tool_succeeded":
      case "tool_failed": return this.toolEnded(place, event, payload as ToolSucceededPayload | ToolFailedPayload);
      case "edit_blocked": return this.toolRefused(place, event, (payload as EditPayload).tool_name, "guard");
      case "decision": return (payload as DecisionPayload).decision === "permission_denied" ? this.toolRefused(place, event, (payload as DecisionPayload).tool_name, "permission") : undefined;
      case "agent_started": return this.begin(keys.agent(session, event.agent_id), place, this.turnOf(place), `${event.agent_id} ${at}`, share === "metadata" ? {} : { description: cut((payload as AgentStartedPayload).description ?? "") });
      case "agent_stopped": return this.stopped(place, event, payload as AgentStoppedPayload);
      case "agent_blocked": return this.begin(keys.wait(session, event.id), place, this.parentOf(place, event), event.id, { kind: (payload as AgentBlockedPayload).kind });
      case "agent_unblocked": return this.unblocked(place, payload as AgentUnblockedPayload);
    }
  }

  private sessionStarted(place: Place, { source }: SessionStartedPayload): void {
    if (source === "compact" && this.find(keys.run(place.session)) !== null) return;
    this.fresh.set(keys.run(place.session), this.run(place));
    this.add("mascot.sessions", 1, { ...place.base, "mascot.session.source": source ?? "" });
  }

  private sessionEnded(place: Place, { reason, cause }: SessionEndedPayload): void {
    const run = this.find(keys.run(place.session));
    if (run === null) return;
    this.turnLeft(place);
    this.span(place, run, { name: "session", failed: null, attributes: { "mascot.session.end": cause ?? reason ?? "" } });
    this.fresh.set(run.key, null);
  }

  /** Several prompts may be one turn: the first began it. */
  private turnStarted(place: Place, event: MascotEvent, { text, injected }: UserPromptPayload): void {
    const key = keys.turn(place.session);
    const id = event.turn_id ?? "";
    if (id !== "" && this.find(key)?.note["id"] === id) return;
    this.turnLeft(place);
    this.begin(key, place, this.rootOf(place), `${id} ${place.at}`, { id, injected: String(injected === true), ...(place.share === "metadata" ? {} : { prompt: cut(text ?? "") }) });
  }

  /** Its words wait for the turn's end. */
  private answered({ session, share }: Place, { agent_id }: MascotEvent, { text, partial }: AssistantResponsePayload): void {
    const turn = this.find(keys.turn(session));
    if (turn === null || partial || agent_id !== session || share === "metadata" || !text) return;
    this.fresh.set(turn.key, { ...turn, note: { ...turn.note, reply: cut(text) } });
  }

  private toolEnded(place: Place, event: MascotEvent, payload: ToolSucceededPayload | ToolFailedPayload): void {
    const key = keys.tool(place.session, callOf(event));
    const began = this.find(key) ?? this.begunAt(key, place, place.at - (payload.duration_ms ?? 0), this.parentOf(place, event), callOf(event));
    const isFailed = event.event_type === "tool_failed";
    const { tool_name, tool_kind, tool_use_id, exit_code, mcp_server } = payload;
    const words = place.share === "all" ? worded({ "mascot.tool.input": payload.input, "mascot.tool.output": "output" in payload ? payload.output : undefined }) : {};
    this.span(place, began, {
      name: `execute_tool ${tool_name}`, failed: isFailed ? (place.share === "all" ? cut((payload as ToolFailedPayload).error_message ?? "") : "") : null,
      attributes: {
        "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": tool_name, ...(tool_kind ? { "mascot.tool.kind": tool_kind } : {}), ...(tool_use_id ? { "gen_ai.tool.call.id": tool_use_id } : {}),
        ...(typeof exit_code === "number" ? { "process.exit.code": exit_code } : {}), ...(mcp_server ? { "mascot.tool.server": mcp_server } : {}), ...words,
      },
    });
    this.fresh.set(key, null);
    const told: Attributes = { ...place.base, "gen_ai.tool.name": tool_name };
    this.add("mascot.tool.calls", 1, { ...told, "mascot.failed": isFailed });
    this.observe("mascot.tool.duration", payload.duration_ms ?? place.at - began.at, told);
  }

  /** A call that was refused never runs and nothing else tells of its end. How long a refusal took is no figure of the tool's. */
  private toolRefused(place: Place, event: MascotEvent, tool_name: string | undefined, by: "guard" | "permission"): void {
    const began = this.find(keys.tool(place.session, callOf(event)));
    if (began === null || tool_name === undefined) return;
    this.span(place, began, { name: `execute_tool ${tool_name}`, failed: "", attributes: { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": tool_name, "mascot.tool.refused": by } });
    this.fresh.set(began.key, null);
    this.add("mascot.tool.calls", 1, { ...place.base, "gen_ai.tool.name": tool_name, "mascot.failed": true });
  }

  private stopped(place: Place, event: MascotEvent, payload: AgentStoppedPayload): void {
    if (payload.phantom) return;
    if (payload.scope === "turn") return event.agent_id === place.session ? this.turnEnded(place, payload.failed ?? null, payload.reason ?? "") : undefined;
    const began = this.find(keys.agent(place.session, event.agent_id));
    if (began === null) return;
    const name = payload.agent_name ?? payload.agent_type ?? "sub-agent";
    this.span(place, began, {
      name: `invoke_agent ${name}`, failed: payload.failed ?? null,
      attributes: { "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.id": event.agent_id, "gen_ai.agent.name": name, ...(began.note["description"] ? { "gen_ai.agent.description": began.note["description"] } : {}) },
    });
    this.fresh.set(began.key, null);
    this.add("mascot.subagents", 1, { ...place.base, "gen_ai.agent.name": name });
  }

  /** Nobody told of its end: another began, or the session is over. */
  private turnLeft(place: Place): void {
    this.turnEnded(place, null, "left");
  }

  private turnEnded(place: Place, failed: string | null, reason: string): void {
    const turn = this.find(keys.turn(place.session));
    if (turn === null) return;
    const { id, injected, prompt, reply } = turn.note;
    this.span(place, turn, {
      name: "turn", failed,
      attributes: {
        "gen_ai.operation.name": "invoke_agent", "mascot.turn.injected": injected === "true", ...(id ? { "mascot.turn.id": id } : {}), ...(reason ? { "mascot.turn.end": reason } : {}),
        ...(prompt ? { "mascot.prompt": prompt } : {}), ...(reply ? { "mascot.reply": reply } : {}),
      },
    });
    this.fresh.set(turn.key, null);
    this.add("mascot.turns", 1, { ...place.base, "mascot.failure": failed ?? "" });
    this.observe("mascot.turn.duration", place.at - turn.at, place.base);
  }

  private unblocked(place: Place, { blocked_event_id, how, answer }: AgentUnblockedPayload): void {
    const began = this.find(keys.wait(place.session, blocked_event_id ?? ""));
    if (began === null) return;
    const kind = began.note["kind"] ?? "";
    // What a person answered to a question may be words.
    const isPlain = /^(?:allow|deny|accept|decline|cancel)$/.test(answer ?? "");
    this.span(place, began, { name: `wait ${kind}`, failed: null, attributes: { "mascot.wait.kind": kind, "mascot.wait.end": how, ...(isPlain ? { "mascot.wait.answer": answer as string } : {}) } });
    this.fresh.set(began.key, null);
    this.observe("mascot.wait.duration", place.at - began.at, { ...place.base, "mascot.wait.kind": kind });
  }

  private add(metric: Parameters<typeof add>[1], value: number, attributes: Attributes): void {
    if (this.counts) add(this.parts.figures, metric, value, attributes);
  }

  private observe(metric: Parameters<typeof observe>[1], ms: number, attributes: Attributes): void {
    if (this.counts) observe(this.parts.figures, metric, Math.max(0, ms) / 1000, attributes);
  }

  private span({ row, session, at, base }: Place, began: Begun, { name, failed, attributes }: Pick<Span, "name" | "failed" | "attributes">): void {
    this.spans.push({ row, traceId: this.parts.id(16, "trace", session), spanId: began.span, parentId: began.parent, name, start: Math.min(began.at, at), end: at, failed, attributes: { ...base, "gen_ai.conversation.id": session, ...attributes } });
  }

  /** What is told twice began the first time. */
  private begin(key: string, place: Place, parent: string | null, name: string, note: Begun["note"] = {}): void {
    if (this.find(key) === null) this.fresh.set(key, this.begunAt(key, place, place.at, parent, name, note));
  }

  private begunAt(key: string, { session }: Place, at: number, parent: string | null, name: string, note: Begun["note"] = {}): Begun {
    return { key, session, at, span: this.parts.id(8, key.split(" ", 1)[0] as string, session, name), parent, note };
  }

  private find(key: string): Begun | null {
    const fresh = this.fresh.get(key);
    return fresh === undefined ? (this.parts.known.get(key) ?? null) : fresh;
  }

  /** A sub-agent's call hangs from its agent, a lead's from the turn. */
  private parentOf(place: Place, { agent_id }: MascotEvent): string {
    return this.find(keys.agent(place.session, agent_id))?.span ?? this.turnOf(place);
  }

  private turnOf(place: Place): string {
    return this.find(keys.turn(place.session))?.span ?? this.rootOf(place);
  }

  /** A session whose start nobody told begins with what is known of it. */
  private rootOf(place: Place): string {
    const known = this.find(keys.run(place.session));
    if (known !== null) return known.span;
    const run = this.run(place);
    this.fresh.set(run.key, run);
    return run.span;
  }

  private run(place: Place): Begun {
    return this.begunAt(keys.run(place.session), place, place.at, null, String(place.at));
  }
}

interface Place {
  row: number;
  session: string;
  at: number;
  base: Attributes;
  share: Share;
}

/** The provider's number of the call, else what pairs it with its end. */
function callOf(event: MascotEvent): string {
  const { tool_use_id, tool_name, input_digest } = (event.payload ?? {}) as { tool_use_id?: string; tool_name?: string; input_digest?: string };
  return tool_use_id ?? `${event.agent_id} ${tool_name ?? ""} ${input_digest ?? ""}`;
}

/** Never within a character, and without halves of one, which many receivers refuse. */
const cut = (text: string): string => (text.length > WORDS ? `${text.slice(0, WORDS)}…` : text).replaceAll(/\p{Surrogate}/gu, "");

function worded(values: Record<string, unknown>): Attributes {
  return Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === undefined || value === null ? [] : [[name, cut(typeof value === "string" ? value : JSON.stringify(value))]])));
}
