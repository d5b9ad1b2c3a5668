/** Where no Node is installed, the package's launcher has the app itself run the command line. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { app } from "electron";

const SWITCH = "--agent-mascot-command";

/** @returns true when this process is the command line and no app is to start */
export function runCommandLine(argv: readonly string[], forwarderFolder: string): boolean {
  const at = argv.indexOf(SWITCH);
  if (at === -1) return false;
  const program = join(forwarderFolder, "agent-mascot.mjs");
  process.argv = [process.execPath, program, ...argv.slice(at + 1)];
  import(pathToFileURL(program).href).catch((error: Error) => {
    process.stderr.write(`agent-mascot: ${error.message}\n`);
    app.exit(1);
  });
  return true;
}
