/** The app, put together: its parts from top to bottom in the order they start. What a part does is in its own folder. */
import { homedir } from "node:os";
import { join } from "node:path";
import { app } from "electron";
import { createAnswering } from "./answering/desk.ts";
import { createHookAnswers } from "./answers/index.ts";
import { createBridges } from "./bridges/index.ts";
import { discordApi } from "./bridges/discord-api.ts";
import { ClientsHere } from "./machine/client-here.ts";
import { identifyClient } from "./machine/client-identity.ts";
import { startCollector, AlreadyRunning, askToRaise } from "./collector/collector.ts";
import { startSpool } from "./collector/spool.ts";
import { runCommandLine } from "./command-line.ts";
import { letCompilingYield } from "./machine/compiling.ts";
import { answersAnywhere } from "./domain/answering/rules.ts";
import { generateAppearance, hashSeed } from "./domain/appearance.ts";
import { maskDeep, maskText } from "./domain/masking.ts";
import { checkpointBlock } from "./domain/memory/checkpoint-block.ts";
import { publishAgain, publishRunning, publishStopped } from "./home/collector-file.ts";
import { writeFileAtomic } from "./home/atomic-file.ts";
import { createLog } from "./home/log.ts";
import { HOME_GONE, watchHome } from "./home/home-watch.ts";
import { hookBodies } from "./home/spool/hook-body.ts";
import { HomeError, openHome } from "./home/open-home.ts";
import { homeFolder, homePaths } from "./home/paths.ts";
import { RotatingFile } from "./home/rotating-file.ts";
import { openSettings } from "./home/settings-file.ts";
import { knownHosts } from "./home/remotes-file.ts";
import { tellOfRoom } from "./home/room.ts";
import { openSpool } from "./home/spool/spool-thread.ts";
import { putBackToken, readOrCreateToken } from "./home/token.ts";
import { createAsking } from "./guard/asking.ts";
import { createGuard } from "./guard/guard.ts";
import { SLOT_COUNTS } from "../schemas/generated/types.ts";
import { createHello } from "./hooks/hello.ts";
import { createFigures, localTime } from "./figures/index.ts";
import { createGuardDoor, createRulesApi } from "./guard/rules-api.ts";
import { createModes, guardsAnywhere } from "./guard/modes.ts";
import { sayLooserRules, sayProjectFile, sayUnasked } from "./guard/notices.ts";
import { readProjectFile } from "./guard/project-file.ts";
import { keepAnsweredEvents } from "./hooks/answers.ts";
import { createDoctor } from "./hooks/doctor.ts";
import { createOtherHooks, recordedProviders } from "./hooks/other-hooks.ts";
import { keepHooks } from "./hooks/hooks-keeper.ts";
import { askClient, comeOutside, findCommand } from "./hooks/spawn-client.ts";
import { createTestEvents } from "./hooks/test-events.ts";
import { emptySpool } from "./home/spool/empty-spool.ts";
import { createMemory } from "./memory/index.ts";
import { createNames } from "./names.ts";
import { createNotices } from "./notices.ts";
import type { AppStatus, Clock, CollectorFile, Delivery, Settings } from "./parts.ts";
import type { HookEventName } from "../schemas/generated/types.ts";
import { contextBudget } from "./pipeline/derive/budget.ts";
import { createDerive } from "./pipeline/derive/index.ts";
import { createFeed } from "./pipeline/feed.ts";
import { startHeartbeat } from "./pipeline/heartbeat.ts";
import { ownDelivery, ownDeliveryOf, subjectOf } from "./pipeline/own-events.ts";
import { createPipeline, NOT_RECORDING } from "./pipeline/pipeline.ts";
import { startProcessWatch } from "./pipeline/process-watch.ts";
import { createWorldKeeper } from "./pipeline/world-keeper.ts";
import { builtPlaces } from "./places.ts";
import { createPorts } from "./ports/index.ts";
import { hookEventName } from "./providers/claude/names.ts";
import { lookAtClient, lookAtProcess } from "./machine/process-look.ts";
import { createProjectFinder } from "./projects.ts";
import { createProviders } from "./providers/index.ts";
import { createQuiet } from "./quiet.ts";
import { collectGarbage, createSpareMemory } from "./machine/spare-memory.ts";
import { prepareElectron } from "./shell/before-ready.ts";
import { collectPagesGarbage } from "./shell/pages-garbage.ts";
import { earlyRaise } from "./shell/early-raise.ts";
import { earlyQuit, orderlyQuit, type Quit } from "./shell/quit.ts";
import { createSecretStore } from "./shell/secret-store.ts";
import { showFailure } from "./shell/show-failure.ts";
import { type Shell, startShell } from "./shell/shell.ts";
import { becomeTheOne, startAnew } from "./shell/single-instance.ts";
import { startMode } from "./shell/start-mode.ts";
import { hooksProblemText, localeOf, noticeText, systemLocale, type TextKey, textsFor } from "./shell/texts.ts";
import { electronTimers } from "./shell/timers.ts";
import { checkDatabase, openStoreSoon } from "./store/index.ts";
import { createThemes } from "./themes/themes.ts";
import { createTranscripts, openTranscripts } from "./transcripts/index.ts";

const clock: Clock = { now: () => Date.now() };
const paths = homePaths(homeFolder(process.env));
const start = startMode(process.env, process.argv);
const places = builtPlaces({
  packaged: app.isPackaged, appFolder: app.getAppPath(), resourcesFolder: process.resourcesPath, executable: process.execPath, appImage: process.env.APPIMAGE, arguments: process.argv,
});
const QUIT_BOUND_MS = 5_000;
const { raise, answerBy, endBy } = earlyRaise();
if (start.owesRaise) raise();

comeOutside(process.env);

if (!runCommandLine(process.argv, places.forwarder)) {
  letCompilingYield();
  // The lock comes before anything listens or is shown: a second start leaves no trace.
  theOne().then((isTheOne) => (isTheOne ? run() : app.exit(0))).catch(failedToStart);
}

/** A home that cannot hold the lock is said as what is wrong with it. */
async function theOne(): Promise<boolean> {
  try {
    return becomeTheOne(paths.electron, start, raise);
  } catch (error) {
    await openHome(paths);
    throw error;
  }
}

async function run(): Promise<void> {
  const startedAt = new Date(clock.now()).toISOString();
  const log = createLog({ level: app.isPackaged ? "info" : "debug", mask: maskText, write: logWriter() });
  keepGoing(log);
  const exit = (code: number) => app.exit(code);
  // From the first moment on: an end asked for while the parts are still being made waits for them, so that the log is closed in order.
  const { quit, isEnding, partsAreMade } = earlyQuit({ timers: electronTimers, giveUpMs: 2 * QUIT_BOUND_MS, exit, onBegin: () => endBy(startAnew()) });
  endWith(quit);
  prepareElectron(log);
  const notices = createNotices(clock);

  await openHome(paths);
  const { store, conversation, ports: portStore, figures: figuresStore, outbox, opened, deleteEverything } = openStoreSoon({ file: paths.database, clock, log: log.withPrefix("store"), avatarSeed: hashSeed }, notices, {
    after: electronTimers.after, onOpened: () => {
      memory.start();
      ports.start();
      void derive.start();
      void world.start().catch((error: Error) => log.error("the world could not be rebuilt", { error }));
    },
  });
  const [token, settings] = await Promise.all([readOrCreateToken(paths.token), openSettings(paths.settings, { clock, notices })]);

  const bridges = createBridges({
    store: outbox, settings, secrets: createSecretStore(`${paths.home}/secrets.json`, writeFileAtomic), machineId: () => outbox.machineId(), projectOf: (folder) => projects.find(folder), mask: maskText,
    say: (key, values) => texts()(`bridge.discord.${key}` as TextKey, values), discordApi: discordApi(process.env), version: app.getVersion(), clock, log: log.withPrefix("bridges"), after: electronTimers.after,
  });
  // Before anything comes in: what bridges are to carry is written with it.
  void bridges.route().catch((error: Error) => log.error("the outbox could not be set up", { error }));
  const quiet = createQuiet({ settings, clock, after: electronTimers.after });
  const ownHooks = recordedProviders(paths.home);
  const providers = createProviders({ hasOwnHooks: (provider) => ownHooks.has(provider) });
  const names = createNames({ settings, mask: maskText, renamed: (agentId) => world.renamed(agentId) });
  const world = createWorldKeeper({ store, clock, log: log.withPrefix("world"), after: electronTimers.after, nameOf: (agentId) => names.of(agentId) });
  const projects = createProjectFinder(clock);
  const projectOf = (folder: string) => projects.find(folder);
  const memory = createMemory({
    events: store, store: conversation, world, projects, settings, clock, log: log.withPrefix("memory"), after: electronTimers.after,
    asOutput: (provider, text) => providers.sessionContext(provider, text),
    tell: (id, event) => void pipeline.ingest(ownDelivery(clock, id, event)),
    exported: (order) => conversation.exported(order, localeOf(settings.get().locale, systemLocale(process.env))),
    imported: async (text) => {
      const imported = await conversation.imported(text, { mask: maskDeep });
      ports.start();
      return imported;
    },
    checkpoint: async (sessionId) => {
      const kept = await derive.checkpoint(sessionId);
      return kept === null ? "" : checkpointBlock(kept);
    },
    forgetElsewhere: (sessionId) => {
      derive.forget(sessionId);
      answering.forget(sessionId);
      void names.forget(sessionId);
      ports.start();
      void world.forget(sessionId).catch((error: Error) => log.error("the world could not forget", { error }));
    },
    deleteFiles: async () => {
      await Promise.all([deleteEverything(), emptySpool(paths.spool)]);
    },
  });
  // The conversation is written a moment after its events, and so are its rows for bridges.
  memory.door.onGrew(() => bridges.wake());
  const ports = createPorts({
    store: portStore, events: store, projectOf, mask: maskText, clock, ticks: () => performance.now(), after: electronTimers.after, log: log.withPrefix("ports"),
    tell: (id, events) => pipeline.ingest(ownDeliveryOf(clock, id, events)),
  });
  const figures = createFigures({ store: figuresStore, clock, local: localTime, face: (agentId, sessionId) => generateAppearance(agentId, SLOT_COUNTS, agentId === sessionId ? undefined : { role: "subagent", team: null, leadId: sessionId }), nameOf: (agentId) => names.of(agentId) });
  const budget = (model: string | null) => contextBudget(settings.get().context, providers.contextWindow(model));
  const derive = createDerive({
    deliver: (delivery) => void pipeline.ingest(delivery), events: store, world, running: async (folder, session) => ports.running(await projectOf(folder), session),
    budget, clock, log: log.withPrefix("derive"),
  });
  const modes = createModes({ settings, read: readProjectFile, say: (project, problem) => sayProjectFile(notices, project, problem), sayLooser: (project, change) => sayLooserRules(notices, project, change) });
  const keepAnswered = keepAnsweredEvents(paths.answers, () => answered(settings.get(), asking.isNeeded()));
  const setAnswered = () => keepAnswered().catch((error: Error) => log.error("the answer lane could not be set", { error: error.message }));
  const asking = createAsking({ modes, projectOf, onNeeded: () => void setAnswered() });
  const guard = createGuard({
    modes, projectOf, userFolder: homedir(), home: paths.home, clock, log: log.withPrefix("guard"),
    ports: {
      isKnown: () => ports.isKnown(),
      running: (project, session) => ports.running(project, session),
      ready: async (project) => (await ports.api.list({ project, state: "ready", limit: 5 })).items,
    },
    understood: (provider, payload) => providers.understood(provider, payload),
    denial: (provider, reason) => providers.denial(provider, reason),
    tell: (id, about, event) => void pipeline.ingest(ownDelivery(clock, id, { ...subjectOf(about), ...event })), sayUnasked: (count, project) => sayUnasked(notices, count, project),
  });
  const answering = createAnswering({
    rules: () => settings.get().answering, doNotDisturb: () => quiet.now().by === "person", projectOf, read: (provider, payload) => providers.ask(provider, payload),
    who: (agentId) => {
      const agent = world.agents().find(({ agent_id }) => agent_id === agentId);
      return agent === undefined ? null : { name: agent.display_name, appearance: agent.appearance };
    },
    tell: (id, about, payload) => void pipeline.ingest(ownDelivery(clock, id, { ...subjectOf(about), event_type: "decision", payload })),
    clock, after: electronTimers.after, log: log.withPrefix("answering"),
  });
  const feed = createFeed(log.withPrefix("feed"));
  const testEvents = createTestEvents();
  const pipeline = testEvents.before(createPipeline({
    providers, store: memory.recording, notices, clock, log: log.withPrefix("pipeline"), answer: async (delivery, events) => (await guard.answer(delivery, events)) ?? (await memory.answer(delivery, events)) ?? answering.hold(delivery, events), unanswered: (delivery, events) => void guard.noteUnanswered(delivery, events),
    world: {
      apply(events) {
        world.apply(events);
        ports.noteCommitted(events);
        memory.noteCommitted(events);
        derive.noteCommitted(events);
        asking.noteCommitted(events);
        answering.noteCommitted(events);
        transcripts.noteEvents(events);
        feed.publish(events);
        bridges.wake();
        spareMemory.noteWork();
      },
    },
  }));
  const clientFolder = process.env.CLAUDE_CONFIG_DIR || join(homedir(), ".claude");
  const transcriptSource = openTranscripts({ configFolders: [clientFolder] }, places.transcriptsWorker);
  const spoolSource = openSpool(paths.spool, places.spoolWorker);
  const spareMemory = createSpareMemory({ after: electronTimers.after, giveBack: () => { collectGarbage(); collectPagesGarbage(); transcriptSource.giveBack?.(); spoolSource.giveBack?.(); } });
  const transcripts = createTranscripts({
    source: transcriptSource, world, onNews: (news) => { memory.noteNews(news); derive.noteNews(news); }, clock, after: electronTimers.after, log: log.withPrefix("transcripts"),
    deliver: ({ deliveryId, at, ...fact }, session) => void pipeline.ingest(ownDelivery(clock, deliveryId, { ...session, ...fact }, at)),
  });

  let shell: Shell | null = null;
  const isRecording = () => !notices.list().some(({ id }) => id === NOT_RECORDING || id === HOME_GONE || id.startsWith("database_newer") || id === "database_unavailable");
  const status = async (): Promise<AppStatus> => ({
    version: app.getVersion(), pid: process.pid, started_at: startedAt, url: collector.url, agents: world.agents().length, sessions: world.sessions().length,
    events: await store.countEvents().catch(() => 0), recording: isRecording(),
    notices: notices.list(),
  });
  const locale = () => localeOf(settings.get().locale, app.isReady() ? app.getLocale() : systemLocale(process.env));
  const doctor = createDoctor({
    home: paths.home, userFolder: homedir(), configFolder: process.env.CLAUDE_CONFIG_DIR || null, forwarderFolder: places.forwarder, env: process.env, version: app.getVersion(), pid: process.pid,
    port: () => collector.port, recording: isRecording, warnings: () => notices.list().filter(({ level }) => level !== "info").map(({ id }) => id), checkDatabase: () => checkDatabase(paths.database), bridges: () => bridges.statuses(), language: locale, testEvents, clock,
  });

  const texts = () => textsFor(locale());
  const answers = createHookAnswers({
    world, contextOf: (session) => derive.of(session), budget, running: (project, session) => ports.running(project, session), projectOf,
    modeOf: async (project) => (await modes.of(project)).mode, judge: (call) => guard.judge(call), hookName: hookEventName, mask: maskDeep, appVersion: app.getVersion(),
    say: (key, part, values) => texts()(`answer.${key}.${part}`, values), notices: () => notices.list().map((notice) => ({ level: notice.level, title: notice.id, message: noticeText(notice, texts()) })),
  });
  const clients = new ClientsHere(lookAtClient);
  const onlyHere = (delivery: Delivery) => clients.only(delivery);
  const collector = await startCollector(
    { pipeline, store, world, providers, memory: memory.api, answers, ports: ports.api, figures, guard: createRulesApi({ modes, settings, projectOf }), stream: { events: store, feed }, doctor, bridges, status, quit: () => void quit(true), raise, identify: identifyClient, onlyHere, forgetBody: hookBodies(paths.spool), clock, log: log.withPrefix("collector") },
    { token, notices, socketPath: paths.socket, doorPath: paths.door, hostOf: knownHosts(paths.remotes), fixedPort: fixedPort(), pid: process.pid },
  ).catch((error: unknown) => handOverAndLeave(error, token));
  // On a full disk hooks still find the socket at its usual place.
  const where = collectorFile(collector, startedAt);
  await publishRunning(paths, where).catch((error: unknown) => log.error("where the app listens could not be written down", { error }));

  const recorded = await opened;
  if (recorded) {
    await world.start();
    memory.start();
    ports.start();
    void derive.start();
  }
  const spool = startSpool(spoolSource, { pipeline, providers, notices, onlyHere, clock, log: log.withPrefix("spool") });
  const stopHeartbeat = startHeartbeat({ pipeline, world, clock, after: electronTimers.after });
  const stopWatch = startProcessWatch({ pipeline, world, look: lookAtProcess, clock, log: log.withPrefix("clients"), after: electronTimers.after });

  transcripts.start();

  const endRoom = await tellOfRoom({ file: paths.room, folder: paths.spool, every: electronTimers.every });
  const stopHomeWatch = await watchHome({ paths, pid: process.pid, notices, log: log.withPrefix("home"), every: electronTimers.every, onTakenOver: () => void quit(false), putBack: async () => void (await Promise.all([publishAgain(paths, where), putBackToken(paths.token, token)])) });

  partsAreMade(orderlyQuit({
    boundMs: QUIT_BOUND_MS, timers: electronTimers, log, exit, kill: () => process.kill(process.pid, "SIGKILL"),
    steps: [
      { name: "answering", run: () => answering.close() },
      { name: "shell", run: () => shell?.close() },
      { name: "bridges", run: () => bridges.close() },
      { name: "watches", run: () => { stopHeartbeat(); stopWatch(); stopHomeWatch(); quiet.close(); spareMemory.close(); return endRoom(); } },
      { name: "transcripts", run: () => transcripts.close() },
      { name: "spool", run: () => spool.close() },
      { name: "collector", run: () => collector.close() },
      { name: "pipeline", run: () => pipeline.settled() },
      { name: "memory", run: () => memory.close() },
      { name: "ports", run: () => ports.close() },
      { name: "world", run: () => world.close() },
      { name: "store", run: () => store.close() },
      { name: "discovery", run: (byPerson) => publishStopped(paths, { pid: process.pid, stoppedAt: new Date(clock.now()).toISOString(), quitByPerson: byPerson }) },
    ],
  }));

  settings.onChange(() => {
    answering.rulesChanged();
    return setAnswered();
  });
  quiet.onChange(() => answering.rulesChanged());
  await Promise.all([app.whenReady(), setAnswered()]);
  const hooks = keepHooks({
    paths, userFolder: app.getPath("home"), configFolder: process.env.CLAUDE_CONFIG_DIR ?? null, platform: process.platform, forwarderFolder: places.forwarder,
    askClient: () => askClient(process.env, process.platform), port: () => collector.port, mayRepair: () => settings.get().hooks?.auto_repair ?? false, words: (problem) => hooksProblemText(problem, texts()),
    clock, log, notices,
  });
  const themes = createThemes({ folder: paths.themes, settings, notices, log: log.withPrefix("themes") });
  const otherHooks = createOtherHooks({
    home: paths.home, userFolder: app.getPath("home"), env: process.env, forwarderFolder: places.forwarder, words: (problem) => hooksProblemText(problem, texts()), clock, log: log.withPrefix("hooks"),
  });
  shell = startShell({
    conversation: memory.door, figures, hello: createHello({ pipeline, clock, after: electronTimers.after, forget: (id) => memory.door.deleteSession(id), name: () => texts()("tour.visitor"), folder: paths.home, log: log.withPrefix("hello") }), ports: { ...ports.api, onChange: (listener) => ports.onChange(listener) }, guard: createGuardDoor({ modes, settings, projectOf }), files: places, settings, themes, quiet, world, notices, hooks, otherHooks, doctor, status, clock, log: log.withPrefix("shell"), start, checkResults: !app.isPackaged, quit: () => void quit(true),
    answering, bridges,
    findProgram: (name) => findCommand(name, process.env, process.platform),
    rename: (agentId, name) => names.give(agentId, name),
    contextOf: (session) => {
      const context = derive.of(session)?.context ?? null;
      return context === null ? null : { tokens: context.tokens, holds: budget(context.model).tokens };
    },
  });
  if (!isEnding()) answerBy(() => shell?.raise());
  // Nothing waits for what they read and load; what went wrong is in the log.
  void bridges.start().catch(() => undefined);
}

/** A session's start waits for its answer while there may be one, a tool call while somebody guards edits, a request while the person may answer it here. */
function answered(settings: Settings, rulesAbove: boolean): ReadonlySet<HookEventName> {
  return new Set([
    ...(settings.memory.enabled ? (["SessionStart"] as const) : []), ...(guardsAnywhere(settings) || rulesAbove ? (["PreToolUse"] as const) : []),
    ...(answersAnywhere(settings.answering) ? (["PermissionRequest"] as const) : []),
  ]);
}

function collectorFile(collector: { url: string; port: number; socketPath: string | null }, startedAt: string): CollectorFile {
  return { url: collector.url, socket: collector.socketPath, port: collector.port, pid: process.pid, ...places.launch, version: app.getVersion(), startedAt };
}

/** `MASCOT_PORT`; what is no port number is no wish. */
function fixedPort(): number | null {
  const port = Number(process.env.MASCOT_PORT);
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : null;
}

function logWriter(): (line: string) => void {
  const file = new RotatingFile(`${paths.logs}/app.log`);
  return (line) => {
    file.write(line);
    if (process.env.MASCOT_VERBOSE === "1") process.stderr.write(line);
  };
}

/** A fault in one part must not take down the part that records. */
function keepGoing(log: ReturnType<typeof createLog>): void {
  process.on("uncaughtException", (error) => log.error("an error nobody caught", { error }));
  process.on("unhandledRejection", (reason) => log.error("a failure nobody took", { error: reason instanceof Error ? reason : new Error(String(reason)) }));
}

/** The app of this home answers although the lock was free: a home shared between machines or containers. */
async function handOverAndLeave(error: unknown, token: string): Promise<never> {
  if (error instanceof AlreadyRunning) {
    if (start.byPerson) await askToRaise(error.address, token, clock.now());
    app.exit(0);
  }
  throw error;
}

function endWith(quit: Quit): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void quit(false));
  // The system's own ways to quit (menu bar, session end) take the orderly one.
  app.on("before-quit", (event) => {
    event.preventDefault();
    void quit(false);
  });
}

/** Said where the person looks: in the terminal, or in a box when there is none. */
async function failedToStart(error: unknown): Promise<void> {
  const texts = textsFor(localeOf("system", systemLocale(process.env)));
  const text = texts("start.failed", { problem: error instanceof HomeError ? texts(`start.problem.${error.id}`, { path: error.path, detail: error.detail }) : error instanceof Error ? error.message : String(error) });
  process.stderr.write(`${text}\n`);
  if (start.byPerson && !process.stderr.isTTY) await showFailure(text);
  app.exit(1);
}
