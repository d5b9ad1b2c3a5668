/** What Linux tells about the client's process, so that windows are keyed by process and terminal (DESIGN §6, §9). Pure. */

const TICKS_PER_SECOND = 100;
const FIELD_TTY = 7;
const FIELD_START = 22;

export interface ClientProcess {
  /** UTC ISO-8601, to the second: uptime and ticks are no finer together. */
  startedAt?: string;
  /** e.g. `/dev/pts/3` */
  tty?: string;
}

/**
 * @param stat text of /proc/<pid>/stat
 * @param uptime text of /proc/uptime
 * @param nowMs milliseconds since the epoch
 */
export function clientProcess(stat: string, uptime: string, nowMs: number): ClientProcess {
  // The program's name (field 2) may hold spaces and brackets: count from the last bracket.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const field = (n: number) => Number(fields[n - 3]);
  const result: ClientProcess = {};
  const upSeconds = Number.parseFloat(uptime);
  const startTicks = field(FIELD_START);
  if (Number.isFinite(upSeconds) && Number.isFinite(startTicks)) {
    const startedMs = nowMs - (upSeconds - startTicks / TICKS_PER_SECOND) * 1000;
    result.startedAt = new Date(Math.round(startedMs / 1000) * 1000).toISOString();
  }
  const tty = ttyName(field(FIELD_TTY));
  if (tty) result.tty = tty;
  return result;
}

/** Device number of a controlling terminal → its name; null where there is none. */
function ttyName(device: number): string | null {
  const major = (device >> 8) & 0xfff;
  const minor = (device & 0xff) | ((device >> 12) & 0xfff00);
  if (major >= 136 && major <= 143) return `/dev/pts/${minor + (major - 136) * 256}`;
  if (major === 4 && minor < 64) return `/dev/tty${minor}`;
  return null;
}
