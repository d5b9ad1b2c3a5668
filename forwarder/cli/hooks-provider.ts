/** `agent-mascot hooks install | uninstall --provider <name>`, and what the status says of other products. */
import { DEFAULT_PROVIDER } from "../providers/default.ts";
import { allHooks, hooksBeside, hooksOf, installProvider, isUsedHere, previewProvider, type ProviderPlace, type ProviderProblem, providerStatus, uninstallProvider } from "../providers/install.ts";
import type { ProviderHooks } from "../providers/provider-hooks.ts";
import { print } from "../output.ts";
import { lineDifference } from "../settings/difference.ts";
import { prepareHome, type Preview } from "../settings/install.ts";
import { confirmed } from "./consent.ts";
import { type Context, DONE, FAILED, usage } from "./context.ts";
import { explain } from "./explain.ts";
import { failWith } from "./hooks.ts";

export interface ProviderOptions {
  provider: string;
  yes: boolean;
  /** options that only Claude Code's settings have were given */
  others: boolean;
}

/** True for a provider whose hooks lie elsewhere than Claude Code's. */
export function isOther(provider: string | undefined): provider is string {
  return provider !== undefined && provider !== DEFAULT_PROVIDER;
}

export async function providerCommand(context: Context, change: "install" | "uninstall", options: ProviderOptions): Promise<number> {
  const { say } = context;
  const provider = hooksOf(options.provider);
  if (provider === null) return usage(say("unknownProvider", options.provider, [DEFAULT_PROVIDER, ...allHooks.map(({ id }) => id)].join(", ")));
  if (options.others) return usage(say("providerOneScope"));
  const place = placeOf(context, provider);
  return change === "install" ? install(context, place, options.yes) : uninstall(context, place, options.yes);
}

/** One paragraph for each product that is used here and has hooks of ours, or cannot be read. */
export function printProviders(context: Context): number {
  let code = DONE;
  for (const provider of allHooks) {
    const place = placeOf(context, provider);
    if (!isUsedHere(place)) continue;
    const status = providerStatus(place);
    const file = provider.file(place.folders);
    if (!status.ok) code = problem(context, place, status);
    else if (status.events.length > 0) {
      print(`${context.say("providerStatus", provider.title, status.events.length, file)}\n${status.current ? "" : `${context.say("providerOutdated", provider.id)}\n`}`);
      sayBeside(context, place);
    }
  }
  return code;
}

async function install(context: Context, place: ProviderPlace, yes: boolean): Promise<number> {
  const { say } = context;
  const { provider, folders } = place;
  const file = provider.file(folders);
  const preview = previewProvider(place, "install");
  if (!preview.ok) return problem(context, place, preview);
  if (!(await agreed(context, preview, yes, say("askInstall", file)))) return FAILED;
  try {
    prepareHome(context.home, context.forwarderFolder);
  } catch (error) {
    return failWith(say("homeProblem", context.home, (error as Error).message));
  }
  const result = installProvider(place, new Date());
  if (!result.ok) return problem(context, place, result);
  print(`${say(result.changed ? "providerInstalled" : "providerUnchanged", provider.title, file)}\n`);
  if (result.backup) print(`${say("backup", result.backup)}\n`);
  if (result.changed && provider.asksForTrust) print(`${say("providerTrust", provider.title)}\n`);
  sayBeside(context, place);
  return DONE;
}

async function uninstall(context: Context, place: ProviderPlace, yes: boolean): Promise<number> {
  const { say } = context;
  const { provider, folders } = place;
  const file = provider.file(folders);
  const status = providerStatus(place);
  if (!status.ok) return problem(context, place, status);
  if (status.events.length > 0 && !yes && !(await confirmed(context, say("askUninstall", file)))) return FAILED;
  const result = uninstallProvider(place, new Date());
  if (!result.ok) return problem(context, place, result);
  print(`${say(result.changed ? "providerRemoved" : "providerNothing", provider.title, file)}\n`);
  return DONE;
}

function sayBeside({ say }: Context, place: ProviderPlace): void {
  const file = hooksBeside(place);
  if (file !== null) print(`${say("providerTwoPlaces", place.provider.title, file)}\n`);
}

/** Shows what would be written and asks; `--yes` is the answer in advance. */
async function agreed(context: Context, preview: Preview, yes: boolean, question: string): Promise<boolean> {
  if (yes || !preview.changed) return true;
  print(`${lineDifference(preview.before?.toString("utf8") ?? "", preview.after.toString("utf8"))}\n`);
  return confirmed(context, question);
}

function problem({ say }: Context, { provider, folders }: ProviderPlace, found: ProviderProblem): number {
  if (found.reason === "not_on_windows") return failWith(say("not_on_windows"));
  if (found.reason === "no_folder") return failWith(say("providerNotHere", provider.title, provider.folder(folders)));
  return failWith(explain(say, provider.file(folders), found));
}

function placeOf({ userFolder, env, home }: Context, provider: ProviderHooks): ProviderPlace {
  return { provider, folders: { userFolder, env }, home, node: null };
}
