/** Steps 2 to 5 of the road of an event (DESIGN §4): limits, masking, adapter, normaliser, keys. Never throws. */
import { createHash } from "node:crypto";
import type { HookMeta, MascotEvent } from "../../schemas/generated/types.ts";
import { MascotEvent as isEvent } from "../../schemas/generated/validators.mjs";
import { fingerprintKeys } from "../domain/fingerprint.ts";
import { maskDeep } from "../domain/masking.ts";
import { withoutHalves } from "../domain/masking-tail.ts";
import type { AppendItem, Delivery } from "../parts.ts";
import type { Adapted } from "../providers/adapter.ts";
import { LIMITS, limit } from "../providers/limits.ts";
import type { Providers } from "../providers/index.ts";
import { type NormaliseInput, normalise } from "./normalise.ts";
import { ownEvents as ownEventsOf } from "./own-events.ts";
import { record, wordOf } from "../domain/unknown.ts";
import { textOf } from "./text.ts";
import { utcText } from "./utc.ts";
import { DEFAULT_PROVIDER } from "../domain/provider.ts";

export interface PrepareDependencies {
  providers: Pick<Providers, "adapt">;
  /** Never the same twice in this home, rising; characters of the event id pattern. */
  uniqueId(): string;
}

/** Begins every key and id of an unverified delivery, and none of another. */
const STRANGERS = "u:";
const ID_PART = /^[A-Za-z0-9_.:-]{1,190}$/;
const LATEST_MS = Date.UTC(9999, 11, 31);
/** A body too large to be parsed comes as head and tail; they are short enough to be kept whole. */
const TRUNCATED_LIMITS = { ...LIMITS, string: 128 * 1024 };

/** What a delivery wants written. */
export function prepare(delivery: Delivery, { providers, uniqueId }: PrepareDependencies): AppendItem {
  const { value, truncated } = limit(delivery.payload, delivery.truncated ? TRUNCATED_LIMITS : LIMITS);
  const sane = saneOf(delivery, value, truncated);
  const { keys, unique } = identityOf(sane, uniqueId);
  return { keys, events: eventsOf(sane, unique, providers) };
}

/** Within limits, with times that are times. */
interface Sane extends Delivery {
  /** Something was cut to keep the limits. */
  cut: boolean;
}

function eventsOf(delivery: Sane, unique: string, providers: PrepareDependencies["providers"]): MascotEvent[] {
  let raw: unknown = null;
  try {
    // Masked before anything is derived from it, so that no derived field can carry what masking removes.
    raw = maskDeep(delivery.truncated ? withoutHalfSecrets(delivery.payload) : delivery.payload);
    const meta = maskDeep(metaOf(delivery));
    if (delivery.lane === "internal") return ownEvents(delivery, unique, raw, meta);
    const adapted: Adapted = delivery.truncated ? onlyEnds(delivery.provider) : providers.adapt(delivery.provider, raw);
    return checked(normalise(inputOf(delivery, adapted, adapted.raw ?? raw, meta, unique)), delivery, unique, adapted.raw ?? raw);
  } catch (error) {
    return [failure(delivery, unique, raw, error instanceof Error ? error.message : String(error))];
  }
}

/** The tail of a body whose middle is gone may begin within a secret. */
function withoutHalfSecrets(payload: unknown): unknown {
  const { tail } = record(payload);
  return typeof tail === "string" ? { ...record(payload), tail: withoutHalves(tail) } : payload;
}

function onlyEnds(provider: string): Adapted {
  return { kind: "unrecognised", provider: providerName(provider), reason: "too large: only head and tail were kept", foreign: false };
}

function ownEvents(delivery: Sane, unique: string, raw: unknown, meta: HookMeta): MascotEvent[] {
  const own = ownEventsOf({ ...delivery, payload: raw, meta }, eventIdOf(delivery, unique));
  return own === null ? [failure(delivery, unique, raw, "not an event of the app")] : checked(own, delivery, unique, raw);
}

/** Nothing enters the log that its own schema refuses. */
function checked(events: MascotEvent[], delivery: Sane, unique: string, raw: unknown): MascotEvent[] {
  for (const event of events) {
    if (isEvent(event)) continue;
    const error = isEvent.errors?.[0];
    return [failure(delivery, unique, raw, `the event does not fit its schema: ${error?.instancePath ?? ""} ${error?.message ?? ""}`)];
  }
  return events;
}

/** The last resort: whatever came is kept, and said to be not understood. */
function failure(delivery: Sane, unique: string, raw: unknown, reason: string): MascotEvent {
  const adapted: Adapted = { kind: "unrecognised", provider: providerName(delivery.provider), reason: maskDeep(reason.slice(0, 500)), foreign: false };
  return normalise(inputOf(delivery, adapted, raw, {}, unique))[0]!;
}

/** Written out, since spreading objects costs more than the work on them. */
function inputOf(delivery: Sane, adapted: Adapted, raw: unknown, meta: HookMeta, unique: string): NormaliseInput {
  const { trust, collectedAt, receivedAt, truncated, cut, lane } = delivery;
  return { adapted, raw, meta, unique, trust, at: collectedAt, receivedAt, truncated: cut || truncated === true, direct: lane !== "spool" && lane !== "internal" };
}

function providerName(provider: string): string {
  return /^[a-z][a-z0-9_-]{0,31}$/.test(provider) ? provider : DEFAULT_PROVIDER;
}

/**
 * Keys by which a second delivery of the same payload is known. With a delivery id that id alone; without one the fingerprint of
 * specification 1 §7.6, but never for permission requests: two parallel identical calls send byte-identical ones (contract §16a).
 * What nobody proved has a space of its own in keys and event ids: a stranger who guesses or overhears an id must not be first with it.
 */
function identityOf(delivery: Sane, uniqueId: () => string): { keys: string[]; unique: string } {
  const { keys, unique } = givenIdentity(delivery, uniqueId);
  if (delivery.trust === "verified") return { keys, unique: unique.startsWith(STRANGERS) ? sha256(unique) : unique };
  return { keys: keys.map((key) => STRANGERS + key), unique: STRANGERS + unique };
}

function givenIdentity(delivery: Sane, uniqueId: () => string): { keys: string[]; unique: string } {
  const id = delivery.deliveryId ?? textOf(record(record(delivery.payload)._meta).delivery_id) ?? null;
  if (id !== null) return { keys: [`d:${id.length <= 200 ? id : sha256(id)}`], unique: ID_PART.test(id) ? id : sha256(id) };
  const unique = uniqueId();
  const payload = record(delivery.payload);
  const name = wordOf(payload.hook_event_name ?? payload.hook_type).toLowerCase().replace(/[-_ ]/g, "");
  if (name === "permissionrequest") return { keys: [`n:${unique}`], unique };
  return { keys: fingerprintKeys(textOf(payload.session_id), textOf(payload.tool_name), delivery.collectedAt, delivery.payload, sha256), unique };
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 40);
}

/** A payload's own `_meta` wins for workspace and terminal (specification 1 §3.2). */
function metaOf(delivery: Delivery): HookMeta {
  const own = record(record(delivery.payload)._meta);
  if (own.workspace_id === undefined && own.terminal_session_id === undefined) return delivery.meta;
  const workspace_id = textOf(own.workspace_id) ?? delivery.meta.workspace_id;
  const terminal_session_id = textOf(own.terminal_session_id) ?? delivery.meta.terminal_session_id;
  return { ...delivery.meta, ...(workspace_id ? { workspace_id } : {}), ...(terminal_session_id ? { terminal_session_id } : {}) };
}

function saneOf(delivery: Delivery, payload: unknown, cut: boolean): Sane {
  const { lane, provider, meta, deliveryId, trust, truncated } = delivery;
  const receivedAt = isTime(delivery.receivedAt) ? delivery.receivedAt : isTime(delivery.collectedAt) ? delivery.collectedAt : 0;
  return { lane, provider, payload, meta, deliveryId, collectedAt: isTime(delivery.collectedAt) ? delivery.collectedAt : receivedAt, receivedAt, trust, truncated, cut };
}

function isTime(ms: number): boolean {
  return Number.isFinite(ms) && ms >= 0 && ms <= LATEST_MS;
}

function eventIdOf(delivery: Delivery, unique: string): string {
  return `evt_${utcText(delivery.collectedAt).slice(0, 10).replaceAll("-", "")}_${unique}`;
}

/** Rising ids for deliveries that bring none: time, a counter, and a part that tells two runs of the app apart. */
export function createUniqueIds(now: () => number, run: string): () => string {
  let count = 0;
  let last = 0;
  return () => {
    last = Math.max(last, now());
    count = (count + 1) % 36 ** 4;
    return `${last.toString(36).padStart(9, "0")}.${count.toString(36).padStart(4, "0")}.${run}`;
  };
}
