/** In which terminal a client runs, for a session's start that came without: the shell posts what it knows, and this app is on the same computer. */
import type { HookMeta } from "../../schemas/generated/types.ts";
import { isHookOf, readIdentity } from "../../forwarder/hook/read-identity.ts";

export type ClientIdentityMeta = Pick<HookMeta, "client_started_at" | "tty" | "parent_pid" | "start_time" | "fingerprint">;

export interface ClientToIdentify {
  pid: number;
  /** What the shell called its delivery: its own process id is in it. */
  deliveryId: string | null;
  /** The project's, else the one it works in. */
  folder: string;
  /** SSH_TTY or GPG_TTY. */
  givenTty: string | undefined;
  wtSession: string | undefined;
}

/** `0-<pid of the shell>-<what is unique>` */
const SHELL_IN_DELIVERY = /^0-(\d{1,10})-/;

/**
 * While the client waits for its answer, and so is there. Never throws: what cannot be seen is not told.
 * A container that shares the home counts its processes by itself, and the client's number is another program's here: only what the waiting shell comes from is looked at.
 */
export async function identifyClient({ pid, deliveryId, folder, givenTty, wtSession }: ClientToIdentify): Promise<ClientIdentityMeta> {
  const shell = Number(SHELL_IN_DELIVERY.exec(deliveryId ?? "")?.[1] ?? Number.NaN);
  const { startedAt, tty, parentPid, startTime, fingerprint } = await readIdentity({
    env: { CLAUDE_PROJECT_DIR: folder, SSH_TTY: givenTty, WT_SESSION: wtSession },
    clientPid: isHookOf(pid, shell, process.platform) ? pid : null, cwd: folder, platform: process.platform, nowMs: Date.now(),
  });
  return { client_started_at: startedAt, tty, parent_pid: parentPid, start_time: startTime, fingerprint };
}
