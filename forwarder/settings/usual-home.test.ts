import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../test-support/homes.ts";
import { isUsualHome } from "./usual-home.ts";

test("the usual home is the one in the person's folder, by whichever of their names it is called", () => {
  const root = temporaryFolder();
  const [disk, home] = [join(root, "disk", "kim"), join(root, "home")];
  mkdirSync(disk, { recursive: true });
  symlinkSync(disk, home);
  const usual = () => [isUsualHome(join(home, ".agent-mascot"), home), isUsualHome(join(home, ".agent-mascot"), disk), isUsualHome(join(disk, ".agent-mascot"), home)];
  expect(usual(), "before it is made").toEqual([true, true, true]);
  mkdirSync(join(disk, ".agent-mascot"));
  expect(usual()).toEqual([true, true, true]);
  mkdirSync(join(disk, "other"));
  expect(isUsualHome(join(disk, "other"), home)).toBe(false);
  symlinkSync(join(disk, ".agent-mascot"), join(root, "linked"));
  expect(isUsualHome(join(root, "linked"), home)).toBe(true);
  expect(isUsualHome("/nowhere/at/all/.agent-mascot", "/nowhere/else")).toBe(false);
});
