/**
 * The hooks in the client's settings, the person's own and those of projects: what is there, installing, removing, giving back a copy, and noticing when somebody
 * took them out. They are put back unasked only where the person allowed it, and three times at most: two programs that both repair fight for ever (F23).
 */
import { existsSync } from "node:fs";
import { lineDifference, WHOLE_LINES } from "../../forwarder/settings/difference.ts";
import { eventsFor } from "../../forwarder/settings/events.ts";
import { listBackups } from "../../forwarder/settings/backups.ts";
import { noteCovered } from "../../forwarder/settings/covered.ts";
import { readSettings } from "../../forwarder/settings/files.ts";
import { hooksStatus, installHooks, type InstallResult, markInstalled, prepareHome, previewInstall, previewRemoval, restoreBackup, uninstallHooks } from "../../forwarder/settings/install.ts";
import { httpPortOf, type Plan, type PlannedHook, planHooks, planHttpHooks } from "../../forwarder/settings/plan.ts";
import { isThere, readRecords } from "../../forwarder/settings/records.ts";
import { countRepair, repairsSoFar } from "../../forwarder/settings/repairs.ts";
import { isUsualHome } from "../../forwarder/settings/usual-home.ts";
import type { HooksBackups, HooksChange, HooksPlace, HooksPreview, HooksScope, HooksStatus } from "../../schemas/generated/types.ts";
import type { Clock, HomePaths, Log, Notices } from "../parts.ts";
import { clientStatus, type HooksProblem, type UnwordedStatus } from "./client-status.ts";
import { FileWatch } from "./file-watch.ts";
import { type HooksFile, projectFiles, recordedFile, userFile } from "./hooks-files.ts";
import { answerTo, type Loss, Losses, tellLosses } from "./losses.ts";
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
  /** The collector's, for entries by which the client posts itself. */
  port(): number;
  /** The person allowed that lost hooks are put back unasked. */
  mayRepair(): boolean;
  /** A problem in the person's language. */
  words(problem: HooksProblem): string;
  clock: Clock;
  log: Log;
  notices: Notices;
}

type Scope = HooksScope["scope"];

export interface HooksKeeper {
  known(): HooksStatus | null;
  status(): Promise<HooksStatus>;
  /** The person's own settings first, then each project's two files. @param projects absolute folders; those that are not here are left out */
  places(projects: readonly string[]): Promise<HooksPlace[]>;
  /** @param project absolute folder, for the scopes `project` and `local` */
  install(scope: Scope, project?: string): Promise<HooksStatus>;
  uninstall(scope: Scope, project?: string): Promise<HooksStatus>;
  /** What a change would do to the file; nothing is written. */
  preview(change: HooksChange): Promise<HooksPreview>;
  /** Copies of the file, the newest first. */
  backups(scope: Scope, project?: string): Promise<HooksBackups>;
  /** @param name of one of them */
  restore(scope: Scope, project: string | undefined, name: string): Promise<HooksStatus>;
  /** Every file that hooks were installed into, and the copies of the hook command. */
  repair(): Promise<void>;
  onChange(listener: () => void): () => void;
  close(): void;
}

/** Refreshes `<home>/bin`, looks at the settings and keeps watching them. */
export function keepHooks(options: HooksKeeperOptions): HooksKeeper {
  const keeper = new FileHooksKeeper(options);
  keeper.start();
  return keeper;
}

class FileHooksKeeper implements HooksKeeper {
  private readonly user: HooksFile;
  private readonly usualHome: boolean;
  private readonly log: Log;
  private readonly listeners = new Set<() => void>();
  private readonly watch: FileWatch;
  private readonly losses = new Losses();
  private last: HooksStatus | null = null;
  /** null until the client was asked, which takes a moment and happens before writing only. */
  private client: ClientFacts | null = null;
  private repairing = false;

  constructor(private readonly options: HooksKeeperOptions) {
    this.user = userFile(options);
    this.usualHome = isUsualHome(options.paths.home, options.userFolder);
    this.log = options.log.withPrefix("hooks");
    this.watch = new FileWatch(() => this.look());
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

  async install(scope: Scope, project?: string): Promise<HooksStatus> {
    const at = this.fileOf(scope, project);
    if (!at) return this.look();
    this.client = await this.options.askClient();
    const problem = this.refreshForwarder() ?? this.write(at, false);
    this.log.info("install", { scope, problem: problem?.reason ?? null });
    this.clearRepairs();
    return this.outcome(at, problem, "installed");
  }

  async uninstall(scope: Scope, project?: string): Promise<HooksStatus> {
    const at = this.fileOf(scope, project);
    if (!at) return this.look();
    const result = uninstallHooks({ file: at.file, home: this.options.paths.home, now: this.now() });
    this.log.info("uninstall", { scope, problem: result.ok ? null : result.reason });
    this.clearRepairs();
    return this.outcome(at, result.ok ? null : result, "absent");
  }

  async preview({ scope, project, change, backup }: HooksChange): Promise<HooksPreview> {
    const at = this.fileOf(scope, project);
    if (!at) return { file: "", difference: "", changed: false, problem: this.options.words({ reason: "no_folder", path: project ?? "" }) };
    const after = await this.bytesAfter(at, change, backup ?? "");
    if (!("bytes" in after)) return { file: at.file, difference: "", changed: false, problem: this.options.words(after) };
    const before = this.bytesOf(at.file) ?? Buffer.alloc(0);
    return { file: at.file, difference: lineDifference(before.toString("utf8"), after.bytes.toString("utf8"), WHOLE_LINES), changed: !before.equals(after.bytes), problem: null };
  }

  async backups(scope: Scope, project?: string): Promise<HooksBackups> {
    const at = this.fileOf(scope, project);
    return { items: at ? copiesOf(at).map(({ path, at: time, bytes }) => ({ name: nameOf(path), at: time, bytes })) : [] };
  }

  async restore(scope: Scope, project: string | undefined, name: string): Promise<HooksStatus> {
    const at = this.fileOf(scope, project);
    if (!at) return this.look();
    const copy = copiesOf(at).find(({ path }) => nameOf(path) === name);
    const result = copy ? restoreBackup({ scope, file: at.file, home: this.options.paths.home, backup: copy.path, now: this.now() }) : ({ ok: false, reason: "no_backup", path: name } as const);
    this.losses.forget(at.file);
    this.log.info("restore", { scope, problem: result.ok ? null : result.reason });
    return this.outcome(at, result.ok ? null : result, null);
  }

  async repair(): Promise<void> {
    this.client = await this.options.askClient();
    const { home } = this.options.paths;
    const files = this.recorded();
    if (files.length > 0 && this.refreshForwarder() === null) markInstalled(home);
    for (const at of files) this.log.info("repair", { scope: at.scope, problem: this.write(at, false)?.reason ?? null });
    this.clearRepairs();
    this.look();
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  close(): void {
    this.watch.close();
    this.listeners.clear();
  }

  /** The person has done something themselves. */
  private clearRepairs(): void {
    for (const id of ["hooks_fought", "hooks_repaired"]) this.options.notices.clear(id);
  }

  private now(): Date {
    return new Date(this.options.clock.now());
  }

  private fileOf(scope: Scope, project?: string): HooksFile | null {
    if (scope === "user") return this.user;
    return projectFiles(project ?? "", this.options).find((at) => at.scope === scope) ?? null;
  }

  /** Nothing is put where the folder is gone, but for the settings that the client would make anew and read. */
  private recorded(): HooksFile[] {
    const records = Object.entries(readRecords(this.options.paths.home));
    return records.filter(([file, record]) => file === this.user.file || isThere(file, record)).map(([file, { scope }]) => recordedFile(file, scope));
  }

  /** Files where the client posts itself keep that; a project's file is shared with others: no path of one person's in it. */
  private plan(at: HooksFile): Plan {
    const { paths, platform } = this.options;
    const clientVersion = this.versionFor(at);
    const found = hooksStatus(at.file);
    if (found.ok && found.ours.some(({ handler }) => httpPortOf(handler) !== null)) return planHttpHooks({ port: this.options.port(), clientVersion });
    const shared = at.scope === "project";
    if (shared && !this.usualHome) return { ok: false, reason: "home_not_shared" };
    return planHooks({ platform, home: shared ? null : paths.home, node: shared ? null : (this.client?.node ?? null), clientVersion });
  }

  /** As the client says; else as it was when hooks were put into this file. */
  private versionFor({ file }: HooksFile): string | null {
    return this.client?.version ?? readRecords(this.options.paths.home)[file]?.clientVersion ?? null;
  }

  private mayCreate(at: HooksFile): boolean {
    return at.scope !== "user" || (this.client?.found ?? false);
  }

  private write(at: HooksFile, unasked: boolean): HooksProblem | null {
    const plan = this.plan(at);
    if (!plan.ok) return plan;
    // Where our lines are still there nothing of a ruin is made to look whole: the person has seen what it holds now, and that is the measure from here on.
    const acceptShrunk = !unasked && this.read(at).installed_events.length > 0;
    const result: InstallResult = installHooks({ scope: at.scope, file: at.file, home: this.options.paths.home, hooks: plan.hooks, createFolder: this.mayCreate(at), acceptShrunk, clientVersion: this.versionFor(at), unasked, now: this.now() });
    this.losses.forget(at.file);
    return result.ok ? this.lost(at, plan.hooks) : result;
  }

  /** What was written is read again: a tick that is not true is worse than a failure (S25). */
  private lost(at: HooksFile, planned: readonly PlannedHook[]): HooksProblem | null {
    const found = hooksStatus(at.file);
    if (!found.ok) return found;
    const there = new Set(found.ours.map((hook) => hook.event));
    return planned.every((hook) => there.has(hook.event)) ? null : { reason: "changed_meanwhile", path: at.file };
  }

  private async bytesAfter(at: HooksFile, change: HooksChange["change"], backup: string): Promise<{ bytes: Buffer } | HooksProblem> {
    if (change === "restore") {
      const copy = copiesOf(at).find(({ path }) => nameOf(path) === backup);
      const bytes = copy && this.bytesOf(copy.path);
      return bytes ? { bytes } : { reason: "no_backup", path: backup };
    }
    if (change === "remove") {
      const removal = previewRemoval({ file: at.file, home: this.options.paths.home });
      return removal.ok ? { bytes: removal.after } : removal;
    }
    this.client = await this.options.askClient();
    const plan = this.plan(at);
    if (!plan.ok) return plan;
    const preview = previewInstall({ file: at.file, hooks: plan.hooks, createFolder: this.mayCreate(at) });
    return preview.ok ? { bytes: preview.after } : preview;
  }

  private bytesOf(file: string): Buffer | null {
    const settings = readSettings(file);
    return "ok" in settings ? null : settings.bytes;
  }

  /** @param expected null: whatever the copy holds */
  private outcome(at: HooksFile, problem: HooksProblem | null, expected: HooksStatus["state"] | null): HooksStatus {
    const users = this.look();
    const status = at.scope === "user" ? users : this.worded(this.read(at));
    if (problem !== null) return { ...status, problem: this.options.words(problem) };
    if (expected !== null && status.state !== expected && status.problem === null) this.log.warn("the settings are not as expected", { expected, found: status.state });
    return status;
  }

  /** Reads the settings, tells whoever listens, and says when hooks that were there are gone. */
  private look(): HooksStatus {
    const records = readRecords(this.options.paths.home);
    this.watch.follow([this.user.file, ...Object.keys(records)]);
    this.noticeLosses(records);
    const status = this.worded(this.read(this.user));
    const changed = JSON.stringify(status) !== JSON.stringify(this.last);
    this.last = status;
    if (changed) for (const listener of [...this.listeners]) listener();
    return status;
  }

  private read(at: HooksFile): UnwordedStatus {
    // A project that events came from has the client, whatever folders it has.
    const clientFound = at.scope !== "user" || existsSync(at.folder) || (this.client?.found ?? false);
    const { paths, platform } = this.options;
    return clientStatus({ file: at.file, home: paths.home, usualHome: this.usualHome, platform, clientFound, found: hooksStatus(at.file), wanted: eventsFor(this.versionFor(at)).map((event) => event.name) });
  }

  private worded({ problem, ...status }: UnwordedStatus): HooksStatus {
    return { ...status, problem: problem && this.options.words(problem) };
  }

  private noticeLosses(records: ReturnType<typeof readRecords>): void {
    const unreadable = new Set<string>();
    const losses = this.losses.find(records, (file, { scope }) => {
      const status = this.read(file === this.user.file ? this.user : recordedFile(file, scope));
      if (status.state === "unreadable") unreadable.add(file);
      return status;
    });
    if (losses.length > 0) noteCovered(this.options.paths.home, records, this.options.userFolder);
    tellLosses(this.options.notices, { losses, unreadable, shrunken: this.losses.shrunken(records), own: this.user.file });
    if (!this.repairing) this.answerLosses(losses);
  }

  private answerLosses(losses: readonly Loss[]): void {
    const { paths, notices } = this.options;
    for (const loss of losses) {
      const answer = answerTo(loss, this.options.mayRepair(), repairsSoFar(paths.home));
      if (answer === "stop") notices.clear("hooks_repaired");
      if (answer === "stop") notices.raise({ id: "hooks_fought", level: "warn", values: { count: repairsSoFar(paths.home), file: loss.file } });
      if (answer === "repair") void this.repairUnasked(loss);
    }
  }

  /** Counted before it is done: what cannot be counted is not repaired. */
  private async repairUnasked({ file, scope }: Loss): Promise<void> {
    this.repairing = true;
    try {
      this.client = await this.options.askClient();
      countRepair(this.options.paths.home);
      const problem = this.write(recordedFile(file, scope), true);
      this.log.info("repaired unasked", { scope, problem: problem?.reason ?? null });
      if (problem === null) this.options.notices.raise({ id: "hooks_repaired", level: "info", values: { count: repairsSoFar(this.options.paths.home), file } });
    } catch (error) {
      this.log.error("the hooks could not be repaired", { error: (error as Error).message });
    } finally {
      this.repairing = false;
    }
    this.look();
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

function copiesOf(at: HooksFile) {
  const settings = readSettings(at.file);
  return "ok" in settings ? [] : listBackups(settings.target);
}

function nameOf(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}
