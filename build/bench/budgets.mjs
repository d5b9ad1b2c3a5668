// What the product promises, and where the benches measure it.

/**
 * @typedef {object} Budget
 * @property {string} bench   name of bench/<name>.bench.*
 * @property {string} what
 * @property {(figures: Record<string, any>) => number | undefined} figure
 * @property {number} [most]
 * @property {number} [least]
 * @property {string} [unit]
 */

/** @type {readonly Budget[]} */
export const budgets = [
  { bench: "hook-lanes", what: "hook that waits for an answer, as installed", figure: (f) => f.ratioToNode?.answer_lane, most: 1.5, unit: " × node -e 0" },
  { bench: "hook-lanes", what: "hook command by hand over TCP", figure: (f) => f.ratioToNode?.by_hand_tcp, most: 1.75, unit: " × node -e 0" },
  { bench: "hook-lanes", what: "hook that waits, app down (launch apart)", figure: (f) => f.ratioToNode?.app_down, most: 1.5, unit: " × node -e 0" },
  { bench: "hook-lanes", what: "fast hook", figure: (f) => f.medianMs?.fast_lane, most: 5, unit: " ms" },
  { bench: "hook-lanes", what: "fast hook", figure: (f) => f.ratioToCurl?.fast_lane, most: 0.7, unit: " × curl" },
  { bench: "ingest", what: "durable events by single posts", figure: (f) => f.posts?.perSecond, least: 5_000, unit: "/s" },
  { bench: "ingest", what: "events lost or doubled by single posts", figure: (f) => Math.abs(f.posts?.lost), most: 0 },
  { bench: "ingest", what: "durable events from the spool", figure: (f) => f.spool?.perSecond, least: 10_000, unit: "/s" },
  { bench: "ingest", what: "events lost or doubled from the spool", figure: (f) => Math.abs(f.spool?.lost), most: 0 },
  { bench: "ingest", what: "HTTP lane at 200 events/s, 95th percentile", figure: (f) => f.hookLane?.p95Ms, most: 5, unit: " ms" },
  { bench: "app", what: "spawn to /health", figure: (f) => f.start?.ratio, most: 1.5, unit: " × a bare window app" },
  { bench: "app", what: "memory (PSS) with 10 agents", figure: (f) => f.memory?.ratio, most: 1.3, unit: " × a bare window app" },
  { bench: "app", what: "5 resting mascots, visible", figure: (f) => f.resting?.visiblePercent, most: 2, unit: " % of a core" },
  { bench: "app", what: "5 resting mascots, hidden", figure: (f) => f.resting?.hiddenPercent, most: 0.5, unit: " % of a core" },
  { bench: "app", what: "event to pixels at 100 events/s, 95th percentile", figure: (f) => f.pixels?.p95Ms, most: 50, unit: " ms" },
];
