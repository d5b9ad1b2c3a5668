/** Which client and which node this computer has. The only place of app/hooks that starts a program. */
import { execFile } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { versionIn } from "../../forwarder/settings/events.ts";
import { INSIDE_VARIABLE } from "../../forwarder/settings/inside.ts";

export interface ClientFacts {
  /** A `claude` command was found. */
  found: boolean;
  /** null: it did not say */
  version: string | null;
  /** null: no node on the PATH; the installed line then looks again when it runs */
  node: string | null;
}

/**
 * What a hook starts is told so, in order that a client in there does not start us again. It ends with the app: a terminal or an editor that is opened
 * from the app is the person's own, and its clients' events count.
 */
export function comeOutside(env: Record<string, string | undefined>): void {
  delete env[INSIDE_VARIABLE];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The client may be slow to start once; a person waits behind a button. */
const VERSION_TIMEOUT = 3_000;

export function findCommand(name: string, env: Environment, platform: NodeJS.Platform): string | null {
  const names = platform === "win32" ? [`${name}.exe`, `${name}.cmd`] : [name];
  // Relative entries of PATH mean "whatever folder I am in": never a program to trust.
  const folders = (env.PATH ?? env.Path ?? "").split(delimiter).filter(isAbsolute);
  for (const folder of folders) {
    for (const candidate of names.map((one) => join(folder, one))) if (isProgram(candidate)) return candidate;
  }
  return null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Asks the client for its version. Never fails: what cannot be told is null. */
export async function askClient(env: Environment, platform: NodeJS.Platform): Promise<ClientFacts> {
  const client = findCommand("claude", env, platform);
  const node = findCommand("node", env, platform);
  return { found: client !== null, version: client === null ? null : await versionOf(client, env), node };
}

function versionOf(client: string, env: Environment): Promise<string | null> {
  return new Promise((resolve) => {
    const { PATH, HOME, LANG, USERPROFILE, SystemRoot } = env;
    // A .cmd needs a shell on Windows, which we do not give it: then the version stays unknown.
    execFile(client, ["--version"], { timeout: VERSION_TIMEOUT, windowsHide: true, env: { PATH, HOME, LANG, USERPROFILE, SystemRoot, [INSIDE_VARIABLE]: "1" } }, (error, stdout) =>
      resolve(error ? null : versionIn(stdout)),
    );
  });
}
