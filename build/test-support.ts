import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach } from "vitest";

const folders: string[] = [];

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "mascot-build-test-"));
  folders.push(folder);
  return folder;
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Writes an executable shell script. */
export function writeScript(folder: string, name: string, body: string): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${body}\n`);
  chmodSync(path, 0o755);
  return path;
}

/** Puts programs of the test's own before those of the system, for the time of a body. */
export async function withPrograms<T>(programs: Record<string, string>, body: () => Promise<T>): Promise<T> {
  const folder = temporaryFolder();
  for (const [name, script] of Object.entries(programs)) writeScript(folder, name, script);
  const before = process.env.PATH;
  process.env.PATH = `${folder}${delimiter}${before}`;
  try {
    return await body();
  } finally {
    process.env.PATH = before;
  }
}
