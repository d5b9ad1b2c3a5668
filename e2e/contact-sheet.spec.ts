/** Everybody in every state, in every theme, light and dark: painted by the runtime that the app has. */
import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";

const root = path.resolve(import.meta.dirname, "..");
const folder = path.join(root, "test-results/contact-sheet");

/** Width, height and weight of a PNG. */
function picture(name: string) {
  const bytes = fs.readFileSync(path.join(folder, name));
  expect(bytes.subarray(1, 4).toString()).toBe("PNG");
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), bytes: bytes.length };
}

test("the contact sheets can be painted, each another picture", { tag: "@long" }, async () => {
  test.setTimeout(180_000);
  fs.rmSync(folder, { recursive: true, force: true });
  await promisify(execFile)(process.execPath, ["build/contact-sheet.mjs", `--into=${folder}`], { cwd: root });
  const sheets = ["contact-sheet.png", "contact-sheet-dark.png", "contact-sheet-paper.png", "contact-sheet-paper-dark.png", "stories.png", "crowd.png", "crowd-paper.png"].map((name) => ({ name, ...picture(name) }));
  for (const { name, width, height, bytes } of sheets) {
    expect(width, name).toBeGreaterThan(1200);
    expect(height, name).toBeGreaterThan(400);
    // An empty page of this size is a few kilobytes.
    expect(bytes, name).toBeGreaterThan(100_000);
  }
  expect(new Set(sheets.map(({ bytes }) => bytes)).size).toBe(sheets.length);
});
