/** Cursor: `hooks.json` of the person. Of two families of events that tell of one tool call, the one that tells of every tool. */
import { join } from "node:path";
import { jsonEntries } from "../json-entries.ts";
import type { ProviderHooks } from "../provider-hooks.ts";

/** Its event, ours, seconds. */
const EVENTS: readonly [event: string, ours: string, seconds: number][] = [
  ["sessionStart", "SessionStart", 10], ["sessionEnd", "SessionEnd", 5], ["beforeSubmitPrompt", "UserPromptSubmit", 5], ["preToolUse", "PreToolUse", 5], ["postToolUse", "PostToolUse", 5],
  ["postToolUseFailure", "PostToolUseFailure", 5], ["subagentStart", "SubagentStart", 5], ["subagentStop", "SubagentStop", 5], ["preCompact", "PreCompact", 5],
  ["afterAgentResponse", "MessageDisplay", 5], ["stop", "Stop", 5],
];

export const hooks: ProviderHooks = {
  id: "cursor",
  title: "Cursor",
  folder: ({ userFolder }) => join(userFolder, ".cursor"),
  file: (folders) => join(hooks.folder(folders), "hooks.json"),
  format: (lineOf) => jsonEntries({
    comments: true, fresh: { version: 1 },
    entries: EVENTS.map(([event, ours, timeout]) => ({ event, value: { command: lineOf(ours), timeout } })),
  }),
};
