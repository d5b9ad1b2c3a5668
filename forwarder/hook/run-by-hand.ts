/** The hook command run by a person, a script, or a settings file written after specification 1: says what went wrong in one line on stderr (§10). */
import { homedir } from "node:os";
import { resolve } from "node:path";
import { type LaunchResult, launchApp } from "../launch/launch.ts";
import { complain, end, print } from "../output.ts";
import { INSIDE_VARIABLE } from "../settings/inside.ts";
import { isLocal } from "./address.ts";
import { type HookArguments, positiveInteger } from "./arguments.ts";
import { defaultHome } from "./default-home.ts";
import { deliverOverSocket, deliverOverTcp, handInOverTcp, type Outcome } from "./delivery.ts";
import { isWindowsAppsHome, openHome, readToken, trustedSocket } from "./home.ts";
import { BY_HAND_MS, HEALTH_MS, limitsFor } from "./limits.ts";
import { attended } from "./meta.ts";
import { type PackedParcel, pack, workingFolder } from "./parcel.ts";
import { readPayload } from "./payload.ts";
import { readIdentity } from "./read-identity.ts";
import { startRelay } from "../remote/launch-relay.ts";
import { isRemoteHome, readRemoteHome } from "../remote/remote-home.ts";
import { writeSpoolFile } from "./spool.ts";
import { addressOf } from "./spawn-lookup.ts";
import { readByHand } from "./standard-input.ts";
import { isWindowsPath } from "./workspace.ts";
import { DEFAULT_PROVIDER } from "../providers/default.ts";

const DEFAULT_PORT = 4820;
const RETRY_MS = 100;
const LIMITS = limitsFor({ installed: false, event: null, attended: undefined, answering: false });

export async function runByHand(args: HookArguments): Promise<never> {
  try {
    // L15: a client that we started ourselves, with a hook written by hand.
    if (process.env[INSIDE_VARIABLE]) detail(`ignored: ${INSIDE_VARIABLE} is set, so this hook is of a client that Agent Mascot started`);
    else await run(args);
  } catch (error) {
    say((error as Error).message);
  }
  end(0);
}

async function run(args: HookArguments): Promise<void> {
  const windowsPath = windowsPathGiven(args);
  if (windowsPath) say(`${windowsPath} is a Windows path, which this node cannot open: give the path inside WSL, such as /mnt/c/...`);
  const input = await readByHand(BY_HAND_MS);
  if (input.error) fail(`cannot read stdin: ${input.error}`);
  const payload = readPayload(input.bytes);
  if (payload.kind === "empty") fail("stdin is empty: expected a hook payload as JSON");
  if (payload.kind === "broken") fail(`stdin is not JSON: ${payload.reason}`);
  const value = payload.kind === "object" ? payload.value : {};
  const parcel = pack(payload, {
    env: process.env, nowMs: Date.now(), parentPid: args.parentPid, provider: args.provider ?? process.env["MASCOT_PROVIDER"] ?? DEFAULT_PROVIDER,
    identity: SESSION_START.test(String(value["hook_event_name"] ?? value["hook_type"])) ? await whoAsks(args) : {}, truncated: input.truncated,
  });
  const problem = input.truncated ? { text: "payload too large to send", keep: true } : await deliver(parcel, value);
  if (problem) say(problem.text + (problem.keep ? keep(parcel) : ""));
}

const SESSION_START = /^session-?start$/i;

/** By hand there is no client: what stands in its place is this process, whose parent is the shell. */
function whoAsks({ parentPid }: HookArguments) {
  const clientPid = positiveInteger(process.env["CLAUDE_PID"]) ?? parentPid ?? process.pid;
  return readIdentity({ env: process.env, clientPid, cwd: workingFolder(), platform: process.platform, nowMs: Date.now() });
}

interface Problem {
  text: string;
  /** false for what the collector will never take */
  keep: boolean;
}

/** @returns what went wrong, or null */
async function deliver(parcel: PackedParcel, payload: Record<string, unknown>): Promise<Problem | null> {
  if (isRemoteHome(mascotHome())) return process.env["MASCOT_COLLECTOR_URL"] ? report(await overTcp(process.env["MASCOT_COLLECTOR_URL"], mascotHome(), parcel)) : handOn(parcel);
  const first = await attempt(parcel);
  if (first.kind !== "undelivered" || !first.appDown) return report(first);
  if (isWindowsAppsHome(openHome(mascotHome()))) return { text: "the app runs on Windows and cannot be reached or started from here", keep: true };
  const launched = await launch(payload);
  if (launched.kind !== "started" && launched.kind !== "starting") return { text: launchProblem(launched), keep: true };
  detail("the app is starting");
  const giveUpAt = Date.now() + LIMITS.launchWaitMs;
  while (Date.now() < giveUpAt) {
    await new Promise((done) => setTimeout(done, RETRY_MS));
    const elsewhere = listensElsewhere(giveUpAt - LIMITS.launchWaitMs);
    const outcome = await attempt(parcel);
    if (outcome.kind !== "undelivered" || !outcome.appDown) return report(outcome);
    if (elsewhere) return { text: `the app runs, but at ${elsewhere} and not at ${process.env["MASCOT_COLLECTOR_URL"]}`, keep: true };
  }
  return { text: "app launch timeout", keep: true };
}

/** On another machine the relay carries what is in the spool. */
async function handOn(parcel: PackedParcel): Promise<null> {
  writeSpoolFile(mascotHome(), parcel.deliveryId, parcel.header(), parcel.payload);
  await startRelay(mascotHome(), [workingFolder() ?? ""].filter(Boolean));
  detail("left to the relay");
  return null;
}

/** Where the app that was just started can be reached, when that is not where we were told to deliver: waiting on would be in vain. */
function listensElsewhere(sinceMs: number): string | null {
  const given = process.env["MASCOT_COLLECTOR_URL"];
  const { url, startedAt, stoppedAt } = openHome(mascotHome()).collector;
  if (!given || typeof url !== "string" || stoppedAt !== undefined || !(Date.parse(String(startedAt)) >= sinceMs)) return null;
  return new URL(given).host === new URL(url).host ? null : url;
}

async function attempt(parcel: PackedParcel): Promise<Outcome> {
  const home = mascotHome();
  const given = process.env["MASCOT_COLLECTOR_URL"];
  if (!given) {
    const opened = openHome(home);
    const socket = trustedSocket(opened);
    if (socket !== null) {
      detail(`delivering to ${socket}`);
      const outcome = await deliverOverSocket(socket, parcel, LIMITS);
      if (outcome.kind !== "undelivered" || !outcome.appDown) return outcome;
    }
    const running = typeof opened.collector.url === "string" && opened.collector.stoppedAt === undefined ? opened.collector.url : null;
    return overTcp(running ?? `http://127.0.0.1:${process.env["MASCOT_PORT"] || DEFAULT_PORT}`, home, parcel);
  }
  return overTcp(given, home, parcel);
}

async function overTcp(given: string, home: string, parcel: PackedParcel): Promise<Outcome> {
  let url: URL;
  try {
    url = new URL(given);
  } catch {
    return { kind: "undelivered", appDown: false, detail: `${given} is no address` };
  }
  if (url.protocol !== "http:") return { kind: "undelivered", appDown: false, detail: `${given}: only http: is understood` };
  const address = await addressOf(url, HEALTH_MS);
  if (address === null) return { kind: "undelivered", appDown: false, detail: `${url.hostname} is not known` };
  detail(`delivering to ${url.origin}`);
  const token = readToken(home);
  const remote = isRemoteHome(home) ? readRemoteHome(home) : null;
  // What another machine cannot sign it does not send: unsigned it would come in under nobody's name.
  if (remote !== null && token === null) return { kind: "undelivered", appDown: false, detail: "the token of this machine cannot be read" };
  const outcome = remote === null || token === null ? await deliverOverTcp(url, address, token, parcel, LIMITS, Date.now) : await handInOverTcp(url, address, { id: remote.id, token }, asSpoolParcel(parcel), LIMITS, Date.now);
  // An app started here would not listen on another computer.
  return outcome.kind === "undelivered" && !isLocal(url) ? { ...outcome, appDown: false } : outcome;
}

const asSpoolParcel = (parcel: PackedParcel) => ({ name: `${parcel.deliveryId}.json`, modified_at: Date.now(), text: `${JSON.stringify(parcel.header())}\n${parcel.payload.toString("utf8")}` });

function report(outcome: Outcome): Problem | null {
  if (outcome.kind === "accepted") {
    detail("delivered");
    if (outcome.hookOutput) print(JSON.stringify(outcome.hookOutput));
    return null;
  }
  return { text: `ingest failed: ${outcome.detail}`, keep: outcome.kind === "undelivered" };
}

function launch(payload: Record<string, unknown>): Promise<LaunchResult> {
  const home = mascotHome();
  const event = payload["hook_event_name"] ?? payload["hook_type"];
  return launchApp({
    home,
    defaultHome: !process.env["MASCOT_HOME"],
    collector: openHome(home).collector,
    installed: false,
    event: typeof event === "string" ? event : null,
    attended: attended(process.env),
    env: process.env,
    workFolders: [workingFolder(), process.env["CLAUDE_PROJECT_DIR"], typeof payload["cwd"] === "string" ? payload["cwd"] : null],
    nowMs: Date.now(),
  });
}

const REFUSALS: Record<string, string> = {
  remote: "this is a cloud session",
  no_display: "there is no display (DISPLAY and WAYLAND_DISPLAY are not set)",
  switched_off: "launching by hooks is switched off in the settings",
  unattended: "nobody attends this session",
  quit_by_person: "it was quit by hand",
  not_absolute: "the path is not absolute",
  foreign_owner: "the file belongs to somebody else",
  writable_by_others: "others may write to the file or its folder",
  inside_project: "it lies in the project or the current folder",
};

function launchProblem(result: LaunchResult): string {
  if (result.kind === "not_found") return "app not found, cannot auto-launch";
  if (result.kind === "failed") return `app could not be started: ${result.detail}`;
  if (result.kind === "refused") return `app not launched: ${REFUSALS[result.reason]}`;
  if (result.kind === "unsafe") return `app not launched: ${result.path}: ${REFUSALS[result.reason]}`;
  return "app launch timeout";
}

/** @returns how the event was saved, to be said with the problem */
function keep(parcel: PackedParcel): string {
  try {
    writeSpoolFile(mascotHome(), parcel.deliveryId, parcel.header(), parcel.payload);
    return " (the event is kept and will be delivered when the app runs)";
  } catch (error) {
    return ` (the event is lost: ${(error as Error).message})`;
  }
}

function windowsPathGiven(args: HookArguments): string | null {
  if (process.platform === "win32") return null;
  const given = [process.env["MASCOT_APP_PATH"] ?? "", process.env["MASCOT_HOME"] ?? "", ...args.rest];
  return given.find(isWindowsPath) ?? null;
}

function mascotHome(): string {
  const given = process.env["MASCOT_HOME"];
  return given ? resolve(given) : defaultHome({ env: process.env, userFolder: homedir() });
}

function say(message: string): void {
  complain(`[mascot-hook] ${message}`);
}

/** With MASCOT_VERBOSE=1: what goes on, also when all is well. */
function detail(message: string): void {
  if (process.env["MASCOT_VERBOSE"] === "1") say(message);
}

function fail(message: string): never {
  say(message);
  end(1);
}
