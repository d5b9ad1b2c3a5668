/** Gemini CLI: a turn is told by its agent loop (BeforeAgent, AfterAgent), a permission by a notification that nobody can answer. */
import * as validators from "../../../schemas/generated/validators.mjs";
import type { Fields, ProviderAdapter } from "../adapter.ts";
import { adapterOf, type Dialect, recordOf, taken, textIn } from "../dialect.ts";
import { toolCall, type ToolNames } from "../tools.ts";

const PROVIDER = "gemini";
const TOOLS: ToolNames = {
  names: {
    run_shell_command: "Bash", read_file: "Read", read_many_files: "Read", write_file: "Write", replace: "Edit", glob: "Glob", grep_search: "Grep", search_file_content: "Grep",
    list_directory: "LS", web_fetch: "WebFetch", google_web_search: "WebSearch", write_todos: "TodoWrite", activate_skill: "Skill", ask_user: "AskUserQuestion",
    enter_plan_mode: "EnterPlanMode", exit_plan_mode: "ExitPlanMode", delegate_to_agent: "Agent", codebase_investigator: "Agent", cli_help: "Agent",
  },
  inputs: { absolute_path: "file_path", dir_path: "path" },
};
/** Lifecycle events of other products have the same names, these none. */
const OWN_EVENTS = new Set(["BeforeAgent", "AfterAgent", "BeforeModel", "AfterModel", "BeforeToolSelection", "BeforeTool", "AfterTool", "PreCompress"]);

const base = (raw: Fields): Fields => taken(raw, { session_id: "session_id", transcript_path: "transcript_path", cwd: "cwd" });

function tool(raw: Fields): Fields {
  const server = textIn(recordOf(raw.mcp_context).server_name);
  const name = server !== undefined && typeof raw.tool_name === "string" ? mcpName(raw.tool_name, server, recordOf(raw.mcp_context)) : raw.tool_name;
  return { ...base(raw), ...toolCall(name, raw.tool_input, TOOLS) };
}

function mcpName(name: string, server: string, context: Fields): string {
  return `mcp__${server}__${textIn(context.tool_name) ?? name.replace(`mcp_${server}_`, "")}`;
}

function afterTool(raw: Fields): Fields {
  const { error, ...response } = recordOf(raw.tool_response);
  return { ...tool(raw), tool_response: response.llmContent ?? raw.tool_response, ...(error ? { error: recordOf(error).message ?? error } : {}) };
}

const events: Dialect["events"] = {
  SessionStart: (raw) => ({ event: "SessionStart", fields: { ...base(raw), ...taken(raw, { source: "source" }) } }),
  SessionEnd: (raw) => ({ event: "SessionEnd", fields: { ...base(raw), ...taken(raw, { reason: "reason" }) } }),
  BeforeAgent: (raw) => ({ event: "UserPromptSubmit", fields: { ...base(raw), prompt: raw.prompt ?? "" } }),
  AfterAgent: (raw) => ({ event: "Stop", fields: { ...base(raw), ...taken(raw, { prompt_response: "last_assistant_message", stop_hook_active: "stop_hook_active" }) } }),
  BeforeTool: (raw) => ({ event: "PreToolUse", fields: tool(raw) }),
  AfterTool: (raw) => ({ event: "PostToolUse", fields: afterTool(raw) }),
  // Comes before every request, whether anything is compressed or not (seen with 0.61).
  PreCompress: () => null,
  Notification: (raw) => ({
    event: "Notification",
    fields: { ...base(raw), ...taken(raw, { message: "message" }), notification_type: raw.notification_type === "ToolPermission" ? "permission_prompt" : raw.notification_type },
  }),
};

export const adapter: ProviderAdapter = adapterOf({
  provider: PROVIDER, schema: validators.GeminiHookPayload, eventOf: (raw) => textIn(raw.hook_event_name) ?? null, events,
  recognises: (raw) => OWN_EVENTS.has(String(raw.hook_event_name)) || /[\\/]\.gemini[\\/]/.test(textIn(raw.transcript_path) ?? ""),
  answers: {
    denial: (reason) => ({ decision: "deny", reason }),
    sessionContext: (text) => ({ hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: text } }),
  },
});
