/**
 * The hooks as a plugin folder that people add to the client themselves (contract §2, §3): the same lines and lanes as in the settings. The folder is also a list
 * of plugins with this one in it, so that the client can install it for good.
 */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { PRODUCT_VERSION } from "../version.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { markInstalled, unmarkIfLast } from "./install.ts";
import { PLUGIN_NAME, type PlannedHook } from "./plan.ts";
import { PLUGIN_RECORD, readPluginFolder } from "./plugin-record.ts";
import { temporaryName } from "./temporaries.ts";
import { makeFolder } from "../make-folder.ts";

const DESCRIPTION = "Tells Agent Mascot what your agents do";
const MANIFEST = ".claude-plugin/plugin.json";
const LIST = ".claude-plugin/marketplace.json";
const HOOKS = "hooks/hooks.json";
const README = "README.md";
const AUTHOR = { name: "Agent Mascot" };
/** The client's check of plugins wants to be told what one does. */
const ABOUT = `# Agent Mascot

Hooks that tell Agent Mascot, a desktop companion, what your agents do: each event goes into its folder or to the running app, and the mascots show who works, who waits and what for. Without the app the hooks do nothing and say nothing.

Where the same hooks are in a settings file, these are silent, so that nothing is told twice. \`agent-mascot doctor\` says what is in the way when no mascot comes; \`agent-mascot hooks plugin --remove\` takes this folder away.
`;

/** Texts by path within the folder. Pure. */
export function pluginFiles(hooks: readonly PlannedHook[]): Record<string, string> {
  const byEvent = Object.fromEntries(hooks.map(({ event, handler }) => [event, [{ matcher: "", hooks: [handler] }]]));
  return {
    [MANIFEST]: json({ name: PLUGIN_NAME, version: PRODUCT_VERSION, description: DESCRIPTION, author: AUTHOR, license: "MIT" }),
    [LIST]: json({ name: PLUGIN_NAME, description: DESCRIPTION, owner: AUTHOR, plugins: [{ name: PLUGIN_NAME, source: "./", description: DESCRIPTION }] }),
    [HOOKS]: json({ description: DESCRIPTION, hooks: byEvent }),
    [README]: ABOUT,
  };
}

export type PluginResult = { ok: true; folder: string } | { ok: false; reason: "folder_in_use" | "io"; path: string; detail: string };

/** Writes the folder, anew when it is one of ours, and makes its lines live. A folder with anything of somebody else's in it is left alone. */
export function writePlugin(home: string, folder: string, hooks: readonly PlannedHook[]): PluginResult {
  const place = resolve(folder);
  return oneAtATime(home, () => {
    try {
      if (!isFree(place)) return { ok: false, reason: "folder_in_use", path: place, detail: "" };
      for (const [path, text] of Object.entries(pluginFiles(hooks))) writeWhole(join(place, path), text);
      writeFileSync(join(home, PLUGIN_RECORD), `${place}\n`, { mode: 0o600 });
      markInstalled(home);
      return { ok: true, folder: place };
    } catch (error) {
      return { ok: false, reason: "io", path: place, detail: (error as Error).message };
    }
  });
}

/** Takes away our files of the folder that was written last, and the folder when nothing else is in it. @returns null when there was none */
export function removePlugin(home: string): string | null {
  const folder = readPluginFolder(home);
  if (folder === null) return null;
  return oneAtATime(home, () => {
    if (isOurs(folder)) for (const path of [HOOKS, LIST, README, MANIFEST]) rmSync(join(folder, path), { force: true });
    for (const left of [join(folder, "hooks"), join(folder, ".claude-plugin"), folder]) removeEmpty(left);
    rmSync(join(home, PLUGIN_RECORD), { force: true });
    unmarkIfLast(home);
    return folder;
  });
}

function isFree(folder: string): boolean {
  return !existsSync(folder) || readdirSync(folder).length === 0 || isOurs(folder);
}

function isOurs(folder: string): boolean {
  try {
    return (JSON.parse(readFileSync(join(folder, MANIFEST), "utf8")) as { name?: unknown }).name === PLUGIN_NAME;
  } catch {
    return false;
  }
}

/** A client may be reading. */
function writeWhole(path: string, text: string): void {
  makeFolder(dirname(path));
  const temporary = join(dirname(path), temporaryName("."));
  writeFileSync(temporary, text);
  renameSync(temporary, path);
}

function removeEmpty(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length === 0) rmSync(folder, { recursive: true });
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
