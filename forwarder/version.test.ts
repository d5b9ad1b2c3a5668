import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PRODUCT_VERSION } from "./version.ts";

test("the command line tells the version of the package", () => {
  const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string };
  expect(PRODUCT_VERSION).toBe(manifest.version);
});
