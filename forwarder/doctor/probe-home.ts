/** Looks of the doctor at this computer's files. Nothing here throws or changes anything. */
import { createHash } from "node:crypto";
import fs, { accessSync, constants, existsSync, lstatSync, readdirSync, readFileSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { readJson, readToken } from "../hook/home.ts";
import { FORWARDER_FILES } from "../settings/install.ts";
import { readPluginFolder } from "../settings/plugin-record.ts";
import { isAlive } from "../settings/temporaries.ts";
import type { DoctorLook } from "./look.ts";

/** Rights of the group and of others. */
const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;
const SPOOL_COUNTED = 100_000;

export function lookAtHome(home: string): DoctorLook["home"] {
  const stat = statOf(home);
  const posix = process.getuid !== undefined;
  return {
    path: home, there: stat?.isDirectory() === true, open: posix && stat !== null && (stat.mode & OTHERS) !== 0, foreign: posix && stat !== null && stat.uid !== process.getuid?.(),
    installed: existsSync(join(home, "installed")), plugin: readPluginFolder(home),
  };
}

export function lookAtToken(home: string): "missing" | "broken" | "open" | "ok" {
  const stat = statOf(join(home, "token"));
  if (stat === null) return "missing";
  if (readToken(home) === null) return "broken";
  return process.getuid !== undefined && (stat.mode & OTHERS) !== 0 ? "open" : "ok";
}

export function lookAtDiscovery(home: string): DoctorLook["discovery"] {
  const record = readJson(join(home, "collector.json"));
  const pid = typeof record["pid"] === "number" ? record["pid"] : null;
  const port = typeof record["port"] === "number" ? record["port"] : null;
  return { there: pid !== null, pid, alive: pid !== null && isAlive(pid), port, stopped: typeof record["stoppedAt"] === "string" };
}

/** SHA-256 by name of the forwarder's files in a folder. */
export function forwarderHashes(folder: string): Record<string, string> {
  const entries = FORWARDER_FILES.flatMap((name) => {
    const bytes = bytesOf(join(folder, name));
    return bytes === null ? [] : [[name, createHash("sha256").update(bytes).digest("hex")] as const];
  });
  return Object.fromEntries(entries);
}

/** @param expected of this app's files; null: there is nothing to compare with */
export function lookAtForwarder(home: string, expected: Record<string, string> | null): DoctorLook["forwarder"] {
  const folder = join(home, "bin");
  const there = forwarderHashes(folder);
  const posix = process.getuid !== undefined;
  const open = [folder, ...Object.keys(there).map((name) => join(folder, name))].filter((path) => posix && ((statOf(path)?.mode ?? 0) & OTHERS_WRITE) !== 0);
  return {
    missing: FORWARDER_FILES.filter((name) => there[name] === undefined && (expected === null || expected[name] !== undefined)),
    changed: Object.entries(there).filter(([name, sha]) => expected?.[name] !== undefined && expected[name] !== sha).map(([name]) => name),
    openToOthers: open, compared: expected !== null,
  };
}

/** Node 18's first versions cannot tell. */
export function freeBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = fs.statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}

export function lookAtSpool(home: string): DoctorLook["spool"] {
  const names = spoolNames(home).slice(0, SPOOL_COUNTED);
  return { files: names.length, bytes: names.reduce((sum, name) => sum + (statOf(join(home, "spool", name))?.size ?? 0), 0) };
}

export function spoolNames(home: string): string[] {
  try {
    return readdirSync(join(home, "spool")).filter((name) => name.endsWith(".json"));
  } catch {
    return [];
  }
}

export function lookAtDatabase(home: string): DoctorLook["database"] {
  const file = join(home, "events.db");
  const stat = statOf(file);
  return { there: stat !== null, isDatabase: stat?.size === 0 || headOf(file, 15) === "SQLite format 3", bytes: stat?.size ?? 0, walBytes: statOf(`${file}-wal`)?.size ?? 0 };
}

/** On absolute parts of the PATH only. */
export function findProgram(name: string, env: NodeJS.ProcessEnv): string | null {
  const file = process.platform === "win32" ? `${name}.exe` : name;
  return (env["PATH"] ?? env["Path"] ?? "").split(delimiter).filter(isAbsolute).map((folder) => join(folder, file)).find(isProgram) ?? null;
}

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function headOf(file: string, length: number): string {
  let descriptor: number | null = null;
  try {
    descriptor = fs.openSync(file, "r");
    const head = Buffer.alloc(length);
    return head.toString("latin1", 0, fs.readSync(descriptor, head, 0, length, 0));
  } catch {
    return "";
  } finally {
    if (descriptor !== null) fs.closeSync(descriptor);
  }
}

function bytesOf(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}

function statOf(path: string) {
  try {
    return lstatSync(path);
  } catch {
    return null;
  }
}
