/** Which events are registered, since which client version they exist, and how long the client may wait (contract §8.2, DESIGN §7). Pure. */

export interface HookEvent {
  name: string;
  /** first client version that knows it; null: all */
  since: string | null;
  /** seconds, in the settings file */
  timeout: number;
}

const TIMEOUT = 5;

/**
 * Events that only cost the person time (MessageDisplay, PostToolBatch) are left out; so is everything whose registration changes what the
 * client does (WorktreeCreate).
 */
export const HOOK_EVENTS: readonly HookEvent[] = [
  { name: "SessionStart", since: "1.0.62", timeout: 10 },
  { name: "UserPromptSubmit", since: "1.0.54", timeout: TIMEOUT },
  { name: "PreToolUse", since: null, timeout: TIMEOUT },
  { name: "PermissionRequest", since: "2.0.45", timeout: 600 },
  { name: "PermissionDenied", since: "2.1.89", timeout: TIMEOUT },
  { name: "PostToolUse", since: null, timeout: TIMEOUT },
  { name: "PostToolUseFailure", since: "2.1.119", timeout: TIMEOUT },
  { name: "Notification", since: null, timeout: TIMEOUT },
  { name: "Elicitation", since: "2.1.76", timeout: TIMEOUT },
  { name: "ElicitationResult", since: "2.1.76", timeout: TIMEOUT },
  { name: "SubagentStart", since: "2.0.43", timeout: TIMEOUT },
  { name: "SubagentStop", since: "1.0.41", timeout: TIMEOUT },
  { name: "TaskCreated", since: "2.1.84", timeout: TIMEOUT },
  { name: "TaskCompleted", since: "2.1.33", timeout: TIMEOUT },
  { name: "TeammateIdle", since: "2.1.33", timeout: TIMEOUT },
  { name: "PreCompact", since: "1.0.48", timeout: TIMEOUT },
  { name: "PostCompact", since: "2.1.76", timeout: TIMEOUT },
  { name: "Stop", since: "1.0.41", timeout: TIMEOUT },
  { name: "StopFailure", since: "2.1.78", timeout: TIMEOUT },
  { name: "SessionEnd", since: "1.0.85", timeout: 5 },
];

/** Assumed when the client does not say its version: an event it does not know would greet the person with a dialog at every start. */
export const CONSERVATIVE_VERSION = "2.0.45";

/** First client that takes `args`; older ones drop them and run the command alone, with the payload on its stdin. */
export const ARGS_SINCE = "2.1.139";

/** @param version of the client, e.g. "2.1.332"; null: unknown */
export function eventsFor(version: string | null): HookEvent[] {
  return HOOK_EVENTS.filter((event) => event.since === null || compareVersions(version ?? CONSERVATIVE_VERSION, event.since) >= 0);
}

/** Negative when a is older than b. Anything behind the three numbers is ignored. */
export function compareVersions(a: string, b: string): number {
  const numbers = (text: string) => text.split(/[.+-]/).slice(0, 3).map((part) => Number.parseInt(part, 10) || 0);
  const [left, right] = [numbers(a), numbers(b)];
  for (let i = 0; i < 3; i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The version out of what `claude --version` prints. */
export function versionIn(output: string): string | null {
  return /(?:^|\s)v?(\d+\.\d+\.\d+)/.exec(output)?.[1] ?? null;
}
