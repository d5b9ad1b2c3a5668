// What test runners write about a run, read for `npm test`: how many passed and failed, and what failed in which words.

/**
 * @typedef {object} Results
 * @property {number} passed
 * @property {number} failed
 * @property {readonly string[]} failures  "file › test: first words of its message", one a failed test
 */

const MESSAGE_CHARACTERS = 600;
const COLOURS = /\u001b\[[0-9;]*m/g;

/**
 * Vitest's JSON reporter.
 * @param {any} report
 * @returns {Results}
 */
export function unitResults(report) {
  const failures = report.testResults.flatMap((/** @type {any} */ file) => {
    const failed = file.assertionResults.filter((/** @type {any} */ test) => test.status === "failed");
    // A file that could not be read has no tests.
    if (failed.length === 0 && file.status === "failed") return [failure(file.name, "", file.message)];
    return failed.map((/** @type {any} */ test) => failure(file.name, test.fullName, test.failureMessages.join("\n")));
  });
  return { passed: report.numPassedTests, failed: Math.max(report.numFailedTests, failures.length), failures };
}

/**
 * Playwright's JSON reporter.
 * @param {any} report
 * @returns {Results}
 */
export function endToEndResults(report) {
  const { stats, suites, errors = [] } = report;
  const outside = errors.map((/** @type {any} */ error) => failure("outside of tests", "", error.message ?? ""));
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, failures: [...suites.flatMap(failedIn), ...outside] };
}

/**
 * @param {any} suite
 * @returns {string[]}
 */
function failedIn(suite) {
  const own = (suite.specs ?? []).filter((/** @type {any} */ spec) => !spec.ok);
  return [
    ...own.map((/** @type {any} */ spec) => {
      const messages = spec.tests.flatMap((/** @type {any} */ test) => test.results.flatMap((/** @type {any} */ result) => result.errors.map((/** @type {any} */ error) => error.message)));
      return failure(spec.file, spec.title, messages.join("\n"));
    }),
    ...(suite.suites ?? []).flatMap(failedIn),
  ];
}

/**
 * @param {string} file
 * @param {string} test
 * @param {string} message
 */
function failure(file, test, message) {
  return `${[file, test].filter(Boolean).join(" › ")}: ${message.replace(COLOURS, "").trim().slice(0, MESSAGE_CHARACTERS)}`;
}
