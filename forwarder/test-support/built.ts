/** The forwarder as it is shipped: one file each, made by the same bundler. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build } from "esbuild";
import { afterAll, beforeAll } from "vitest";
import { hookCommandTargets } from "../../build/forwarder-targets.mjs";

export interface Built {
  folder: string;
  cjs: string;
  mjs: string;
  cli: string;
}

/** Bundles before the file's tests, removes after them. */
export function buildForwarder(): Built {
  const folder = mkdtempSync(join(tmpdir(), "mascot-built-"));
  const built = { folder, cjs: join(folder, "forward-to-mascot.cjs"), mjs: join(folder, "forward-to-mascot.mjs"), cli: join(folder, "agent-mascot.mjs") };
  const source = (name: string) => [fileURLToPath(new URL(`../${name}`, import.meta.url))];
  const common: BuildOptions = { bundle: true, platform: "node", target: "node18", logLevel: "error", mainFields: ["module", "main"] };
  beforeAll(async () => {
    for (const { name, options } of hookCommandTargets) await build({ ...common, ...options, entryPoints: source("forward-to-mascot.ts"), outfile: join(folder, name) });
    await build({ ...common, entryPoints: source("agent-mascot.ts"), format: "esm", outfile: built.cli });
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return built;
}
