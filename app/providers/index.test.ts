import { describe, expect, it } from "vitest";
import { recordedPayloads } from "../pipeline/test-support.ts";
import { createProviders } from "./index.ts";

const adapt = (raw: unknown) => createProviders().adapt("claude", raw);

it("knows the providers that have a folder and nobody else", () => {
  const providers = createProviders();
  for (const name of ["claude", "codex", "gemini", "cursor", "copilot", "opencode", "generic"]) expect(providers.known(name)).toBe(true);
  for (const name of ["clippy", "", "__proto__", "constructor"]) expect(providers.known(name)).toBe(false);
});

it("a payload for a provider without an adapter is unrecognised under its name", () => {
  expect(createProviders().adapt("clippy", { hook_event_name: "Stop" })).toMatchObject({ kind: "unrecognised", provider: "clippy" });
});

describe("payloads of other agents that read the client's hook files", () => {
  const call = { conversation_id: "c", generation_id: "g", hook_event_name: "preToolUse", cursor_version: "2.0.77", workspace_roots: ["/p"], tool_name: "Shell", tool_input: { command: "npm test" } };

  it.each([
    ["cursor", call],
    ["cursor", { conversation_id: "c", hook_event_name: "PreToolUse", tool_name: "Shell" }],
    ["copilot", { hook_event_name: "PreToolUse", session_id: "s", timestamp: "2026-11-01T10:00:00.000Z", cwd: "/p", tool_name: "Bash", tool_input: {} }],
    ["codex", { session_id: "s", turn_id: "7", transcript_path: "/home/dev/.codex/sessions/rollout.jsonl", hook_event_name: "PreToolUse", model: "m", tool_name: "Bash", tool_input: {} }],
    ["gemini", { session_id: "s", transcript_path: "/home/dev/.gemini/tmp/x.json", cwd: "/p", hook_event_name: "BeforeTool", tool_name: "run_shell_command", timestamp: "2026-08-21T16:00:00.000Z" }],
  ])("%s is told by its shape and read as its own", (provider, raw) => {
    expect(adapt(raw)).toMatchObject({ kind: "payload", provider, payload: { hook_event_name: "PreToolUse", tool_name: "Bash" } });
  });

  it.each([
    ["cursor", { conversation_id: "c", hook_event_name: "beforeShellExecution", cursor_version: "2.0.77", command: "npm test" }],
    ["copilot", { sessionId: "s", timestamp: 1793520000000, cwd: "/p", toolName: "bash", toolArgs: {} }],
    ["opencode", { type: "session.status", properties: { sessionID: "ses_1", status: { type: "busy" } } }],
    ["codex", { type: "agent-turn-complete", "thread-id": "t", "turn-id": "12" }],
  ])("%s is told by its shape, and refused quietly where that says too little", (provider, raw) => {
    expect(adapt(raw)).toMatchObject({ kind: "unrecognised", provider, foreign: true });
  });

  it("nothing is told twice where the product's own hooks are installed, or were heard", () => {
    expect(createProviders({ hasOwnHooks: (provider) => provider === "cursor" }).adapt("claude", call)).toMatchObject({ kind: "unrecognised", provider: "cursor", foreign: true });
    const providers = createProviders();
    providers.adapt("cursor", call);
    expect(providers.adapt("claude", call)).toMatchObject({ kind: "unrecognised", provider: "cursor", foreign: true });
  });

  it("no payload of the client is taken for somebody else's, nor would one new field make it so", () => {
    for (const { payload } of recordedPayloads()) {
      expect(adapt(payload).provider).toBe("claude");
      for (const field of ["timestamp", "turn_id", "model", "conversation_id", "generation_id", "sessionId"]) expect(adapt({ ...payload, [field]: "x" }).provider).toBe("claude");
    }
  });
});
