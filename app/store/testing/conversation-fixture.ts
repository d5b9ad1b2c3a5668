/** What the tests of conversation and search share: drafts, sessions, batches with a rising cursor. */
import type { ConversationStore, InteractionDraft, Projection, SessionPatch } from "../../conversation-parts.ts";
import { NOON } from "./store-fixture.ts";

let made = 0;

export function draft(changes: Partial<InteractionDraft> = {}): InteractionDraft {
  const n = ++made;
  return { id: `draft-${n}`, session_id: "session-a", agent_id: "session-a", role: "user", content: `text ${n}`, skill_name: "user_prompt", skill_args: null, metadata: {}, turn_id: "turn-1", ts: NOON + n, ...changes };
}

export const reply = (changes: Partial<InteractionDraft> = {}) => draft({ role: "assistant", skill_name: "claude_response", ...changes });
export const call = (tool: string, args: Record<string, unknown>, changes: Partial<InteractionDraft> = {}) => draft({ role: "assistant", skill_name: tool, content: "", skill_args: args, ...changes });

export function patch(set: SessionPatch["set"] = {}, add: SessionPatch["add"] = {}, sessionId = "session-a"): SessionPatch {
  return { session_id: sessionId, set: { provider: "claude", trust: "verified", project: "/work/garden", ...set }, add };
}

export async function project(store: ConversationStore, interactions: InteractionDraft[], sessions: SessionPatch[] = [patch()]): Promise<Projection> {
  const batch = { cursor: (await store.cursor()) + 1, sessions, interactions };
  await store.project(batch);
  return batch;
}
