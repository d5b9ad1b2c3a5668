/** Homes and projects for one test, removed after it. */
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { withoutEnd } from "../hook/spool-end.ts";
import type { Built } from "./built.ts";

export const TOKEN = "ab".repeat(32);

/** Short, because a Unix socket's path has less than 100 bytes. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "mm-"));
  onTestFinished(() => {
    chmodSync(folder, 0o700);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** A home with hooks installed. */
export function makeHome(built: Built, name = "home"): string {
  const home = join(temporaryFolder(), name);
  for (const folder of [home, join(home, "spool"), join(home, "bin"), join(home, "answers")]) mkdirSync(folder, { mode: 0o700, recursive: true });
  writeFileSync(join(home, "installed"), "");
  writeFileSync(join(home, "token"), TOKEN, { mode: 0o600 });
  copyFileSync(built.cjs, join(home, "bin", "forward-to-mascot.cjs"));
  return home;
}

export interface SpoolFile {
  name: string;
  header: string;
  payload: string;
}

export function spooled(home: string): SpoolFile[] {
  return readdirSync(join(home, "spool"))
    .filter((name) => name.endsWith(".json"))
    .map((name) => {
      const text = readFileSync(join(home, "spool", name), "utf8");
      const lineEnd = text.indexOf("\n");
      return { name, header: text.slice(0, lineEnd), payload: withoutEnd(text, text.slice(lineEnd + 1)) };
    });
}

/** Everything in the spool, half-made files too. */
export function spoolNames(home: string): string[] {
  return readdirSync(join(home, "spool"));
}
