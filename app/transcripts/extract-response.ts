import { claudeTranscripts } from "../providers/claude/transcript.ts";
import { lastAssistantResponse } from "./last-response.ts";

/**
 * The agent's last words, from the end of a transcript (specification 5 §3.2). Nothing but text: no tool calls, no thinking.
 * @param maxLength UTF-16 units; longer text is cut there, whole characters, and ends in `...`
 * @returns null when there is none: no file, no reply, or no text in the last turn
 */
export async function extractLastAssistantResponse(transcriptPath: string, maxLength = 1900): Promise<string | null> {
  return lastAssistantResponse(claudeTranscripts.read, transcriptPath, maxLength);
}
