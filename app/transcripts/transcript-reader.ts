/**
 * Reads transcripts as they grow. Synchronous inside: it runs in a thread of its own, where waiting harms nobody.
 *
 * ```
 *  reports of the file system ─┐
 *  a session's hooks (attend) ─┼─► due ─ slice ─► digest ─► readings
 *  a poll, always ─────────────┘     ▲      └ more ┘  └ quiet for a while ─► settle
 * ```
 * What was in a file when it was first seen is history: it fills in counts, and was told before or is nobody's business.
 */
import { existsSync, readdirSync, type Stats, lstatSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import type { TranscriptFormat } from "../providers/transcript.ts";
import { Timers } from "../machine/timers.ts";
import type { Reading } from "./digest.ts";
import { FolderWatch } from "../machine/folder-watch.ts";
import { FollowedFile } from "./followed-file.ts";
import { NO_FOLDER, type TranscriptPlace, type TranscriptPlaces } from "./places.ts";

export interface TranscriptReaderOptions {
  now?: () => number;
  /** How often all transcripts are looked at, whatever the file system reports. */
  pollMs?: number;
  /** false: as on file systems that report nothing */
  watches?: boolean;
  uid?: number | null;
}

export interface TranscriptHandlers {
  onReading(reading: Reading): void;
  onTrouble(message: string, details: Record<string, unknown>): void;
}

/** A session told of itself by a hook. `settle`: its turn has just ended, so the file may still lag behind. */
export interface Attention {
  sessionId: string;
  path: string | null;
  settle: boolean;
}

interface Awaited {
  attention: Attention;
  /** Milliseconds. */
  until: number;
}

interface Known {
  size: number;
  modifiedAt: number;
  inode: number;
  /** Up to here it has been read; null: never. */
  read: number | null;
}

const POLL_MS = 15_000;
const COALESCE_MS = 20;
/** After a turn's end the file is looked at again (FIELD-FAULTS T1, T5). */
const SETTLE_LOOKS_MS = [80, 160, 300, 600, 1_200, 2_000, 4_000];
/** Where nothing is watched yet: how often it is looked for a session's folder, and for how long. */
const AWAIT_MS = 400;
const AWAITED_MS = 10 * 60_000;
const SLICE_BYTES = 1024 * 1024;
const WATCHED_FOLDERS = 64;
const FOLLOWED = 128;
const REMEMBERED_REFUSALS = 1_000;
const FORGET_AFTER_MS = 30 * 60_000;
/** Folders with transcripts that changed this lately are watched. */
const LIVELY_MS = 24 * 3_600_000;
const NEW_MS = 3_600_000;

export class TranscriptReader {
  private readonly now: () => number;
  private readonly known = new Map<string, Known>();
  private readonly followed = new Map<string, { file: FollowedFile; at: number; settling: NodeJS.Timeout | null }>();
  private readonly attended = new Map<string, string>();
  /** By the folder that is not there yet, then by session. */
  private readonly awaited = new Map<string, Map<string, Awaited>>();
  private readonly due = new Set<string>();
  private readonly refused = new Set<string>();
  private readonly said = new Set<string>();
  private readonly timers = new Timers();
  private readonly watch: FolderWatch;
  private readonly pollMs: number;
  private readonly uid: number | null;
  private handlers: TranscriptHandlers | null = null;
  private pumping = false;
  private slice: Buffer | null = null;

  constructor(
    private readonly format: TranscriptFormat,
    private readonly places: TranscriptPlaces,
    { now = Date.now, pollMs = POLL_MS, watches = true, uid = process.getuid?.() ?? null }: TranscriptReaderOptions = {},
  ) {
    this.now = now;
    this.pollMs = pollMs;
    this.uid = uid;
    this.watch = new FolderWatch((folder, name) => this.onReport(folder, name), WATCHED_FOLDERS, watches);
  }

  start(handlers: TranscriptHandlers): void {
    this.handlers = handlers;
    this.scan(false);
    this.timers.every(this.pollMs, () => this.scan(true));
  }

  attend(attention: Attention): void {
    const { sessionId, path, settle } = attention;
    const place = path === null ? null : this.places.place(path, sessionId);
    if (place !== null && "refused" in place) return place.refused === NO_FOLDER ? this.await(attention, dirname(path ?? "")) : this.say(path ?? "", place.refused);
    const file = place?.path ?? this.attended.get(sessionId) ?? this.find(sessionId);
    if (file === undefined) return;
    this.attended.set(sessionId, file);
    this.watchFolders(file, sessionId);
    this.read(file);
    if (settle) for (const ms of SETTLE_LOOKS_MS) this.timers.after(ms, () => this.settleSession(file, sessionId));
  }

  /** A project's first session tells of itself before its folder is made. */
  private await(attention: Attention, folder: string, until = this.now() + AWAITED_MS): void {
    if (this.awaited.size === 0) this.timers.after(AWAIT_MS, () => this.lookForAwaited());
    const sessions = this.awaited.get(folder) ?? new Map<string, Awaited>();
    this.awaited.set(folder, sessions.set(attention.sessionId, { attention, until: sessions.get(attention.sessionId)?.until ?? until }));
  }

  /** One look for each folder, however many sessions wait for it. */
  private lookForAwaited(): void {
    const awaited = [...this.awaited];
    this.awaited.clear();
    for (const [folder, sessions] of awaited) {
      const isThere = existsSync(folder);
      for (const { attention, until } of sessions.values()) {
        if (isThere) this.attend(attention);
        else if (until > this.now()) this.await(attention, folder, until);
      }
    }
  }

  async close(): Promise<void> {
    this.handlers = null;
    this.watch.close();
    this.timers.close();
    for (const { settling } of this.followed.values()) if (settling) clearTimeout(settling);
  }

  private onReport(folder: string, name: string | null): void {
    if (name === null) return this.soon(() => this.scan(true));
    const path = join(folder, name);
    if (name.endsWith(".jsonl")) this.soon(() => this.read(path));
    else if (this.places.projectFolders().includes(folder)) this.soon(() => this.scanProject(path, true));
    else this.soon(() => this.findAgents(path));
  }

  /** The folder of a session's sub-agents is made with the first line of one of them, which may come after its last hook. */
  private findAgents(made: string): void {
    for (const [sessionId, path] of this.attended) {
      if (!`${this.agentsFolder(path, sessionId)}${sep}`.startsWith(`${made}${sep}`)) continue;
      this.watchFolders(path, sessionId);
      this.scanAgents(path, sessionId);
    }
  }

  private agentsFolder(path: string, sessionId: string): string {
    return join(dirname(path), this.format.agentsFolder(sessionId));
  }

  private soon(act: () => void): void {
    this.timers.after(COALESCE_MS, act);
  }

  /** @param fresh false: what is there now was there before anybody watched */
  private scan(fresh: boolean): void {
    try {
      for (const root of this.places.projectFolders()) {
        this.watch.add(root);
        for (const name of names(root)) this.scanProject(join(root, name), fresh);
      }
      for (const [sessionId, path] of this.attended) this.scanAgents(path, sessionId);
      this.forget();
    } catch (error) {
      this.handlers?.onTrouble("transcripts cannot be looked for", { reason: (error as Error).message });
    }
  }

  private scanProject(folder: string, fresh: boolean): void {
    const own = statsOf(folder);
    if (own === null || !own.isDirectory()) return;
    // Its own time tells when a file was last made in it.
    let latest = own.mtimeMs;
    for (const name of names(folder)) {
      if (!name.endsWith(".jsonl")) continue;
      const stats = this.look(join(folder, name), fresh);
      if (stats !== null) latest = Math.max(latest, stats.mtimeMs);
    }
    if (latest > this.now() - LIVELY_MS) this.watch.add(folder);
  }

  /** Sub-agents' transcripts of sessions whose hooks come. */
  private scanAgents(path: string, sessionId: string): void {
    const folder = this.agentsFolder(path, sessionId);
    for (const name of names(folder)) if (name.endsWith(".jsonl")) this.look(join(folder, name), true);
  }

  private look(path: string, fresh: boolean): Stats | null {
    const stats = statsOf(path);
    if (stats === null || !stats.isFile()) return null;
    const known = this.known.get(path);
    const moved = known === undefined || known.size !== stats.size || known.modifiedAt !== stats.mtimeMs || known.inode !== stats.ino;
    // An old file that appears was put there: nobody is at work in it.
    const isNew = fresh && stats.mtimeMs > this.now() - NEW_MS;
    if (known === undefined) this.known.set(path, { size: isNew ? 0 : stats.size, modifiedAt: stats.mtimeMs, inode: stats.ino, read: null });
    else Object.assign(known, { size: known.read === null ? known.size : stats.size, modifiedAt: stats.mtimeMs, inode: stats.ino });
    if (moved && (known === undefined ? isNew : fresh)) this.read(path);
    return stats;
  }

  private find(sessionId: string): string | undefined {
    for (const path of this.known.keys()) if (basename(path) === `${sessionId}.jsonl`) return path;
    return undefined;
  }

  private watchFolders(path: string, sessionId: string): void {
    this.watch.add(dirname(path));
    const agents = this.agentsFolder(path, sessionId);
    const own = dirname(agents);
    if (existsSync(agents)) {
      this.watch.drop(own);
      this.watch.add(agents);
      // The session's own may have been made for something else; theirs comes below it. Most sessions have neither: to watch what is not there costs an error for each hook.
    } else if (existsSync(own)) this.watch.add(own);
  }

  /** Its turn has ended: what is in the file is whole, and what lags behind may be there now. */
  private settleSession(path: string, sessionId: string): void {
    this.followed.get(path)?.file.settle(true);
    this.read(path);
    this.watchFolders(path, sessionId);
    this.scanAgents(path, sessionId);
  }

  private read(path: string): void {
    if (this.refused.has(path)) return;
    this.due.add(path);
    this.pump();
  }

  /** A slice of each in turn, so that a large file does not hold up the others. */
  private pump(): void {
    if (this.pumping) return;
    this.pumping = true;
    setImmediate(() => {
      this.pumping = false;
      if (this.handlers === null) return;
      for (const path of [...this.due]) this.readSlice(path);
      if (this.due.size > 0) this.pump();
      else this.slice = null;
    });
  }

  private readSlice(path: string): void {
    const followed = this.follow(path);
    if (followed === null) return void this.due.delete(path);
    this.slice ??= Buffer.allocUnsafeSlow(SLICE_BYTES);
    const outcome = followed.file.read(this.slice);
    followed.at = this.now();
    if (outcome !== "more") this.due.delete(path);
    if (typeof outcome === "object" && outcome.refused !== "ENOENT") this.refuse(path, outcome.refused);
    const known = this.known.get(path);
    if (known !== undefined) Object.assign(known, { read: followed.file.offset, size: Math.max(known.size, followed.file.offset) });
    this.settleLater(followed);
  }

  private follow(path: string) {
    const found = this.followed.get(path);
    if (found !== undefined) return found;
    const place = this.places.place(path);
    if ("refused" in place) {
      this.refuse(path, place.refused);
      return null;
    }
    // The same file by another way.
    const same = this.followed.get(place.path);
    if (same !== undefined) return same;
    const followed = { file: this.followedFile(place), at: this.now(), settling: null as NodeJS.Timeout | null };
    this.followed.set(place.path, followed);
    if (place.agentId === null) this.watchFolders(place.path, place.sessionId);
    return followed;
  }

  private followedFile({ path, sessionId, agentId }: TranscriptPlace): FollowedFile {
    const known = this.known.get(path);
    if (known === undefined) this.known.set(path, { size: 0, modifiedAt: 0, inode: 0, read: null });
    const freshFrom = known?.read ?? known?.size ?? 0;
    return new FollowedFile({ path, sessionId, agentId, freshFrom, format: this.format, uid: this.uid, now: this.now }, (reading) => this.handlers?.onReading(reading));
  }

  private settleLater(followed: { file: FollowedFile; settling: NodeJS.Timeout | null }): void {
    const next = followed.file.settle();
    if (next === null || followed.settling !== null) return;
    followed.settling = setTimeout(() => {
      followed.settling = null;
      if (this.handlers !== null) this.settleLater(followed);
    }, next + 1);
  }

  private refuse(path: string, reason: string): void {
    // A folder that is not there yet may come.
    if (reason === NO_FOLDER) return;
    this.say(path, reason);
    this.refused.add(path);
  }

  /** Once a path. */
  private say(path: string, reason: string): void {
    if (this.said.has(path) || reason === NO_FOLDER) return;
    if (this.said.size > REMEMBERED_REFUSALS) this.said.clear();
    this.said.add(path);
    this.handlers?.onTrouble("transcript left alone", { path, reason });
  }

  /** Files that grow no more are let go; should one grow again, it is read on from where it was. */
  private forget(): void {
    const over = this.followed.size - FOLLOWED;
    const oldest = [...this.followed].sort(([, a], [, b]) => a.at - b.at);
    oldest.forEach(([path, { at, settling }], index) => {
      if (settling !== null || this.due.has(path) || (index >= over && this.now() - at < FORGET_AFTER_MS)) return;
      this.followed.delete(path);
      for (const [sessionId, attended] of this.attended) if (attended === path) this.attended.delete(sessionId);
    });
  }
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function statsOf(path: string): Stats | null {
  try {
    return lstatSync(path);
  } catch {
    return null;
  }
}
