/** `agent-mascot remote remove <host>`: the token first of all, then what was added here and there. */
import type { RemoteHost } from "../../schemas/generated/types.ts";
import { complain, print } from "../output.ts";
import { readRemotes, writeRemotes } from "../remote/remotes-file.ts";
import { isDone, takeBackScript } from "../remote/scripts.ts";
import { takeFromConfig } from "../remote/ssh-config.ts";
import { confirmed } from "./consent.ts";
import { type Context, DONE, FAILED } from "./context.ts";
import { lookAt, reasonOf, type RemoteOptions, shellFor } from "./remote-host.ts";

export async function removeHost(context: Context, host: RemoteHost, options: RemoteOptions): Promise<number> {
  const { say, home } = context;
  const { id, name, ssh } = host;
  const shell = shellFor(host.kind, name);
  try {
    complain(say("remoteLooking", name));
    const found = await lookAt(context, shell, name, "");
    if ("look" in found && found.look.waiting > 0) complain(say("remoteWaiting", found.look.waiting, name));
    if (options.dryRun) return DONE;
    if (!options.yes && !(await confirmed(context, say("remoteAskRemove", name, ssh?.file ?? say("remoteNothingSsh"))))) return FAILED;
    // Whatever becomes of the rest, it opens nothing from here on.
    writeRemotes(home, readRemotes(home).filter((each) => each.id !== id));
    print(`${say("remoteTokenTaken", name)}\n`);
    const here = ssh === null || takenFromSsh(context, ssh);
    const there = "look" in found ? await takenThere(context, host, shell, found.look.node) : found.problem;
    if (there === null) print(`${say("remoteThereTaken", name)}\n`);
    else complain(say("remoteThereLeft", name, there));
    return here && there === null ? DONE : FAILED;
  } finally {
    await shell.close();
  }
}

function takenFromSsh({ say }: Context, ssh: NonNullable<RemoteHost["ssh"]>): boolean {
  const taken = takeFromConfig(ssh);
  if (taken) print(`${say("remoteSshTaken", ssh.file)}\n`);
  else complain(say("remoteSshChanged", ssh.file));
  return taken;
}

/** @returns what hindered it; null: done */
async function takenThere(context: Context, host: RemoteHost, shell: ReturnType<typeof shellFor>, node: string | null): Promise<string | null> {
  if (node === null) return context.say("remoteNoNode", host.name);
  const ran = await shell.run(takeBackScript({ home: host.home, node }, host.id));
  return isDone(ran.stdout) ? null : reasonOf(ran) || context.say("remoteNoAnswer");
}
