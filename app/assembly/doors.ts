/** What others reach the app by, and what it looks after by itself: the collector, the spool, the doctor, time, clients, the home. */
import { createHookAnswers } from "../answers/index.ts";
import { AlreadyRunning, askToRaise, startCollector } from "../collector/collector.ts";
import { startSpool } from "../collector/spool.ts";
import { maskDeep } from "../domain/masking.ts";
import { createRulesApi } from "../guard/rules-api.ts";
import { publishAgain, publishRunning } from "../home/collector-file.ts";
import { HOME_GONE, watchHome } from "../home/home-watch.ts";
import { knownHosts } from "../home/remotes-file.ts";
import { tellOfRoom } from "../home/room.ts";
import { hookBodies } from "../home/spool/hook-body.ts";
import { putBackToken } from "../home/token.ts";
import { createDoctor } from "../hooks/doctor.ts";
import { ClientsHere } from "../machine/client-here.ts";
import { identifyClient } from "../machine/client-identity.ts";
import { lookAtClient, lookAtProcess } from "../machine/process-look.ts";
import type { AppStatus, CollectorFile, Delivery } from "../parts.ts";
import { startHeartbeat } from "../pipeline/heartbeat.ts";
import { NOT_RECORDING } from "../pipeline/pipeline.ts";
import { startProcessWatch } from "../pipeline/process-watch.ts";
import { hookEventName } from "../providers/claude/names.ts";
import { noticeText } from "../shell/texts.ts";
import { electronTimers } from "../shell/timers.ts";
import { checkDatabase } from "../store/index.ts";
import type { openBridges } from "./bridging.ts";
import type { Ground } from "./ground.ts";
import type { Program } from "./program.ts";
import type { Recorded } from "./record.ts";
import type { Road } from "./road.ts";
import type { Rules } from "./rules.ts";

export type Doors = Awaited<ReturnType<typeof openDoors>>;

/** What the doors lead to. */
export interface Inside {
  ground: Ground;
  record: Recorded;
  rules: Rules;
  road: Road;
  bridges: ReturnType<typeof openBridges>;
}

export async function openDoors(program: Program, inside: Inside) {
  const { paths, clock, log } = program;
  const { ground: { notices, providers, database }, record, road } = inside;
  const status = statusOf(program, inside, () => collector.url);
  const doctor = openDoctor(program, inside, () => collector.port);
  const clients = new ClientsHere(lookAtClient);
  const onlyHere = (delivery: Delivery) => clients.only(delivery);
  const collector = await listen(program, inside, { status, doctor, onlyHere });
  // On a full disk hooks still find the socket at its usual place.
  const where = whereItListens(collector, program);
  await publishRunning(paths, where).catch((error: unknown) => log.error("where the app listens could not be written down", { error }));

  if (await database.opened) {
    await record.world.start();
    record.follow();
  }
  const spool = startSpool(road.spoolSource, { pipeline: road.pipeline, providers, notices, onlyHere, clock, log: log.withPrefix("spool") });
  road.transcripts.start();
  const stopWatching = await keepWatch(program, inside, where);
  return { status, doctor, collector, spool, stopWatching };
}

interface Told {
  status(): Promise<AppStatus>;
  doctor: ReturnType<typeof createDoctor>;
  onlyHere(delivery: Delivery): Delivery;
}

function listen(program: Program, inside: Inside, told: Told) {
  const { paths, clock, log, quit, raise } = program;
  const { ground: { notices, token, settings, projectOf, providers, database }, record, rules, road, bridges } = inside;
  return startCollector(
    {
      ...told, pipeline: road.pipeline, store: database.store, world: record.world, providers, memory: record.memory.api, answers: openAnswers(program, inside), ports: record.ports.api, figures: record.figures,
      guard: createRulesApi({ modes: rules.modes, settings, projectOf }), stream: { events: database.store, feed: road.feed }, bridges, quit: () => void quit(true), raise, identify: identifyClient, forgetBody: hookBodies(paths.spool),
      clock, log: log.withPrefix("collector"),
    },
    { token, notices, socketPath: paths.socket, doorPath: paths.door, hostOf: knownHosts(paths.remotes), fixedPort: fixedPort(), pid: process.pid },
  ).catch((error: unknown) => handOverAndLeave(error, token, program));
}

/** Over time, clients, the disk and the home itself. @returns what ends it */
async function keepWatch({ paths, clock, log, quit }: Program, { ground: { notices, token }, record: { world }, road: { pipeline } }: Inside, where: CollectorFile) {
  const { after, every } = electronTimers;
  const stopHeartbeat = startHeartbeat({ pipeline, world, clock, after });
  const stopWatch = startProcessWatch({ pipeline, world, look: lookAtProcess, clock, log: log.withPrefix("clients"), after });
  const endRoom = await tellOfRoom({ file: paths.room, folder: paths.spool, every });
  const stopHomeWatch = await watchHome({
    paths, pid: process.pid, notices, log: log.withPrefix("home"), every, onTakenOver: () => void quit(false),
    putBack: async () => void (await Promise.all([publishAgain(paths, where), putBackToken(paths.token, token)])),
  });
  return () => {
    stopHeartbeat();
    stopWatch();
    stopHomeWatch();
    return endRoom();
  };
}

function isRecording({ notices }: Ground): boolean {
  return !notices.list().some(({ id }) => id === NOT_RECORDING || id === HOME_GONE || id.startsWith("database_newer") || id === "database_unavailable");
}

function statusOf({ version, startedAt }: Program, { ground, record: { world } }: Inside, url: () => string) {
  return async (): Promise<AppStatus> => ({
    version, pid: process.pid, started_at: startedAt, url: url(), agents: world.agents().length, sessions: world.sessions().length,
    events: await ground.database.store.countEvents().catch(() => 0), recording: isRecording(ground),
    notices: ground.notices.list(),
  });
}

function openDoctor({ paths, places, userFolder, version, clock }: Program, { ground, road, bridges }: Inside, port: () => number) {
  return createDoctor({
    home: paths.home, userFolder, configFolder: ground.clientFolders.configFolder, forwarderFolder: places.forwarder, env: process.env, version, pid: process.pid,
    port, recording: () => isRecording(ground), warnings: () => ground.notices.list().filter(({ level }) => level !== "info").map(({ id }) => id), checkDatabase: () => checkDatabase(paths.database),
    bridges: () => bridges.statuses(), language: ground.locale, testEvents: road.testEvents, clock,
  });
}

function openAnswers({ version }: Program, { ground: { notices, projectOf, texts }, record: { world, derive, budget, ports }, rules: { modes, guard } }: Inside) {
  return createHookAnswers({
    world, contextOf: (session) => derive.of(session), budget, running: (project, session) => ports.running(project, session), projectOf,
    modeOf: async (project) => (await modes.of(project)).mode, judge: (call) => guard.judge(call), hookName: hookEventName, mask: maskDeep, appVersion: version,
    say: (key, part, values) => texts()(`answer.${key}.${part}`, values), notices: () => notices.list().map((notice) => ({ level: notice.level, title: notice.id, message: noticeText(notice, texts()) })),
  });
}

function whereItListens({ url, socketPath, port }: { url: string; port: number; socketPath: string | null }, { places, version, startedAt }: Program): CollectorFile {
  return { url, socket: socketPath, port, pid: process.pid, ...places.launch, version, startedAt };
}

/** `MASCOT_PORT`; what is no port number is no wish. */
function fixedPort(): number | null {
  const port = Number(process.env.MASCOT_PORT);
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : null;
}

/** The app of this home answers although the lock was free: a home shared between machines or containers. */
async function handOverAndLeave(error: unknown, token: string, { start, clock, exit }: Program): Promise<never> {
  if (error instanceof AlreadyRunning) {
    if (start.byPerson) await askToRaise(error.address, token, clock.now());
    exit(0);
  }
  throw error;
}
