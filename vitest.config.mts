import { defineConfig } from "vitest/config";

const TESTS = "**/*.test.{ts,tsx}";
/** These take the clock into their own hands, or look at the process they are in. */
const ALONE = ["renderer/dashboard/conversation/reader.test.ts", "renderer/shared/world-store.test.ts", "app/spare-memory.test.ts"];

export default defineConfig({
  test: {
    testTimeout: 20_000,
    // Tests start real processes and databases; more workers than cores make their deadlines a matter of luck.
    maxWorkers: 2,
    projects: [
      // They leave nothing behind: modules are read once for all of them, which halves their time.
      { extends: true, test: { name: "together", include: [`{app,renderer,schemas,forwarder,build,bench}/${TESTS}`], exclude: ALONE, isolate: false } },
      { extends: true, test: { name: "alone", include: ALONE } },
    ],
  },
});
