/** `agent-mascot hooks plugin`: the hooks as a plugin folder that a person adds to the client. */
import { join } from "node:path";
import { print } from "../output.ts";
import { prepareHome } from "../settings/install.ts";
import { planHooks } from "../settings/plan.ts";
import { removePlugin, writePlugin } from "../settings/plugin.ts";
import { isUsualHome } from "../settings/usual-home.ts";
import { wordOfShell } from "./command-text.ts";
import { type Context, DONE } from "./context.ts";
import { clientVersion, failWith, type HooksOptions } from "./hooks.ts";

/** @param folder null: in the home */
export async function pluginCommand(context: Context, options: HooksOptions, folder: string | null, remove: boolean): Promise<number> {
  const { say, home } = context;
  if (remove) return removed(context);
  // A plugin may be handed on: the usual home is not named by one person's path.
  const plan = planHooks({ platform: process.platform, home: isUsualHome(home, context.userFolder) ? null : home, node: null, clientVersion: await clientVersion(context, options, null), plugin: true });
  if (!plan.ok) return failWith(say(plan.reason));
  try {
    prepareHome(home, context.forwarderFolder);
  } catch (error) {
    return failWith(say("homeProblem", home, (error as Error).message));
  }
  const result = writePlugin(home, folder ?? join(home, "claude-plugin"), plan.hooks);
  if (!result.ok) return failWith(result.reason === "folder_in_use" ? say("pluginFolderInUse", result.path) : say("io", result.path, result.detail));
  print(`${say("pluginWritten", result.folder, wordOfShell(result.folder, process.platform))}\n`);
  return DONE;
}

function removed({ say, home }: Context): number {
  const folder = removePlugin(home);
  if (folder === null) return failWith(say("noPlugin"));
  print(`${say("pluginRemoved", folder)}\n`);
  return DONE;
}
