/** The answer to a session's start: the context block, through the client's own mechanism; and the events that tell of it. */
import type { ContextPayload } from "../domain/event-payloads.ts";
import type { Delivery } from "../parts.ts";
import type { MascotEvent } from "../../schemas/generated/types.ts";
import { type Context, TOKEN_BUDGET, type Told } from "./context.ts";
import { DEFAULT_PROVIDER } from "../domain/provider.ts";

export interface SessionStartDependencies {
  context: Pick<Context, "forSession">;
  /** The client's own form of it. @returns undefined for a client that takes none */
  asOutput(provider: string, text: string): Record<string, unknown> | undefined;
  /** An event of the app's own about a session. */
  tell(id: string, event_type: "context_loaded" | "context_overflow", about: MascotEvent, payload: ContextPayload): void;
}

export type Answer = (delivery: Pick<Delivery, "lane">, events: MascotEvent[]) => Promise<Record<string, unknown> | undefined>;

/** Lanes whose sender reads the answer. */
const ANSWERED = new Set<Delivery["lane"]>(["ingest", "http_hook"]);

export function answerSessionStart(parts: SessionStartDependencies): Answer {
  return async ({ lane }, events) => {
    const start = events.find(({ event_type, trust }) => event_type === "session_started" && trust !== "unverified");
    if (!start?.session_id || !ANSWERED.has(lane)) return undefined;
    const { cwd, project_dir, source } = (start.payload ?? {}) as { cwd?: string; project_dir?: string; source?: string };
    const told = await parts.context.forSession({ session_id: start.session_id, cwd: cwd || project_dir, source, seq: start.seq });
    if (told.text === "") return undefined;
    const output = parts.asOutput(start.provider ?? DEFAULT_PROVIDER, told.text);
    if (output !== undefined) tellOf(parts, start, told);
    return output;
  };
}

/** @param start the session's start, or what stands for it */
export function tellOf({ tell }: Pick<SessionStartDependencies, "tell">, start: MascotEvent, { tokens, left_out, checkpoint = 0 }: Told): void {
  if (checkpoint > 0) tell(`context-checkpoint:${start.id}`, "context_loaded", start, { memory_type: "checkpoint", load_reason: "compact", tokens: checkpoint });
  if (tokens > checkpoint) tell(`context:${start.id}`, "context_loaded", start, { memory_type: "earlier_sessions", load_reason: "session_start", tokens: tokens - checkpoint, budget: TOKEN_BUDGET });
  if (left_out > 0) tell(`context-over:${start.id}`, "context_overflow", start, { memory_type: "earlier_sessions", tokens: tokens - checkpoint, budget: TOKEN_BUDGET });
}
