/** The doctor as a whole: looks, judges, and words it. The command line runs it, and so does the app for its dashboard. */
import { hostname, release, userInfo } from "node:os";
import { basename, join } from "node:path";
import type { DoctorAppSide, DoctorReport } from "../../schemas/generated/types.ts";
import { ask, askOverTcp, type Reply } from "../cli/client.ts";
import { readToken } from "../hook/home.ts";
import { askClientVersion } from "../launch/launch-client-version.ts";
import { eventsFor } from "../settings/events.ts";
import { readRecords } from "../settings/records.ts";
import { PRODUCT_VERSION } from "../version.ts";
import { appSteps } from "./app-steps.ts";
import { asElsewhere, lookElsewhere, withoutRights } from "./elsewhere.ts";
import type { Finding } from "./finding.ts";
import { homeSteps } from "./home-steps.ts";
import { hookSteps } from "./hook-steps.ts";
import type { DoctorLook } from "./look.ts";
import { findProgram, forwarderHashes, freeBytes, isProgram, lookAtDatabase, lookAtDiscovery, lookAtForwarder, lookAtHome, lookAtSpool, lookAtToken } from "./probe-home.ts";
import { lineToTry, lookAtLayers, managedFile, nodeNamedIn } from "./probe-layers.ts";
import { portOwner } from "./probe-port.ts";
import { doctorWordsIn, makeReport, type Private } from "./report.ts";
import { desktopShowsTray } from "./spawn-line.ts";
import { tryEvent } from "./test-event.ts";

export interface DoctorOptions {
  home: string;
  userFolder: string;
  /** CLAUDE_CONFIG_DIR */
  configFolder: string | null;
  /** folder of the project whose files are looked at, too */
  project: string;
  /** where the forwarder of this build lies */
  forwarderFolder: string;
  env: NodeJS.ProcessEnv;
  language: "en" | "ko";
  now: Date;
  /** for tests */
  managed?: string;
}

/** For the database of an app that runs: it reads all of a file of hundreds of megabytes. */
const APP_PATIENCE_MS = 20_000;
const USUAL_PORT = 4820;

export async function runDoctor(options: DoctorOptions): Promise<DoctorReport> {
  const findings = judged(await lookAround(options));
  const words = doctorWordsIn(options.language);
  const system = `${process.platform} ${release()} · node ${process.versions.node}`;
  return makeReport({ words, findings, hidden: privateThings(options), at: options.now.toISOString(), version: PRODUCT_VERSION, system });
}

/** Pure. In the order in which the steps are numbered. */
export function judged(look: DoctorLook): Finding[] {
  const seen = withoutRights(look);
  return [...hookSteps(seen), ...homeSteps(seen), ...appSteps(seen)].map((finding) => asElsewhere(finding, seen));
}

export async function lookAround(options: DoctorOptions): Promise<DoctorLook> {
  const { home, env } = options;
  const [version, { app, trouble }, tray] = await Promise.all([askClientVersion(env), askApp(home), process.platform === "linux" ? desktopShowsTray(env) : null]);
  const layers = lookAtLayers({ ...options, platform: process.platform, managed: options.managed ?? managedFile(process.platform) });
  const hook = lineToTry(layers, options);
  const named = nodeNamedIn(hook?.handler);
  const discovery = lookAtDiscovery(home);
  const reached = await lookAtPort(home, app, discovery.port);
  return {
    elsewhere: lookElsewhere(home), platform: process.platform, now: options.now.getTime(), home: lookAtHome(home), client: { version, wanted: eventsFor(version).map(({ name }) => name) }, layers,
    node: { named, namedIsThere: named !== null && isProgram(named), found: findProgram("node", env) }, curl: findProgram("curl", env) !== null,
    forwarder: lookAtForwarder(home, app?.forwarder ?? ownHashes(options)), disk: { freeBytes: freeBytes(home) ?? freeBytes(options.userFolder) }, discovery, app, appTrouble: trouble,
    port: reached.port, token: reached.refused ? "refused" : lookAtToken(home), proxy: proxyOf(env),
    event: await tryEvent({ home, hook, env, received: app === null ? null : (id) => cameIn(home, id) }),
    spool: lookAtSpool(home), database: lookAtDatabase(home), display: env["WAYLAND_DISPLAY"] || env["DISPLAY"] || null, tray,
  };
}

async function askApp(home: string): Promise<{ app: DoctorAppSide | null; trouble: string | null }> {
  const reply = await ask(home, "GET", "/api/doctor", { wholeMs: APP_PATIENCE_MS });
  if (reply.ok) return reply.status === 200 ? { app: reply.body as DoctorAppSide, trouble: null } : { app: null, trouble: `HTTP ${reply.status}` };
  return { app: null, trouble: reply.reason === "not_answering" ? reply.detail : null };
}

async function cameIn(home: string, id: string): Promise<boolean> {
  const reply = await ask(home, "GET", `/api/doctor/events/${id}`);
  return reply.ok && reply.status === 200 && (reply.body as { received?: unknown }).received === true;
}

/** The app may be reached by its socket while somebody else sits on the port that its file names. */
async function lookAtPort(home: string, app: DoctorAppSide | null, recorded: number | null): Promise<{ port: DoctorLook["port"]; refused: boolean }> {
  const number = app?.port || recorded || USUAL_PORT;
  const owner = portOwner(number);
  const usualOwner = number === USUAL_PORT ? owner : portOwner(USUAL_PORT);
  if (app === null || app.port === 0) return { port: { port: number, proved: null, owner, usualOwner }, refused: false };
  const reply: Reply = await askOverTcp(home, { method: "GET", path: "/api/status", host: "" }, { connectMs: 500, wholeMs: 3000 }).catch((error: Error) => ({ ok: false, reason: "not_answering", detail: error.message }));
  // Without a token of ours nobody can prove anything.
  const unproved = readToken(home) === null ? null : reply.ok;
  return { port: { port: number, proved: unproved, owner, usualOwner }, refused: reply.ok && reply.status === 401 };
}

/** A command line that runs from the home itself has nothing to compare that with. */
function ownHashes({ forwarderFolder, home }: DoctorOptions): Record<string, string> | null {
  if (forwarderFolder === join(home, "bin")) return null;
  const hashes = forwarderHashes(forwarderFolder);
  return Object.keys(hashes).length === 0 ? null : hashes;
}

function proxyOf(env: NodeJS.ProcessEnv): string | null {
  const address = env["HTTP_PROXY"] || env["http_proxy"] || env["ALL_PROXY"] || env["all_proxy"] || "";
  // Name and password of whoever may use it are nobody's business, on the screen neither.
  return address === "" ? null : address.replace(/^([a-z]+:\/\/)?[^/]*@/i, "$1");
}

/** Names of folders tell who somebody is and what they work on. */
function privateThings({ home, userFolder, project, configFolder }: DoctorOptions): Private {
  const projects = [project, ...Object.keys(readRecords(home)).map((file) => join(file, "..", ".."))].filter((folder) => folder !== userFolder && folder.length > 1);
  const named = [userInfo().username, basename(userFolder)].filter((name) => name !== "");
  return {
    folders: [
      { path: home, as: "<home>" }, { path: userFolder, as: "~" }, ...(configFolder === null ? [] : [{ path: configFolder, as: "<client>" }]),
      ...projects.map((path) => ({ path, as: "<project>" })),
    ],
    names: [...named.map((name) => ({ name, as: "<user>" })), { name: hostname(), as: "<computer>" }, ...projects.map((path) => ({ name: basename(path), as: "<project>" }))],
    secrets: [readToken(home) ?? ""],
  };
}
