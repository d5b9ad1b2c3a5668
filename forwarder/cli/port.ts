/** `agent-mascot port create|start|end|list|show|init`, and `port-start`, `port-end`: work items, for people and agents. */
import { existsSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { PortAnswer, PortDetail, PortList, PortRefusal, PortSummary } from "../../schemas/generated/types.ts";
import { complain, print } from "../output.ts";
import { problem } from "./app.ts";
import { ask, type Reply } from "./client.ts";
import { type Context, DONE, FAILED, USAGE, usage } from "./context.ts";
import { durationText, portLines, portTable } from "./port-text.ts";

const OPTIONS = {
  title: { type: "string", short: "t" },
  depends: { type: "string", multiple: true },
  priority: { type: "string" },
  session: { type: "string" },
  project: { type: "string" },
  force: { type: "boolean" },
  dropped: { type: "boolean" },
  paused: { type: "boolean" },
  all: { type: "boolean" },
  everywhere: { type: "boolean" },
  json: { type: "boolean" },
} as const;

const parse = (args: string[]) => parseArgs({ args, options: OPTIONS, allowPositionals: true });
type Values = ReturnType<typeof parse>["values"];
type Command = (context: Context, id: string, values: Values) => Promise<number>;

const PRIORITIES = ["low", "normal", "high"];
const BAD_IDS = ["bad_id", "secret_id"];

const WITH_ID: Record<string, Command> = { create, start, end, show };

/** Whether a command line is one of these; the specification's own names and its `hook` in front included. */
export function portArguments([verb, second, ...rest]: readonly string[]): string[] | null {
  if (verb === "port") return [...(second === undefined ? [] : [second]), ...rest];
  if (verb === "hook") return portArguments([second ?? "", ...rest].filter(() => second === "port-start" || second === "port-end"));
  if (verb !== "port-start" && verb !== "port-end") return null;
  return [verb.slice("port-".length), ...(second === undefined ? [] : [second]), ...rest];
}

/** @param args after `port` */
export async function portCommand(context: Context, args: readonly string[]): Promise<number> {
  const { say } = context;
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse([...args]);
  } catch (error) {
    return usage(say("badOption", (error as Error).message.split(". ")[0] ?? ""));
  }
  const { values, positionals: [verb = "", ...rest] } = parsed;
  const [id] = rest;
  const withId = WITH_ID[verb];
  if (withId !== undefined && id !== undefined && rest.length === 1) return withId(context, id, values);
  if (verb === "list" && id === undefined) return list(context, values);
  if (verb === "init" && id === undefined) return init(context);
  return usage(say("portUsage"));
}

async function create(context: Context, id: string, { title, depends = [], priority, session, project, json }: Values): Promise<number> {
  const { say } = context;
  if (priority !== undefined && !PRIORITIES.includes(priority)) return usage(say("portBadPriority"));
  const depends_on = depends.flatMap((one) => one.split(",")).map((one) => one.trim()).filter((one) => one !== "");
  const body = { id, cwd: folderOf(context, project), depends_on, ...given({ title, priority, session_id: session }) };
  return answered(context, id, await ask(context.home, "POST", "/api/ports", { body }), json, ({ port, unknown }) => [
    say("portCreated", port.id, port.title), ...(unknown.length === 0 ? [] : [say("portUnknownDependencies", unknown.join(", "), port.id)]),
  ]);
}

async function start(context: Context, id: string, { session, force, project, json }: Values): Promise<number> {
  const { say } = context;
  const body = { cwd: folderOf(context, project), ...given({ session_id: session, force }) };
  return answered(context, id, await ask(context.home, "POST", `${pathOf(id)}/start`, { body }), json, ({ port, changed }) => [
    ...(changed ? [] : [say("portRunsAlready", port.id)]),
    port.session_id === null ? say("portStarted", port.id, port.project) : say("portStartedFor", port.id, port.project, port.session_id),
    ...(changed && port.waits_for.length > 0 ? [say("portStartedEarly", port.waits_for.join(", "))] : []),
  ]);
}

async function end(context: Context, id: string, { dropped, paused, project, json }: Values): Promise<number> {
  const { say } = context;
  if (dropped && paused) return usage(say("portOneOutcome"));
  const body = { cwd: folderOf(context, project), outcome: dropped ? "dropped" : paused ? "paused" : "done" };
  return answered(context, id, await ask(context.home, "POST", `${pathOf(id)}/end`, { body }), json, ({ port, changed, freed }) => [
    !changed ? say("portEndedAlready", port.id) : say(`portEnded_${port.state === "running" ? "done" : port.state}`, port.id, durationText(say, port.spent_ms), port.files),
    ...(freed.length === 0 ? [] : [say("portFreed", freed.join(", "))]),
  ]);
}

async function show(context: Context, id: string, { project, json }: Values): Promise<number> {
  const reply = await ask(context.home, "GET", `${pathOf(id)}?${new URLSearchParams({ cwd: folderOf(context, project) })}`);
  if (!isDone(reply)) return fail(context, id, reply);
  const detail = reply.body as PortDetail;
  print(`${json ? JSON.stringify(detail) : portLines(context.say, detail).join("\n")}\n`);
  return DONE;
}

async function list(context: Context, { all, everywhere, project, json }: Values): Promise<number> {
  const folder = folderOf(context, project);
  const query = new URLSearchParams({ ...(everywhere ? {} : { cwd: folder }), ...(all ? { all: "1" } : {}), limit: "1000" });
  const reply = await ask(context.home, "GET", `/api/ports?${query}`);
  if (!isDone(reply)) return fail(context, "", reply);
  const { items } = reply.body as PortList;
  if (json) print(`${JSON.stringify({ items })}\n`);
  else if (items.length === 0) print(`${context.say(all ? "portNone" : "portNoneOpen", folder)}\n`);
  else print(`${portTable(context.say, items, everywhere === true).join("\n")}\n`);
  return DONE;
}

const CONFIGURATION = ".agent-mascot.yaml";

async function init(context: Context): Promise<number> {
  const file = join(topOf(folderOf(context, undefined)), CONFIGURATION);
  try {
    writeFileSync(file, context.say("portTemplate"), { flag: "wx" });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    complain(code === "EEXIST" ? context.say("portInitExists", file) : context.say("io", file, code ?? String(error)));
    return FAILED;
  }
  print(`${context.say("portInitDone", file)}\n`);
  return DONE;
}

/** Git's top-level, where the app looks for it; the folder itself where there is none. */
function topOf(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
    if (at === dirname(at)) return folder;
  }
}

/** Inside of a hook the client names the project, wherever the shell stands. */
function folderOf({ cwd, env }: Context, project: string | undefined): string {
  return project === undefined ? env["CLAUDE_PROJECT_DIR"] || cwd : resolve(cwd, project);
}

const pathOf = (id: string): string => `/api/ports/${encodeURIComponent(id)}`;

function given(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function answered(context: Context, id: string, reply: Reply, json: boolean | undefined, lines: (answer: PortAnswer) => string[]): number {
  if (!isDone(reply)) return fail(context, id, reply);
  const answer = reply.body as PortAnswer;
  print(`${json ? JSON.stringify(answer) : lines(answer).join("\n")}\n`);
  return DONE;
}

function isDone(reply: Reply): reply is Extract<Reply, { ok: true }> {
  return reply.ok && reply.status >= 200 && reply.status < 300;
}

function fail(context: Context, id: string, reply: Reply): number {
  const refusal = reply.ok ? (reply.body as Partial<PortRefusal> | null) : null;
  const text = refusal?.error === undefined ? null : refusalText(context, id, refusal as PortRefusal);
  complain(text ?? (!reply.ok && reply.reason === "not_running" ? context.say("portAppDown") : problem(context, reply)));
  return refusal?.error !== undefined && BAD_IDS.includes(refusal.error) ? USAGE : FAILED;
}

/** @returns null for what is no refusal of a port */
function refusalText({ say }: Context, id: string, { error, proposal, ids = [], session_id = "", state }: PortRefusal): string | null {
  const shown = say(`portState_${(state ?? "ready") as PortSummary["state"]}`);
  switch (error) {
    case "bad_id": return proposal === undefined ? say("port_bad_id", JSON.stringify(id)) : say("port_bad_id_try", JSON.stringify(id), proposal);
    case "secret_id": return say("port_secret_id", id);
    case "no_project": return say("port_no_project");
    case "unknown_port": return say("port_unknown_port", id);
    case "ambiguous": return say("port_ambiguous", id);
    case "exists": return say("port_exists", id, shown);
    case "circle": return say("port_circle", ids.join(" → "));
    case "too_many": return say("port_too_many");
    case "waits": return say("port_waits", id, ids.join(", "));
    case "other_session": return say("port_other_session", id, session_id);
    case "not_running": return say("port_not_running", id, shown);
    case "ended": return say("port_ended", id, shown);
    case "not_stored": return say("port_not_stored");
    case "not_ready": return say("port_not_ready");
    default: return null;
  }
}
