/** Starts a script of this folder as a process of its own, bundled first. */
import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = path.dirname(fileURLToPath(import.meta.url));
const modules = path.resolve(here, "../../../node_modules");

export async function bundle(script: string, folder: string): Promise<string> {
  const outfile = path.join(folder, `${script}.cjs`);
  await build({ entryPoints: [path.join(here, `${script}.ts`)], outfile, bundle: true, platform: "node", format: "cjs", external: ["sqlite3"], logLevel: "error" });
  return outfile;
}

export function start(bundled: string, args: string[]): ChildProcess {
  return spawn(process.execPath, [bundled, ...args], { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, NODE_PATH: modules } });
}
