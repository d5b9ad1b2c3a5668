/** From what arrived to what the pipeline takes: one Delivery, whichever lane it came by. Pure. */
import type { HookMeta } from "../../schemas/generated/types.ts";
import type { Delivery } from "../parts.ts";
import { isRecord } from "../domain/unknown.ts";

export { DEFAULT_PROVIDER } from "../domain/provider.ts";

/** The names of providers are folder names of ours; anything else is nobody's. */
export const PROVIDER_NAME = /^[a-z][a-z0-9_-]{0,31}$/;

const META_TEXTS = [
  "workspace_id", "terminal_session_id", "collected_at", "forwarder_version", "delivery_id", "client_started_at", "entrypoint", "project_dir", "client_version", "tty", "start_time", "fingerprint", "tmux_pane", "wt_session",
] as const satisfies readonly (keyof HookMeta)[];
const META_PIDS = ["client_pid", "parent_pid"] as const satisfies readonly (keyof HookMeta)[];
const META_TEXT_LENGTH = 4096;
const DELIVERY_ID = /^[A-Za-z0-9_.:-]{1,200}$/;
/**
 * How far ahead of our clock a stamp may be; taken for true it holds back what follows in its session. A request comes from this computer and by the same clock, so
 * what is ahead was stamped before the clock was set back (or made up). Files waited: the order of several from before such a step is in their stamps alone.
 */
const AHEAD_MS = 5 * 60_000;

export type Arrival = Pick<Delivery, "lane" | "provider" | "payload" | "trust" | "receivedAt" | "truncated" | "whenSenderLeaves"> & {
  /** `_meta` of a payload that could not carry it, or of a spool file's header */
  meta: unknown;
  /** Where the meta does not name one: the spool file's name. */
  deliveryId?: string;
  /** Milliseconds, where the meta has no collected_at: the spool file's time. */
  collectedAt?: number;
};

export function toDelivery(arrival: Arrival): Delivery {
  const { lane, provider, payload, trust, receivedAt, truncated, whenSenderLeaves } = arrival;
  const meta: HookMeta = { ...knownMeta(arrival.meta), ...knownMeta(isRecord(payload) ? payload["_meta"] : undefined) };
  const named = meta.delivery_id ?? arrival.deliveryId;
  const deliveryId = named !== undefined && DELIVERY_ID.test(named) ? named : null;
  const collectedAt = stamp(meta.collected_at, receivedAt + (lane === "spool" ? AHEAD_MS : 0)) ?? arrival.collectedAt ?? receivedAt;
  return { lane, provider, payload, meta, deliveryId, collectedAt, receivedAt, trust, ...(truncated ? { truncated } : {}), ...(whenSenderLeaves ? { whenSenderLeaves } : {}) };
}

/** What is left of a body that was too large; the shape the forwarder gives it, too. */
export function cutPayload(cut: { head: Buffer; tail: Buffer; bytes: number }): { bytes: number; head: string; tail: string } {
  return { bytes: cut.bytes, head: cut.head.toString("utf8"), tail: cut.tail.toString("utf8") };
}

/** Header `X-Mascot-Meta`: base64 of JSON. Undefined for anything else. */
export function metaFromHeader(header: unknown): unknown {
  if (typeof header !== "string") return undefined;
  try {
    return JSON.parse(Buffer.from(header, "base64").toString("utf8"));
  } catch {
    return undefined;
  }
}

/** The fields we know, in the types they must have; whatever else somebody put there stays in the payload alone. */
function knownMeta(value: unknown): HookMeta {
  if (!isRecord(value)) return {};
  const meta: HookMeta = {};
  for (const key of META_TEXTS) {
    const text = own(value, key);
    if (typeof text === "string" && text !== "" && text.length <= META_TEXT_LENGTH) meta[key] = text;
  }
  for (const key of META_PIDS) {
    const pid = own(value, key);
    if (typeof pid === "number" && Number.isSafeInteger(pid) && pid > 0) meta[key] = pid;
  }
  const attended = own(value, "attended");
  if (typeof attended === "boolean") meta.attended = attended;
  return meta;
}

/** @param latest milliseconds; a stamp beyond counts for nothing */
function stamp(text: string | undefined, latest: number): number | null {
  const at = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isFinite(at) && at >= 0 && at <= latest ? at : null;
}

function own(value: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}
