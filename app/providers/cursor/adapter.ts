/**
 * Cursor, the editor and its command line. One tool call can be told by two families of events; the one that tells of every tool (preToolUse, postToolUse,
 * postToolUseFailure) is read, the others are not registered and tell nothing.
 */
import * as validators from "../../../schemas/generated/validators.mjs";
import type { Fields, ProviderAdapter } from "../adapter.ts";
import { adapterOf, type Dialect, taken, textIn, unwrapped } from "../dialect.ts";
import { toolCall, type ToolNames } from "../tools.ts";

const PROVIDER = "cursor";
const TOOLS: ToolNames = {
  names: {
    Shell: "Bash", StrReplace: "Edit", EditNotebook: "NotebookEdit", Delete: "Edit", ApplyPatch: "Edit", SemanticSearch: "Grep", ReadLints: "Read", AskQuestion: "AskUserQuestion",
    SwitchMode: "EnterPlanMode", CreatePlan: "ExitPlanMode", UpdateTodos: "TodoWrite",
  },
  inputs: { target_notebook: "notebook_path" },
};

const base = (raw: Fields): Fields => ({
  ...taken(raw, { conversation_id: "session_id", generation_id: "prompt_id", transcript_path: "transcript_path" }),
  cwd: textIn(raw.cwd) ?? (Array.isArray(raw.workspace_roots) ? textIn(raw.workspace_roots[0]) : undefined),
});

function tool(raw: Fields): Fields {
  const name = typeof raw.tool_name === "string" && raw.tool_name.startsWith("MCP:") ? `mcp__cursor__${raw.tool_name.slice(4)}` : raw.tool_name;
  return { ...base(raw), ...taken(raw, { tool_use_id: "tool_use_id" }), ...toolCall(name, raw.tool_input, TOOLS) };
}

const member = (raw: Fields): Fields => ({ ...base(raw), ...taken(raw, { subagent_id: "agent_id", subagent_type: "agent_type" }) });

function stop(raw: Fields): ReturnType<Dialect["events"][string]> {
  if (raw.status === "error") return { event: "StopFailure", fields: { ...base(raw), error: textIn(raw.error_message) ?? "error" } };
  return { event: "Stop", fields: { ...base(raw), ...(raw.status === "aborted" ? { reason: "interrupted" } : {}) } };
}

const nothing = () => null;

const events: Dialect["events"] = {
  sessionStart: (raw) => ({ event: "SessionStart", fields: { ...base(raw), ...taken(raw, { model: "model" }) } }),
  sessionEnd: (raw) => ({ event: "SessionEnd", fields: { ...base(raw), ...taken(raw, { reason: "reason" }) } }),
  beforeSubmitPrompt: (raw) => ({ event: "UserPromptSubmit", fields: { ...base(raw), prompt: raw.prompt ?? "" } }),
  preToolUse: (raw) => ({ event: "PreToolUse", fields: tool(raw) }),
  postToolUse: (raw) => ({ event: "PostToolUse", fields: { ...tool(raw), tool_response: unwrapped(raw.tool_output), ...taken(raw, { duration: "duration_ms" }) } }),
  postToolUseFailure: (raw) => ({ event: "PostToolUseFailure", fields: { ...tool(raw), error: raw.error_message ?? "", is_interrupt: raw.is_interrupt, ...taken(raw, { duration: "duration_ms" }) } }),
  subagentStart: (raw) => ({ event: "SubagentStart", fields: { ...member(raw), prompt: raw.task } }),
  subagentStop: (raw) => ({ event: "SubagentStop", fields: { ...member(raw), last_assistant_message: raw.summary } }),
  preCompact: (raw) => ({ event: "PreCompact", fields: { ...base(raw), ...taken(raw, { trigger: "trigger" }) } }),
  afterAgentResponse: (raw) => ({ event: "MessageDisplay", fields: { ...base(raw), delta: raw.text, complete: true } }),
  stop,
  beforeShellExecution: nothing,
  afterShellExecution: nothing,
  beforeMCPExecution: nothing,
  afterMCPExecution: nothing,
  beforeReadFile: nothing,
  afterFileEdit: nothing,
  afterAgentThought: nothing,
  beforeTabFileRead: nothing,
  afterTabFileEdit: nothing,
};

export const adapter: ProviderAdapter = adapterOf({
  provider: PROVIDER, schema: validators.CursorHookPayload, eventOf: (raw) => textIn(raw.hook_event_name) ?? null, events: { ...events, ...byOtherNames() }, withheld: ["user_email"],
  recognises: (raw) => "cursor_version" in raw || ("conversation_id" in raw && !("session_id" in raw)),
  answers: { denial: (reason) => ({ permission: "deny", user_message: reason, agent_message: reason }) },
});

/** Through another product's hook files it may use that product's names of events, around fields of its own. */
function byOtherNames(): Dialect["events"] {
  const others: Record<string, string> = {
    SessionStart: "sessionStart", SessionEnd: "sessionEnd", UserPromptSubmit: "beforeSubmitPrompt", PreToolUse: "preToolUse", PostToolUse: "postToolUse",
    PostToolUseFailure: "postToolUseFailure", SubagentStart: "subagentStart", SubagentStop: "subagentStop", PreCompact: "preCompact", Stop: "stop",
  };
  return Object.fromEntries(Object.entries(others).map(([other, own]) => [other, events[own] as Dialect["events"][string]]));
}
