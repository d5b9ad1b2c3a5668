import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{app,renderer,forwarder,schemas,build,bench}/**/*.test.{ts,tsx}"],
    testTimeout: 20_000,
    // Tests start real processes and databases; more workers than cores make their deadlines a matter of luck.
    maxWorkers: 2,
  },
});
