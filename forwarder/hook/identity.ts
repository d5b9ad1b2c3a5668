/**
 * In which terminal a session runs (specification 2 §1.2, DESIGN §9), and since when its client does, out of what the system tells of processes. Pure.
 *
 * A fingerprint is made of the folder, the terminal and the process that holds the terminal: of the client's ancestors the eldest one on the same terminal (its shell),
 * else the client's parent. That process is named by its number and its exact start, so that neither a number nor a terminal that is given out again makes
 * two terminals look like one, and a script between shell and client does not make two of one.
 */
import { sha256 } from "./sha256.ts";

const TICKS_PER_SECOND = 100;
const FIELD_PARENT = 4;
const FIELD_SESSION = 6;
const FIELD_TTY = 7;
const FIELD_START = 22;
const MOST_ANCESTORS = 64;
const FINGERPRINT_LENGTH = 16;
/** Of pids: no terminal's own process. */
const INIT = 1;

/** A process as the system shows it. */
export interface ProcessFacts {
  pid: number;
  parentPid: number;
  /** what the processes of one terminal have in common; null where the system does not tell */
  session: number | null;
  /** e.g. `/dev/pts/3`; null without a terminal */
  tty: string | null;
  /** tells two processes of one number apart: the same whenever it is asked for, whatever the clock does */
  startMark: string;
  /** UTC ISO-8601 to the second; null when unknown */
  startedAt: string | null;
}

export interface ClientIdentity {
  /** UTC ISO-8601: the client's own start */
  startedAt?: string;
  tty?: string;
  /** of the client: the shell, as a rule */
  parentPid?: number;
  /** UTC ISO-8601: of the process `parentPid` */
  startTime?: string;
  /** 16 hexadecimal digits */
  fingerprint?: string;
}

export interface Surroundings {
  /** the project's folder, else the working folder */
  folder: string;
  /** tells the machine's present run from others; "" when unknown */
  boot: string;
  /** SSH_TTY or GPG_TTY */
  givenTty: string | null;
  /** what the terminal calls itself (WT_SESSION), for systems that tell nothing of processes */
  givenTerminal: string | null;
}

/** @param look null for a process that is not there or cannot be seen */
export function identityOf(clientPid: number | null, look: (pid: number) => ProcessFacts | null, around: Surroundings): ClientIdentity {
  const client = clientPid === null ? null : look(clientPid);
  if (client === null) return withoutProcesses(around);
  const parent = client.parentPid > 0 ? look(client.parentPid) : null;
  const tty = client.tty ?? around.givenTty;
  const holder = client.tty === null ? ownParent(client, parent) : eldestOnTerminal(client, look);
  return {
    ...(client.startedAt === null ? {} : { startedAt: client.startedAt }),
    ...(tty === null ? {} : { tty }),
    ...(parent === null ? {} : { parentPid: parent.pid }),
    ...(parent?.startedAt ? { startTime: parent.startedAt } : {}),
    fingerprint: fingerprintOf([around.folder, tty ?? "", String(holder.pid), holder.startMark, around.boot]),
  };
}

function withoutProcesses({ folder, givenTty, givenTerminal }: Surroundings): ClientIdentity {
  const terminal = givenTerminal ?? givenTty;
  return { ...(givenTty === null ? {} : { tty: givenTty }), ...(terminal === null ? {} : { fingerprint: fingerprintOf([folder, terminal]) }) };
}

/** Whoever is left to init has no parent that would tell it from others. */
function ownParent(client: ProcessFacts, parent: ProcessFacts | null): ProcessFacts {
  return parent !== null && parent.pid > INIT ? parent : client;
}

function eldestOnTerminal(client: ProcessFacts, look: (pid: number) => ProcessFacts | null): ProcessFacts {
  let eldest = client;
  for (let steps = 0; steps < MOST_ANCESTORS && eldest.parentPid > INIT; steps++) {
    const parent = look(eldest.parentPid);
    if (parent === null || parent.tty !== client.tty || parent.session !== client.session) break;
    eldest = parent;
  }
  return eldest;
}

function fingerprintOf(parts: readonly string[]): string {
  return sha256(Buffer.from(parts.join("\n"), "utf8")).toString("hex").slice(0, FINGERPRINT_LENGTH);
}

/** A terminal's name out of a variable; whatever is no device (`not a tty`) is none. */
export function deviceName(text: string | undefined): string | null {
  return text !== undefined && /^\/dev\/[\w./-]{1,100}$/.test(text) ? text : null;
}

/**
 * @param stat text of /proc/<pid>/stat
 * @param uptime text of /proc/uptime
 * @param nowMs milliseconds since the epoch, when `uptime` was read
 * @returns null for a text that is none
 */
export function factsOfStat(stat: string, uptime: string, nowMs: number): ProcessFacts | null {
  // The program's name (field 2) may hold spaces and brackets: count from the last bracket.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const field = (n: number) => Number(fields[n - 3]);
  const pid = Number.parseInt(stat, 10);
  const start = field(FIELD_START);
  if (!Number.isInteger(pid) || !Number.isInteger(start)) return null;
  return { pid, parentPid: field(FIELD_PARENT), session: field(FIELD_SESSION), tty: ttyName(field(FIELD_TTY)), startMark: String(start), startedAt: startText(start, uptime, nowMs) };
}

/** To the second: uptime and ticks are no finer together. */
function startText(startTicks: number, uptime: string, nowMs: number): string | null {
  const upSeconds = Number.parseFloat(uptime);
  if (!Number.isFinite(upSeconds)) return null;
  const startedMs = nowMs - (upSeconds - startTicks / TICKS_PER_SECOND) * 1000;
  return new Date(Math.round(startedMs / 1000) * 1000).toISOString();
}

/** Device number of a controlling terminal → its name; null where there is none. */
function ttyName(device: number): string | null {
  const major = (device >> 8) & 0xfff;
  const minor = (device & 0xff) | ((device >> 12) & 0xfff00);
  if (major >= 136 && major <= 143) return `/dev/pts/${minor + (major - 136) * 256}`;
  if (major === 4 && minor < 64) return `/dev/tty${minor}`;
  return null;
}

/** A line of `ps -axo pid=,ppid=,tty=,lstart=` in the C locale and UTC: `  501   1 ttys003  Sat Nov 28 11:52:46 2026`. */
const PS_LINE = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+\w{3}\s+(\w{3})\s+(\d{1,2})\s+(\d\d:\d\d:\d\d)\s+(\d{4})\s*$/;

/** Every process of such a table, by its number. */
export function factsOfTable(table: string): Map<number, ProcessFacts> {
  const found = new Map<number, ProcessFacts>();
  for (const line of table.split("\n")) {
    const [, pid, parentPid, tty = "", month, day, time, year] = PS_LINE.exec(line) ?? [];
    if (pid === undefined) continue;
    const startedMs = Date.parse(`${day} ${month} ${year} ${time} UTC`);
    const startedAt = Number.isNaN(startedMs) ? null : new Date(startedMs).toISOString();
    found.set(Number(pid), { pid: Number(pid), parentPid: Number(parentPid), session: null, tty: deviceOfTable(tty), startMark: `${month} ${day} ${year} ${time}`, startedAt });
  }
  return found;
}

/** `??` and `-` stand for none. */
function deviceOfTable(name: string): string | null {
  return /^[A-Za-z]/.test(name) ? `/dev/${name}` : null;
}
