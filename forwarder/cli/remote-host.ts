/** What setting up and taking away another machine have in common. */
import { join } from "node:path";
import type { RemoteHost } from "../../schemas/generated/types.ts";
import { type HostShell, hostShell, NoProgram, type Ran } from "../remote/spawn-host-shell.ts";
import { readRemotes } from "../remote/remotes-file.ts";
import { type HostLook, lookScript, readLook } from "../remote/scripts.ts";
import type { Context } from "./context.ts";
import { failWith } from "./hooks.ts";

export interface RemoteOptions {
  dryRun: boolean;
  yes: boolean;
  /** null: a socket where the host's sshd suits it, else a port of ours */
  port: number | null;
  sshConfig: string;
}

/** Where a container sees the folder of the door. */
export const MOUNT = "/run/agent-mascot";

/** null when the list cannot be read, which is said. */
export function hostsOf({ home, say }: Context): RemoteHost[] | null {
  try {
    return readRemotes(home);
  } catch (error) {
    failWith(say("remoteBadFile", join(home, "remotes.json"), (error as Error).message));
    return null;
  }
}

/** What is on the other machine, as a text for the person where it cannot be told. */
export async function lookAt(context: Context, shell: HostShell, name: string, mount: string): Promise<{ look: HostLook } | { problem: string }> {
  try {
    const ran = await shell.run(lookScript(mount));
    const look = readLook(ran.stdout);
    return look === null ? { problem: context.say("remoteUnreachable", name, reasonOf(ran) || context.say("remoteNoAnswer")) } : { look };
  } catch (error) {
    if (error instanceof NoProgram) return { problem: context.say("remoteNoProgram", error.message) };
    throw error;
  }
}

/** The last that the other side said. */
export function reasonOf({ stderr }: Ran): string {
  return stderr.trim().split("\n").at(-1)?.trim() ?? "";
}

export function shellFor(kind: RemoteHost["kind"], name: string): HostShell {
  return hostShell(kind, name);
}
