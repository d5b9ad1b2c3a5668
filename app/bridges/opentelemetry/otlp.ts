/** Spans and figures as OTLP writes them in JSON: ids in hexadecimal digits, 64-bit numbers as texts, times in nanoseconds. Pure. */
import type { Span } from "../../domain/bridges/telemetry.ts";
import { BOUNDS, type Figures, type Metric, METRICS, type Series } from "../../domain/bridges/telemetry-figures.ts";

export interface Resource {
  version: string;
  /** Of this home, at random, made once. */
  machineId: string;
  machine: string;
  member: string;
}

type Attributes = Readonly<Record<string, string | number | boolean>>;

const INTERNAL = 1;
const ERROR = 2;
const CUMULATIVE = 2;

export function tracesOf(spans: readonly Span[], resource: Resource) {
  return { resourceSpans: spans.length === 0 ? [] : [{ resource: resourceOf(resource), scopeSpans: [{ scope: scopeOf(resource), spans: spans.map(spanOf) }] }] };
}

export function metricsOf(figures: Figures | null, now: number, resource: Resource) {
  const metrics = figures === null ? [] : (Object.keys(METRICS) as Metric[]).flatMap((name) => metricOf(name, figures, now));
  return { resourceMetrics: metrics.length === 0 ? [] : [{ resource: resourceOf(resource), scopeMetrics: [{ scope: scopeOf(resource), metrics }] }] };
}

function spanOf({ traceId, spanId, parentId, name, start, end, failed, attributes }: Span) {
  return {
    traceId, spanId, ...(parentId === null ? {} : { parentSpanId: parentId }), name, kind: INTERNAL, startTimeUnixNano: nanos(start), endTimeUnixNano: nanos(end), attributes: listOf(attributes),
    ...(failed === null ? {} : { status: { code: ERROR, ...(failed === "" ? {} : { message: failed }) } }),
  };
}

function metricOf(name: Metric, figures: Figures, now: number) {
  const series = Object.values(figures.series).filter(({ metric }) => metric === name);
  if (series.length === 0) return [];
  const isDistribution = series.some(({ buckets }) => buckets !== undefined);
  const times = { startTimeUnixNano: nanos(figures.since), timeUnixNano: nanos(Math.max(now, figures.since)) };
  const points = isDistribution
    ? { histogram: { aggregationTemporality: CUMULATIVE, dataPoints: series.map((one) => ({ ...times, ...distributionOf(one) })) } }
    : { sum: { aggregationTemporality: CUMULATIVE, isMonotonic: true, dataPoints: series.map(({ attributes, value }) => ({ ...times, attributes: listOf(attributes), asInt: String(Math.round(value)) })) } };
  return [{ name, ...METRICS[name], ...points }];
}

function distributionOf({ attributes, value, buckets = [] }: Series) {
  return { attributes: listOf(attributes), count: String(buckets.reduce((sum, one) => sum + one, 0)), sum: value, bucketCounts: buckets.map(String), explicitBounds: [...BOUNDS] };
}

const resourceOf = ({ version, machineId, machine, member }: Resource) => ({
  attributes: listOf({ "service.name": "agent-mascot", "service.version": version, "service.instance.id": machineId, "host.name": machine, "mascot.member": member }),
});
const scopeOf = ({ version }: Resource) => ({ name: "agent-mascot", version });

const listOf = (attributes: Attributes) => Object.entries(attributes).flatMap(([key, value]) => (value === "" ? [] : [{ key, value: anyValueOf(value) }]));

function anyValueOf(value: string | number | boolean) {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

/** Beyond what a number holds exactly. */
const nanos = (ms: number): string => `${Math.max(0, Math.round(ms))}000000`;
