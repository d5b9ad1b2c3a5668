import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../test-support/homes.ts";
import { noteCovered } from "./covered.ts";
import { addHooks } from "./edit.ts";
import { planHooks } from "./plan.ts";

test("what a project shares covers it for the usual home alone: elsewhere the plugin's lines speak", () => {
  const person = temporaryFolder();
  const file = join(person, "shop", ".claude", "settings.json");
  mkdirSync(join(file, ".."), { recursive: true });
  const plan = planHooks({ platform: "linux", home: null, node: null, clientVersion: "2.1.332" });
  const added = plan.ok ? addHooks(null, plan.hooks) : null;
  if (!added?.ok) throw new Error("nothing to write");
  writeFileSync(file, added.bytes);
  const records = { [file]: { scope: "project", backup: null, beforeSha: null, afterSha: "", foreignBytes: 2 } } as const;
  const [usual, other] = [join(person, ".agent-mascot"), join(person, "other")];
  for (const home of [usual, other]) {
    mkdirSync(home);
    noteCovered(home, records, person);
  }
  expect(readFileSync(join(usual, "in-settings"), "utf8")).toBe(`${join(person, "shop")}\n`);
  expect(existsSync(join(other, "in-settings"))).toBe(false);
});
