/** How long a hook may take. Every one of these milliseconds is the person's time (contract §4). Pure. */

export interface Limits {
  connectMs: number;
  /** from the request to the end of its answer */
  answerMs: number;
  /** from the start of the process to its end, spooling included; null: by hand, where each step has its own limit */
  totalMs: number | null;
  /** how long to wait for an app that we just started; 0: do not */
  launchWaitMs: number;
  /** true while a person may answer in the mascot's bubble */
  hold: boolean;
}

export interface LimitsSource {
  installed: boolean;
  event: string | null;
  attended: boolean | undefined;
  /** `<home>/answers/<Event>` exists: somebody may answer this event */
  answering: boolean;
}

const CONNECT_MS = 300;
const RUN_MS = 2000;
const SESSION_END_MS = 1000;
/** nobody answers this event: only the word "stored" is waited for, and the spool is as good */
const ACKNOWLEDGE_MS = 500;
const HOLD_MS = 600_000;
const LAUNCH_WAIT_MS = 5000;
/** kept back from the run's time for writing the spool file */
const RESERVE_MS = 150;

export function limitsFor(source: LimitsSource): Limits {
  if (!source.installed) return { connectMs: 500, answerMs: 5000, totalMs: null, launchWaitMs: LAUNCH_WAIT_MS, hold: false };
  if (source.event === "PermissionRequest" && source.answering && source.attended === true) {
    return { connectMs: CONNECT_MS, answerMs: HOLD_MS, totalMs: HOLD_MS, launchWaitMs: 0, hold: true };
  }
  if (source.event === "SessionStart" && source.answering && source.attended !== false) {
    return { connectMs: CONNECT_MS, answerMs: RUN_MS - RESERVE_MS, totalMs: RUN_MS, launchWaitMs: LAUNCH_WAIT_MS, hold: false };
  }
  const totalMs = source.event === "SessionEnd" ? SESSION_END_MS : RUN_MS;
  return { connectMs: CONNECT_MS, answerMs: source.answering ? totalMs - RESERVE_MS : ACKNOWLEDGE_MS, totalMs, launchWaitMs: 0, hold: false };
}
