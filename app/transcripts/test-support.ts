/** Builders shared by the tests of transcripts: lines as the client writes them. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

export const S = "44c1d25d-825c-4ba8-9371-6d3a39a47fe1";
export const BASE = Date.UTC(2026, 10, 28, 9, 0, 0);
export const fixtures = resolve(import.meta.dirname, "../../e2e/fixtures/transcripts");

interface LineOptions {
  session?: string;
  agent?: string;
  at?: number;
  prompt?: string;
}

const base = ({ session = S, agent, at = 0, prompt }: LineOptions) => ({
  sessionId: session, isSidechain: agent !== undefined, ...(agent ? { agentId: agent } : {}), timestamp: new Date(BASE + at * 1_000).toISOString(), cwd: "/home/dev/project", ...(prompt ? { promptId: prompt } : {}),
});
const json = (record: unknown) => `${JSON.stringify(record)}\n`;

export const text = (words: string) => ({ type: "text", text: words });
export const thinking = (words: string) => ({ type: "thinking", thinking: words, signature: "s" });
export const call = (id: string, name = "Bash") => ({ type: "tool_use", id, name, input: { command: "make" } });

/** One record a block, as clients write them. */
export function replyLines(id: string, blocks: object[], options: LineOptions & { ends?: boolean; model?: string; output?: number } = {}): string {
  const usage = { input_tokens: 10, output_tokens: options.output ?? 5, cache_read_input_tokens: 100, cache_creation_input_tokens: 1 };
  const message = { id, role: "assistant", model: options.model ?? "claude-opus-5-5", stop_reason: options.ends ? "end_turn" : "tool_use", usage };
  return blocks.map((block) => json({ ...base(options), type: "assistant", message: { ...message, content: [block] } })).join("");
}

export const promptLine = (words: string, options: LineOptions = {}) => json({ ...base(options), type: "user", origin: { kind: "human" }, message: { role: "user", content: words } });
export const resultLine = (callId: string, options: LineOptions & { refused?: string } = {}) =>
  json({ ...base(options), type: "user", ...(options.refused ? { toolDenialKind: options.refused } : {}), message: { role: "user", content: [{ type: "tool_result", tool_use_id: callId, content: "ok" }] } });
export const interruptLine = (options: LineOptions = {}) => json({ ...base(options), type: "user", message: { role: "user", content: [text("[Request interrupted by user for tool use]")] } });
export const endLine = (options: LineOptions = {}) => json({ ...base(options), type: "system", subtype: "turn_duration", durationMs: 5 });

export const recordedTranscript = (name: string) => readFileSync(resolve(fixtures, name), "utf8");

export async function until(condition: () => boolean, what: string, deadlineMs = 10_000): Promise<void> {
  const end = Date.now() + deadlineMs;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`not within ${deadlineMs} ms: ${what}`);
    await new Promise((done) => setTimeout(done, 4));
  }
}
