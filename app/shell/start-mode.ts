import type { StartMode } from "./doors.ts";

const HIDDEN = "--hidden";
const RAISE = "--raise";

/**
 * @param env of this process: `MASCOT_HIDDEN=1` by hand, `MASCOT_LAUNCHED_BY=hook` from the forwarder
 * @param argv of this process: `--hidden` from the login item, `--raise` from `argumentsOfNext`
 */
export function startMode(env: Readonly<Record<string, string | undefined>>, argv: readonly string[]): StartMode {
  const hidden = env.MASCOT_HIDDEN === "1" || argv.includes(HIDDEN);
  return { hidden, byPerson: !hidden && env.MASCOT_LAUNCHED_BY !== "hook", owesRaise: argv.includes(RAISE) };
}

/** Those of this process without what belongs to its own start, for one that is to be seen. @param args without the program */
export function argumentsOfNext(args: readonly string[]): string[] {
  return [...args.filter((arg) => arg !== HIDDEN && arg !== RAISE), RAISE];
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
