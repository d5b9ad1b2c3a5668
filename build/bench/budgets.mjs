// What the product promises. Measurements carry the same ids (bench/support/report.ts).

/**
 * @typedef {object} Budget
 * @property {string} id
 * @property {"figure" | "ratio"} of  which number of the measurement is bounded
 * @property {number} [most]
 * @property {number} [least]
 * @property {keyof typeof reference} [yardstick]  what tells how much slower than the reference machine this one is, for a bound in absolute figures, or costlier
 */

/**
 * The bounds in absolute figures were set on a machine where these were measured (two cores, shared). bench/machine.bench.ts measures them here.
 */
export const reference = {
  node: { id: "machine.node", figure: 18, better: "less" },
  express: { id: "machine.express", figure: 11_200, better: "more" },
  // How much a socket and a module cost beside an empty process differs between machines: this many times `node -e 0` there.
  raw_post: { id: "hooks.raw_post", of: "ratio", figure: 1.3, better: "less" },
  // The client's run with two hooks a tool that only read (contract §5: 766 and 841 ms). How much a process costs beside the client differs as well, and only what hooks add is wider by it.
  reading_hooks: { id: "client.reading_hooks", of: "ratio", figure: 1.098, better: "less", added: true },
};

/** @type {readonly Budget[]} */
export const budgets = [
  { id: "hooks.answer_lane", of: "ratio", most: 1.5 },
  { id: "hooks.by_hand_tcp", of: "ratio", most: 1.75, yardstick: "raw_post" },
  { id: "hooks.app_down", of: "ratio", most: 1.5 },
  { id: "hooks.fast_lane", of: "figure", most: 5, yardstick: "node" },
  { id: "hooks.fast_lane", of: "ratio", most: 0.7 },
  { id: "hooks.install", of: "figure", most: 300, yardstick: "node" },
  { id: "client.basic", of: "ratio", most: 1.3, yardstick: "reading_hooks" },
  { id: "client.fast_hook", of: "figure", most: 6, yardstick: "node" },
  { id: "http-lane.p95", of: "figure", most: 5, yardstick: "express" },
  { id: "ingest.posts", of: "figure", least: 5_000, yardstick: "express" },
  { id: "ingest.posts_lost_or_doubled", of: "figure", most: 0 },
  { id: "spool.at_start", of: "figure", least: 10_000, yardstick: "node" },
  { id: "spool.while_running", of: "figure", least: 10_000, yardstick: "node" },
  { id: "spool.lost_or_doubled", of: "figure", most: 0 },
  { id: "pixels.p95", of: "figure", most: 50, yardstick: "node" },
  { id: "start.health", of: "ratio", most: 1.5 },
  { id: "memory.ten_agents", of: "ratio", most: 1.3 },
  { id: "hours.memory", of: "ratio", most: 1.1 },
  { id: "hours.memory_dashboard", of: "ratio", most: 1.1 },
  { id: "resting.visible", of: "figure", most: 2 },
  { id: "resting.crowd", of: "figure", most: 8 },
  { id: "resting.hidden", of: "figure", most: 0.5 },
  { id: "resting.hidden_animations", of: "figure", most: 0 },
  { id: "history.start", of: "ratio", most: 2 },
  { id: "history.query_p95", of: "figure", most: 50 },
  { id: "history.wal", of: "figure", most: 64 },
  { id: "scroll.frame_p95", of: "figure", most: 20, yardstick: "node" },
  { id: "dashboard.open", of: "figure", most: 400, yardstick: "node" },
  { id: "dashboard.longest_task", of: "figure", most: 50, yardstick: "node" },
  { id: "search.p95", of: "figure", most: 50 },
  { id: "context.session_start", of: "figure", most: 150, yardstick: "node" },
  { id: "guard.decision", of: "figure", most: 20, yardstick: "node" },
  { id: "guard.hostile", of: "figure", most: 100, yardstick: "node" },
  { id: "stream.ingest_p95", of: "ratio", most: 1.2 },
  { id: "stream.missed_or_doubled", of: "figure", most: 0 },
  { id: "bridges.hook", of: "figure", most: 1, yardstick: "node" },
  { id: "bridges.drain", of: "figure", least: 10_000, yardstick: "node" },
  { id: "bridges.drain_lost_or_doubled", of: "figure", most: 0 },
  { id: "bridges.discord_violations", of: "figure", most: 0 },
  { id: "bridges.discord_missing", of: "figure", most: 0 },
  { id: "bridges.otel_missing_or_doubled", of: "figure", most: 0 },
  { id: "bridges.otel_refused", of: "figure", most: 0 },
  { id: "masking.recall", of: "figure", least: 99 },
  { id: "masking.precision", of: "figure", least: 99 },
  { id: "masking.speed", of: "figure", least: 20 },
  { id: "masking.long_line", of: "figure", most: 200 },
  { id: "transcript.stop_answer", of: "figure", most: 20, yardstick: "node" },
  { id: "transcript.reply_stored", of: "figure", most: 500, yardstick: "node" },
  { id: "transcript.tail_read", of: "figure", most: 50, yardstick: "node" },
  { id: "transcript.memory", of: "figure", most: 64 },
];

/** @param {Budget} budget */
export function budgetText({ of, most, least }, unit = "") {
  const bound = most === undefined ? `≥ ${least?.toLocaleString("en")}` : `≤ ${most.toLocaleString("en")}`;
  return of === "ratio" ? `${bound} × baseline` : `${bound} ${unit}`.trim();
}

/**
 * The bound as it is on a machine of this speed; the bound itself where nothing says how fast the machine is, or where it is faster.
 * @param {Budget} budget
 * @param {readonly { id: string, figure: number | null, ratio?: number }[]} measurements
 * @returns {Budget}
 */
export function scaled(budget, measurements) {
  if (budget.yardstick === undefined) return budget;
  const known = reference[budget.yardstick];
  const measured = measurements.find(({ id }) => id === known.id);
  const here = "of" in known ? measured?.ratio : measured?.figure;
  if (!here) return budget;
  const fixed = "added" in known ? 1 : 0;
  const slower = Math.max(1, known.better === "less" ? (here - fixed) / (known.figure - fixed) : known.figure / here);
  const { most, least } = budget;
  return { ...budget, ...(most === undefined ? {} : { most: Number((fixed + (most - fixed) * slower).toPrecision(3)) }), ...(least === undefined ? {} : { least: Math.round(least / slower) }) };
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
