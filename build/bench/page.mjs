// docs/benchmarks.md and the lines on the terminal, made of results.
import { budgets, budgetText, reference, scaled, verdict } from "./budgets.mjs";

/** @typedef {import("./benches.mjs").BenchResult} BenchResult */
/** @typedef {import("./benches.mjs").Measurement} Measurement */
/** @typedef {"met" | "met for this machine" | "not met" | "not measured"} Verdict */

/**
 * @typedef {object} Machine
 * @property {string} processor
 * @property {string} system
 * @property {string} node
 * @property {string} electron
 * @property {string} date
 * @property {number} load  before the run
 */

/** A machine that is busier than this with other things measures itself. */
export const QUIET_LOAD = 1;

/**
 * @param {readonly BenchResult[]} results
 * @param {boolean} [all]  also budgets that no bench of these measures, so that a page does not hide them
 * @returns {{ measurement: Measurement | undefined, id: string, budget: string, verdict: Verdict }[]}
 */
export function verdicts(results, all = false) {
  return budgets.flatMap((budget) => {
    if (!all && !results.some(({ bench }) => bench === benchOf(budget.id))) return [];
    const measurements = results.flatMap(({ measurements }) => measurements);
    const measurement = measurements.find(({ id }) => id === budget.id);
    return [{ id: budget.id, measurement, ...judge(budget, measurement, measurements) }];
  });
}

/**
 * Against the bound as it was set, and where that is not met against what it is on a machine of this speed.
 * @param {import("./budgets.mjs").Budget} budget
 * @param {Measurement | undefined} measurement
 * @param {readonly Measurement[]} all
 * @returns {{ budget: string, verdict: Verdict }}
 */
function judge(budget, measurement, all) {
  const unit = measurement?.unit;
  const strictly = verdict(budget, measurement);
  const here = scaled(budget, all);
  if (strictly !== "not met" || here === budget) return { budget: budgetText(budget, unit), verdict: strictly };
  return { budget: `${budgetText(budget, unit)}; here ${budgetText(here, unit)}`, verdict: verdict(here, measurement) === "met" ? "met for this machine" : "not met" };
}

/**
 * @param {readonly BenchResult[]} results
 * @returns {string[]}
 */
export function terminalLines(results) {
  const marks = { met: "✓", "met for this machine": "✓", "not met": "✗", "not measured": "–" };
  const judged = verdicts(results).map((line) => `${marks[line.verdict]} ${line.id}: ${figureText(line.measurement)} (budget ${line.budget})`);
  const failures = results.flatMap(({ bench, failed }) => (failed ? [`✗ ${bench}: ${failed}`] : []));
  return [...judged, ...failures];
}

/**
 * @param {readonly BenchResult[]} results
 * @param {Machine} machine
 */
export function page(results, machine) {
  const judged = verdicts(results, true);
  const others = results.flatMap(({ measurements }) => measurements).filter(({ id }) => !judged.some((line) => line.id === id));
  const failures = results.filter(({ failed }) => failed);
  return [
    "# Benchmarks",
    "",
    `Written by \`npm run bench\` on ${machine.date}: ${machine.processor}, ${machine.system}, Node ${machine.node}, Electron ${machine.electron}, load ${machine.load} at the start.`,
    machine.load > QUIET_LOAD ? `\n**The machine was busy with other things: times are longer than they would be, and only ratios say something.**\n` : "",
    "Every figure is taken on the built product (real Electron, real SQLite, a desktop with a compositor and software rendering); medians unless said otherwise. Hooks, start and memory are measured in turn with their baseline, the others take theirs in the same run.",
    ...speedOf(results),
    "What is measured how: [bench/README.md](../bench/README.md).",
    "",
    "| what | figure | baseline | ratio | budget | |",
    "|---|---|---|---|---|---|",
    ...judged.map(judgedRow),
    "",
    "## Without a budget",
    "",
    "| what | figure | baseline | ratio |",
    "|---|---|---|---|",
    ...others.map((measurement) => `| ${described(measurement)} | ${ownFigure(measurement)} | ${baselineText(measurement)} | ${measurement.ratio ?? ""} |`),
    ...(failures.length > 0 ? ["", "## Failed", "", ...failures.map(({ bench, failed }) => `- ${bench}: ${failed}`)] : []),
    "",
  ].join("\n");
}

/**
 * @param {readonly BenchResult[]} results
 * @returns {string[]}
 */
function speedOf(results) {
  const measurements = results.flatMap((result) => result.measurements);
  const lines = Object.values(reference).flatMap(({ id, figure, ...rest }) => {
    const of = "of" in rest ? rest.of : "figure";
    const here = measurements.find((measurement) => measurement.id === id);
    if (!here) return [];
    return [of === "ratio" ? `${here.what}: ${here.ratio} × ${here.baseline?.what} here, ${figure} × there` : `${here.what}: ${ownFigure(here)} here, ${figure.toLocaleString("en")} ${here.unit} there`];
  });
  if (lines.length === 0) return [];
  return ["", `Bounds were set on another machine. ${lines.join("; ")}. "Met for this machine": the bound, made wider by as much as this machine is slower, is kept.`, ""];
}

/** @param {ReturnType<typeof verdicts>[number]} line */
function judgedRow({ id, measurement, budget, verdict }) {
  if (!measurement) return `| ${id} | – | | | ${budget} | ${verdict} |`;
  const shown = verdict === "not met" ? `**${verdict}**` : verdict;
  return `| ${described(measurement)} | ${ownFigure(measurement)} | ${baselineText(measurement)} | ${measurement.ratio ?? ""} | ${budget} | ${shown} |`;
}

/** @param {Measurement} measurement */
function described({ what, samples, note }) {
  const extra = [samples ? `${samples} samples` : "", note ?? ""].filter(Boolean).join("; ");
  return extra ? `${what} (${extra})` : what;
}

/** @param {Measurement} measurement */
function ownFigure({ figure, unit }) {
  return figure === null ? "–" : `${figure.toLocaleString("en")} ${unit}`.trim();
}

/** @param {Measurement} measurement */
function baselineText({ baseline, unit }) {
  return baseline ? `${baseline.figure.toLocaleString("en")} ${unit}: ${baseline.what}` : "";
}

/** @param {Measurement | undefined} measurement */
function figureText(measurement) {
  if (!measurement || measurement.figure === null) return measurement?.note ?? "not measured";
  const ratio = measurement.ratio === undefined ? "" : ` = ${measurement.ratio} × ${measurement.baseline?.what} (${measurement.baseline?.figure})`;
  return `${ownFigure(measurement)}${ratio}`;
}

/** @param {string} id */
const benchOf = (id) => id.slice(0, id.indexOf("."));
