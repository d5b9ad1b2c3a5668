import { expect, it } from "vitest";
import { tomlHoldsHooks } from "./toml-hooks.ts";

const EVENTS = ["PreToolUse", "Stop"];

it.each([
  ["a list of tables", 'model = "m"\n[[hooks.PreToolUse]]\nmatcher = "Bash"\n'],
  ["a table with an event in it", '[hooks]\nStop = [{ hooks = [{ type = "command", command = "x" }] }]\n'],
  ["a dotted name", 'hooks.Stop = []\r\n'],
  ["quotes and blanks", '[[ "hooks" . \'Stop\' ]] # mine\n'],
  ["a table within a line", 'hooks = { Stop = [] }\n'],
  ["hooks behind a long text", 'notes = """\na\n"""\n[[hooks.Stop]]\n'],
])("there are hooks in %s", (_what, toml) => expect(tomlHoldsHooks(toml, EVENTS)).toBe(true));

it.each([
  ["an empty file", ""],
  ["what the person accepted", '[hooks.state."/home/kim/.codex/hooks.json:stop:0:0"]\ntrusted_hash = "sha256:1"\n'],
  ["the switch of the feature", "[features]\nhooks = true\n"],
  ["hooks of something else", "[mcp_servers.hooks.Stop]\n"],
  ["a comment", "# [[hooks.Stop]]\n"],
  ["a long text", "notes = '''\n[[hooks.Stop]]\n'''\n"],
  ["an empty table", "[hooks]\n"],
])("there are none in %s", (_what, toml) => expect(tomlHoldsHooks(toml, EVENTS)).toBe(false));
