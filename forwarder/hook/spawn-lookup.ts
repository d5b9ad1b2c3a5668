/** Finding the number of a named host. */
import { hostOf, isLocal } from "./address.ts";

/**
 * A host's number. Names are looked up by a process of their own: a look-up cannot be given up, and this process could not end before it.
 * @returns null when the name is not known within the time
 */
export async function addressOf(url: URL, limitMs: number): Promise<string | null> {
  const host = hostOf(url);
  if (isLocal(url)) return host;
  const { isIP } = await import("node:net");
  if (isIP(host) !== 0) return host;
  const { spawnSync } = await import("node:child_process");
  const script = 'require("dns").lookup(process.argv[1],(error,address)=>process.stdout.write(error?"":address))';
  const asked = spawnSync(process.execPath, ["-e", script, host], { timeout: limitMs, killSignal: "SIGKILL", stdio: ["ignore", "pipe", "ignore"], encoding: "utf8", windowsHide: true });
  return asked.stdout && isIP(asked.stdout) !== 0 ? asked.stdout : null;
}
