/**
 * The hooks in the client's user settings: what is there, installing, removing, and noticing when somebody took them out.
 * The app never repairs them by itself: two programs that both repair fight for ever (F23); it says so and offers the repair.
 */
import { existsSync, type FSWatcher, watch } from "node:fs";
import { basename, dirname } from "node:path";
import { hooksStatus, installHooks, type InstallResult, prepareHome, uninstallHooks } from "../../forwarder/settings/install.ts";
import { eventsFor } from "../../forwarder/settings/events.ts";
import { type PlannedHook, planHooks } from "../../forwarder/settings/plan.ts";
import { readRecords } from "../../forwarder/settings/records.ts";
import { settingsFile, settingsFolder, type ScopeFolders } from "../../forwarder/settings/scopes.ts";
import type { HooksScope, HooksStatus } from "../../schemas/generated/types.ts";
import type { Clock, HomePaths, Log, Notices } from "../parts.ts";
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
  install(scope: HooksScope["scope"]): Promise<HooksStatus>;
  uninstall(scope: HooksScope["scope"]): Promise<HooksStatus>;
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
  private readonly file: string;
  private readonly folder: string;
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
    const folders: ScopeFolders = { userFolder: options.userFolder, configFolder: options.configFolder, project: options.userFolder };
    this.file = settingsFile("user", folders);
    this.folder = settingsFolder("user", folders);
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

  async install(scope: HooksScope["scope"]): Promise<HooksStatus> {
    this.client = await this.options.askClient();
    const problem = this.refreshForwarder() ?? this.write(scope);
    this.log.info("install", { problem: problem?.reason ?? null });
    return this.outcome(problem, "installed");
  }

  async uninstall(_scope: HooksScope["scope"]): Promise<HooksStatus> {
    const result = uninstallHooks({ file: this.file, home: this.options.paths.home, now: new Date(this.options.clock.now()) });
    this.log.info("uninstall", { problem: result.ok ? null : result.reason });
    return this.outcome(result.ok ? null : result, "absent");
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

  private write(scope: HooksScope["scope"]): HooksProblem | null {
    const { paths, platform, clock } = this.options;
    const plan = planHooks({ platform, home: paths.home, node: this.client?.node ?? null, clientVersion: this.client?.version ?? null });
    if (!plan.ok) return plan;
    const result: InstallResult = installHooks({
      scope, file: this.file, home: paths.home, hooks: plan.hooks, createFolder: this.client?.found ?? false, acceptShrunk: false, now: new Date(clock.now()),
    });
    return result.ok ? this.lost(plan.hooks) : result;
  }

  /** What was written is read again: a tick that is not true is worse than a failure (S25). */
  private lost(planned: readonly PlannedHook[]): HooksProblem | null {
    const found = hooksStatus(this.file);
    if (!found.ok) return found;
    const there = new Set(found.ours.map((hook) => hook.event));
    return planned.every((hook) => there.has(hook.event)) ? null : { reason: "changed_meanwhile", path: this.file };
  }

  private outcome(problem: HooksProblem | null, expected: HooksStatus["state"]): HooksStatus {
    const status = this.look();
    if (problem !== null) return { ...status, problem: this.options.words(problem) };
    if (status.state !== expected && status.problem === null) this.log.warn("the settings are not as expected", { expected, found: status.state });
    return status;
  }

  /** Reads the settings, tells whoever listens, and says when hooks that were there are gone. */
  private look(): HooksStatus {
    this.watchFolder();
    const { problem, ...unworded } = this.read();
    const status: HooksStatus = { ...unworded, problem: problem && this.options.words(problem) };
    this.noticeLoss(status);
    const changed = JSON.stringify(status) !== JSON.stringify(this.last);
    this.last = status;
    if (changed) for (const listener of [...this.listeners]) listener();
    return status;
  }

  private read(): UnwordedStatus {
    return clientStatus({
      file: this.file, home: this.options.paths.home, clientFound: existsSync(this.folder) || (this.client?.found ?? false), found: hooksStatus(this.file),
      wanted: eventsFor(this.client?.version ?? null).map((event) => event.name),
    });
  }

  private noticeLoss(status: HooksStatus): void {
    const { notices, paths } = this.options;
    const installedByUs = readRecords(paths.home)[this.file] !== undefined;
    if (!installedByUs) this.seen.clear();
    const gone = [...this.seen].filter((event) => !status.installed_events.includes(event));
    const allGone = status.state === "absent" || status.state === "no_client";
    for (const event of status.installed_events) this.seen.add(event);
    if (installedByUs && status.state !== "unreadable" && (allGone || gone.length > 0)) notices.raise({ id: "hooks_missing", level: "warn", values: { count: status.missing_events.length } });
    else if (status.state !== "unreadable") notices.clear("hooks_missing");
  }

  /** The folder, not the file: writers rename a new file into its place. */
  private watchFolder(): void {
    if (this.watcher || !existsSync(this.folder)) return;
    try {
      this.watcher = watch(dirname(this.file), { persistent: false }, (_kind, name) => {
        if (name === null || name === basename(this.file)) this.lookSoon();
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
