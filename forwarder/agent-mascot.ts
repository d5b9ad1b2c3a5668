/** The command line. No command starts the app or brings it to the front; `--help` tells the rest, behind a command what belongs to it. */
import { parseArgs } from "node:util";
import { BRIDGE_WORDS, bridgesCommand, type BridgeWord } from "./cli/bridges.ts";
import { quitCommand, startCommand, statusCommand } from "./cli/app.ts";
import { type Context, DONE, makeContext, usage } from "./cli/context.ts";
import { asksForHelp, helpFor, isCommand } from "./cli/help.ts";
import { GUARD_WORDS, guardCommand, type GuardWord } from "./cli/guard.ts";
import { answeredHookCommand, OWN_VERBS, type OwnVerb } from "./cli/hook.ts";
import { HOOK_WORDS, type HookWord, hookCommand } from "./cli/hook-words.ts";
import { doctorCommand } from "./cli/doctor.ts";
import { pluginCommand } from "./cli/hooks-plugin.ts";
import { isOther, printProviders, providerCommand } from "./cli/hooks-provider.ts";
import { repairCommand, restoreCommand } from "./cli/hooks-repair.ts";
import { type HooksOptions, hooksStatusCommand, installCommand, uninstallCommand } from "./cli/hooks.ts";
import { exportCommand, FORMATS, type Format, importCommand, recallCommand } from "./cli/memory.ts";
import { OPTIONS, strayOption } from "./cli/options.ts";
import { portArguments, portCommand } from "./cli/port.ts";
import { remoteArguments, remoteCommand } from "./cli/remote.ts";
import { relayCommand } from "./cli/relay.ts";
import { tailCommand } from "./cli/tail.ts";
import { languageOf, type Say, wordsIn } from "./cli/words.ts";
import { isWindowsPath } from "./hook/workspace.ts";
import { complain, end, print } from "./output.ts";
import { SCOPES, type Scope } from "./settings/scopes.ts";
import { PRODUCT_VERSION } from "./version.ts";

type Values = ReturnType<typeof parse>["values"];

function parse(argv: string[]) {
  return parseArgs({ args: argv, options: OPTIONS, allowPositionals: true });
}

async function main(argv: string[], say: Say): Promise<number> {
  if (asksForHelp(argv)) return tell(helpFor(say("help"), say("helpOfAll"), argv));
  const port = portArguments(argv);
  if (port !== null) return inHome(say, (context) => portCommand(context, port));
  const remote = remoteArguments(argv);
  if (remote !== null) return inHome(say, (context) => remoteCommand(context, remote));
  if (argv[0] === "tail") return inHome(say, (context) => tailCommand(context, argv.slice(1)));
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(argv);
  } catch (error) {
    return usage(say("badOption", (error as Error).message.split(". ")[0] ?? ""));
  }
  const { values, positionals } = parsed;
  // Within a bundle of letters, as -yh.
  if (values.help) return tell(helpFor(say("help"), say("helpOfAll"), argv));
  if (values.version) return tell(`agent-mascot ${PRODUCT_VERSION}`);
  const stray = strayOption(positionals, values);
  if (stray !== null) return usage(say("strayOption", `agent-mascot ${stray.command}`.trim(), `--${stray.option}`));
  return inHome(say, (context) => run(context, positionals, values));
}

function inHome(say: Say, command: (context: Context) => Promise<number> | number): Promise<number> | number {
  const context = makeContext(say);
  const foreign = process.platform === "win32" ? undefined : [process.env["MASCOT_HOME"] ?? "", process.env["CLAUDE_CONFIG_DIR"] ?? ""].find(isWindowsPath);
  if (foreign !== undefined) return usage(say("windowsPath", foreign));
  return command(context);
}

function run(context: Context, positionals: string[], values: Values): Promise<number> | number {
  const [verb, ...rest] = positionals;
  if (verb === "recall" && rest.length > 0) return recallCommand(context, rest.join(" "), { all: values.all === true, after: values.after ?? null });
  if (verb === "export" && rest.length <= 1) return exported(context, rest[0] ?? null, values);
  if (verb === "import" && rest.length === 1) return importCommand(context, rest[0] as string);
  if (verb === "hook" && rest.length === 1 && (HOOK_WORDS as readonly string[]).includes(rest[0] as string)) return hookCommand(context, rest[0] as HookWord);
  if (verb === "hook" && rest.length <= 1) return answeredHookCommand(context, rest[0] ?? null);
  if ((OWN_VERBS as readonly (string | undefined)[]).includes(verb) && (verb === "event" || rest.length === 0)) return answeredHookCommand(context, verb as OwnVerb, rest.join(" "));
  if (verb === "bridges" && rest.length <= 1 && (BRIDGE_WORDS as readonly string[]).includes(rest[0] ?? "status")) return bridgesCommand(context, (rest[0] ?? "status") as BridgeWord);
  if (verb === "guard" && rest.length <= 1) return guard(context, rest[0] ?? "status", values.all === true);
  if (verb === "hooks" && rest[0] === "restore" && rest.length <= 2) return withHooksOptions(context, values, (_, options) => restoreCommand(context, options, rest[1] ?? null));
  if (verb === "hooks" && rest[0] === "plugin" && rest.length <= 2) return withHooksOptions(context, values, (_, options) => pluginCommand(context, options, rest[1] ?? null, values.remove === true));
  return runPlain(context, positionals, values);
}

function guard(context: Context, word: string, all: boolean): Promise<number> | number {
  const known = (GUARD_WORDS as readonly string[]).includes(word) && !(all && (word === "default" || word === "accept"));
  return known ? guardCommand(context, word as GuardWord, all) : usage(context.say("badGuard"));
}

function exported(context: Context, session: string | null, values: Values): Promise<number> | number {
  const format = values.format ?? (session === null ? "jsonl" : "markdown");
  if (!(FORMATS as readonly string[]).includes(format) || (session === null && format !== "jsonl")) return usage(context.say("badFormat"));
  return exportCommand(context, { session, format: format as Format, out: values.out ?? null });
}

/** Commands of fixed words. */
function runPlain(context: Context, positionals: string[], values: Values): Promise<number> | number {
  const command = positionals.join(" ");
  switch (command) {
    case "":
      return startCommand(context);
    case "status":
      return statusCommand(context, values.json === true);
    case "relay":
      return relayCommand(context);
    case "quit":
      return quitCommand(context);
    case "hooks":
    case "hooks status":
      return Math.max(hooksStatusCommand(context), printProviders(context));
    case "hooks install":
      return isOther(values.provider) ? ofProvider(context, values, "install") : withHooksOptions(context, values, installCommand);
    case "hooks uninstall":
      return isOther(values.provider) ? ofProvider(context, values, "uninstall") : withHooksOptions(context, values, uninstallCommand);
    case "hooks repair":
      return withHooksOptions(context, values, repairCommand);
    case "doctor":
    case "hooks doctor":
      return doctorCommand(context, values.json ? "json" : values.report ? "report" : "text");
    default:
      return usage(isCommand(context.say("help"), positionals) ? context.say("badUse", command, positionals[0] ?? "") : context.say("unknownCommand", command));
  }
}

function ofProvider(context: Context, values: Values, change: "install" | "uninstall"): Promise<number> {
  const others = values.scope !== undefined || values.http === true || values["client-version"] !== undefined;
  return providerCommand(context, change, { provider: values.provider ?? "", yes: values.yes === true, others });
}

function withHooksOptions(context: Context, values: Values, command: (context: Context, options: HooksOptions) => Promise<number>): Promise<number> | number {
  const scope = values.scope ?? null;
  if (scope !== null && !(SCOPES as readonly string[]).includes(scope)) return usage(context.say("badScope"));
  const clientVersion = values["client-version"] ?? null;
  if (clientVersion !== null && !/^\d+\.\d+\.\d+/.test(clientVersion)) return usage(context.say("badVersion"));
  return command(context, { scope: scope as Scope | null, yes: values.yes === true, clientVersion, acceptShrunk: values["accept-shrunk"] === true, http: values.http === true });
}

function tell(text: string): number {
  print(`${text}\n`);
  return DONE;
}

const say = wordsIn(languageOf(process.env));
main(process.argv.slice(2), say).then(end, (error: Error) => {
  complain(error.message);
  end(1);
});
