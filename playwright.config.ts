import { defineConfig } from "@playwright/test";

/** Real Electron on a real desktop: `npm test` starts both. By hand: `node build/with-desktop.mjs -- npx playwright test`. */
export default defineConfig({
  testDir: "e2e",
  testMatch: /.*\.(spec|test)\.ts/,
  outputDir: "test-results/e2e",
  // One app at a time on a desktop: tests look at the whole of it. `npm test` runs parts of them on two desktops.
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [["list"], ["json", { outputFile: process.env.E2E_REPORT ?? "test-results/e2e.json" }]],
  // What takes long, or paints pictures for documents: `npm test -- --long`.
  ...(process.env.MASCOT_TEST_LONG ? {} : { grepInvert: /@long/ }),
  forbidOnly: Boolean(process.env.CI),
});
