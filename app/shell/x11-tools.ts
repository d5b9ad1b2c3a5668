/** The X server's own tools, run for full-screen.ts. */
import { execFile, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { X11Tools } from "./full-screen.ts";

/**
 * A program that only listens ends with the app, also when that is killed: it has the app's ends of the lines to Chromium's other processes, which would all stay for as long as it does.
 * Where the system has no such promise it is started as it is.
 */
export const ENDS_WITH_US = ["setpriv", "--pdeathsig", "KILL"] as const;
type Wrapper = readonly [string, ...string[]];

/** The same as long as nobody knows whether the system promises it. */
const ifItCan = (wrapper: Wrapper): string => `${wrapper.join(" ")} true 2>/dev/null && exec ${wrapper.join(" ")} "$0" "$@"; exec "$0" "$@"`;

const DESCRIBE_TIMEOUT = 2_000;

/**
 * @param xwininfo null: it is not there, so that nobody can say where a window is
 * @param endsWithUs runs a program so that it ends with the app
 */
export function x11Tools(xprop: string, xwininfo: string | null, endsWithUs: Wrapper = ENDS_WITH_US): X11Tools {
  const { DISPLAY, XAUTHORITY, HOME } = process.env;
  const env = { DISPLAY, XAUTHORITY, HOME, LC_ALL: "C" };
  let canEndWithUs: boolean | null = null;
  const ask = () => {
    const [setpriv, ...how] = endsWithUs;
    canEndWithUs = false;
    execFile(setpriv, [...how, "true"], { env, timeout: DESCRIBE_TIMEOUT }, (error) => (canEndWithUs = error === null));
  };
  const listener = (args: readonly string[]): readonly [string, ...string[]] => (canEndWithUs ? [...endsWithUs, xprop, ...args] : ["/bin/sh", "-c", ifItCan(endsWithUs), xprop, ...args]);
  return {
    spy(args, onLine) {
      if (canEndWithUs === null) ask();
      const [program, ...rest] = listener(args);
      const child = spawn(program, rest, { env, stdio: ["ignore", "pipe", "ignore"] });
      let stopped = false;
      // Without it mascots stay on screen, which is what they did before.
      child.on("error", () => undefined);
      createInterface({ input: child.stdout }).on("line", (line) => {
        if (!stopped) onLine(line);
      });
      return () => {
        stopped = true;
        child.kill();
      };
    },
    describe: (windowId) =>
      new Promise((resolve) => {
        if (xwininfo === null) return resolve("");
        execFile(xwininfo, ["-id", windowId], { env, timeout: DESCRIBE_TIMEOUT }, (error, stdout) => resolve(error ? "" : stdout));
      }),
  };
}
