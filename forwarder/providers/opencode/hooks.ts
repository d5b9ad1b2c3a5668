/** OpenCode: a plugin of ours in its folder of plugins. */
import { join } from "node:path";
import { ownFile } from "../own-file.ts";
import type { ProviderHooks } from "../provider-hooks.ts";
import { pluginText } from "./plugin.ts";

const EVENTS = ["session.created", "session.deleted", "session.idle", "session.error", "session.compacted", "chat.message", "tool.execute.before", "tool.execute.after", "permission.asked", "permission.replied", "question.asked", "question.replied"];

export const hooks: ProviderHooks = {
  id: "opencode",
  title: "OpenCode",
  folder: ({ userFolder, env }) => env["OPENCODE_CONFIG_DIR"] || join(env["XDG_CONFIG_HOME"] || join(userFolder, ".config"), "opencode"),
  file: (folders) => join(hooks.folder(folders), "plugins", "agent-mascot.js"),
  format: (lineOf, home) => ownFile(EVENTS, pluginText(home, lineOf("SessionStart"))),
};
