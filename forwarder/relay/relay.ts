/**
 * The relay of another machine: carries what hooks leave in the spool there to the app, through the tunnel. Hooks pay for a file alone, however slow the line is.
 *
 * ```
 *  spool ── watch, rescan ── batch ── signed, over the tunnel ── app commits ── files go
 *             ↑                          │ away, refused: wait longer each time
 *             └──────────────────────────┘
 * ```
 * A file goes only when the app says that it is committed; sent twice it is known by its name. The relay ends by itself when no client runs and nothing waits.
 */
import { type FSWatcher, watch } from "node:fs";
import { join } from "node:path";
import type { SpoolAnswer, SpoolBatch } from "../../schemas/generated/types.ts";
import { pruneSpool } from "../hook/prune-spool.ts";
import { newDeliveryId, uniqueText, writeSpoolFile } from "../hook/spool.ts";
import { keepRelayPid, type LinkState, readRelayState, writeRelayState } from "../remote/relay-state.ts";
import { isAlive } from "../settings/temporaries.ts";
import { Clients } from "./clients.ts";
import { readBatch, removeFile, waitingNames } from "./spool-files.ts";
import { LinkError, type Uplink } from "./uplink.ts";

export interface RelayParts {
  home: string;
  uplink: Uplink;
  /** What the person is told of a link that does not stand. */
  words(state: Exclude<LinkState, "up">, detail: string): string;
  /** It was told to stop. */
  ended: AbortSignal;
}

/** Watchers miss things: the folder is read this often all the same. It is also how often clients' processes are looked at. */
const LOOK_MS = 2_000;
const CHECK_MS = 20_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 10_000;
/** Nobody mends a token within seconds. */
const REFUSED_PAUSE_MS = 30_000;
/** Without clients and with an empty spool. */
const IDLE_END_MS = 10 * 60_000;
/** With events that nobody takes: they wait on without a relay, for the next session's start. */
const HOPELESS_END_MS = 12 * 60 * 60_000;
const PRUNE_MS = 10 * 60_000;
/** Files of one moment come together. */
const GATHER_MS = 5;
/** Of a batch: 16 KB. */
const LEAST_PART = 1 / 128;
/** Of a file that did not get through by itself as often, both ends go. */
const PATIENCE = 2;

export class Relay {
  private readonly folder: string;
  private readonly clients = new Clients(isAlive);
  private readonly noted = new Set<string>();
  private pauseMs = 0;
  /** Of a batch: less after each that did not get through, so that a slow line holds up nobody for ever. */
  private part = 1;
  /** How often a file that was a batch by itself did not get through. A line may break; one that never carries it holds up all that wait behind it. */
  private readonly failures = new Map<string, number>();
  private lastWork = Date.now();
  private lastCheck = 0;
  private lastPrune = Date.now();
  private wake: () => void = () => {};
  private awake = false;

  constructor(private readonly parts: RelayParts) {
    this.folder = join(parts.home, "spool");
  }

  async run(): Promise<void> {
    const watcher = this.watchSpool();
    this.parts.ended.addEventListener("abort", () => this.wakeUp());
    try {
      while (!this.parts.ended.aborted && keepRelayPid(this.parts.home)) {
        this.reportLost();
        const names = waitingNames(this.folder);
        if (this.isOver(names.length)) break;
        await this.step(names);
      }
    } finally {
      watcher?.close();
      this.parts.uplink.close();
    }
  }

  private async step(names: readonly string[]): Promise<void> {
    this.prune();
    try {
      if (names.length > 0) await this.carry(names);
      else if (Date.now() - this.lastCheck >= CHECK_MS) await this.check();
      this.pauseMs = 0;
    } catch (error) {
      if (!(error instanceof LinkError)) throw error;
      this.failed(error);
    }
    await this.rest(this.pauseMs || (waitingNames(this.folder).length > 0 ? GATHER_MS : LOOK_MS), this.pauseMs > 0);
  }

  private async carry(names: readonly string[]): Promise<void> {
    const files = readBatch(this.folder, names, { part: this.part, isTooMuch: (name) => (this.failures.get(name) ?? 0) >= PATIENCE });
    for (const file of files) this.note(file);
    // They are still being written, or not ours.
    if (files.length === 0) return void (await this.rest(LOOK_MS, false));
    const batch: SpoolBatch = { sent_at: Date.now(), files };
    const answer = await this.send(batch);
    this.lastWork = this.lastCheck = Date.now();
    this.part = Math.min(1, this.part * 2);
    this.isNow("up", "");
    for (const name of [...answer.done, ...answer.bad]) {
      removeFile(this.folder, name);
      this.noted.delete(name);
      this.failures.delete(name);
    }
    // The app cannot write just now.
    if (answer.keep.length > 0) await this.rest(LONGEST_PAUSE_MS, true);
  }

  /** @throws LinkError */
  private async send(batch: SpoolBatch): Promise<SpoolAnswer> {
    try {
      return await this.parts.uplink.send(batch);
    } catch (error) {
      if (error instanceof LinkError && error.inBatch) this.tooMuch(batch);
      throw error;
    }
  }

  private tooMuch({ files: [first, second] }: SpoolBatch): void {
    this.part = Math.max(LEAST_PART, this.part / 2);
    if (first !== undefined && second === undefined) this.failures.set(first.name, (this.failures.get(first.name) ?? 0) + 1);
  }

  private note(file: { name: string; text: string }): void {
    if (this.noted.has(file.name)) return;
    this.noted.add(file.name);
    this.clients.note(file);
  }

  /** So that a cut is noticed while nothing is sent: a socket left behind would stand in the next tunnel's way. */
  private async check(): Promise<void> {
    this.lastCheck = Date.now();
    await this.parts.uplink.check();
    this.isNow("up", "");
  }

  private failed(error: LinkError): void {
    const refused = error.kind === "refused";
    this.isNow(refused ? "refused" : "down", error.message);
    this.pauseMs = refused ? REFUSED_PAUSE_MS : Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, this.pauseMs * 2));
  }

  /** Written down when it changes. */
  private isNow(state: LinkState, detail: string): void {
    const text = state === "up" ? "" : this.parts.words(state, detail);
    const known = readRelayState(this.parts.home);
    if (known?.state === state && known.text === text) return;
    writeRelayState(this.parts.home, { state, since: Date.now(), text, said: known !== null && known.state === state && known.said });
  }

  private reportLost(): void {
    for (const { sessionId, provider, cwd } of this.clients.lost()) {
      const id = newDeliveryId(Date.now(), process.pid, uniqueText());
      const payload = { hook_event_name: "SessionEnd", session_id: sessionId, reason: "process_gone", ...(cwd === null ? {} : { cwd }) };
      writeSpoolFile(this.parts.home, id, { delivery_id: id, provider, collected_at: new Date().toISOString() }, Buffer.from(JSON.stringify(payload)));
    }
  }

  private isOver(waiting: number): boolean {
    const quietMs = Date.now() - this.lastWork;
    return waiting === 0 ? this.clients.count === 0 && quietMs > IDLE_END_MS : quietMs > HOPELESS_END_MS;
  }

  private prune(): void {
    if (Date.now() - this.lastPrune < PRUNE_MS) return;
    this.lastPrune = Date.now();
    pruneSpool(this.parts.home, Date.now(), () => 0);
  }

  private watchSpool(): FSWatcher | null {
    try {
      return watch(this.folder, { persistent: false }, () => this.wakeUp()).on("error", () => {});
    } catch {
      return null;
    }
  }

  private wakeUp(): void {
    this.awake = true;
    this.wake();
  }

  /** @param deaf a new file is no reason to begin earlier */
  private async rest(ms: number, deaf: boolean): Promise<void> {
    if (this.awake && !deaf) {
      this.awake = false;
      return void (await new Promise((resolve) => setTimeout(resolve, GATHER_MS)));
    }
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        if (deaf && !this.parts.ended.aborted) return;
        clearTimeout(timer);
        setTimeout(resolve, GATHER_MS);
      };
    });
    this.wake = () => {};
    if (!deaf) this.awake = false;
  }
}
