/** Who listens on a port of this computer. Only Linux tells, and only of the user's own processes. */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import type { PortOwner } from "./look.ts";

const LISTENING = "0A";

/** @returns null when nobody does, or when it cannot be told; pid 0 for a process of somebody else */
export function portOwner(port: number): PortOwner | null {
  if (process.platform !== "linux") return null;
  const sockets = ["/proc/net/tcp", "/proc/net/tcp6"].flatMap((file) => listenersIn(textOf(file), port));
  if (sockets.length === 0) return null;
  const pid = numbersIn("/proc").find((candidate) => holds(candidate, sockets));
  return pid === undefined ? { pid: 0, name: "?" } : { pid, name: textOf(`/proc/${pid}/comm`).trim() };
}

/** Numbers of the sockets that listen on a port, in the kernel's table. Pure. */
export function listenersIn(table: string, port: number): string[] {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  return table.split("\n").slice(1).flatMap((line) => {
    const [, local, , state, , , , , , inode] = line.trim().split(/\s+/);
    return local?.endsWith(wanted) && state === LISTENING && inode ? [`socket:[${inode}]`] : [];
  });
}

function holds(pid: number, sockets: readonly string[]): boolean {
  return numbersIn(`/proc/${pid}/fd`).some((fd) => {
    try {
      return sockets.includes(readlinkSync(`/proc/${pid}/fd/${fd}`));
    } catch {
      return false;
    }
  });
}

function numbersIn(folder: string): number[] {
  try {
    return readdirSync(folder).filter((name) => /^\d+$/.test(name)).map(Number);
  } catch {
    return [];
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
