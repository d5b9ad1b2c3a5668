// Runs a command on a desktop without a screen and ends with its exit code:
//   node build/with-desktop.mjs [-s WIDTHxHEIGHT] [-b '#rrggbb'] -- COMMAND [ARGUMENT...]
// Inside: `import -window root out.png` takes a screenshot, `xdotool` moves the pointer and types.
import { spawn } from "node:child_process";
import { parseArgs } from "node:util";
import { startDesktop } from "./desktop/desktop.mjs";
import { PlainError, runScript } from "./lib/say.mjs";
import { provideDesktop } from "./setup/debian.mjs";

/**
 * @param {readonly string[]} command
 * @param {Parameters<typeof startDesktop>[0]} [options]
 * @returns {Promise<number>} the command's exit code
 */
export async function withDesktop([program, ...args], options) {
  if (!program) throw new PlainError("usage: with-desktop [-s WIDTHxHEIGHT] [-b COLOUR] -- COMMAND [ARGUMENT...]");
  const desktop = await startDesktop(options);
  try {
    return await runOn(desktop, program, args);
  } finally {
    await desktop.stop();
  }
}

/**
 * @param {import("./desktop/desktop.mjs").Desktop} desktop
 * @param {string} program
 * @param {string[]} args
 * @returns {Promise<number>}
 */
function runOn(desktop, program, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: "inherit", env: { ...process.env, ...desktop.env } });
    for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
      process.once(signal, () => child.kill(signal));
    }
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

if (process.argv[1] === import.meta.filename) {
  await runScript(async () => {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { size: { type: "string", short: "s" }, background: { type: "string", short: "b" } },
    });
    await provideDesktop();
    return withDesktop(positionals, values);
  });
}
