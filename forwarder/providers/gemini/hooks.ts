/** Gemini CLI: its own settings file, which may hold comments. Its timeouts are milliseconds. */
import { join } from "node:path";
import { jsonEntries } from "../json-entries.ts";
import type { ProviderHooks } from "../provider-hooks.ts";

/** Its event, ours (which names the answer lane), milliseconds. */
const EVENTS: readonly [event: string, ours: string, milliseconds: number][] = [
  ["SessionStart", "SessionStart", 10_000], ["SessionEnd", "SessionEnd", 5_000], ["BeforeAgent", "UserPromptSubmit", 5_000], ["AfterAgent", "Stop", 5_000],
  ["BeforeTool", "PreToolUse", 5_000], ["AfterTool", "PostToolUse", 5_000], ["Notification", "Notification", 5_000],
];

export const hooks: ProviderHooks = {
  id: "gemini",
  title: "Gemini CLI",
  folder: ({ userFolder, env }) => join(env["GEMINI_CLI_HOME"] || userFolder, ".gemini"),
  file: (folders) => join(hooks.folder(folders), "settings.json"),
  format: (lineOf) => jsonEntries({
    comments: true,
    entries: EVENTS.map(([event, ours, timeout]) => ({ event, value: { hooks: [{ name: "agent-mascot", type: "command", command: lineOf(ours), timeout }] } })),
  }),
};
