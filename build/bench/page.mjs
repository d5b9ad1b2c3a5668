// docs/benchmarks.md and the lines on the terminal, made of results.
import { budgets, budgetText, verdict } from "./budgets.mjs";

/** @typedef {import("./benches.mjs").BenchResult} BenchResult */
/** @typedef {import("./benches.mjs").Measurement} Measurement */

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
 * @returns {{ measurement: Measurement | undefined, id: string, budget: string, verdict: "met" | "not met" | "not measured" }[]}
 */
export function verdicts(results, all = false) {
  return budgets.flatMap((budget) => {
    if (!all && !results.some(({ bench }) => bench === benchOf(budget.id))) return [];
    const measurement = results.flatMap(({ measurements }) => measurements).find(({ id }) => id === budget.id);
    return [{ id: budget.id, measurement, budget: budgetText(budget, measurement?.unit), verdict: verdict(budget, measurement) }];
  });
}

/**
 * @param {readonly BenchResult[]} results
 * @returns {string[]}
 */
export function terminalLines(results) {
  const marks = { met: "✓", "not met": "✗", "not measured": "–" };
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
