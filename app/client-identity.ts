/** In which terminal a client runs, for a session's start that came without: the shell posts what it knows, and this app is on the same computer. */
import type { HookMeta } from "../schemas/generated/types.ts";
import { readIdentity } from "../forwarder/hook/read-identity.ts";

export type ClientIdentityMeta = Pick<HookMeta, "client_started_at" | "tty" | "parent_pid" | "start_time" | "fingerprint">;

export interface ClientToIdentify {
  pid: number;
  /** The project's, else the one it works in. */
  folder: string;
  /** SSH_TTY or GPG_TTY. */
  givenTty: string | undefined;
  wtSession: string | undefined;
}

/** While the client waits for its answer, and so is there. Never throws: what cannot be seen is not told. */
export async function identifyClient({ pid, folder, givenTty, wtSession }: ClientToIdentify): Promise<ClientIdentityMeta> {
  const { startedAt, tty, parentPid, startTime, fingerprint } = await readIdentity({
    env: { CLAUDE_PROJECT_DIR: folder, SSH_TTY: givenTty, WT_SESSION: wtSession }, clientPid: pid, cwd: folder, platform: process.platform, nowMs: Date.now(),
  });
  return { client_started_at: startedAt, tty, parent_pid: parentPid, start_time: startTime, fingerprint };
}
