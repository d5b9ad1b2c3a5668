/** Our lines in a configuration file of ssh: added at its end, taken out to the byte, and nothing else touched. Pure but for the last two functions. */
import { chmodSync, existsSync, readFileSync, realpathSync, renameSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { SshBlock } from "../../schemas/generated/types.ts";
import { temporaryName } from "../settings/temporaries.ts";
import { makeFolder } from "../make-folder.ts";

/** What ssh listens at on the host: a socket, or a port of its loopback. */
export type Listen = { socket: string } | { port: number };

/** @param to where it leads here: the app's door, or `127.0.0.1:<port>` */
export function blockFor(name: string, listen: Listen, to: string): string {
  const host = name.slice(name.lastIndexOf("@") + 1);
  const from = "socket" in listen ? listen.socket : `127.0.0.1:${listen.port}`;
  return [`# agent-mascot: ${name}. "agent-mascot remote remove ${name}" takes these lines out`, `Host ${host}`, `  RemoteForward ${quoted(from)} ${quoted(to)}`, `# agent-mascot: end of ${name}`, ""].join("\n");
}

function quoted(path: string): string {
  if (/["\r\n\0]/.test(path)) throw new Error(`${path} cannot stand in a configuration of ssh`);
  // Percent signs begin tokens, and spaces end words.
  const plain = path.replaceAll("%", "%%");
  return /[\s#]/.test(plain) ? `"${plain}"` : plain;
}

/** @returns the very characters that are to be added */
export function addition(before: Buffer | null, block: string): string {
  if (before === null || before.length === 0) return block;
  return before[before.length - 1] === 0x0a ? `\n${block}` : `\n\n${block}`;
}

/** @returns the file without the addition; null when it is not there any more as it was, or more than once */
export function withoutAddition(bytes: Buffer, text: string): Buffer | null {
  const added = Buffer.from(text, "utf8");
  const at = bytes.indexOf(added);
  if (at < 0 || bytes.indexOf(added, at + 1) >= 0) return null;
  return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + added.length)]);
}

export function readConfig(file: string): Buffer | null {
  return existsSync(file) ? readFileSync(file) : null;
}

/** Plans an addition; `announce` is called before anything is written, so that it can be taken back whatever happens. */
export function addToConfig(file: string, block: string, announce: (added: SshBlock) => void): void {
  const before = readConfig(file);
  const text = addition(before, block);
  announce({ file, text, created: before === null });
  if (before === null) makeFolder(dirname(file), 0o700);
  replace(file, Buffer.concat([before ?? Buffer.alloc(0), Buffer.from(text, "utf8")]));
}

/** @returns false when our lines were changed and so stay */
export function takeFromConfig({ file, text, created }: SshBlock): boolean {
  const bytes = readConfig(file);
  if (bytes === null) return true;
  const rest = withoutAddition(bytes, text);
  if (rest === null) return !bytes.includes("# agent-mascot: ");
  if (created && rest.length === 0) unlinkSync(file);
  else replace(file, rest);
  return true;
}

/** Whole or not at all, behind a link where there is one (people keep such files elsewhere), with the mode it had. */
function replace(file: string, bytes: Buffer): void {
  const target = existsSync(file) ? realpathSync(file) : file;
  const mode = existsSync(target) ? statSync(target).mode & 0o777 : 0o600;
  const temporary = temporaryName(`${target}.agent-mascot.`);
  try {
    writeFileSync(temporary, bytes, { mode });
    chmodSync(temporary, mode);
    renameSync(temporary, target);
  } catch (error) {
    if (existsSync(temporary)) unlinkSync(temporary);
    throw error;
  }
}
