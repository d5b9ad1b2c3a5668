/** Any other agent: a state and a few words, posted by a script (docs/adding-a-provider.md). */
import { wordOf } from "../../domain/unknown.ts";
import * as validators from "../../../schemas/generated/validators.mjs";
import type { Fields, ProviderAdapter } from "../adapter.ts";
import { adapterOf, type Dialect } from "../dialect.ts";

const PROVIDER = "generic";

const base = (raw: Fields): Fields => ({ session_id: raw.session ?? `${PROVIDER}:${wordOf(raw.agent)}`, cwd: raw.cwd, agent_type: raw.agent });

const events: Dialect["events"] = {
  started: (raw) => ({ event: "SessionStart", fields: { ...base(raw), source: "startup" } }),
  thinking: (raw) => ({ event: "UserPromptSubmit", fields: { ...base(raw), prompt: raw.text ?? "" } }),
  working: (raw) => ({ event: "PreToolUse", fields: { ...base(raw), tool_name: "Work", tool_input: { description: raw.text } } }),
  waiting_permission: (raw) => ({ event: "Notification", fields: { ...base(raw), notification_type: "permission_prompt", message: raw.text } }),
  waiting_question: (raw) => ({ event: "PermissionRequest", fields: { ...base(raw), tool_name: "AskUserQuestion", tool_input: { questions: [{ question: raw.text ?? "?" }] } } }),
  done: (raw) => ({ event: "Stop", fields: { ...base(raw), last_assistant_message: raw.text } }),
  failed: (raw) => ({ event: "StopFailure", fields: { ...base(raw), error: "error", last_assistant_message: raw.text } }),
  ended: (raw) => ({ event: "SessionEnd", fields: { ...base(raw), reason: raw.text } }),
};

export const adapter: ProviderAdapter = adapterOf({
  provider: PROVIDER, schema: validators.GenericAgentState, eventOf: (raw) => (typeof raw.state === "string" ? raw.state : null), events,
});
