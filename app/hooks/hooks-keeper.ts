/**
 * The hooks in the client's settings, the person's own and those of projects: what is there, installing, removing, and noticing when somebody took them out.
 * The app never repairs them by itself: two programs that both repair fight for ever (F23); it says so and offers the repair.
 */
import { existsSync, type FSWatcher, watch } from "node:fs";
import { basename, dirname } from "node:path";
import { hooksStatus, installHooks, type InstallResult, prepareHome, uninstallHooks } from "../../forwarder/settings/install.ts";
import { eventsFor } from "../../forwarder/settings/events.ts";
import { type PlannedHook, planHooks } from "../../forwarder/settings/plan.ts";
import { readRecords } from "../../forwarder/settings/records.ts";
import type { HooksPlace, HooksScope, HooksStatus } from "../../schemas/generated/types.ts";
import type { Clock, HomePaths, Log, Notices } from "../parts.ts";
import { type HooksFile, projectFiles, userFile } from "./hooks-files.ts";
import { clientStatus, type HooksProblem, type UnwordedStatus } from "./client-status.ts";
import type { ClientFacts } from "./spawn-client.ts";

export interface HooksKeeperOptions {
  paths: Pick<HomePaths, "home">;
  /** The person's own folder (`~`). */
  userFolder: string;
  /** The client's own folder when it is not `~/.claude` (`CLAUDE_CONFIG_DIR`); else null. */
  configFolder: string | null;
  platform: NodeJS.Platform;
  /** Where this build's forwarder files lie; their copies in `<home>/bin` are what hooks start. */
  forwarderFolder: string;
  askClient(): Promise<ClientFacts>;
  /** A problem in the person's language. */
  words(problem: HooksProblem): string;
  clock: Clock;
  log: Log;
  notices: Notices;
}

export interface HooksKeeper {
  known(): HooksStatus | null;
  status(): Promise<HooksStatus>;
  /** The person's own settings first, then each project's two files. @param projects absolute folders; those that are not here are left out */
  places(projects: readonly string[]): Promise<HooksPlace[]>;
  /** @param project absolute folder, for the scopes `project` and `local` */
  install(scope: HooksScope["scope"], project?: string): Promise<HooksStatus>;
  uninstall(scope: HooksScope["scope"], project?: string): Promise<HooksStatus>;
  onChange(listener: () => void): () => void;
  close(): void;
}

/** Writers replace a file in several steps; one look after them is enough. */
const SETTLE_MS = 300;
/** Watching fails on some file systems without saying so; this look never does. */
const POLL_MS = 60_000;

/** Refreshes `<home>/bin`, looks at the settings and keeps watching them. */
export function keepHooks(options: HooksKeeperOptions): HooksKeeper {
  const keeper = new FileHooksKeeper(options);
  keeper.start();
  return keeper;
}

class FileHooksKeeper implements HooksKeeper {
  private readonly user: HooksFile;
  private readonly log: Log;
  private readonly listeners = new Set<() => void>();
  private readonly poll: NodeJS.Timeout;
  private watcher: FSWatcher | null = null;
  private settle: NodeJS.Timeout | null = null;
  private last: HooksStatus | null = null;
  /** null until the client was asked, which takes a moment and happens before writing only. */
  private client: ClientFacts | null = null;
  private readonly seen = new Set<string>();

  constructor(private readonly options: HooksKeeperOptions) {
    this.user = userFile(options);
    this.log = options.log.withPrefix("hooks");
    this.poll = setInterval(() => this.look(), POLL_MS);
    this.poll.unref();
  }

  start(): void {
    this.refreshForwarder();
    this.look();
  }

  known(): HooksStatus | null {
    return this.last;
  }

  async status(): Promise<HooksStatus> {
    return this.look();
  }

  async places(projects: readonly string[]): Promise<HooksPlace[]> {
    const user: HooksPlace = { scope: "user", project: null, status: this.look() };
    return [user, ...projects.flatMap((project) => projectFiles(project, this.options)).map((at) => ({ scope: at.scope, project: at.project, status: this.worded(this.read(at)) }))];
  }

  async install(scope: HooksScope["scope"], project?: string): Promise<HooksStatus> {
    const at = this.fileOf(scope, project);
    if (!at) return this.look();
    this.client = await this.options.askClient();
    const problem = this.refreshForwarder() ?? this.write(at);
    this.log.info("install", { scope, problem: problem?.reason ?? null });
    return this.outcome(at, problem, "installed");
  }

  async uninstall(scope: HooksScope["scope"], project?: string): Promise<HooksStatus> {
    const at = this.fileOf(scope, project);
    if (!at) return this.look();
    const result = uninstallHooks({ file: at.file, home: this.options.paths.home, now: new Date(this.options.clock.now()) });
    this.log.info("uninstall", { scope, problem: result.ok ? null : result.reason });
    return this.outcome(at, result.ok ? null : result, "absent");
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  close(): void {
    clearInterval(this.poll);
    if (this.settle) clearTimeout(this.settle);
    this.watcher?.close();
    this.watcher = null;
    this.listeners.clear();
  }

  private fileOf(scope: HooksScope["scope"], project?: string): HooksFile | null {
    if (scope === "user") return this.user;
    return projectFiles(project ?? "", this.options).find((at) => at.scope === scope) ?? null;
  }

  private write(at: HooksFile): HooksProblem | null {
    const { paths, platform, clock } = this.options;
    // A project's file is shared with others: no path of one person's in it.
    const shared = at.scope === "project";
    const plan = planHooks({ platform, home: shared ? null : paths.home, node: shared ? null : (this.client?.node ?? null), clientVersion: this.client?.version ?? null });
    if (!plan.ok) return plan;
    const createFolder = at.scope !== "user" || (this.client?.found ?? false);
    const result: InstallResult = installHooks({ scope: at.scope, file: at.file, home: paths.home, hooks: plan.hooks, createFolder, acceptShrunk: false, now: new Date(clock.now()) });
    return result.ok ? this.lost(at, plan.hooks) : result;
  }

  /** What was written is read again: a tick that is not true is worse than a failure (S25). */
  private lost(at: HooksFile, planned: readonly PlannedHook[]): HooksProblem | null {
    const found = hooksStatus(at.file);
    if (!found.ok) return found;
    const there = new Set(found.ours.map((hook) => hook.event));
    return planned.every((hook) => there.has(hook.event)) ? null : { reason: "changed_meanwhile", path: at.file };
  }

  private outcome(at: HooksFile, problem: HooksProblem | null, expected: HooksStatus["state"]): HooksStatus {
    const users = this.look();
    const status = at.scope === "user" ? users : this.worded(this.read(at));
    if (problem !== null) return { ...status, problem: this.options.words(problem) };
    if (status.state !== expected && status.problem === null) this.log.warn("the settings are not as expected", { expected, found: status.state });
    return status;
  }

  /** Reads the settings, tells whoever listens, and says when hooks that were there are gone. */
  private look(): HooksStatus {
    this.watchFolder();
    const status = this.worded(this.read(this.user));
    this.noticeLoss(status);
    const changed = JSON.stringify(status) !== JSON.stringify(this.last);
    this.last = status;
    if (changed) for (const listener of [...this.listeners]) listener();
    return status;
  }

  private read(at: HooksFile): UnwordedStatus {
    // A project that events came from has the client, whatever folders it has.
    const clientFound = at.scope !== "user" || existsSync(at.folder) || (this.client?.found ?? false);
    return clientStatus({ file: at.file, home: this.options.paths.home, platform: this.options.platform, clientFound, found: hooksStatus(at.file), wanted: eventsFor(this.client?.version ?? null).map((event) => event.name) });
  }

  private worded({ problem, ...status }: UnwordedStatus): HooksStatus {
    return { ...status, problem: problem && this.options.words(problem) };
  }

  private noticeLoss(status: HooksStatus): void {
    const { notices, paths } = this.options;
    const installedByUs = readRecords(paths.home)[this.user.file] !== undefined;
    if (!installedByUs) this.seen.clear();
    const gone = [...this.seen].filter((event) => !status.installed_events.includes(event));
    const allGone = status.state === "absent" || status.state === "no_client";
    for (const event of status.installed_events) this.seen.add(event);
    if (installedByUs && status.state !== "unreadable" && (allGone || gone.length > 0)) notices.raise({ id: "hooks_missing", level: "warn", values: { count: status.missing_events.length } });
    else if (status.state !== "unreadable") notices.clear("hooks_missing");
  }

  /** The folder, not the file: writers rename a new file into its place. */
  private watchFolder(): void {
    if (this.watcher || !existsSync(this.user.folder)) return;
    try {
      this.watcher = watch(dirname(this.user.file), { persistent: false }, (_kind, name) => {
        if (name === null || name === basename(this.user.file)) this.lookSoon();
      });
      this.watcher.on("error", () => this.stopWatching());
    } catch (error) {
      this.log.warn("the settings cannot be watched, so they are looked at every minute", { error: (error as Error).message });
    }
  }

  private stopWatching(): void {
    this.watcher?.close();
    this.watcher = null;
  }

  private lookSoon(): void {
    if (this.settle) clearTimeout(this.settle);
    this.settle = setTimeout(() => this.look(), SETTLE_MS);
  }

  private refreshForwarder(): HooksProblem | null {
    const { forwarderFolder, paths } = this.options;
    if (!existsSync(forwarderFolder)) return { reason: "no_forwarder", path: forwarderFolder };
    try {
      prepareHome(paths.home, forwarderFolder);
      return null;
    } catch (error) {
      this.log.error("the forwarder's files could not be copied", { error: (error as Error).message });
      return { reason: "io", path: paths.home, detail: (error as NodeJS.ErrnoException).code ?? "" };
    }
  }
}
