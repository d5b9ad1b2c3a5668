/** Claude Code's transcripts: JSON Lines in `<config>/projects/<folder>/<session>.jsonl` (contract §14). */
import type { RecordBase, TokenCounts, TranscriptFormat, TranscriptRecord } from "../transcript.ts";
import { readRegistry, registryPid } from "./registry.ts";
import { documentsOf } from "./transcript-documents.ts";
import { isRecord, wordOf } from "../../domain/unknown.ts";

type Fields = Record<string, unknown>;

const INTERRUPTED = "[Request interrupted by user";
const NO_MODEL = "<synthetic>";
/** Prompts that the client itself puts in: results of background work, output of its own commands. */
const INJECTED = /^\s*<(task-notification|local-command-stdout|local-command-stderr|local-command-caveat|command-name|command-message|bash-stdout|bash-stderr|bash-input|system-reminder|teammate-message)[\s>]/;
/** Bookkeeping that is known to say nothing of the conversation; their fields are never looked at (one carries whole requests). */
const BOOKKEEPING = new Set([
  "queue-operation", "last-prompt", "mode", "permission-mode", "cost-state", "tools-used", "agent-name", "agent-setting", "file-history-snapshot", "file-history-delta",
  "worktree-state", "atis-latch", "api-request", "api-request-shape", "api-request-blob", "summary", "progress", "custom-title",
]);
const TURN_ENDS = new Set(["turn_duration", "stop_hook_summary"]);

export const claudeTranscripts: TranscriptFormat = {
  provider: "claude",
  projectsFolder: "projects",
  registryFolder: "sessions",
  agentsFolder: (sessionId) => `${sessionId}/subagents`,
  identify,
  read,
  registryPid,
  readRegistry,
};

function identify(path: string): { sessionId: string; agentId: string | null } | null {
  const parts = path.split("/");
  if (parts.some((part) => part === "" || part === "." || part === "..")) return null;
  if (parts.length === 2) {
    const sessionId = /^([A-Za-z0-9][\w.-]{0,199})\.jsonl$/.exec(parts[1] ?? "")?.[1];
    return sessionId === undefined ? null : { sessionId, agentId: null };
  }
  const agentId = parts.length === 4 && parts[2] === "subagents" ? /^agent-([\w.-]{1,200})\.jsonl$/.exec(parts[3] ?? "")?.[1] : undefined;
  return agentId === undefined ? null : { sessionId: parts[1] as string, agentId };
}

function read(line: string): TranscriptRecord | null {
  const record = parsed(line);
  if (record === null) return null;
  const base = baseOf(record);
  switch (record.type) {
    case "assistant": return replyOf(record, base);
    case "user": return userOf(record, base);
    case "attachment": return attachmentOf(record, base);
    case "system": return { ...base, kind: TURN_ENDS.has(wordOf(record.subtype)) ? "turn_end" : "other" };
    default: return BOOKKEEPING.has(wordOf(record.type)) ? { ...base, kind: "other" } : null;
  }
}

function parsed(line: string): Fields | null {
  try {
    return fieldsOf(JSON.parse(line));
  } catch {
    return null;
  }
}

function baseOf(record: Fields): RecordBase {
  return {
    sessionId: textOf(record.sessionId), agentId: textOf(record.agentId), sidechain: record.isSidechain === true, atMs: timeOf(record.timestamp), promptId: textOf(record.promptId),
    cwd: textOf(record.cwd),
  };
}

function replyOf(record: Fields, base: RecordBase): TranscriptRecord | null {
  const message = fieldsOf(record.message);
  const blocks = message === null ? null : blocksOf(message.content);
  if (message === null || blocks === null) return null;
  const failure = record.isApiErrorMessage === true || message.model === NO_MODEL;
  return {
    ...base,
    kind: "reply",
    messageId: textOf(message.id) ?? textOf(record.uuid) ?? "",
    texts: textsOf(blocks, "text", "text"),
    thinking: textsOf(blocks, "thinking", "thinking"),
    calls: blocks.flatMap(({ type, id, name }) => (type === "tool_use" && textOf(id) !== null && textOf(name) !== null ? [{ id: id as string, name: name as string }] : [])),
    model: failure ? null : textOf(message.model),
    tokens: failure ? null : tokensOf(message.usage),
    failure,
    endsTurn: message.stop_reason === "end_turn",
  };
}

function userOf(record: Fields, base: RecordBase): TranscriptRecord | null {
  const blocks = blocksOf(fieldsOf(record.message)?.content);
  if (blocks === null) return null;
  const results = blocks.filter(({ type, tool_use_id }) => type === "tool_result" && textOf(tool_use_id) !== null);
  const refused = textOf(record.toolDenialKind);
  if (results.length > 0) return { ...base, kind: "results", results: results.map(({ tool_use_id }) => ({ callId: tool_use_id as string, refused })) };
  const text = textsOf(blocks, "text", "text").join("\n");
  if (text.startsWith(INTERRUPTED)) return { ...base, kind: "interrupt" };
  if (record.isMeta === true || record.isCompactSummary === true || text === "") return { ...base, kind: "other" };
  return { ...base, kind: "prompt", text, byPerson: isByPerson(record, base, text) };
}

/** Most of them are notes of the client's to the model. */
function attachmentOf(record: Fields, base: RecordBase): TranscriptRecord {
  const documents = documentsOf(record.attachment);
  return documents.length === 0 ? { ...base, kind: "other" } : { ...base, kind: "documents", documents };
}

function isByPerson(record: Fields, base: RecordBase, text: string): boolean {
  const { kind } = fieldsOf(record.origin) ?? {};
  if (base.sidechain || record.promptSource === "system" || (typeof kind === "string" && kind !== "human")) return false;
  return !INJECTED.test(text);
}

/** A string counts as one block of text; null for anything but blocks. */
function blocksOf(content: unknown): Fields[] | null {
  if (typeof content === "string") return [{ type: "text", text: content }];
  if (!Array.isArray(content)) return null;
  return content.map(fieldsOf).filter((block) => block !== null);
}

function textsOf(blocks: Fields[], type: string, field: string): string[] {
  return blocks.flatMap((block) => (block.type === type && textOf(block[field]) !== null ? [block[field] as string] : []));
}

function tokensOf(usage: unknown): TokenCounts | null {
  const counts = fieldsOf(usage);
  if (counts === null) return null;
  return {
    input: countOf(counts.input_tokens), output: countOf(counts.output_tokens), cacheRead: countOf(counts.cache_read_input_tokens), cacheWrite: countOf(counts.cache_creation_input_tokens),
  };
}

function countOf(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : 0;
}

function fieldsOf(value: unknown): Fields | null {
  return isRecord(value) ? value : null;
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function timeOf(value: unknown): number | null {
  const ms = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isFinite(ms) ? ms : null;
}
