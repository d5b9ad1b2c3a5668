/** Claude Code's registry of running sessions, `<config>/sessions/<pid>.json` (contract §13). Undocumented: every field may be missing. */
import type { RegistryEntry } from "../transcript.ts";

const STATUSES = new Set(["busy", "idle", "waiting"]);
/** A number above this is milliseconds since the epoch; process starts in ticks since boot stay below it for three years of uptime. */
const EPOCH_FROM = 1e10;

/** Beside the entries lie `<pid>.<hash>.key` files: secrets, never opened. */
export function registryPid(name: string): number | null {
  const pid = Number(/^([1-9]\d{0,9})\.json$/.exec(name)?.[1]);
  return Number.isSafeInteger(pid) ? pid : null;
}

export function readRegistry(text: string): RegistryEntry | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const fields = value as Record<string, unknown>;
  const { pid, sessionId, status, cwd } = fields;
  if (!Number.isSafeInteger(pid) || typeof sessionId !== "string" || sessionId === "" || sessionId.length > 200) return null;
  const known = typeof status === "string" && STATUSES.has(status) ? (status as "busy" | "idle" | "waiting") : null;
  return {
    pid: pid as number, sessionId, cwd: typeof cwd === "string" && cwd !== "" ? cwd : null, status: known, waitingFor: known === "waiting" ? waitingFor(fields.waitingFor) : null,
    statusAtMs: epochOf(fields.statusUpdatedAt) ?? epochOf(fields.updatedAt), processStart: processStart(fields.procStart), startedAtMs: epochOf(fields.startedAt),
  };
}

function waitingFor(value: unknown): "permission" | "question" {
  return typeof value === "string" && /input|question|answer|elicit/i.test(value) ? "question" : "permission";
}

/** Milliseconds, from a number or from a time in words. */
function epochOf(value: unknown): number | null {
  const ms = typeof value === "number" ? value : typeof value === "string" ? (/^\d+$/.test(value) ? Number(value) : Date.parse(value)) : Number.NaN;
  return Number.isFinite(ms) && ms > EPOCH_FROM ? ms : null;
}

function processStart(value: unknown): RegistryEntry["processStart"] {
  const ms = epochOf(value);
  if (ms !== null) return { ms };
  const ticks = typeof value === "number" ? value : typeof value === "string" && /^\d+$/.test(value) ? Number(value) : Number.NaN;
  return Number.isSafeInteger(ticks) && ticks > 0 ? { ticks } : null;
}
