/** `agent-mascot remote <host> | list | remove <host>`: shows the agents of another machine here. Says first what it does, on both sides, and does nothing before a yes. */
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { RemoteHost } from "../../schemas/generated/types.ts";
import { print } from "../output.ts";
import { hasProgram } from "../remote/spawn-host-shell.ts";
import { type Context, DONE, FAILED, usage } from "./context.ts";
import { failWith } from "./hooks.ts";
import { hostsOf, type RemoteOptions } from "./remote-host.ts";
import { removeHost } from "./remote-remove.ts";
import { setUpHost } from "./remote-set-up.ts";

/** null: another command. Options of this one mean nothing to the others. */
export function remoteArguments(argv: readonly string[]): string[] | null {
  return argv[0] === "remote" ? argv.slice(1) : null;
}

const OPTIONS = {
  "dry-run": { type: "boolean" }, yes: { type: "boolean", short: "y" }, port: { type: "string" }, "ssh-config": { type: "string" }, container: { type: "string" },
} as const;

export async function remoteCommand(context: Context, argv: string[]): Promise<number> {
  const { say } = context;
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(argv);
  } catch (error) {
    return usage(say("badOption", (error as Error).message.split(". ")[0] ?? ""));
  }
  const { values, positionals } = parsed;
  const port = values.port === undefined ? null : Number(values.port);
  if (port !== null && !(Number.isInteger(port) && port >= 1024 && port < 65_536)) return usage(say("remoteBadPort"));
  const options = { dryRun: values["dry-run"] === true, yes: values.yes === true, port, sshConfig: resolve(values["ssh-config"] ?? join(context.userFolder, ".ssh", "config")) };
  return run(context, positionals, values.container ?? null, options);
}

function parse(argv: string[]) {
  return parseArgs({ args: argv, options: OPTIONS, allowPositionals: true });
}

function run(context: Context, words: string[], container: string | null, options: RemoteOptions): Promise<number> | number {
  const [first, second, ...more] = words;
  if (more.length > 0 || (container !== null && words.length > 0)) return usage(context.say("remoteUsage"));
  if (first === "list" && second === undefined) return listHosts(context);
  if (first === "remove" && second !== undefined) return known(context, second, (host) => removeHost(context, host, options));
  if (container !== null) return named(context, container, () => inContainer(context, container, options));
  if (first === undefined || first === "remove" || second !== undefined) return usage(context.say("remoteUsage"));
  return named(context, first, () => setUpHost(context, "ssh", first, options));
}

/** Names go to ssh as a word of their own: one that begins with a hyphen would be an option. */
function named(context: Context, name: string, then: () => Promise<number>): Promise<number> | number {
  const good = /^(?:[A-Za-z0-9_][A-Za-z0-9_.-]*@)?[A-Za-z0-9][A-Za-z0-9_.-]*$/.test(name) && name.length <= 120;
  return good ? then() : usage(context.say("remoteBadName", name));
}

/** Docker where it is, else podman. */
async function inContainer(context: Context, name: string, options: RemoteOptions): Promise<number> {
  const kind = (await hasProgram("docker")) ? "docker" : "podman";
  return setUpHost(context, kind, name, options);
}

function listHosts(context: Context): number {
  const hosts = hostsOf(context);
  if (hosts === null) return FAILED;
  if (hosts.length === 0) print(`${context.say("remoteNone")}\n`);
  for (const { name, kind, added_at } of hosts) print(`${context.say("remoteRow", name, kind, added_at.slice(0, 10))}\n`);
  return DONE;
}

function known(context: Context, name: string, then: (host: RemoteHost) => Promise<number>): Promise<number> | number {
  const hosts = hostsOf(context);
  if (hosts === null) return FAILED;
  const host = hosts.find((each) => each.name === name);
  return host === undefined ? failWith(context.say("remoteUnknown", name)) : then(host);
}
