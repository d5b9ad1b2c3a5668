/** OpenCode: what our plugin inside it passes on, events of its bus and calls of its plugin hooks under their own names. A child session is a sub-agent of its parent's. */
import * as validators from "../../../schemas/generated/validators.mjs";
import type { Fields, ProviderAdapter } from "../adapter.ts";
import { adapterOf, type Dialect, recordOf, taken, textIn } from "../dialect.ts";
import { toolCall, type ToolNames } from "../tools.ts";

const PROVIDER = "opencode";
const TOOLS: ToolNames = {
  names: {
    bash: "Bash", read: "Read", write: "Write", edit: "Edit", multiedit: "MultiEdit", patch: "Edit", apply_patch: "Edit", glob: "Glob", grep: "Grep", list: "LS", codesearch: "Grep", lsp: "LSP",
    webfetch: "WebFetch", websearch: "WebSearch", task: "Agent", todowrite: "TodoWrite", todoread: "TodoRead", question: "AskUserQuestion", skill: "Skill", plan_exit: "ExitPlanMode",
  },
  inputs: { filePath: "file_path", oldString: "old_string", newString: "new_string", patchText: "patch" },
};

const isChild = (raw: Fields): boolean => textIn(raw.parentID) !== undefined;
const about = (raw: Fields): Fields => recordOf(raw.properties);

function base(raw: Fields): Fields {
  const fields: Fields = { session_id: textIn(raw.parentID) ?? raw.sessionID, cwd: raw.directory };
  return isChild(raw) ? { ...fields, agent_id: raw.sessionID, agent_type: textIn(about(raw).agent) ?? "subagent" } : fields;
}

const tool = (raw: Fields): Fields => ({ ...base(raw), ...taken(about(raw), { callID: "tool_use_id" }), ...toolCall(about(raw).tool, about(raw).args, TOOLS) });

/** What is asked for, as the call that asks: a permission names its kind and patterns. */
function permission(raw: Fields): Fields {
  const { permission: kind, type, patterns, pattern, metadata, tool: call, callID } = about(raw);
  const wanted = Array.isArray(patterns) ? patterns[0] : Array.isArray(pattern) ? pattern[0] : pattern;
  const input = Object.keys(recordOf(metadata)).length > 0 ? metadata : typeof wanted === "string" ? { command: wanted } : {};
  return { ...base(raw), tool_use_id: recordOf(call).callID ?? callID, ...toolCall(kind ?? type ?? "tool", input, TOOLS) };
}

function failure(raw: Fields): ReturnType<Dialect["events"][string]> {
  const { name, data } = recordOf(about(raw).error);
  if (name === "MessageAbortedError") return { event: "Stop", fields: { ...base(raw), reason: "interrupted" } };
  return { event: "StopFailure", fields: { ...base(raw), error: textIn(name) ?? "error", last_assistant_message: recordOf(data).message } };
}

const question = (raw: Fields): Fields => ({ ...base(raw), elicitation_id: about(raw).id ?? about(raw).requestID, mcp_server_name: "question" });
const answered = (answer: string) => (raw: Fields) => ({ event: "ElicitationResult" as const, fields: { ...question(raw), action: answer } });
const permissionAsked: Dialect["events"][string] = (raw) => ({ event: "PermissionRequest", fields: permission(raw) });

function permissionReplied(raw: Fields): ReturnType<Dialect["events"][string]> {
  const { reply, response } = about(raw);
  return (reply ?? response) === "reject" ? { event: "PermissionDenied", fields: { ...permission(raw), reason: "refused by the person" } } : null;
}

const events: Dialect["events"] = {
  "session.created": (raw) => (isChild(raw) ? { event: "SubagentStart", fields: base(raw) } : { event: "SessionStart", fields: { ...base(raw), source: "startup", session_title: about(raw).title } }),
  "session.deleted": (raw) => (isChild(raw) ? { event: "SubagentStop", fields: base(raw) } : { event: "SessionEnd", fields: { ...base(raw), reason: "deleted" } }),
  dispose: (raw) => ({ event: "SessionEnd", fields: { ...base(raw), reason: "exit" } }),
  "session.idle": (raw) => ({ event: isChild(raw) ? "SubagentStop" : "Stop", fields: { ...base(raw), last_assistant_message: raw.text } }),
  "session.error": failure,
  "session.compacted": (raw) => ({ event: "PostCompact", fields: base(raw) }),
  "experimental.session.compacting": (raw) => ({ event: "PreCompact", fields: base(raw) }),
  // A child's prompt is its task, told with its start.
  "chat.message": (raw) => (isChild(raw) ? null : { event: "UserPromptSubmit", fields: { ...base(raw), prompt: raw.text ?? "", prompt_id: about(raw).messageID } }),
  "tool.execute.before": (raw) => ({ event: "PreToolUse", fields: tool(raw) }),
  "tool.execute.after": (raw) => ({ event: "PostToolUse", fields: { ...tool(raw), tool_response: about(raw).output } }),
  "permission.asked": permissionAsked,
  "permission.updated": permissionAsked,
  "permission.replied": permissionReplied,
  "question.asked": (raw) => ({ event: "Elicitation", fields: { ...question(raw), message: raw.text } }),
  "question.replied": answered("accept"),
  "question.rejected": answered("decline"),
};

export const adapter: ProviderAdapter = adapterOf({
  provider: PROVIDER, schema: validators.OpenCodePluginPayload, eventOf: (raw) => textIn(raw.type) ?? null, events,
  recognises: (raw) => !("session_id" in raw) && ("sessionID" in raw || "sessionID" in recordOf(raw.properties)),
});
