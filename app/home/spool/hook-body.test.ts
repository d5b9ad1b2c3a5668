import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { hookBodies } from "./hook-body.ts";

const home = mkdtempSync(join(tmpdir(), "mascot-bodies-"));
afterEach(() => rmSync(home, { recursive: true, force: true }));

it("takes away the body of that delivery alone, and reaches no other folder", async () => {
  for (const name of [".0-1-a.body.tmp", ".0-1-b.body.tmp", "0-1-a.json"]) writeFileSync(join(home, name), "x");
  const forget = hookBodies(home);
  for (const id of ["0-1-a", "0-1-gone", "", "../0-1-b", "x/../.0-1-b", "0-1-b\0"]) await forget(id);
  expect(readdirSync(home).sort()).toEqual([".0-1-b.body.tmp", "0-1-a.json"]);
});
