/** Codex CLI: `hooks.json` beside its configuration. It runs new or changed commands only after its person said so, so the lines change as seldom as can be. */
import { join } from "node:path";
import { jsonEntries } from "../json-entries.ts";
import type { ProviderHooks } from "../provider-hooks.ts";
import { tomlHoldsHooks } from "./toml-hooks.ts";

/** Its event, seconds; it grants the ends of a session and of a turn three at most, and says so at every start where more is asked. */
const EVENTS: readonly [event: string, seconds: number][] = [
  ["SessionStart", 10], ["SessionEnd", 3], ["UserPromptSubmit", 5], ["PreToolUse", 5], ["PermissionRequest", 5], ["PostToolUse", 5], ["PreCompact", 5], ["PostCompact", 5], ["SubagentStart", 5],
  ["SubagentStop", 5], ["Stop", 5], ["Interrupt", 3],
];

export const hooks: ProviderHooks = {
  id: "codex",
  title: "Codex CLI",
  asksForTrust: true,
  folder: ({ userFolder, env }) => env["CODEX_HOME"] || join(userFolder, ".codex"),
  file: (folders) => join(hooks.folder(folders), "hooks.json"),
  beside: {
    file: (folders) => join(hooks.folder(folders), "config.toml"),
    holdsHooks: (text) => tomlHoldsHooks(text, EVENTS.map(([event]) => event)),
  },
  format: (lineOf) => jsonEntries({
    comments: false,
    entries: EVENTS.map(([event, timeout]) => ({ event, value: { hooks: [{ type: "command", command: lineOf(event), timeout }] } })),
  }),
};
