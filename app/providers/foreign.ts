/**
 * Other agents read Claude Code's hook files and call the same command with payloads of their own (contract §15.24). They are told
 * by marks that the client never had: a single new field of a later client must not make it a stranger.
 */
import type { Provider } from "../../schemas/generated/types.ts";

export interface Foreign {
  provider: Provider;
  /** It uses the client's event and field names, so it can be read the same way. */
  speaksClaude: boolean;
}

const GEMINI_EVENTS = new Set(["BeforeAgent", "AfterAgent", "BeforeModel", "AfterModel", "BeforeToolSelection", "BeforeTool", "AfterTool", "PreCompress"]);

/** @returns whose payload it really is, or null when nothing speaks against the client */
export function foreignProvider(raw: Record<string, unknown>): Foreign | null {
  if ("cursor_version" in raw || ("conversation_id" in raw && !("session_id" in raw))) return stranger("cursor");
  if (!("session_id" in raw) && ("sessionID" in raw || isRecordWith(raw.properties, "sessionID"))) return stranger("opencode");
  if (!("session_id" in raw) && "sessionId" in raw) return stranger("copilot");
  if ("thread-id" in raw) return stranger("codex");
  const path = typeof raw.transcript_path === "string" ? raw.transcript_path : "";
  if (GEMINI_EVENTS.has(String(raw.hook_event_name)) || /[\\/]\.gemini[\\/]/.test(path)) return stranger("gemini");
  if (/[\\/]\.codex[\\/]/.test(path)) return { provider: "codex", speaksClaude: true };
  if (typeof raw.hook_event_name === "string" && "timestamp" in raw && path === "") return { provider: "copilot", speaksClaude: true };
  return null;
}

function stranger(provider: Provider): Foreign {
  return { provider, speaksClaude: false };
}

function isRecordWith(value: unknown, key: string): boolean {
  return typeof value === "object" && value !== null && key in value;
}
