// `npm run dist`: makes the packages that this machine can make, into out/.
import { copyFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { buildProduct } from "./build.mjs";
import { beforeRemoval } from "./linux/before-removal.mjs";
import { writeWhole } from "./lib/files.mjs";
import { inProject, projectRoot, stampFolder } from "./lib/paths.mjs";
import { run } from "./lib/run.mjs";
import { runScript, say, stopWith } from "./lib/say.mjs";
import { setUp } from "./setup.mjs";
import { wantedElectronVersion } from "./setup/electron-runtime.mjs";

/** @typedef {import("./setup.mjs").ElectronRuntime} ElectronRuntime */

/**
 * The unpacked app of this machine's kind.
 * @param {ElectronRuntime} electron
 * @param {string} outFolder
 * @returns {Promise<string>} its folder
 */
export async function packUnpacked(electron, outFolder) {
  const folder = join(outFolder, `${process.platform === "darwin" ? "mac" : process.platform === "win32" ? "win" : "linux"}-unpacked`);
  rmSync(folder, { recursive: true, force: true });
  await electronBuilder(electron, ["dir"], [`-c.directories.output=${outFolder}`]);
  return folder;
}

/**
 * A Debian package of the unpacked app. One that holds the replacement runtime is named and versioned as a test build.
 * @param {ElectronRuntime} electron
 * @param {string} unpacked
 * @param {"xz" | "gzip" | "none"} [compression]  what people download should be small; what tests make should be quick
 * @returns {Promise<string>} its path
 */
export async function packDeb(electron, unpacked, compression = electron.real ? "xz" : "gzip") {
  const manifest = JSON.parse(readFileSync(inProject("package.json"), "utf8"));
  copyFileSync(inProject("LICENSE"), join(unpacked, "LICENSE"));
  writeFileSync(join(unpacked, "version"), `v${electron.version}`);
  const version = electron.real ? manifest.version : `${manifest.version}~testbuild`;
  const installer = createRequire(import.meta.url)("electron-installer-debian");
  const { packagePaths } = await installer({
    src: unpacked,
    dest: dirname(unpacked),
    arch: process.arch === "arm64" ? "arm64" : "amd64",
    version,
    name: "agent-mascot",
    bin: "resources/bin/agent-mascot",
    section: "devel",
    productDescription: manifest.description,
    description: "A mascot on the desktop for every coding agent",
    icon: iconsBySize(),
    desktopTemplate: inProject("build", "linux", "desktop.ejs"),
    scripts: { prerm: scriptBeforeRemoval(dirname(unpacked)), postinst: inProject("build", "linux", "postinst.sh") },
    // Linked by Electron, and missing in the tool's own list.
    depends: ["libasound2 | libasound2t64", "libcups2 | libcups2t64", "libxkbcommon0"],
    compression,
  });
  return packagePaths[0];
}

/**
 * Ends the running app as the script after a removal does; before it the program is still there, and its link is not ours to remove.
 * @param {string} folder  where the script is written
 * @returns {string} its path
 */
function scriptBeforeRemoval(folder) {
  const path = join(folder, "prerm.sh");
  writeFileSync(path, beforeRemoval(readFileSync(inProject("build", "linux", "after-remove.sh"), "utf8")), { mode: 0o755 });
  return path;
}

function iconsBySize() {
  const sizes = [16, 24, 32, 48, 64, 128, 256, 512];
  return {
    ...Object.fromEntries(sizes.map((size) => [`${size}x${size}`, inProject("build", "icons", `${size}x${size}.png`)])),
    scalable: inProject("build", "icons", "icon.svg"),
  };
}

/**
 * @param {ElectronRuntime} electron
 * @param {readonly string[]} targets
 * @param {readonly string[]} [more]
 */
async function electronBuilder(electron, targets, more = []) {
  const system = process.platform === "darwin" ? "--mac" : process.platform === "win32" ? "--win" : "--linux";
  const args = [inProject("node_modules", "electron-builder", "cli.js"), system, ...targets, "--publish=never"];
  const runtime = [
    `--config=${configFor(electron)}`,
    `-c.electronVersion=${electron.version}`,
    // The runtime that setup found: packing needs no network then.
    `-c.electronDist=${electron.folder}`,
  ];
  // Told to, electron-builder links files instead of copying them; setting the fuses would then change the runtime it was made of.
  const env = { ...process.env, USE_HARD_LINKS: "false", VITEST: undefined };
  const done = await run(process.execPath, [...args, ...runtime, ...more], { cwd: projectRoot, env });
  if (done.code !== 0) stopWith("packFailed", { what: targets.join(" "), detail: `${done.stdout}\n${done.stderr}`.trim() });
}

/**
 * The replacement runtime is older than one of the fuses; its test builds go without it.
 * @param {ElectronRuntime} electron
 * @returns {string} path of the configuration to use
 */
function configFor(electron) {
  const config = inProject("electron-builder.yml");
  if (electron.real) return config;
  const reduced = join(stampFolder, "electron-builder-test.yml");
  writeWhole(reduced, readFileSync(config, "utf8").replace(/^ *grantFileProtocolExtraPrivileges:.*\n/m, ""));
  return reduced;
}

/** What electron-builder makes of the unpacked app for people to download. */
const installers = { linux: ["AppImage"], darwin: ["dmg", "zip"], win32: ["nsis"] };

async function main() {
  const electron = await setUp({ packaging: true });
  await buildProduct({ quiet: true });
  if (!electron.real) say("testBuild", { version: electron.version, wanted: wantedElectronVersion() });
  const outFolder = inProject("out");
  say("packing", { what: "dir" });
  const unpacked = await packUnpacked(electron, outFolder);
  if (process.platform === "linux") {
    say("packing", { what: "deb" });
    sayPacked(await packDeb(electron, unpacked));
  }
  // Their tools are fetched from the same host as Electron itself, and they are only for people.
  if (electron.real) await packInstallers(electron, unpacked);
}

/**
 * @param {ElectronRuntime} electron
 * @param {string} unpacked
 */
async function packInstallers(electron, unpacked) {
  const targets = installers[/** @type {keyof typeof installers} */ (process.platform)] ?? [];
  for (const target of targets) {
    say("packing", { what: target });
    await electronBuilder(electron, [target], [`--prepackaged=${unpacked}`]);
  }
}

/** @param {string} file */
function sayPacked(file) {
  if (!existsSync(file)) stopWith("packFailed", { what: file, detail: "" });
  say("packed", { file: relative(projectRoot, file), size: Math.round(statSync(file).size / 1e6) });
}

if (process.argv[1] === import.meta.filename) await runScript(main);
