/** From a file of a spool to a delivery. Pure. */
import type { Delivery, SpoolFile } from "../parts.ts";
import { DEFAULT_PROVIDER, PROVIDER_NAME, toDelivery } from "./delivery.ts";
import { parsePayload } from "./json.ts";
import { type Label, readLabel } from "./spool-header.ts";

const TEXT_KEPT = 64 * 1024;

/** What a spool file turned out to be. `bad`: not JSON; recorded all the same, then kept aside. */
export interface SpoolDelivery {
  delivery: Delivery;
  bad: boolean;
  /** How many events a gap stands for. */
  dropped?: number;
}

/**
 * @param now milliseconds
 * Everything becomes a delivery: what is no JSON as its own text, which the pipeline records as a schema_error.
 */
export function fromSpool(file: SpoolFile, now: number, providers: { known(provider: string): boolean }): SpoolDelivery {
  const { label, rest } = split(file.text);
  const common = {
    lane: "spool" as const,
    provider: providerOf(label, providers),
    trust: "verified" as const,
    receivedAt: now,
    meta: label.meta,
    deliveryId: label.deliveryId ?? file.name.replace(/\.json$/, ""),
    collectedAt: Math.min(label.collectedAt ?? file.modifiedAt, now),
  };
  if (label.gap) return { delivery: toDelivery({ ...common, payload: gapPayload(label.gap) }), bad: false, dropped: label.gap.dropped ?? 0 };
  if (file.cut) return { delivery: toDelivery({ ...common, payload: { bytes: file.cut.bytes, head: file.cut.head, tail: file.cut.tail }, truncated: true }), bad: false };
  const parsed = parsePayload(rest);
  if (!parsed.ok) return { delivery: toDelivery({ ...common, payload: rest.slice(0, TEXT_KEPT) }), bad: true };
  return { delivery: toDelivery({ ...common, payload: parsed.value, truncated: label.truncated }), bad: false };
}

function split(text: string): { label: Label; rest: string } {
  const lineEnd = text.indexOf("\n");
  const line = lineEnd < 0 ? text : text.slice(0, lineEnd);
  const label = readLabel(line);
  return label === null ? { label: { meta: undefined }, rest: text } : { label, rest: lineEnd < 0 ? "" : text.slice(lineEnd + 1) };
}

/** A provider that this build does not know (a newer forwarder wrote it) is read like the first one: recorded in any case, if only as not understood. */
function providerOf(label: Label, providers: { known(provider: string): boolean }): string {
  const named = label.provider ?? DEFAULT_PROVIDER;
  return PROVIDER_NAME.test(named) && providers.known(named) ? named : DEFAULT_PROVIDER;
}

/** The spool was pruned to its bounds: one notification stands for all that is missing. */
function gapPayload(gap: NonNullable<Label["gap"]>): Record<string, unknown> {
  const { dropped = 0, from, to } = gap;
  return { hook_event_name: "Notification", notification_type: "spool_gap", level: "warn", message: `${dropped} events were dropped while the app was away.`, dropped, from, to };
}
