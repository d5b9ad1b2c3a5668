import { existsSync, lstatSync } from "node:fs";
import { dirname, join } from "node:path";
import { hashFiles, readIfThere, writeWhole } from "../lib/files.mjs";
import { inProject, projectRoot } from "../lib/paths.mjs";
import { run } from "../lib/run.mjs";
import { say, stopWith } from "../lib/say.mjs";
import { missingCompilers, provideCompiler } from "./debian.mjs";

/** @typedef {{ compiling: boolean, finished: Promise<void> }} Sqlite */

const stamp = inProject("node_modules", ".agent-mascot-packages");

/**
 * Installs the packages of package-lock.json unless exactly they are there already.
 * @returns {Promise<Sqlite>}  the database module may still be compiled: one core is busy with it for two minutes, in which the rest of the setup mostly waits
 */
export async function provideNpmPackages() {
  const wanted = hashFiles(projectRoot, ["package-lock.json"]);
  if (readIfThere(stamp) === wanted) return READY;
  if (!(await installedByHand())) await installPackages();
  const { compiling, finished } = await provideSqlite();
  const stamped = finished.then(() => writeWhole(stamp, wanted));
  // Whoever waits hears of a failure; until then it is nobody's.
  stamped.catch(() => undefined);
  return { compiling, finished: stamped };
}

/**
 * A person may have run `npm ci` or `npm install` themselves: then npm's own record agrees with the lock file.
 */
async function installedByHand() {
  if (!existsSync(inProject("node_modules", ".package-lock.json"))) return false;
  const done = await run("npm", ["ls", "--all", "--silent"], { cwd: projectRoot });
  return done.code === 0;
}

/**
 * `npm ci` empties the folder first, and through a link that is somebody else's.
 * @param {string} folder node_modules, there or not
 * @throws a PlainError when it is a link
 */
export function refuseLinked(folder) {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) stopWith("packagesLinked", { folder });
}

async function installPackages() {
  refuseLinked(inProject("node_modules"));
  say("installingPackages");
  // Scripts of packages are not run: the one that is needed (sqlite3) is run by name below.
  const done = await run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: projectRoot,
  });
  if (done.code !== 0) stopWith("packagesFailed", { code: done.code, detail: tail(done.stderr) });
}

/** @type {Sqlite} */
const READY = { compiling: false, finished: Promise.resolve() };

/** @returns {Promise<Sqlite>} */
async function provideSqlite() {
  if (await sqliteLoads()) return READY;
  say("buildingSqlite");
  if (missingCompilers().length > 0) {
    // Without a compiler it is fetched ready-made, or fails at once.
    const fetched = await rebuildSqlite();
    if (fetched.code === 0 && (await sqliteLoads())) return READY;
    await provideCompiler();
  }
  return { compiling: true, finished: compileSqlite() };
}

async function compileSqlite() {
  const done = await rebuildSqlite();
  if (done.code !== 0 || !(await sqliteLoads())) stopWith("sqliteFailed", { detail: tail(done.stderr) });
}

async function sqliteLoads() {
  const done = await run(process.execPath, ["-e", "require('sqlite3')"], { cwd: projectRoot });
  return done.code === 0;
}

function rebuildSqlite() {
  const prefix = dirname(dirname(process.execPath));
  // Headers that came with this Node save node-gyp a download.
  const headers = existsSync(join(prefix, "include", "node", "node.h")) ? { npm_config_nodedir: prefix } : {};
  return run("npm", ["rebuild", "sqlite3", "--ignore-scripts=false", "--foreground-scripts"], {
    cwd: projectRoot,
    env: { ...process.env, ...headers },
  });
}

/** @param {string} text */
function tail(text) {
  return text.trim().split("\n").slice(-15).join("\n");
}
