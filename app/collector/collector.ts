/** The collector: where hooks arrive and where the command line asks (DESIGN §8). Loopback and a private socket only. */
import type { IncomingMessage, Server } from "node:http";
import type { CollectorDependencies, Notices } from "../parts.ts";
import { BODY_LIMITS, BodyBudget, type BodyLimits } from "./body.ts";
import { type Admission, Gate, type GateOptions } from "./gate.ts";
import { listenOnPort, listenOnSocket } from "./listen.ts";
import { PeerLookup } from "./peer.ts";
import { RateLimit } from "../rate-limit.ts";
import type { RouteContext } from "./receive.ts";
import { createRoutes } from "./routes.ts";
import { closeServer, createCollectorServer, SERVER_LIMITS, type ServerLimits } from "./server.ts";
import { NonceTable } from "./signature.ts";
import { StreamHub } from "./stream/hub.ts";
import { STREAM_LIMITS, type StreamLimits } from "./stream/limits.ts";

export { AlreadyRunning } from "./listen.ts";
export { askToRaise } from "./neighbour.ts";

export interface CollectorOptions {
  token: string;
  notices: Notices;
  /** "" where there are no Unix sockets */
  socketPath: string;
  /** Where other machines come in; absent or "": nowhere but the collector port */
  doorPath?: string;
  /** See GateOptions; without it no other machine is known. */
  hostOf?: GateOptions["hostOf"];
  /** `MASCOT_PORT`: this one or none; null: the first free of 4820–4829 */
  fixedPort: number | null;
  pid?: number;
  /** For tests: smaller limits, another range, another user. */
  serverLimits?: Partial<ServerLimits>;
  bodyLimits?: BodyLimits;
  streamLimits?: Partial<StreamLimits>;
  portRange?: { first: number; last: number };
  unsignedRate?: { perSecond: number; burst: number };
  ownUid?: number | null;
}

export interface Collector {
  /** `http://127.0.0.1:<port>`; "" when no port could be had */
  url: string;
  /** 0 when no port could be had */
  port: number;
  /** null when the socket could not be had */
  socketPath: string | null;
  /** Takes nothing new, tells who follows the events that it ends, answers what is under way (at most two seconds), frees port and socket. */
  close(): Promise<void>;
}

const CLOSE_BOUND_MS = 2000;
const UNSIGNED_RATE = { perSecond: 200, burst: 1000 };

/**
 * Starts listening. What is in the way becomes a notice, never a crash: `port_taken`, `port_denied`, `no_port`, `socket_foreign`.
 * @throws AlreadyRunning when the app of this home answers on the port or the socket
 */
export async function startCollector(deps: CollectorDependencies, options: CollectorOptions): Promise<Collector> {
  const hub = deps.stream === undefined ? null : new StreamHub(deps.stream.feed, { events: deps.stream.events, log: deps.log, limits: { ...STREAM_LIMITS, ...options.streamLimits } });
  const { tcp, unix, door } = createServers(deps, options, hub);
  const close = () => {
    hub?.close();
    return closeAll([tcp, unix, door]);
  };
  const socketPath = options.socketPath !== "" && (await listenOnSocket(unix, options.socketPath, options)) ? options.socketPath : null;
  try {
    if (options.doorPath) await listenOnSocket(door, options.doorPath, options);
    const port = await listenOnPort(tcp, options.fixedPort, options, options.portRange);
    deps.log.info("listening", { port, socket: socketPath !== null });
    return {
      url: port === null ? "" : `http://127.0.0.1:${port}`,
      port: port ?? 0,
      socketPath,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function createServers({ stream, ...deps }: CollectorDependencies, options: CollectorOptions, hub: StreamHub | null): { tcp: Server; unix: Server; door: Server } {
  const admissions = new WeakMap<IncomingMessage, Admission>();
  const rate = options.unsignedRate ?? UNSIGNED_RATE;
  const gate = new Gate({
    token: options.token,
    nonces: new NonceTable(),
    peers: new PeerLookup(options.ownUid !== undefined ? options.ownUid : linuxUid()),
    unsignedRate: new RateLimit(rate.perSecond, rate.burst),
    clock: deps.clock,
    hostOf: options.hostOf ?? (() => null),
  });
  const context: RouteContext = {
    ...deps,
    token: options.token,
    pid: options.pid ?? process.pid,
    limits: options.bodyLimits ?? BODY_LIMITS,
    budget: new BodyBudget(),
    ...(stream === undefined || hub === null ? {} : { stream: { hub, events: stream.events } }),
    admissionOf: (request) => {
      const admission = admissions.get(request);
      if (admission === undefined) throw new Error("a request without an admission reached a route");
      return admission;
    },
  };
  const parts = { gate, admit: (request: IncomingMessage, admission: Admission) => void admissions.set(request, admission), handle: createRoutes(context), log: deps.log };
  const limits = { ...SERVER_LIMITS, ...options.serverLimits };
  return { tcp: createCollectorServer(parts, "tcp", limits), unix: createCollectorServer(parts, "socket", limits), door: createCollectorServer(parts, "door", limits) };
}

/** Only Linux tells whose a connection is. */
function linuxUid(): number | null {
  return process.platform === "linux" ? (process.getuid?.() ?? null) : null;
}

async function closeAll(servers: Server[]): Promise<void> {
  await Promise.all(servers.map((server) => closeServer(server, CLOSE_BOUND_MS)));
}
