/** Asking the system in which terminal a client runs. Once a session: no other event pays for it. */
import { readFileSync } from "node:fs";
import { type ClientIdentity, deviceName, factsOfStat, identityOf, type ProcessFacts } from "./identity.ts";
import { MARKER } from "../settings/installed-line.ts";
import { processTable } from "./spawn-ps.ts";

export interface IdentitySource {
  env: Readonly<Record<string, string | undefined>>;
  /** null when unknown */
  clientPid: number | null;
  /** null when the folder was deleted under us */
  cwd: string | null;
  platform: NodeJS.Platform;
  nowMs: number;
}

/** Never throws: what cannot be seen is not told. */
export async function readIdentity({ env, clientPid, cwd, platform, nowMs }: IdentitySource): Promise<ClientIdentity> {
  return identityOf(clientPid, await lookBy(platform, clientPid, nowMs), {
    folder: env["CLAUDE_PROJECT_DIR"] || cwd || "",
    boot: textOf("/proc/sys/kernel/random/boot_id").trim(),
    givenTty: deviceName(env["SSH_TTY"]) ?? deviceName(env["GPG_TTY"]),
    givenTerminal: env["WT_SESSION"] || null,
  });
}

/** From the shell of a hook up to its client. */
const MOST_BETWEEN = 16;

/**
 * Whether both numbers mean here what the shell meant: a process of the one runs our line and comes from a process of the other. Elsewhere than on Linux
 * there are no second sets of numbers.
 */
export function isHookOf(clientPid: number, shellPid: number, platform: NodeJS.Platform): boolean {
  if (platform !== "linux") return true;
  if (!textOf(`/proc/${shellPid}/cmdline`).includes(MARKER)) return false;
  let at = shellPid;
  for (let steps = 0; steps < MOST_BETWEEN && at > 0 && at !== clientPid; steps++) at = factsOfStat(textOf(`/proc/${at}/stat`), "", 0)?.parentPid ?? 0;
  return at === clientPid;
}

async function lookBy(platform: NodeJS.Platform, clientPid: number | null, nowMs: number): Promise<(pid: number) => ProcessFacts | null> {
  if (platform === "linux") {
    const uptime = textOf("/proc/uptime");
    return (pid) => factsOfStat(textOf(`/proc/${pid}/stat`), uptime, nowMs);
  }
  if (platform === "win32" || clientPid === null) return () => null;
  const table = await processTable();
  return (pid) => table.get(pid) ?? null;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return "";
  }
}
