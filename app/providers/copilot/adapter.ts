/**
 * GitHub Copilot CLI. Its payloads come in two spellings, by the spelling in which the hook was registered: ours are registered in PascalCase and name their event. The other
 * spelling is read for hooks that a person wrote, who puts the event's name into `event`.
 */
import * as validators from "../../../schemas/generated/validators.mjs";
import type { Fields, ProviderAdapter } from "../adapter.ts";
import { adapterOf, type Dialect, recordOf, taken, textIn, unwrapped } from "../dialect.ts";
import { toolCall, type ToolNames } from "../tools.ts";

const PROVIDER = "copilot";
const TOOLS: ToolNames = {
  names: {
    bash: "Bash", shell: "Bash", powershell: "PowerShell", view: "Read", create: "Write", edit: "Edit", str_replace_editor: "Edit", apply_patch: "Edit", glob: "Glob", grep: "Grep", rg: "Grep",
    web_fetch: "WebFetch", web_search: "WebSearch", task: "Agent", update_todo: "TodoWrite", report_intent: "TodoRead", ask_user: "AskUserQuestion", exit_plan_mode: "ExitPlanMode", skill: "Skill",
  },
};

const base = (raw: Fields): Fields => ({ session_id: raw.session_id ?? raw.sessionId, ...taken(raw, { cwd: "cwd", transcript_path: "transcript_path" }) });
const tool = (raw: Fields): Fields => ({ ...base(raw), ...taken(raw, { tool_use_id: "tool_use_id" }), ...toolCall(raw.tool_name ?? raw.toolName, unwrapped(raw.tool_input ?? raw.toolArgs), TOOLS) });
const member = (raw: Fields): Fields => ({ ...base(raw), ...taken(raw, { agent_id: "agent_id", agent_type: "agent_type" }), agent_name: raw.agent_name ?? raw.agentName });

function afterTool(raw: Fields): Fields {
  const result = raw.tool_result ?? raw.toolResult ?? raw.tool_response;
  const { result_type, resultType } = recordOf(result);
  const kind = result_type ?? resultType;
  const text = recordOf(result).text_result_for_llm ?? recordOf(result).textResultForLlm ?? result;
  return { ...tool(raw), tool_response: text, ...(kind === "failure" || kind === "denied" ? { error: text } : {}) };
}

/** An error that the client goes on after is told and ends no turn. */
function errorOccurred(raw: Fields): ReturnType<Dialect["events"][string]> {
  const message = textIn(recordOf(raw.error).message) ?? textIn(raw.error) ?? "error";
  if (raw.recoverable === true) return { event: "Notification", fields: { ...base(raw), message, level: "error", notification_type: "error" } };
  return { event: "StopFailure", fields: { ...base(raw), error: textIn(recordOf(raw.error).name) ?? message, last_assistant_message: message } };
}

const NOTIFICATIONS = new Map([["agent_idle", "idle_prompt"]]);

function notification(raw: Fields): ReturnType<Dialect["events"][string]> {
  const type = raw.notification_type ?? raw.notificationType;
  return { event: "Notification", fields: { ...base(raw), ...taken(raw, { message: "message", title: "title" }), notification_type: typeof type === "string" ? (NOTIFICATIONS.get(type) ?? type) : undefined } };
}

const sessionEnd: Dialect["events"][string] = (raw) => ({ event: "SessionEnd", fields: { ...base(raw), ...taken(raw, { reason: "reason" }) } });

const events: Dialect["events"] = {
  sessionStart: (raw) => ({ event: "SessionStart", fields: { ...base(raw), ...taken(raw, { source: "source", model: "model" }) } }),
  sessionEnd,
  userPromptSubmitted: (raw) => ({ event: "UserPromptSubmit", fields: { ...base(raw), prompt: raw.prompt ?? "" } }),
  preToolUse: (raw) => ({ event: "PreToolUse", fields: tool(raw) }),
  postToolUse: (raw) => ({ event: "PostToolUse", fields: afterTool(raw) }),
  postToolUseFailure: (raw) => ({ event: "PostToolUseFailure", fields: { ...tool(raw), error: raw.error ?? raw.tool_result ?? "" } }),
  agentStop: (raw) => ({ event: "Stop", fields: { ...base(raw), ...taken(raw, { last_assistant_message: "last_assistant_message" }) } }),
  subagentStart: (raw) => ({ event: "SubagentStart", fields: member(raw) }),
  subagentStop: (raw) => ({ event: "SubagentStop", fields: member(raw) }),
  preCompact: (raw) => ({ event: "PreCompact", fields: { ...base(raw), ...taken(raw, { trigger: "trigger" }) } }),
  notification,
  errorOccurred,
  userPromptTransformed: () => null,
  permissionRequest: () => null,
};

const PASCAL = new Map([["Stop", "agentStop"], ["UserPromptSubmit", "userPromptSubmitted"]]);

/** `PreToolUse` → `preToolUse` */
function eventOf(raw: Fields): string | null {
  const name = textIn(raw.hook_event_name) ?? textIn(raw.event);
  return name === undefined ? null : (PASCAL.get(name) ?? name.charAt(0).toLowerCase() + name.slice(1));
}

export const adapter: ProviderAdapter = adapterOf({
  provider: PROVIDER, schema: validators.CopilotHookPayload, eventOf, events,
  recognises(raw) {
    if (!("session_id" in raw)) return "sessionId" in raw;
    return typeof raw.hook_event_name === "string" && "timestamp" in raw && textIn(raw.transcript_path) === undefined;
  },
  answers: { denial: (reason) => ({ permissionDecision: "deny", permissionDecisionReason: reason }) },
});
