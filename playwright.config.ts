import { defineConfig } from "@playwright/test";

/** Real Electron on a real desktop: `npm test` starts both. By hand: `node build/with-desktop.mjs -- npx playwright test`. */
export default defineConfig({
  testDir: "e2e",
  testMatch: /.*\.(spec|test)\.ts/,
  outputDir: "test-results/e2e",
  // One app at a time: tests look at the whole desktop.
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"], ["json", { outputFile: "test-results/e2e.json" }]],
  forbidOnly: Boolean(process.env.CI),
});
