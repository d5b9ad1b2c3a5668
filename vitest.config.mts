import { defineConfig } from "vitest/config";

const TESTS = "**/*.test.{ts,tsx}";
/** These take the clock into their own hands, or look at the process they are in. */
const ALONE = ["renderer/dashboard/conversation/reader.test.ts", "renderer/shared/world-store.test.ts", "app/machine/spare-memory.test.ts"];
/** Long, and without the SQLite module: where that has to be compiled first, `npm test` runs it beside the compiler. */
const EARLY = ["forwarder/forward-to-mascot.test.ts"];

export default defineConfig({
  test: {
    testTimeout: 20_000,
    // Tests start real processes and databases; more workers than cores make their deadlines a matter of luck.
    maxWorkers: 2,
    projects: [
      // They leave nothing behind: modules are read once for all of them, which halves their time.
      { extends: true, test: { name: "together", include: [`{app,renderer,schemas,forwarder,build,bench}/${TESTS}`], exclude: [...ALONE, ...EARLY], isolate: false } },
      { extends: true, test: { name: "early", include: EARLY } },
      { extends: true, test: { name: "alone", include: ALONE } },
    ],
  },
});
