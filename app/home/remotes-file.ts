/** `remotes.json`: the other machines that may hand in events, each with a token of its own. The command line writes it; here it is only read. */
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from "node:fs";
import { RemotesFile as isRemotesFile } from "../../schemas/generated/validators.mjs";
import type { RemoteHost } from "../../schemas/generated/types.ts";

/**
 * Looks the file up at each question, which is rare: a token that was taken back is worth nothing from that moment on.
 * A file that others may read, that is a link or makes no sense lets nobody in.
 */
export function knownHosts(file: string): (id: string) => RemoteHost | null {
  let known: { stamp: string; hosts: readonly RemoteHost[] } = { stamp: "", hosts: [] };
  return (id) => {
    const stamp = stampOf(file);
    if (stamp !== known.stamp) known = { stamp, hosts: stamp === "" ? [] : readHosts(file) };
    return known.hosts.find((host) => host.id === id) ?? null;
  };
}

function stampOf(file: string): string {
  try {
    const { ino, size, mtimeMs, ctimeMs } = lstatSync(file);
    return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
  } catch {
    return "";
  }
}

function readHosts(file: string): readonly RemoteHost[] {
  try {
    const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      const found = fstatSync(descriptor);
      const shared = process.platform !== "win32" && ((found.mode & 0o077) !== 0 || found.uid !== process.getuid?.());
      if (!found.isFile() || shared) return [];
      const value: unknown = JSON.parse(readFileSync(descriptor, "utf8"));
      return isRemotesFile(value) ? value.hosts : [];
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return [];
  }
}
