/** `relay.json` in the home on another machine: what its relay is at. Written by the relay, read by hooks and the command line. */
import { readFileSync, renameSync, statSync, unlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readJson } from "../hook/home.ts";
import { isAlive, temporaryName } from "../settings/temporaries.ts";

/** `refused`: the app is there and does not let this machine in. */
export type LinkState = "up" | "down" | "refused";

export interface RelayState {
  state: LinkState;
  /** milliseconds */
  since: number;
  /** for the person, in their words; "" when all is well */
  text: string;
  /** the person has heard of it */
  said: boolean;
}

const STATE_FILE = "relay.json";
/** The installed line looks at the pid in it: while it lives, events only need to be put into the spool. */
const PID_FILE = "app.pid";
/** A pid alone may be another program's by now. */
const FRESH_MS = 120_000;

export function readRelayState(home: string): RelayState | null {
  const { state, since, text, said } = readJson(join(home, STATE_FILE));
  if ((state !== "up" && state !== "down" && state !== "refused") || typeof since !== "number" || typeof text !== "string") return null;
  return { state, since, text, said: said === true };
}

export function writeRelayState(home: string, state: RelayState): void {
  replace(home, STATE_FILE, `${JSON.stringify(state)}\n`);
}

export function relayPid(home: string): number | null {
  try {
    const pid = Number(readFileSync(join(home, PID_FILE), "utf8"));
    return Number.isSafeInteger(pid) && pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

export function relayRuns(home: string, nowMs: number): boolean {
  const pid = relayPid(home);
  if (pid === null || !isAlive(pid)) return false;
  try {
    return Math.abs(nowMs - statSync(join(home, PID_FILE)).mtimeMs) < FRESH_MS;
  } catch {
    return false;
  }
}

/** @returns false when another relay has taken over */
export function keepRelayPid(home: string): boolean {
  if (relayPid(home) !== process.pid) return false;
  try {
    const now = new Date();
    utimesSync(join(home, PID_FILE), now, now);
    return true;
  } catch {
    return false;
  }
}

export function writeRelayPid(home: string): void {
  replace(home, PID_FILE, `${process.pid}\n`);
}

function replace(home: string, name: string, text: string): void {
  const temporary = join(home, temporaryName(`.${name}.`));
  try {
    writeFileSync(temporary, text, { mode: 0o600 });
    renameSync(temporary, join(home, name));
  } catch (error) {
    try {
      unlinkSync(temporary);
    } catch {
      // It was never written.
    }
    throw error;
  }
}
