/** What the output of tests, builds and linters tells, in the words of the tools themselves (English and Korean). Linear in what is looked at. */
import type { CheckKind } from "./check-commands.ts";

export interface Evidence {
  outcome: "failed" | "passed";
  /** What failed: tests, or errors of a compiler or linter. */
  count?: number;
}

/** The verdict stands at the end, what a compiler says often at the beginning. */
const HEAD = 6_000;
const TAIL = 10_000;
/** Of a line: no tool's verdict is longer, and patterns stay quick. */
const LONGEST_LOOKED_AT = 400;
const COLOURS = /\u001b\[[0-9;?]*[A-Za-z]/g;

export function lookedAt(output: string): string {
  const kept = output.length <= HEAD + TAIL ? output : `${output.slice(0, HEAD)}\n${output.slice(-TAIL)}`;
  const lines = kept.replace(COLOURS, "").split(/\r?\n|\r/);
  return lines.map((line) => (line.length > LONGEST_LOOKED_AT ? line.slice(0, LONGEST_LOOKED_AT) : line)).filter((line) => line.trim() !== "").join("\n");
}

/** A sentence of a tool. With a group: only when the number in it is not 0. */
type Pattern = RegExp;

const TEST_FAILED: readonly Pattern[] = [
  /^[ \t]*Tests?\s+(\d{1,7}) failed\b/m, /^[ \t]*Test Files\s+(\d{1,7}) failed\b/m, /^Tests:\s+(\d{1,7}) failed\b/m, /^Test Suites:\s+(\d{1,7}) failed\b/m, /^[ \t]*(\d{1,7}) failing\b/m, /^[ \t]+(\d{1,7}) failed$/m,
  /^(?:=+ )?(?:[\d]+ \w+, )*(\d{1,7}) (?:failed|errors?)\b[^\n]{0,200} in \d[\d.:]*m?s/m, /^FAILED \((?:failures|errors)=(\d{1,7})/m, /^--- FAIL: /m, /^FAIL(?:\t|$)/m, /^test result: FAILED\.[^\n]{0,80}? (\d{1,7}) failed/m,
  /^[#ℹ] fail (\d{1,7})$/m, /^not ok \d+ /m, /\bTests run: \d+, Failures: (\d{1,7})/, /\bTests run: \d+, Failures: \d+, Errors: (\d{1,7})/, /\b\d+ tests? completed, (\d{1,7}) failed/, /There were failing tests/, /There are test failures/,
  /^(?:Failed|실패)!\s+- (?:Failed|실패):\s+(\d{1,7})/m, /Executed \d+ tests?, with (\d{1,7}) failures?/, /\*\* TEST FAILED \*\*/, /\b\d+ examples?, (\d{1,7}) failures?/, /\b\d+ (?:runs|tests), [^\n]{0,60}?(\d{1,7}) failures?/, /^Tests: \d+, [^\n]{0,80}?(?:Failures|Errors): (\d{1,7})/m,
  /\b\d+% tests passed, (\d{1,7}) tests? failed/, /^[ \t]*Tests:\s+(\d{1,7}) failed/m, /\bFAIL \| (\d{1,7}) failed/, /^error: Test failed/m, /^Some tests failed\.$/m,
];
const TEST_PASSED: readonly RegExp[] = [
  /^[ \t]*Tests?\s+\d+ passed\b/m, /^Tests:\s+(?:\d+ \w+, )*\d+ passed\b/m, /^[ \t]*\d+ passing\b/m, /^[ \t]+\d+ passed\b/m, /^(?:=+ )?\d+ passed\b[^\n]{0,200} in \d/m, /^OK\b(?: \(|$)/m, /^ok\s+\S+/m, /^test result: ok\./m, /^[#ℹ] fail 0$/m, /\b\d+ examples?, 0 failures/,
  /^(?:Passed|통과)!\s+- /m, /with 0 failures/, /100% tests passed/, /\b\d+ tests?, 0 failures/, /Tests run: \d+, Failures: 0, Errors: 0/,
];
const BUILD_FAILED: readonly Pattern[] = [
  /error TS\d+:/, /^Found (\d{1,7}) errors?/m, /^error(?:\[E\d+\])?: /m, /could not compile/, /\[build failed\]/, /^\S+\.go:\d+:\d+: /m, /: (?:fatal error|error|오류|치명적 오류):/, /(?:error|오류): ld returned/, /^make(?:\[\d+\])?: \*\*\* /m, /^gmake(?:\[\d+\])?: \*\*\* /m,
  /^CMake Error/m, /^ninja: build stopped/m, /^BUILD FAILED/m, /^FAILURE: Build failed/m, /COMPILATION ERROR/, /BUILD FAILURE/, /^Build FAILED\./m, /빌드하지 못했습니다/, /\berror (?:CS|MSB|NETSDK|FS)\d+/, /\*\* BUILD FAILED \*\*/, /Failed to compile/, /error during build/i, /^ERROR in /m, /Compilation (?:failed|error)/,
  /^✘ \[ERROR\]/m, /Module not found: /, /^SyntaxError: /m, /javac: /, /^\S+\.java:\d+: (?:error|오류):/m, /npm (?:ERR!|error)[^\n]{0,40}(?:ELIFECYCLE|Lifecycle script)/, /^ERROR: failed to (?:solve|build)/m,
];
const BUILD_PASSED: readonly RegExp[] = [/^[ \t]*Finished (?:`|dev|release|test)/m, /^BUILD SUCCESS/m, /^Build succeeded\./m, /빌드했습니다/, /✓ built in/, /compiled successfully/i, /Compiled successfully/, /^Build complete!/m];
const LINT_FAILED: readonly Pattern[] = [
  /✖ \d+ problems? \((\d{1,7}) errors?/, /^Found (\d{1,7}) errors?/m, /^\S+:\d+:\d+: [A-Z]\d+ /m, /^\S+:\d+: error: /m, /^(\d{1,7}) offenses? detected/m, /, (\d{1,7}) offenses? detected/, /^(?:error|warning): .*\n[ \t]*--> /m, /Code style issues found/, /would reformat/, /^[ \t]*\d+ errors?, /m, /^In \S+ line \d+:$/m,
];
const LINT_PASSED: readonly RegExp[] = [/^Success: no issues found/m, /^All checks passed/m, /no offenses detected/, /All matched files use Prettier/, /^Checked \d+ files? in [^\n]*No fixes/m, /^0 errors?, /m];

const FAILED: Record<CheckKind, readonly Pattern[]> = { test: TEST_FAILED, build: BUILD_FAILED, lint: LINT_FAILED };
const PASSED: Record<CheckKind, readonly RegExp[]> = { test: TEST_PASSED, build: BUILD_PASSED, lint: LINT_PASSED };

/** @param output see `lookedAt` @returns null when the tools say neither */
export function evidenceOf(kind: CheckKind, output: string): Evidence | null {
  const failed = failureIn(FAILED[kind], output);
  if (failed !== null) return failed;
  return PASSED[kind].some((pattern) => pattern.test(output)) ? { outcome: "passed" } : null;
}

/** The largest number told is that of the tests, not of their files. */
function failureIn(patterns: readonly Pattern[], output: string): Evidence | null {
  let found = false;
  let count = 0;
  for (const pattern of patterns) {
    const match = pattern.exec(output);
    if (match === null) continue;
    const told = match[1] === undefined ? null : Number(match[1]);
    if (told === 0) continue;
    found = true;
    count = Math.max(count, told ?? 0);
  }
  if (!found) return null;
  return count > 0 ? { outcome: "failed", count } : { outcome: "failed" };
}

/** The check never came to run: a wrong command is no failed test. */
const NEVER_RAN = [
  /command not found/, /: not found$/m, /명령어를 찾을 수 없음/, /명령을 찾을 수 없습니다/, /is not recognized as/, /내부 또는 외부 명령/, /Missing script:/i, /Couldn't find a script named/, /ERR_PNPM_NO_SCRIPT/, /Command "[^"\n]{1,80}" not found/, /could not determine executable to run/,
  /No tests? (?:found|files found|were found)/i, /collected 0 items/, /no tests ran in/, /\bcd: [^\n]{0,300}(?:No such file|Not a directory|그런 파일)/, /No rule to make target/, /타겟을 만들 규칙이 없/, /No module named /, /Could not read package\.json/, /error: no such (?:command|subcommand)/,
  /^(?:bash|zsh|sh|\/bin\/\w+): [^\n]{0,200}(?:No such file|그런 파일)/m, /Permission denied$/m,
];
const NEVER_RAN_CODES = new Set([126, 127]);
/** Stopped from outside: by a time limit, a signal, a lack of memory. */
const STOPPED_CODES = new Set([124, 130, 137, 143]);
const STOPPED = /Command timed out|timed out after|명령 시간이 초과/;

export function neverRan(exitCode: number | null, output: string): boolean {
  return (exitCode !== null && NEVER_RAN_CODES.has(exitCode)) || NEVER_RAN.some((pattern) => pattern.test(output));
}

export function wasStopped(exitCode: number | null, output: string): boolean {
  return (exitCode !== null && STOPPED_CODES.has(exitCode)) || STOPPED.test(output.slice(0, 400));
}

/** Lines that name what failed; the first of them is the one to show. */
const TELLING: Record<CheckKind, RegExp> = {
  test: /^[ \t]*(?:FAIL(?:ED)?\b.{3,}|--- FAIL: .+|[✗✕×✘] .+|●\s.+|not ok .+|E\s{2,}\S.+|\d+\) .+|.*\bAssertionError.*|.*\bpanicked at .+)$/m,
  build: /^.*(?:error TS\d+|\berror(?:\[E\d+\])?:|오류:|\*\*\* |error (?:CS|MSB)\d+|ERROR in|Module not found|CMake Error|SyntaxError|\.go:\d+:\d+:).*$/m,
  lint: /^.*(?:\berror\b|:\d+:\d+:| offense|would reformat|^\[warn\] ).*$/m,
};

const LONGEST_LINE = 160;

export function tellingLine(kind: CheckKind, output: string): string | undefined {
  const line = TELLING[kind].exec(output)?.[0].replace(/\s+/g, " ").trim();
  return line === undefined || line === "" ? undefined : line.slice(0, LONGEST_LINE);
}
