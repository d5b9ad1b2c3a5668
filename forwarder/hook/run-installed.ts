/**
 * The hook command as the installed line runs it: silent, exit 0 whatever happens, on time.
 * MASCOT_* is never read here: a repository's settings can set it (contract §16a).
 */
import { isAbsolute, join } from "node:path";
import { launchFromHook } from "../launch/launch-from-hook.ts";
import { end, killSelf, print } from "../output.ts";
import { type HookArguments, positiveInteger } from "./arguments.ts";
import { deliverOverSocket, deliverOverTcp, type Outcome } from "./delivery.ts";
import { exists, type Home, isWindowsAppsHome, openHome, readToken, trustedSocket } from "./home.ts";
import { hostOf, isLocal } from "./address.ts";
import type { ClientIdentity } from "./identity.ts";
import { launchWhereGone } from "./launch-where-gone.ts";
import { type Limits, limitsFor } from "./limits.ts";
import { attended } from "./meta.ts";
import { type PackedParcel, pack, workingFolder } from "./parcel.ts";
import { readPayload } from "./payload.ts";
import { pruneSpool } from "./prune-spool.ts";
import { readIdentity } from "./read-identity.ts";
import { readRelayState, writeRelayState } from "../remote/relay-state.ts";
import { readRemoteHome } from "../remote/remote-home.ts";
import { startRelay } from "../remote/launch-relay.ts";
import { writeSpoolFile } from "./spool.ts";
import { type Input, InputReader } from "./standard-input.ts";
import { DEFAULT_PROVIDER } from "../providers/default.ts";

const RETRY_MS = 50;
/** kept back from the run's time for writing the spool file and ending */
const RESERVE_MS = 100;
/** A timer that is so late has been on a machine that gives us no turns: what the client wrote long ago may still wait to be read. */
const STARVED_MS = 20;
const MORE_TIME_MS = 500;
/** All of them together stay within the five seconds after which the client itself ends a hook and says so. */
const MORE_TIMES = 4;

export async function runInstalled(args: HookArguments): Promise<never> {
  try {
    if (args.home !== null && isAbsolute(args.home) && exists(join(args.home, "installed"))) await (args.launchOnly ? launchWhereGone(args.home, args.event) : new InstalledRun(args, args.home).run());
  } catch {
    // Nobody would read it, and an error line in the person's terminal helps no one.
  }
  end(0);
}

class InstalledRun {
  private readonly limits: Limits;
  private readonly attended = attended(process.env);
  private readonly reader = new InputReader();
  private readonly startedMs = Date.now();
  private stage: "reading" | "delivering" = "reading";
  private parcel: PackedParcel | null = null;
  private identity: ClientIdentity = {};
  private keepable = true;
  private deadline: NodeJS.Timeout | undefined;

  constructor(private readonly args: HookArguments, private readonly home: string) {
    const answering = args.event !== null && exists(join(home, "answers", args.event));
    this.limits = limitsFor({ installed: true, event: args.event, attended: this.attended, answering });
  }

  async run(): Promise<void> {
    this.endAfter(this.limits.totalMs ?? 0);
    const input = await this.reader.read();
    if (this.args.event === "SessionStart") this.identity = await this.whoAsks();
    const payload = this.take(input);
    try {
      if (this.parcel) await this.deliver(this.parcel, payload);
    } catch {
      // Whatever is wrong with the home (an address in it that is none, …): the event is worth keeping.
      this.keep();
    }
    if (this.args.event === "SessionStart") pruneSpool(this.home, Date.now(), this.timeForPruning());
  }

  private whoAsks(): Promise<ClientIdentity> {
    return readIdentity({ env: process.env, clientPid: positiveInteger(process.env["CLAUDE_PID"]) ?? this.args.parentPid, cwd: workingFolder(), platform: process.platform, nowMs: Date.now() });
  }

  /** Makes a parcel of the input. @returns the payload, where it is an object */
  private take(input: Input): Record<string, unknown> {
    this.stage = "delivering";
    const payload = readPayload(input.bytes);
    if (payload.kind === "empty") return {};
    this.parcel = pack(payload, {
      env: process.env, nowMs: Date.now(), parentPid: this.args.parentPid, provider: this.args.provider ?? DEFAULT_PROVIDER,
      identity: this.identity, truncated: input.truncated,
    });
    // Too large to send. What is not JSON is sent for the collector's log, but is not worth keeping.
    if (input.truncated) this.keep();
    this.keepable = payload.kind !== "broken";
    return payload.kind === "object" ? payload.value : {};
  }

  private async deliver(parcel: PackedParcel, payload: Record<string, unknown>): Promise<void> {
    const home = openHome(this.home);
    // On another machine nothing is asked of the app over there: a slow line is no hook's business.
    if (home.collector.url === undefined && readRemoteHome(this.home) !== null) return this.relay(payload["cwd"]);
    const attempt = this.attempt(home, parcel);
    // The client ends a hook by SIGTERM (its timeout, Esc).
    process.once("SIGTERM", () => this.giveUp());
    const outcome = await attempt;
    if (outcome.kind !== "undelivered") return this.answer(outcome);
    if (isWindowsAppsHome(home)) return this.keep();
    const waits = this.limits.launchWaitMs > 0;
    if (!waits) this.keep();
    if (!outcome.appDown) return this.keep();
    const launched = await launchFromHook(home, this.args.event, payload["cwd"]);
    if (waits && launched) await this.deliverOnceUp(parcel);
    this.keep();
  }

  /** The relay carries what is in the spool. What hinders it is said once, where a person sits. */
  private async relay(payloadCwd: unknown): Promise<void> {
    const isClaude = (this.parcel?.provider ?? DEFAULT_PROVIDER) === DEFAULT_PROVIDER;
    this.keep();
    await startRelay(this.home, [workingFolder(), process.env["CLAUDE_PROJECT_DIR"], payloadCwd].filter((folder): folder is string => typeof folder === "string" && folder !== ""));
    const state = this.args.event === "SessionStart" && this.attended !== false && isClaude ? readRelayState(this.home) : null;
    if (state === null || state.state === "up" || state.said) return;
    writeRelayState(this.home, { ...state, said: true });
    print(JSON.stringify({ systemMessage: state.text }));
  }

  private attempt(home: Home, parcel: PackedParcel): Promise<Outcome> {
    const socket = trustedSocket(home);
    if (socket !== null) return deliverOverSocket(socket, parcel, this.limits);
    const token = readToken(this.home);
    const overTcp = process.platform === "win32" || home.collector.socket === null;
    if (!overTcp || token === null || typeof home.collector.url !== "string") {
      return Promise.resolve({ kind: "undelivered", appDown: true, detail: "no collector" });
    }
    const url = new URL(home.collector.url);
    if (!isLocal(url)) return Promise.resolve({ kind: "undelivered", appDown: true, detail: "not on this computer" });
    return deliverOverTcp(url, hostOf(url), token, parcel, this.limits, Date.now);
  }

  private async deliverOnceUp(parcel: PackedParcel): Promise<void> {
    this.endAfter(this.limits.launchWaitMs);
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      const outcome = await this.attempt(openHome(this.home), parcel);
      if (outcome.kind !== "undelivered") return this.answer(outcome);
      if (!outcome.appDown) return;
    }
  }

  private answer(outcome: Outcome): void {
    this.parcel = null;
    if (outcome.kind === "accepted" && outcome.hookOutput) print(JSON.stringify(outcome.hookOutput));
  }

  /** Spools what is not delivered yet; once. */
  private keep(): void {
    const parcel = this.parcel;
    this.parcel = null;
    if (!parcel || !this.keepable) return;
    writeSpoolFile(this.home, parcel.deliveryId, parcel.header(), parcel.payload);
  }

  /** @param totalMs from the start of this run */
  private endAfter(totalMs: number): void {
    this.giveUpAt(totalMs - RESERVE_MS, MORE_TIMES);
  }

  /**
   * What was read by a thread is taken after the timers' turn, so it gets one; where even that came late, the thread has had none perhaps, and gets some more time.
   * @param dueMs from the start of this run
   */
  private giveUpAt(dueMs: number, moreTimes: number): void {
    clearTimeout(this.deadline);
    this.deadline = setTimeout(() => {
      if (this.stage !== "reading") return this.giveUp();
      setImmediate(() => setImmediate(() => {
        if (this.stage === "reading" && this.hasNothing() && this.millisecondsUp() - dueMs > STARVED_MS && moreTimes > 0) this.giveUpAt(this.millisecondsUp() + MORE_TIME_MS, moreTimes - 1);
        else this.giveUp();
      }));
    }, dueMs - this.millisecondsUp());
  }

  private hasNothing(): boolean {
    return this.reader.soFar().bytes.length === 0;
  }

  private giveUp(): never {
    try {
      if (this.stage === "reading") this.take(this.reader.soFar());
      this.keep();
    } catch {
      // A full or read-only disk: the event is lost, the person's work is not held up.
    }
    if (this.reader.waiting) killSelf();
    end(0);
  }

  /** Half of the run's time at most, counted from now: waiting for the app may have taken the first half. */
  private timeForPruning(): () => number {
    const from = this.millisecondsUp();
    const timeMs = Math.min((this.limits.totalMs ?? 0) / 2, (this.limits.totalMs ?? 0) - RESERVE_MS - from);
    return () => (timeMs > 0 ? (this.millisecondsUp() - from) / timeMs : 1);
  }

  private millisecondsUp(): number {
    return Date.now() - this.startedMs;
  }
}
