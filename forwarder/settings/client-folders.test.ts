import { expect, test } from "vitest";
import { clientFolders } from "./client-folders.ts";
import type { InstallRecord } from "./records.ts";

const record = (scope: InstallRecord["scope"]): InstallRecord => ({ scope, backup: null, beforeSha: null, afterSha: "", foreignBytes: 2 });
const USUAL = "/home/kim/.claude";
const OTHER = "/home/kim/.config/claude";
const THIRD = "/home/kim/.claude-work";
const of = (env: Record<string, string>, ...files: [string, InstallRecord["scope"]][]) => clientFolders(env, "/home/kim", Object.fromEntries(files.map(([file, scope]) => [file, record(scope)])));

test.each<[string, ReturnType<typeof of>, string | null, string[]]>([
  ["the usual one where nothing else is known", of({}), null, [USUAL]],
  ["as the client's variable says", of({ CLAUDE_CONFIG_DIR: OTHER }), OTHER, [OTHER, USUAL]],
  ["a variable that is empty says nothing", of({ CLAUDE_CONFIG_DIR: "" }), null, [USUAL]],
  ["without the variable, where hooks were put", of({}, [`${OTHER}/settings.json`, "user"]), OTHER, [OTHER, USUAL]],
  ["both of two accounts, and the usual one behind them", of({ CLAUDE_CONFIG_DIR: OTHER }, [`${THIRD}/settings.json`, "user"]), OTHER, [OTHER, THIRD, USUAL]],
  ["the usual one first where hooks are in several", of({}, [`${OTHER}/settings.json`, "user"], [`${USUAL}/settings.json`, "user"]), null, [USUAL, OTHER]],
  ["the variable's first where hooks are in several", of({ CLAUDE_CONFIG_DIR: OTHER }, [`${USUAL}/settings.json`, "user"]), OTHER, [OTHER, USUAL]],
  ["no project's", of({}, ["/w/shop/.claude/settings.json", "project"], ["/w/shop/.claude/settings.local.json", "local"]), null, [USUAL]],
  ["nothing that a damaged list names", of({}, ["settings.json", "user"], ["/etc/passwd", "user"]), null, [USUAL]],
])("the client's folders: %s", (_, found, configFolder, all) => {
  expect(found).toEqual({ configFolder, all });
});
