/**
 * The guard of edits (specification 2 §1.3): answers a tool call before it runs, and tells what it saw. Works on the payload as the client sent it, in memory only;
 * what is told is masked on its way like any event.
 */
import type { MascotEvent, PortSummary } from "../../schemas/generated/types.ts";
import { actorNames, actorFolders } from "../domain/actor.ts";
import type { EditPayload, EscalationPayload } from "../domain/event-payloads.ts";
import { judge, type Verdict } from "../domain/guard/rules.ts";
import { under } from "../domain/guard/shell/commands.ts";
import { type ToolWrites, toolWrites } from "../domain/guard/tool-writes.ts";
import type { Clock, Delivery, Log } from "../parts.ts";
import type { HeldMode, Modes } from "./modes.ts";
import { hasRules, unseenPlace, whereaboutsOf } from "./place.ts";
import { DEFAULT_PROVIDER } from "../domain/provider.ts";

export type GuardEvent =
  | { event_type: "edit_blocked" | "untracked_edit"; payload: EditPayload }
  | { event_type: "escalation"; payload: EscalationPayload };

export interface GuardDependencies {
  modes: Pick<Modes, "of">;
  ports: { isKnown(): boolean; running(project: string, session: string | null): readonly { id: string }[]; ready(project: string): Promise<readonly Pick<PortSummary, "id" | "title">[]> };
  /** Git top-level of a folder, else the folder; real. */
  projectOf(folder: string): Promise<string>;
  userFolder: string;
  /** The app's own folder; real. */
  home: string;
  /** A payload as the client sent it, in the union's words; not masked. */
  understood(provider: string, payload: unknown): unknown;
  /** The client's own form of a refusal. @returns undefined for a client that has none */
  denial(provider: string, reason: string): Record<string, unknown> | undefined;
  /** An event of the app's own about the agent of another event; the same id twice is one. */
  tell(id: string, about: MascotEvent, event: GuardEvent): void;
  /** Edits that would have been refused passed, since their events cannot be recorded; 0 once that is over. */
  sayUnasked(count: number, project: string): void;
  clock: Clock;
  log: Log;
}

/** A tool call to be judged. */
export interface GuardedCall {
  tool: string;
  input: unknown;
  session: string | null;
  /** Where the session works. */
  projectFolder: string;
  /** Where the call's relative paths begin. */
  cwd: string;
}

export interface Judged {
  verdict: Verdict;
  mode: HeldMode["mode"];
}

export interface Guard {
  /** For a hook of a tool call. Never rejects: what cannot be judged passes. */
  answer(delivery: Delivery, events: readonly MascotEvent[]): Promise<Record<string, unknown> | undefined>;
  /** Of a hook that was answered nothing because its event could not be written: what would have been refused is counted and said. */
  noteUnanswered(delivery: Delivery, events: readonly MascotEvent[]): Promise<void>;
  /** For people and scripts. */
  judge(call: GuardedCall): Promise<Judged>;
}

/** Lanes whose sender reads the answer. */
const ANSWERED: ReadonlySet<Delivery["lane"]> = new Set(["ingest", "http_hook"]);
/** So long after a refusal another way to the same file counts as a way around it. */
const REMEMBERED_MS = 10 * 60_000;
const REMEMBERED_SESSIONS = 200;
/** So long it is said at least that edits passed unguarded. */
const UNASKED_SAID_MS = 60_000;
const OFF_KNOWN_MS = 1_000;
const PATHS_TOLD = 20;

interface Refusal {
  at: number;
  paths: readonly string[];
  event: string;
}

export function createGuard(parts: GuardDependencies): Guard {
  return new GuardOfApp(parts);
}

class GuardOfApp implements Guard {
  private readonly refused = new Map<string, Refusal>();
  /** Refusals that could not be given, and when the last one was. */
  private unasked = { count: 0, at: 0 };
  private readonly offLately = new Map<string, { at: number; off: Promise<boolean> }>();

  constructor(private readonly parts: GuardDependencies) {}

  async answer(delivery: Delivery, events: readonly MascotEvent[]): Promise<Record<string, unknown> | undefined> {
    this.settleUnasked();
    const event = toolStart(events);
    if (!event || delivery.lane === "internal" || (delivery.lane === "spool" && (await this.isOffFor(event)))) return undefined;
    const call = callOf(this.parts.understood(delivery.provider, delivery.payload), event);
    if (call === null) return undefined;
    const { verdict } = await this.judge(call);
    if (verdict.kind === "pass") return undefined;
    const output = verdict.kind === "deny" && ANSWERED.has(delivery.lane) ? this.parts.denial(event.provider ?? DEFAULT_PROVIDER, verdict.reason) : undefined;
    this.tell(event, call, verdict, output === undefined ? (verdict.kind === "deny" ? "not_asked" : "warn") : null);
    return output;
  }

  async noteUnanswered(delivery: Delivery, events: readonly MascotEvent[]): Promise<void> {
    const event = toolStart(events);
    const call = event && ANSWERED.has(delivery.lane) ? callOf(delivery.payload, event) : null;
    if (call === null) return;
    try {
      if ((await this.judge(call)).verdict.kind !== "deny") return;
      this.unasked = { count: this.unasked.count + 1, at: this.parts.clock.now() };
      this.parts.sayUnasked(this.unasked.count, await this.parts.projectOf(call.projectFolder));
    } catch (error) {
      this.parts.log.error("what passed unguarded could not be told", { reason: (error as Error).message });
    }
  }

  /** It is asked of recorded events alone: recording goes on. The log tells of each edit once its delivery comes by the spool. */
  private settleUnasked(): void {
    if (this.unasked.count === 0 || Math.abs(this.parts.clock.now() - this.unasked.at) < UNASKED_SAID_MS) return;
    this.unasked = { count: 0, at: 0 };
    this.parts.sayUnasked(0, "");
  }

  async judge(call: GuardedCall): Promise<Judged> {
    const { modes, ports, userFolder, home } = this.parts;
    // Most calls write nothing, which costs no look at a file.
    const told = toolWrites(call.tool, call.input);
    if (told.writes.length === 0) return { verdict: { kind: "pass" }, mode: "off" };
    const project = await this.parts.projectOf(call.projectFolder);
    const { mode, autoCreate } = await modes.of(project);
    if (mode === "off" || !ports.isKnown()) return { verdict: { kind: "pass" }, mode };
    const [places, ready, rulesAreThere] = await Promise.all([whereaboutsOf(pathsOf(told), { project, cwd: call.cwd, userFolder, home }), ports.ready(project), hasRules(project)]);
    const running = ports.running(project, call.session);
    return { verdict: judge({ tool: call.tool, told, mode, autoCreate, running, ready, hasRules: rulesAreThere, placeOf: (path) => places.get(path) ?? unseenPlace(path) }), mode };
  }

  /** Nobody waits for what a spool brings, and it brings many at once: where nobody guards, none of it is parsed, and that is asked of a project once a second. */
  private async isOffFor(event: MascotEvent): Promise<boolean> {
    const { project_dir, cwd } = actorFolders(event);
    const folder = project_dir || cwd;
    if (!folder) return false;
    const now = this.parts.clock.now();
    const known = this.offLately.get(folder);
    if (known !== undefined && Math.abs(now - known.at) < OFF_KNOWN_MS) return known.off;
    if (this.offLately.size >= REMEMBERED_SESSIONS) this.offLately.clear();
    const off = this.parts.projectOf(folder).then((project) => this.parts.modes.of(project)).then(({ mode }) => mode === "off");
    this.offLately.set(folder, { at: now, off });
    return off;
  }

  /** @param passed why the edit went through; null when it was refused */
  private tell(event: MascotEvent, call: GuardedCall, verdict: Exclude<Verdict, { kind: "pass" }>, passed: "warn" | "not_asked" | null): void {
    const paths = verdict.writes.flatMap((write) => write.paths);
    const [first] = verdict.writes;
    const payload: EditPayload = {
      ...actorNames(event), ...actorFolders(event), tool_name: call.tool, ...nameOfCall(event), ...(paths[0] ? { file_path: paths[0] } : {}),
      reason: passed ?? verdict.cause, cause: verdict.cause, ...(first ? { how: first.kind, by: first.by } : {}), paths: paths.slice(0, PATHS_TOLD), suggestions: verdict.suggestions,
    };
    this.parts.tell(`guard:${event.id}`, event, { event_type: passed === null ? "edit_blocked" : "untracked_edit", payload });
    if (passed === null) this.noteRefusal(event, call, verdict, paths);
  }

  /** Another way to a file that was refused, and any way to the rules themselves. */
  private noteRefusal(event: MascotEvent, call: GuardedCall, verdict: Exclude<Verdict, { kind: "pass" }>, paths: readonly string[]): void {
    const now = this.parts.clock.now();
    const session = call.session ?? "";
    const before = this.refused.get(session);
    const recent = before !== undefined && Math.abs(now - before.at) < REMEMBERED_MS ? before : null;
    const byShell = verdict.writes.some(({ kind }) => kind !== "editing_tool" && kind !== "mcp_tool");
    const around = recent !== null && byShell && (paths.length === 0 || paths.some((path) => recent.paths.some((other) => samePath(path, other, call.cwd))));
    if (around || verdict.cause === "rules_file") {
      const payload: EscalationPayload = { ...actorNames(event), ...actorFolders(event), reason: around ? "around_refusal" : "rules_file", tool_name: call.tool, ...(paths[0] ? { target: paths[0] } : {}), ...(around && recent ? { cause_event_id: recent.event } : {}) };
      this.parts.tell(`guard-escalation:${event.id}`, event, { event_type: "escalation", payload });
    }
    if (this.refused.size >= REMEMBERED_SESSIONS) this.refused.clear();
    if (!around) this.refused.set(session, { at: now, paths, event: event.id });
  }
}

function toolStart(events: readonly MascotEvent[]): MascotEvent | undefined {
  return events.find(({ event_type, trust }) => event_type === "tool_started" && trust !== "unverified");
}

/** What its own events tell the call by. */
function nameOfCall({ payload }: MascotEvent): Pick<EditPayload, "tool_use_id" | "input_digest" | "target"> {
  const { tool_use_id, input_digest, target } = (payload ?? {}) as Pick<EditPayload, "tool_use_id" | "input_digest" | "target">;
  return { ...(tool_use_id ? { tool_use_id } : {}), ...(input_digest ? { input_digest } : {}), ...(target ? { target } : {}) };
}

function callOf(payload: unknown, { session_id, payload: told }: MascotEvent): GuardedCall | null {
  const { tool_name, tool_input, cwd } = (typeof payload === "object" && payload !== null ? payload : {}) as Record<string, unknown>;
  const { project_dir } = (told ?? {}) as { project_dir?: string };
  const folder = typeof cwd === "string" && cwd !== "" ? cwd : null;
  const projectFolder = project_dir || folder;
  if (typeof tool_name !== "string" || !projectFolder) return null;
  return { tool: tool_name, input: tool_input, session: session_id ?? null, projectFolder, cwd: folder ?? projectFolder };
}

function pathsOf({ writes }: ToolWrites): string[] {
  return writes.flatMap(({ paths, lands = [] }) => [...paths, ...lands]);
}

/** An editing tool names a file in full, a shell as it likes. */
function samePath(a: string, b: string, cwd: string): boolean {
  const full = (path: string) => under(cwd, path.replace(/^\.\//, ""));
  return full(a) === full(b);
}
