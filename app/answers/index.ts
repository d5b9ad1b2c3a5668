/** Extended answers to hooks, for people and scripts (`agent-mascot hook`, `POST /api/hook-answer`). A client is never given one: its own form is made in providers/. */
import type { HookAnswer, HookNotice, PortSummary, SessionView } from "../../schemas/generated/types.ts";
import { type AnswerFacts, hookAnswer, type SayAnswer } from "../domain/answers/hook-answer.ts";
import type { Verdict } from "../domain/guard/rules.ts";
import type { HookAnswersApi, IngestOutcome, WorldView } from "../parts.ts";
import { record } from "../domain/unknown.ts";

export interface HookAnswersDependencies {
  world: Pick<WorldView, "sessions">;
  /** What is known of a session's context. */
  contextOf(session: string): { docs: AnswerFacts["docs"]; context: { tokens: number; model: string | null } | null } | null;
  budget(model: string | null): { tokens: number; warnAt: number };
  running(project: string, session: string | null): readonly PortSummary[];
  projectOf(folder: string): Promise<string>;
  modeOf(project: string): Promise<string>;
  judge(call: { tool: string; input: unknown; session: string | null; projectFolder: string; cwd: string }): Promise<{ verdict: Verdict }>;
  /** The client's name of a hook, however it is spelled; null for none. */
  hookName(name: string): string | null;
  /** Nothing unmasked is said, whatever a payload held. */
  mask<T>(value: T): T;
  say: SayAnswer;
  /** What the app has to say of itself, in words. */
  notices(): HookNotice[];
  appVersion: string;
}

/** Asks how things stand, and tells nothing. */
const QUESTION = "sync";
const NO_VERDICT: Verdict = { kind: "pass" };

export function createHookAnswers(parts: HookAnswersDependencies): HookAnswersApi {
  return {
    isQuestion: (payload) => nameIn(payload).toLowerCase() === QUESTION,
    async answer(payload, outcome) {
      return parts.mask(hookAnswer(await factsOf(parts, payload, outcome), parts.say)) as HookAnswer;
    },
  };
}

async function factsOf(parts: HookAnswersDependencies, payload: unknown, outcome: IngestOutcome | null): Promise<AnswerFacts> {
  const { session_id, cwd, tool_name, tool_input } = record(payload);
  const session = textOf(session_id);
  const view = session === null ? undefined : parts.world.sessions().find((one) => one.session_id === session);
  const folder = view?.project_dir ?? textOf(cwd);
  const project = folder === null ? null : await parts.projectOf(folder);
  const hook = parts.hookName(nameIn(payload));
  const known = session === null ? null : parts.contextOf(session);
  const call = hook === "PreToolUse" && folder !== null && typeof tool_name === "string" ? { tool: tool_name, input: tool_input, session, projectFolder: folder, cwd: textOf(cwd) ?? folder } : null;
  return {
    hook, session, project, state: view?.state ?? null, docs: known?.docs ?? [], tokens: known?.context?.tokens ?? 0, budget: parts.budget(modelOf(view, known?.context?.model)),
    running: project === null ? [] : parts.running(project, session), verdict: call === null ? NO_VERDICT : (await parts.judge(call)).verdict,
    mode: project === null ? "off" : await parts.modeOf(project), recorded: recordedBy(outcome), notices: parts.notices(), appVersion: parts.appVersion,
  };
}

function modelOf(view: Pick<SessionView, "model"> | undefined, told: string | null | undefined): string | null {
  return told ?? view?.model ?? null;
}

function recordedBy(outcome: IngestOutcome | null): AnswerFacts["recorded"] {
  if (outcome === null) return null;
  if (!outcome.ok) return { ok: false, understood: true, event_ids: [] };
  const { status, event_ids, hook_output } = outcome.answer;
  return { ok: true, understood: status !== "schema_error", event_ids, ...(hook_output === undefined ? {} : { client_output: hook_output }) };
}

function nameIn(payload: unknown): string {
  const { hook_event_name, hook_type } = record(payload);
  return textOf(hook_event_name) ?? textOf(hook_type) ?? "";
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
