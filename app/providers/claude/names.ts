/** Names of events: the client's own, and those of the specifications (`session-start`, `pre_tool_use`, …), which differ in spelling only. */
import { HOOK_EVENT_NAMES, type HookEventName } from "../../../schemas/generated/types.ts";

/** Names of the specifications that are not the client's name in another spelling. */
const OTHER_NAMES: Record<string, HookEventName> = {
  userprompt: "UserPromptSubmit",
  sessioninit: "UserPromptSubmit",
  observation: "PostToolUse",
  subagent: "SubagentStart",
};

const BY_SPELLING = new Map<string, HookEventName>(HOOK_EVENT_NAMES.map((name) => [name.toLowerCase(), name]));
for (const [name, event] of Object.entries(OTHER_NAMES)) BY_SPELLING.set(name, event);
const EXACT = new Map<string, HookEventName>(HOOK_EVENT_NAMES.map((name) => [name, name]));

/** @returns the client's event name, or null for a name that nobody uses (yet) */
export function hookEventName(name: string): HookEventName | null {
  return EXACT.get(name) ?? (name.length > 40 ? null : (BY_SPELLING.get(name.toLowerCase().replace(/[-_ ]/g, "")) ?? null));
}
