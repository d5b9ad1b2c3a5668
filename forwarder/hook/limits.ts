/** How long a hook may take. Every one of these milliseconds is the person's time (contract §4). Pure. */

export interface Limits {
  /** over TCP */
  connectMs: number | null;
  /** for the answer to `/health`; null: as long as the run may take */
  proofMs: number | null;
  /** from connecting to the last answer; null: as long as the run may take */
  wholeMs: number | null;
  /** from the start of our code to its end, spooling included; null: by hand, where each step has its own limit */
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
/** by hand: for `/health`, and before it for finding the number of a named host (specification 1 §3.3) */
export const HEALTH_MS = 500;
const RUN_MS = 2000;
const SESSION_END_MS = 1000;
/** specification 1 §10; by hand also how long stdin may stay open */
export const BY_HAND_MS = 5000;
/** less than the hook's own timeout in the settings, and as long as curl waits in the installed line */
const HOLD_MS = 590_000;
const LAUNCH_WAIT_MS = 5000;

export function limitsFor(source: LimitsSource): Limits {
  if (!source.installed) return { connectMs: CONNECT_MS, proofMs: HEALTH_MS, wholeMs: BY_HAND_MS, totalMs: null, launchWaitMs: LAUNCH_WAIT_MS, hold: false };
  const common = { connectMs: CONNECT_MS, proofMs: null, wholeMs: null, launchWaitMs: 0, hold: false };
  if (source.event === "PermissionRequest" && source.answering && source.attended === true) return { ...common, totalMs: HOLD_MS, hold: true };
  if (source.event === "SessionStart" && source.answering && source.attended !== false) return { ...common, totalMs: RUN_MS, launchWaitMs: LAUNCH_WAIT_MS };
  if (source.event === "SessionEnd") return { ...common, totalMs: SESSION_END_MS };
  return { ...common, totalMs: RUN_MS };
}
