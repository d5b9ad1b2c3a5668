// What the product promises. Measurements carry the same ids (bench/support/report.ts).

/**
 * @typedef {object} Budget
 * @property {string} id
 * @property {"figure" | "ratio"} of  which number of the measurement is bounded
 * @property {number} [most]
 * @property {number} [least]
 */

/** @type {readonly Budget[]} */
export const budgets = [
  { id: "hooks.answer_lane", of: "ratio", most: 1.5 },
  { id: "hooks.by_hand_tcp", of: "ratio", most: 1.75 },
  { id: "hooks.app_down", of: "ratio", most: 1.5 },
  { id: "hooks.fast_lane", of: "figure", most: 5 },
  { id: "hooks.fast_lane", of: "ratio", most: 0.7 },
  { id: "client.basic", of: "ratio", most: 1.3 },
  { id: "client.fast_hook", of: "figure", most: 6 },
  { id: "http-lane.p95", of: "figure", most: 5 },
  { id: "ingest.posts", of: "figure", least: 5_000 },
  { id: "ingest.posts_lost_or_doubled", of: "figure", most: 0 },
  { id: "spool.at_start", of: "figure", least: 10_000 },
  { id: "spool.while_running", of: "figure", least: 10_000 },
  { id: "spool.lost_or_doubled", of: "figure", most: 0 },
  { id: "pixels.p95", of: "figure", most: 50 },
  { id: "start.health", of: "ratio", most: 1.5 },
  { id: "memory.ten_agents", of: "ratio", most: 1.3 },
  { id: "resting.visible", of: "figure", most: 2 },
  { id: "resting.hidden", of: "figure", most: 0.5 },
  { id: "resting.hidden_animations", of: "figure", most: 0 },
  { id: "history.start", of: "ratio", most: 2 },
  { id: "history.query_p95", of: "figure", most: 50 },
  { id: "history.wal", of: "figure", most: 64 },
];

/** @param {Budget} budget */
export function budgetText({ of, most, least }, unit = "") {
  const bound = most === undefined ? `≥ ${least}` : `≤ ${most}`;
  return of === "ratio" ? `${bound} × baseline` : `${bound} ${unit}`.trim();
}

/**
 * @param {Budget} budget
 * @param {{ figure: number | null, ratio?: number } | undefined} measurement
 * @returns {"met" | "not met" | "not measured"}
 */
export function verdict({ of, most = Infinity, least = -Infinity }, measurement) {
  const value = of === "ratio" ? measurement?.ratio : measurement?.figure;
  if (value === undefined || value === null) return "not measured";
  return value <= most && value >= least ? "met" : "not met";
}
