/**
 * What came of the tests, builds and linters in a shell call. The line's exit code counts where it is the check's own; where a pipe or `|| true` swallowed it, only what
 * the tools themselves say. When in doubt: nothing, since a false alarm costs more than a missed mark.
 */
import { type Check, type CheckKind, checksOf } from "./check-commands.ts";
import { type Evidence, evidenceOf, lookedAt, neverRan, tellingLine, wasStopped } from "./check-output.ts";

export interface ShellRun {
  command: string;
  /** 0 for a call that succeeded; null where nobody told. */
  exitCode: number | null;
  output: string;
}

export interface Verdict {
  kind: CheckKind;
  outcome: "failed" | "passed";
  /** `vitest`, `npm run build`, `go test` */
  check: string;
  /** Tests that failed, or errors. */
  count?: number;
  /** First line that names what failed. */
  line?: string;
}

/** @returns null for a line that checks nothing, or of whose checks nothing can be told */
export function verdictOf({ command, exitCode, output }: ShellRun): Verdict | null {
  const checks = checksOf(command);
  if (checks.length === 0) return null;
  const text = lookedAt(output);
  if (wasStopped(exitCode, text)) return null;
  const judged = checks.map((check) => judge(check, checks, exitCode, text)).filter((verdict) => verdict !== null);
  return judged.find(({ outcome }) => outcome === "failed") ?? judged.at(-1) ?? null;
}

function judge(check: Check, checks: readonly Check[], exitCode: number | null, output: string): Verdict | null {
  const { decides, mustPass } = check.at;
  if (exitCode === 0 && mustPass) return passed(check);
  const { kind, evidence } = evidenceFor(check, checks, exitCode, output);
  if (exitCode !== null && exitCode !== 0 && decides && !(evidence?.outcome === "passed" && checks.length > 1)) return byExitCode(check, kind, evidence, exitCode, output);
  if (evidence === null) return null;
  return evidence.outcome === "passed" ? passed(check) : failed(check, kind, evidence, output);
}

function byExitCode(check: Check, kind: CheckKind, evidence: Evidence | null, exitCode: number, output: string): Verdict | null {
  if (evidence?.outcome === "failed") return failed(check, kind, evidence, output);
  if (check.at.afterOthers || neverRan(exitCode, output)) return null;
  return failed(check, kind, { outcome: "failed" }, output);
}

/** Tests that do not compile are a failed build; a build that runs the tests may fail by them. */
function evidenceFor(check: Check, checks: readonly Check[], exitCode: number | null, output: string): { kind: CheckKind; evidence: Evidence | null } {
  const own = evidenceOf(check.kind, output);
  if (own?.outcome === "failed" || check.kind === "lint") return { kind: check.kind, evidence: own };
  const other = check.kind === "test" ? "build" : "test";
  // What another check of the line says is that one's own.
  const elsewhere = checks.some(({ kind }) => kind === other) ? null : evidenceOf(other, output);
  // Of several packages some may pass.
  const open = own === null || (check.at.decides && exitCode !== null && exitCode !== 0);
  return open && elsewhere?.outcome === "failed" ? { kind: other, evidence: elsewhere } : { kind: check.kind, evidence: own };
}

function passed({ kind, name }: Check): Verdict {
  return { kind, outcome: "passed", check: name };
}

function failed({ name }: Check, kind: CheckKind, { count }: Evidence, output: string): Verdict {
  const line = tellingLine(kind, output);
  return { kind, outcome: "failed", check: name, ...(count === undefined ? {} : { count }), ...(line === undefined ? {} : { line }) };
}
