import { defineConfig } from "vitest/config";

const TESTS = "**/*.test.{ts,tsx}";
/** Pure code, and tests that leave nothing behind: its modules are read once for all of them, which halves their time. */
const PURE = ["app/domain", "renderer", "schemas"];
/** These take the clock into their own hands. */
const ALONE = ["renderer/dashboard/conversation/reader.test.ts", "renderer/shared/world-store.test.ts"];

export default defineConfig({
  test: {
    testTimeout: 20_000,
    // Tests start real processes and databases; more workers than cores make their deadlines a matter of luck.
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: "pure", include: PURE.map((folder) => `${folder}/${TESTS}`), exclude: ALONE, isolate: false } },
      { extends: true, test: { name: "apart", include: [`{app,forwarder,build,bench}/${TESTS}`, ...ALONE], exclude: [`app/domain/${TESTS}`] } },
    ],
  },
});
