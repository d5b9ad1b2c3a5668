/** `agent-mascot remote <host>`: looks, says, asks, does; what fails on the way is taken back here. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { RemoteHome, RemoteHost, SshBlock } from "../../schemas/generated/types.ts";
import { complain, print } from "../output.ts";
import { doorSocket, portFor, tunnelEnd } from "../remote/door.ts";
import type { HostShell } from "../remote/spawn-host-shell.ts";
import { newRemoteId, newToken, readRemotes, writeRemotes } from "../remote/remotes-file.ts";
import { type HostFile, type HostLook, isDone, setUpScript } from "../remote/scripts.ts";
import { addToConfig, blockFor, type Listen, readConfig, takeFromConfig } from "../remote/ssh-config.ts";
import { FORWARDER_FILES } from "../settings/install.ts";
import { confirmed } from "./consent.ts";
import { type Context, DONE, FAILED } from "./context.ts";
import { failWith } from "./hooks.ts";
import { hostsOf, lookAt, MOUNT, reasonOf, type RemoteOptions, shellFor } from "./remote-host.ts";

/** All that will be done, before anything is. */
interface Plan {
  host: RemoteHost;
  /** what was there of this host before */
  before: RemoteHost | null;
  look: HostLook & { node: string };
  at: RemoteHome["at"];
  /** lines for ssh; null: none are needed */
  block: string | null;
  blockIsThere: boolean;
  clearsSockets: boolean | null;
}

export async function setUpHost(context: Context, kind: RemoteHost["kind"], name: string, options: RemoteOptions): Promise<number> {
  const { say } = context;
  const hosts = hostsOf(context);
  if (hosts === null) return FAILED;
  if (kind === "ssh" && doorSocket(context.home) === null && options.port === null) return failWith(say("remoteWindowsHere"));
  const shell = shellFor(kind, name);
  try {
    complain(say("remoteLooking", name));
    const found = await lookAt(context, shell, name, kind === "ssh" ? "" : MOUNT);
    if ("problem" in found) return failWith(found.problem);
    const before = hosts.find((host) => host.name === name && host.kind === kind) ?? null;
    const obstacle = obstacleOf(context, name, found.look, before);
    if (obstacle !== null) return failWith(obstacle);
    const plan = await planFor(context, shell, { kind, name, before, look: found.look as Plan["look"] }, options);
    tell(context, plan, options);
    if (options.dryRun) return DONE;
    if (!options.yes && !(await confirmed(context, say("askRemote")))) return FAILED;
    return await carryOut(context, shell, plan, options);
  } catch (error) {
    if (error instanceof NoPort) return failWith(say("remoteNoPort", name, error.message));
    throw error;
  } finally {
    await shell.close();
  }
}

function obstacleOf({ say }: Context, name: string, look: HostLook, before: RemoteHost | null): string | null {
  if (look.app !== null) return say("remoteHasApp", name, look.app);
  if (look.handsInTo !== null && look.handsInTo !== before?.id) return say("remoteOtherDesk", name, look.home);
  return look.node === null ? say("remoteNoNode", name) : null;
}

async function planFor(context: Context, shell: HostShell, about: Pick<Plan, "before" | "look"> & Pick<RemoteHost, "kind" | "name">, options: RemoteOptions): Promise<Plan> {
  const { kind, name, before, look } = about;
  const id = before?.id ?? newRemoteId();
  const clearsSockets = kind === "ssh" && options.port === null ? await shell.clearsSockets() : null;
  const listen: Listen = kind !== "ssh" ? { socket: `${MOUNT}/door.sock` } : clearsSockets === true ? { socket: `${look.home}/door.sock` } : { port: await portAt(shell, options.port, id, before) };
  const block = kind === "ssh" ? blockFor(name, listen, tunnelEnd(context.home)) : null;
  const blockIsThere = block !== null && before?.ssh?.text.endsWith(block) === true && before.ssh.file === options.sshConfig && (readConfig(options.sshConfig)?.includes(before.ssh.text) ?? false);
  const host: RemoteHost = { id, name, kind, token: newToken(), home: look.home, added_at: new Date().toISOString(), ssh: blockIsThere ? (before?.ssh ?? null) : null };
  return { host, before, look, at: listen, block, blockIsThere, clearsSockets };
}

const PORTS_TRIED = 5;

/** A host of before keeps its port: a tunnel of the person's may have it right now. @throws NoPort */
async function portAt(shell: HostShell, wanted: number | null, id: string, before: RemoteHost | null): Promise<number> {
  const first = wanted ?? portFor(id);
  if (before !== null) return first;
  for (let port = first; port < first + (wanted === null ? PORTS_TRIED : 1); port++) if ((await shell.forwardsPort(port)) !== false) return port;
  throw new NoPort(String(first));
}

class NoPort extends Error {}

function tell({ say, home }: Context, { host, look, at, block, blockIsThere, clearsSockets }: Plan, options: RemoteOptions): void {
  const { name } = host;
  const lines = [say("remotePlan", name), say("planFiles", name, look.home), say("planHooks", name, look.settings), say("planHere", join(home, "remotes.json"))];
  if (block !== null && blockIsThere) lines.push(say("planSshThere", options.sshConfig));
  else if (block !== null) lines.push(say("planSsh", options.sshConfig), ...block.trimEnd().split("\n").map((line) => `      ${line}`));
  if (clearsSockets !== null) lines.push("port" in at ? say("socketLeft", name, at.port) : say("socketKept", name));
  if (block === null) lines.push(say("planMount", name, dirname(doorSocket(home) ?? ""), MOUNT), ...(look.mounted ? [] : [say("mountMissing", name, MOUNT)]));
  print(`${lines.join("\n")}\n`);
}

async function carryOut(context: Context, shell: HostShell, plan: Plan, options: RemoteOptions): Promise<number> {
  const { say, home } = context;
  const { host, before } = plan;
  let added: SshBlock | null = null;
  try {
    save(home, host);
    if (plan.block !== null && !plan.blockIsThere) {
      if (before?.ssh) takeFromConfig(before.ssh);
      addToConfig(options.sshConfig, plan.block, (ssh) => {
        added = ssh;
        save(home, { ...host, ssh });
      });
    }
    const ran = await shell.run(setUpScript(plan.look, filesFor(context, plan)));
    if (!isDone(ran.stdout)) throw new Error(say("remoteFailedThere", host.name, reasonOf(ran) || say("remoteNoAnswer")));
  } catch (error) {
    takeBack(home, host, before, added);
    return failWith(say("remoteFailed", host.name, (error as Error).message));
  }
  print(`${say(host.kind === "ssh" ? "remoteDone" : "remoteDoneContainer", host.name)}\n`);
  return DONE;
}

function save(home: string, host: RemoteHost): void {
  writeRemotes(home, [...readRemotes(home).filter(({ id }) => id !== host.id), host]);
}

/** A host of before keeps its token, so that what is set up there goes on. */
function takeBack(home: string, host: RemoteHost, before: RemoteHost | null, added: SshBlock | null): void {
  if (added !== null) takeFromConfig(added);
  const others = readRemotes(home).filter(({ id }) => id !== host.id);
  writeRemotes(home, before === null ? others : [...others, { ...before, ssh: added === null ? before.ssh : null }]);
}

function filesFor({ forwarderFolder }: Context, { host, at }: Plan): HostFile[] {
  const own = FORWARDER_FILES.map((name) => ({ path: `bin/${name}`, from: join(forwarderFolder, name) })).filter(({ from }) => existsSync(from));
  const remote: RemoteHome = { id: host.id, name: host.name, at };
  return [
    ...own.map(({ path, from }) => ({ path, bytes: readFileSync(from) })),
    { path: "token", bytes: Buffer.from(`${host.token}\n`) },
    { path: "remote.json", bytes: Buffer.from(`${JSON.stringify(remote, null, 2)}\n`) },
  ];
}
