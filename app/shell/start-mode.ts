import type { StartMode } from "./doors.ts";

/**
 * @param env of this process: `MASCOT_HIDDEN=1` by hand, `MASCOT_LAUNCHED_BY=hook` from the forwarder
 * @param argv of this process: `--hidden` from the login item
 */
export function startMode(env: Readonly<Record<string, string | undefined>>, argv: readonly string[]): StartMode {
  const hidden = env.MASCOT_HIDDEN === "1" || argv.includes("--hidden");
  return { hidden, byPerson: !hidden && env.MASCOT_LAUNCHED_BY !== "hook" };
}

/**
 * What a second start tells the running app. Only a person's start wants to see something: two hooks that start the app at once
 * must not open a window.
 */
export function handOver(start: StartMode): { kind: "raise" | "none" } {
  return { kind: start.byPerson ? "raise" : "none" };
}

/** A second start's message is a stranger's: anything but the one known word does nothing. */
export function asksToBeSeen(message: unknown): boolean {
  return typeof message === "object" && message !== null && (message as { kind?: unknown }).kind === "raise";
}
