/** What every bench prints: its figures in one shape, as the last line of its output. */

export interface Measurement {
  /** `<bench>.<figure>`; the budgets go by it. */
  id: string;
  what: string;
  /** null: could not be measured here, and `note` says why */
  figure: number | null;
  unit: string;
  /** Measured in the same run, in turn with the figure, in the same unit. */
  baseline?: { what: string; figure: number };
  /** figure / baseline */
  ratio?: number;
  /** How many single measurements the figure was taken from. */
  samples?: number;
  note?: string;
}

export interface Report {
  measurements: Measurement[];
  /** Whatever helps to understand the figures. */
  details?: Record<string, unknown>;
}

/** A figure beside its baseline, rounded for reading; the ratio is taken before rounding. */
export function compared(measurement: Omit<Measurement, "ratio" | "figure"> & { figure: number; baseline: { what: string; figure: number } }): Measurement {
  const { figure, baseline } = measurement;
  return { ...measurement, figure: rounded(figure), baseline: { ...baseline, figure: rounded(baseline.figure) }, ratio: rounded(figure / baseline.figure) };
}

/** Three significant digits, whole numbers from a hundred on. */
export function rounded(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}

/** Runs a bench, prints its report, ends the process: 1 when it failed. */
export function bench(run: () => Promise<Report>): void {
  run().then(
    (report) => process.stdout.write(`${JSON.stringify(report)}\n`, () => process.exit(0)),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
}

/** Tells the person at the terminal what is going on; the report alone goes to stdout. */
export function progress(text: string): void {
  process.stderr.write(`  ${text}\n`);
}
