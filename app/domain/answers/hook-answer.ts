/** The extended answer to a hook (specification 2 §1.1), from what is known when it is asked. Pure. */
import type { DocRef, HookAnswer, HookNotice, PortSummary } from "../../../schemas/generated/types.ts";
import type { Verdict } from "../guard/rules.ts";

export interface AnswerFacts {
  /** The client's name of the hook; null for a question, or what is no hook. */
  hook: string | null;
  session: string | null;
  /** Git top-level of the folder, else the folder. */
  project: string | null;
  /** Of the session, as the world knows it; null for one that nobody told of. */
  state: string | null;
  docs: readonly DocRef[];
  /** How full the context is; 0 where no transcript tells. */
  tokens: number;
  budget: { tokens: number; warnAt: number };
  /** Ports that count for the session. */
  running: readonly PortSummary[];
  verdict: Verdict;
  mode: string;
  /** What became of the payload; null for a question, which is not recorded. */
  recorded: { ok: boolean; understood: boolean; event_ids: readonly string[]; client_output?: Record<string, unknown> } | null;
  /** What the app has to say of itself. */
  notices: readonly HookNotice[];
  appVersion: string;
}

/** Words in the person's language. */
export type SayAnswer = (key: "untracked" | "blocked" | "context_full" | "not_recorded" | "not_understood", part: "title" | "message", values?: Record<string, string | number>) => string;

export function hookAnswer(facts: AnswerFacts, say: SayAnswer): HookAnswer {
  const { verdict, session, project, mode, recorded, hook, appVersion } = facts;
  const { client_output, event_ids = [] } = recorded ?? {};
  return {
    decision: verdict.kind === "deny" ? "block" : "approve",
    ...(verdict.kind === "pass" ? {} : { reason: verdict.reason }),
    context: contextOf(facts),
    notifications: [...noticesOf(facts, say), ...facts.notices],
    suggestions: verdict.kind === "pass" ? [] : [...verdict.suggestions],
    metadata: {
      hook_event_name: hook, session_id: session, project, tracking_mode: mode, recorded: recorded?.ok === true, event_ids: [...event_ids], app_version: appVersion, ...(client_output === undefined ? {} : { client_output }),
    },
  };
}

function contextOf({ running, docs, state, session, hook, tokens, budget }: AnswerFacts): HookAnswer["context"] {
  const [active] = running;
  return { ...(active === undefined ? {} : { active_port: active }), loaded_docs: [...docs], session_state: state ?? stateBy(session, hook), tokens_used: tokens, token_budget: budget.tokens };
}

/** A payload without a session tells its own state at most. */
function stateBy(session: string | null, hook: string | null): string {
  if (session === null && hook === "SessionStart") return "active";
  return session === null && hook === "SessionEnd" ? "completed" : "unknown";
}

function noticesOf({ verdict, tokens, budget, recorded }: AnswerFacts, say: SayAnswer): HookNotice[] {
  const notice = (level: HookNotice["level"], key: Parameters<SayAnswer>[0], values?: Record<string, string | number>, action?: string): HookNotice => ({
    level, title: say(key, "title", values), message: say(key, "message", values), ...(action === undefined ? {} : { action }),
  });
  return [
    ...(recorded !== null && !recorded.ok ? [notice("error", "not_recorded")] : []),
    ...(recorded?.ok === true && !recorded.understood ? [notice("warn", "not_understood")] : []),
    ...(verdict.kind === "warn" ? [notice("warn", "untracked", undefined, verdict.suggestions[0])] : []),
    ...(verdict.kind === "deny" ? [notice("error", "blocked", undefined, verdict.suggestions[0])] : []),
    ...(tokens > 0 && tokens >= budget.tokens * budget.warnAt ? [notice("warn", "context_full", { percent: Math.round((100 * tokens) / budget.tokens), tokens, budget: budget.tokens })] : []),
  ];
}
