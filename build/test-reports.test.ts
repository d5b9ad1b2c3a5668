import { expect, test } from "vitest";
import { endToEndResults, unitResults } from "./test-reports.mjs";

test("a unit run's failed tests are told with file, name and first words; a file that could not be read counts, too", () => {
  const report = {
    numPassedTests: 2,
    numFailedTests: 1,
    testResults: [
      { name: "a.test.ts", status: "failed", message: "", assertionResults: [{ status: "passed" }, { status: "failed", fullName: "adds", failureMessages: ["\u001b[31mexpected 1\u001b[39m to be 2"] }] },
      { name: "b.test.ts", status: "failed", message: "no such module", assertionResults: [] },
      { name: "c.test.ts", status: "passed", message: "", assertionResults: [{ status: "passed" }] },
    ],
  };
  expect(unitResults(report)).toEqual({ passed: 2, failed: 2, failures: ["a.test.ts › adds: expected 1 to be 2", "b.test.ts: no such module"] });
});

test("so are an end-to-end run's, in suites of suites, and what went wrong outside of tests", () => {
  const failed = { ok: false, file: "x.spec.ts", title: "opens", tests: [{ results: [{ errors: [{ message: "timeout" }, { message: "closed" }] }] }] };
  const report = { stats: { expected: 3, flaky: 1, unexpected: 1 }, suites: [{ specs: [{ ok: true }], suites: [{ specs: [failed] }] }], errors: [{ message: "no tests found" }] };
  expect(endToEndResults(report)).toEqual({ passed: 4, failed: 1, failures: ["x.spec.ts › opens: timeout\nclosed", "outside of tests: no tests found"] });
});

test("long messages are cut", () => {
  const failed = { ok: false, file: "x", title: "y", tests: [{ results: [{ errors: [{ message: "m".repeat(5_000) }] }] }] };
  const { failures } = endToEndResults({ stats: { expected: 0, flaky: 0, unexpected: 1 }, suites: [{ specs: [failed] }] });
  expect(failures[0]?.length).toBeLessThan(700);
});
