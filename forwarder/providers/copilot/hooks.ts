/**
 * GitHub Copilot CLI: a file of our own in its folder of hooks. Registered in PascalCase, so that payloads name their event. `permissionRequest` is left out: it comes before the
 * client's rules, for requests that ask nobody; the notification tells of those that do.
 */
import { join } from "node:path";
import { ownFile } from "../own-file.ts";
import type { ProviderHooks } from "../provider-hooks.ts";

/** Its event, ours, seconds. */
const EVENTS: readonly [event: string, ours: string, seconds: number][] = [
  ["SessionStart", "SessionStart", 10], ["SessionEnd", "SessionEnd", 5], ["UserPromptSubmit", "UserPromptSubmit", 5], ["PreToolUse", "PreToolUse", 5], ["PostToolUse", "PostToolUse", 5],
  ["PostToolUseFailure", "PostToolUseFailure", 5], ["Stop", "Stop", 5], ["SubagentStart", "SubagentStart", 5], ["SubagentStop", "SubagentStop", 5], ["PreCompact", "PreCompact", 5],
  ["Notification", "Notification", 5], ["ErrorOccurred", "StopFailure", 5],
];

export const hooks: ProviderHooks = {
  id: "copilot",
  title: "GitHub Copilot CLI",
  folder: ({ userFolder, env }) => env["COPILOT_HOME"] || join(userFolder, ".copilot"),
  file: (folders) => join(hooks.folder(folders), "hooks", "agent-mascot.json"),
  format(lineOf) {
    const entries = EVENTS.map(([event, ours, timeoutSec]) => [event, [{ type: "command", bash: lineOf(ours), timeoutSec }]]);
    return ownFile(EVENTS.map(([event]) => event), `${JSON.stringify({ version: 1, hooks: Object.fromEntries(entries) }, null, 2)}\n`);
  },
};
