/** From the bytes on stdin to what is delivered or spooled. */
import type { SpoolHeader } from "../../schemas/generated/types.ts";
import type { Parcel } from "./delivery.ts";
import type { ClientIdentity } from "./identity.ts";
import { buildMeta } from "./meta.ts";
import { isObject, type Payload, withMeta } from "./payload.ts";
import { newDeliveryId, uniqueText } from "./spool.ts";

export interface ParcelSource {
  env: Readonly<Record<string, string | undefined>>;
  nowMs: number;
  parentPid: number | null;
  provider: string;
  /** what was read of the client's process; nothing but at a session's start */
  identity: ClientIdentity;
  truncated: boolean;
}

export interface PackedParcel extends Parcel {
  deliveryId: string;
  /** made only when it is needed */
  header(): SpoolHeader;
  /** what goes below the header in a spool file: the payload as it came */
  payload: Buffer;
}

export function pack(payload: Exclude<Payload, { kind: "empty" }>, source: ParcelSource): PackedParcel {
  const deliveryId = newDeliveryId(source.nowMs, process.pid, uniqueText());
  const own = payload.kind === "object" && isObject(payload.value["_meta"]) ? payload.value["_meta"] : {};
  const meta = buildMeta(own, {
    env: source.env,
    cwd: workingFolder(),
    nowMs: source.nowMs,
    deliveryId,
    parentPid: source.parentPid,
    client: source.identity,
  });
  const inside = payload.kind === "object";
  return {
    deliveryId,
    header: () => ({ delivery_id: deliveryId, provider: source.provider, collected_at: meta.collected_at, meta, ...(source.truncated ? { truncated: true } : {}) }),
    payload: payload.bytes,
    provider: source.provider,
    body: inside ? withMeta(payload, meta) : payload.bytes,
    metaHeader: inside ? null : (meta as Record<string, unknown>),
  };
}

/** null when the folder was deleted under the session. */
export function workingFolder(): string | null {
  try {
    return process.cwd();
  } catch {
    return null;
  }
}

