import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { removeFolder } from "./remove-folder.mjs";

test("a folder goes although a program that is just ending still writes to it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "mascot-remove-"));
  const writer = spawn(process.execPath, ["-e", writes(folder, 400)], { stdio: "ignore" });
  const ended = new Promise((resolve) => writer.once("exit", resolve));
  await vi.waitUntil(() => readdirSync(folder).length > 0, { timeout: 5_000, interval: 5 });
  removeFolder(folder);
  await ended;
  removeFolder(folder);
  expect(existsSync(folder)).toBe(false);
});

test("what is not there is no fault", () => {
  expect(() => removeFolder(join(tmpdir(), "mascot-never-there"))).not.toThrow();
});

/** A program that writes file after file, in a folder of its own inside, for so long. */
function writes(folder: string, ms: number): string {
  return `const fs = require("node:fs"); const end = Date.now() + ${ms};
    for (let i = 0; Date.now() < end; i += 1) { try { fs.mkdirSync(${JSON.stringify(folder)} + "/inner", { recursive: true }); fs.writeFileSync(${JSON.stringify(folder)} + "/inner/" + i, ""); } catch {} }`;
}
