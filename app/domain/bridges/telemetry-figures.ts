/** Figures for OpenTelemetry: sums and distributions that only grow, by what they are about. Pure; kept between batches and starts as JSON. */
type Attributes = Record<string, string | number | boolean>;

export interface Series {
  metric: Metric;
  attributes: Attributes;
  /** Of a sum; of a distribution the sum of all values. */
  value: number;
  /** Of a distribution: how many values are in each of BOUNDS, and beyond. */
  buckets?: number[];
}

export interface Figures {
  /** ms: from when on is counted. */
  since: number;
  series: Record<string, Series>;
}

export const METRICS = {
  "mascot.events": { unit: "{event}", description: "Events recorded" },
  "mascot.sessions": { unit: "{session}", description: "Sessions begun or gone on with" },
  "mascot.turns": { unit: "{turn}", description: "Turns ended; mascot.failure names what stopped one" },
  "mascot.subagents": { unit: "{run}", description: "Runs of sub-agents ended" },
  "mascot.tool.calls": { unit: "{call}", description: "Tool calls ended" },
  "mascot.tokens": { unit: "{token}", description: "Tokens used, by type" },
  "mascot.tool.duration": { unit: "s", description: "How long tool calls took" },
  "mascot.turn.duration": { unit: "s", description: "How long turns took" },
  "mascot.wait.duration": { unit: "s", description: "How long agents waited for a person" },
} as const;

export type Metric = keyof typeof METRICS;

/** Seconds. */
export const BOUNDS = [0.01, 0.1, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600] as const;

/** Beyond it new ones are added up together: names of tools may be anybody's. */
const MOST_SERIES = 1_000;
/** OpenTelemetry's own name for those. */
const OVERFLOW: Attributes = { "otel.metric.overflow": true };

export const noFigures = (since: number): Figures => ({ since, series: {} });

export function add(figures: Figures, metric: Metric, value: number, attributes: Attributes): void {
  seriesOf(figures, metric, attributes).value += value;
}

/** @param seconds ≥ 0 */
export function observe(figures: Figures, metric: Metric, seconds: number, attributes: Attributes): void {
  const series = seriesOf(figures, metric, attributes);
  series.value += seconds;
  series.buckets ??= Array.from({ length: BOUNDS.length + 1 }, () => 0);
  const found = BOUNDS.findIndex((bound) => seconds <= bound);
  const place = found < 0 ? BOUNDS.length : found;
  series.buckets[place] = (series.buckets[place] ?? 0) + 1;
}

function seriesOf(figures: Figures, metric: Metric, attributes: Attributes): Series {
  const key = keyOf(metric, attributes);
  const known = figures.series[key];
  if (known !== undefined) return known;
  if (Object.keys(figures.series).length >= MOST_SERIES && attributes !== OVERFLOW) return seriesOf(figures, metric, OVERFLOW);
  const made: Series = { metric, attributes: { ...attributes }, value: 0 };
  figures.series[key] = made;
  return made;
}

const keyOf = (metric: Metric, attributes: Attributes): string => JSON.stringify([metric, ...Object.entries(attributes).sort(([a], [b]) => (a < b ? -1 : 1))]);
