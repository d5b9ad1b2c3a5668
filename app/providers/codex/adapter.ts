/** Codex CLI: the union's own words for most, a turn id in the place of a prompt id, and an event for the person's Esc. */
import * as validators from "../../../schemas/generated/validators.mjs";
import type { Fields, ProviderAdapter } from "../adapter.ts";
import { adapterOf, type Dialect, taken, textIn } from "../dialect.ts";
import { toolCall, type ToolNames } from "../tools.ts";

const PROVIDER = "codex";
const TOOLS: ToolNames = {
  names: {
    shell: "Bash", local_shell: "Bash", exec_command: "Bash", unified_exec: "Bash", write_stdin: "Bash", apply_patch: "Edit", update_plan: "TodoWrite", view_image: "Read", read_file: "Read",
    list_dir: "LS", grep_files: "Grep", web_search: "WebSearch", spawn_agent: "Agent", send_input: "SendMessage", request_user_input: "AskUserQuestion",
  },
  inputs: { cmd: "command" },
};
const LONGEST = 10_000;

const base = (raw: Fields): Fields =>
  taken(raw, { session_id: "session_id", turn_id: "prompt_id", transcript_path: "transcript_path", cwd: "cwd", permission_mode: "permission_mode", agent_id: "agent_id", agent_type: "agent_type" });
const tool = (raw: Fields): Fields => ({ ...base(raw), ...taken(raw, { tool_use_id: "tool_use_id" }), ...toolCall(raw.tool_name, raw.tool_input, TOOLS) });

const events: Dialect["events"] = {
  SessionStart: (raw) => ({ event: "SessionStart", fields: { ...base(raw), ...taken(raw, { source: "source", model: "model" }) } }),
  SessionEnd: (raw) => ({ event: "SessionEnd", fields: { ...base(raw), reason: raw.reason } }),
  UserPromptSubmit: (raw) => ({ event: "UserPromptSubmit", fields: { ...base(raw), prompt: raw.prompt ?? "" } }),
  PreToolUse: (raw) => ({ event: "PreToolUse", fields: tool(raw) }),
  PermissionRequest: (raw) => ({ event: "PermissionRequest", fields: tool(raw) }),
  PostToolUse: (raw) => ({ event: "PostToolUse", fields: { ...tool(raw), ...taken(raw, { tool_response: "tool_response" }) } }),
  PreCompact: (raw) => ({ event: "PreCompact", fields: { ...base(raw), ...taken(raw, { trigger: "trigger" }) } }),
  PostCompact: (raw) => ({ event: "PostCompact", fields: { ...base(raw), ...taken(raw, { trigger: "trigger" }) } }),
  SubagentStart: (raw) => ({ event: "SubagentStart", fields: base(raw) }),
  SubagentStop: (raw) => ({ event: "SubagentStop", fields: { ...base(raw), ...taken(raw, { last_assistant_message: "last_assistant_message" }) } }),
  Stop: (raw) => ({ event: "Stop", fields: { ...base(raw), ...taken(raw, { last_assistant_message: "last_assistant_message", stop_hook_active: "stop_hook_active" }) } }),
  Interrupt: (raw) => ({ event: "Stop", fields: { ...base(raw), reason: "interrupted" } }),
};

export const adapter: ProviderAdapter = adapterOf({
  provider: PROVIDER, schema: validators.CodexHookPayload, eventOf: (raw) => textIn(raw.hook_event_name) ?? null, events,
  recognises: (raw) => "thread-id" in raw || /[\\/]\.codex[\\/]/.test(textIn(raw.transcript_path) ?? ""),
  // Nothing but these fields: an unknown one would void the answer.
  answers: {
    denial: (reason) => ({ hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: reason.slice(0, LONGEST) } }),
    sessionContext: (text) => (text.length > LONGEST ? undefined : { hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: text } }),
  },
});
