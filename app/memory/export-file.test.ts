import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { silentLog } from "../pipeline/test-support.ts";
import { importFromFile } from "./export-file.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "mascot-export-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("takes back files alone: a device may never end", async () => {
  const taken: string[] = [];
  const take = importFromFile({
    log: silentLog(),
    async take(text) {
      for await (const piece of text) {
        taken.push(piece);
        break;
      }
      return 7;
    },
  });
  for (const path of [folder, ...(process.platform === "win32" ? [] : ["/dev/zero"])]) expect(await take(path)).toEqual({ ok: false, reason: "not_an_export" });
  expect(taken).toEqual([]);
  writeFileSync(join(folder, "all.jsonl"), "{}\n");
  expect(await take(join(folder, "all.jsonl"))).toEqual({ ok: true, count: 7 });
  expect(await take(join(folder, "none.jsonl"))).toEqual({ ok: false, reason: "ENOENT" });
});
