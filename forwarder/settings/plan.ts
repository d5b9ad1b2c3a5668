/** What is to stand in a settings file for us. Pure. */
import { ARGS_SINCE, compareVersions, eventsFor } from "./events.ts";
import { installedLine, MARKER, NODE_IN_LINE, shellQuote } from "./installed-line.ts";

export interface CommandHandler {
  type: "command";
  command: string;
  args?: string[];
  timeout: number;
}

/** The client posts the payload itself (contract §12). */
export interface HttpHandler {
  type: "http";
  url: string;
  timeout: number;
}

export type Handler = CommandHandler | HttpHandler;

/** The plugin's name in the client's lists. */
export const PLUGIN_NAME = "agent-mascot";

export interface PlannedHook {
  event: string;
  handler: Handler;
}

export interface PlanOptions {
  platform: string;
  /** absolute path; null in files that are shared with others */
  home: string | null;
  node: string | null;
  clientVersion: string | null;
  /** for the folder of a plugin: its lines are silent where the settings' lines speak */
  plugin?: boolean;
}

export type Plan = { ok: true; hooks: PlannedHook[] } | { ok: false; reason: "client_too_old_for_windows" | "client_too_old_for_http" | "no_node" | "line_break_in_home" | "home_not_shared" };

export function planHooks(options: PlanOptions): Plan {
  if (options.home !== null && /[\0\r\n]/.test(options.home)) return { ok: false, reason: "line_break_in_home" };
  const events = eventsFor(options.clientVersion);
  if (options.platform === "win32") return planWindows(options);
  return {
    ok: true,
    hooks: events.map(({ name, timeout }) => ({
      event: name,
      handler: { type: "command", command: installedLine({ event: name, home: options.home, node: options.node, plugin: options.plugin === true }), timeout },
    })),
  };
}

/**
 * Windows has no sh to count on: node is started without a shell. A client that is older than `args` would run node alone with the payload
 * as its program; a JSON object is none that JavaScript parses, and such clients are refused here all the same.
 */
function planWindows(options: PlanOptions): Plan {
  const { node, home } = options;
  if (options.clientVersion === null || compareVersions(options.clientVersion, ARGS_SINCE) < 0) return { ok: false, reason: "client_too_old_for_windows" };
  if (node === null || home === null) return { ok: false, reason: "no_node" };
  const script = `${home}\\bin\\forward-to-mascot.cjs`;
  return {
    ok: true,
    hooks: eventsFor(options.clientVersion).map(({ name, timeout }) => ({
      event: name,
      handler: { type: "command", command: node, args: [script, "--home", home, "--event", name, MARKER], timeout },
    })),
  };
}

/** First client that posts hooks itself. */
export const HTTP_SINCE = "2.1.63";
/** Behind the collector's address, so that the entry is found again. */
const HTTP_MARKER = "?by=agent-mascot";

/**
 * Entries by which the client posts to the collector itself, without a process. Nothing but the payload comes that way: no terminal, no token, so the events are
 * unverified; and never SessionStart, which the client does not post.
 *
 * A header with the token (the client fills in variables, contract §12) is left out on purpose: the client proves nothing of the other end, so that whoever holds the port
 * while the app is away, and any HTTP_PROXY, would be given the token; and a variable of the environment is in the hands of every program the agent runs, and of a repository's settings.
 * @param port the collector's
 */
export function planHttpHooks({ port, clientVersion }: { port: number; clientVersion: string | null }): Plan {
  if (clientVersion === null || compareVersions(clientVersion, HTTP_SINCE) < 0) return { ok: false, reason: "client_too_old_for_http" };
  const events = eventsFor(clientVersion).filter(({ name }) => name !== "SessionStart");
  return { ok: true, hooks: events.map(({ name, timeout }) => ({ event: name, handler: { type: "http", url: `http://127.0.0.1:${port}/hooks/claude${HTTP_MARKER}`, timeout: name === "PermissionRequest" ? HTTP_TIMEOUT : timeout } })) };
}

/** Nobody answers permissions on this lane. */
const HTTP_TIMEOUT = 5;

/** The collector's port that an HTTP entry of ours names; null for any other handler. */
export function httpPortOf(handler: unknown): number | null {
  const url = typeof handler === "object" && handler !== null ? (handler as { url?: unknown }).url : undefined;
  const port = typeof url === "string" && url.endsWith(HTTP_MARKER) ? /^http:\/\/127\.0\.0\.1:(\d{1,5})\/hooks\//.exec(url)?.[1] : undefined;
  return port === undefined ? null : Number(port);
}

/** Knows every event there is. */
const NEWEST_CLIENT = "9999.0.0";

/**
 * True when one of our entries is not what this version would write for its event, by its text. Whichever node it names: the app and the command line may
 * know different ones, and the line looks for another where its own is gone.
 * @param home of this app; entries without a person's path, as projects share them, are current as well
 */
export function isOutdated(ours: readonly PlannedHook[], platform: string, home: string): boolean {
  const planned = [home, null].map((each) => planHooks({ platform, home: each, node: "node", clientVersion: NEWEST_CLIENT })).flatMap((plan) => (plan.ok ? plan.hooks : []));
  const current = new Set(planned.map(textOf));
  return ours.some((hook) => hook.handler.type !== "http" && !current.has(textOf(hook)));
}

function textOf({ event, handler }: PlannedHook): string {
  if (handler.type === "http") return JSON.stringify([event, handler]);
  const { type, command, args, timeout } = withoutNode(handler);
  return JSON.stringify([event, type, command, args, timeout]);
}

/**
 * False for lines of another home, which serve another app.
 * @param usual this home is the one that shared lines lead to (isUsualHome)
 */
export function isForHome({ handler }: PlannedHook, home: string, usual: boolean): boolean {
  if (handler.type === "http") return true;
  if (handler.args) return handler.args.includes(home);
  return handler.command.includes(`h=${shellQuote(home)};`) || (usual && handler.command.includes('h="$HOME/.agent-mascot";'));
}

function withoutNode(handler: CommandHandler): CommandHandler {
  if (handler.args) return { ...handler, command: "" };
  return { ...handler, command: handler.command.replace(NODE_IN_LINE, "") };
}

/** True for a handler of ours, in whatever version. Handlers of any foreign shape may be passed. */
export function isOurs(handler: unknown): boolean {
  if (typeof handler !== "object" || handler === null) return false;
  const { command, args } = handler as { command?: unknown; args?: unknown };
  if (Array.isArray(args) && args[args.length - 1] === MARKER) return true;
  if (typeof command === "string" && command.trimEnd().endsWith(MARKER)) return true;
  return httpPortOf(handler) !== null;
}

/** The command line as a hook: what it prints is the extended form, which the client's schema has no place for. */
export function isCommandLine(handler: unknown): boolean {
  if (typeof handler !== "object" || handler === null || isOurs(handler)) return false;
  const { command, args } = handler as { command?: unknown; args?: unknown };
  const text = [command, ...(Array.isArray(args) ? args : [])].filter((part) => typeof part === "string").join(" ");
  return /(?:^|[\s/\\'"])agent-mascot(?:\.mjs|\.exe|\.cmd)?['"]?\s+hook(?:\s|$)/.test(text);
}

/** A hand-written entry after specification 1 §4.1: delivers too, so that events would come twice. */
export function isHandWritten(handler: unknown): boolean {
  if (typeof handler !== "object" || handler === null || isOurs(handler)) return false;
  const { command, args } = handler as { command?: unknown; args?: unknown };
  const text = [command, ...(Array.isArray(args) ? args : [])].filter((part) => typeof part === "string").join(" ");
  return /forward-to-mascot\.[cm]?js/.test(text);
}
