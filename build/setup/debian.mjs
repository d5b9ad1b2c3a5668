import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { readIfThere, writeWhole } from "../lib/files.mjs";
import { stampFolder } from "../lib/paths.mjs";
import { findProgram, isRoot, run } from "../lib/run.mjs";
import { say, sentence, stopWith } from "../lib/say.mjs";

/**
 * Which Debian package holds a shared library that Electron links to. Names with `t64` are those of Debian 13 and
 * Ubuntu 24.04; the first name that this system knows is taken.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const packageOfLibrary = {
  "libasound.so.2": ["libasound2t64", "libasound2"],
  "libatk-1.0.so.0": ["libatk1.0-0t64", "libatk1.0-0"],
  "libatk-bridge-2.0.so.0": ["libatk-bridge2.0-0t64", "libatk-bridge2.0-0"],
  "libatspi.so.0": ["libatspi2.0-0t64", "libatspi2.0-0"],
  "libcairo.so.2": ["libcairo2"],
  "libcups.so.2": ["libcups2t64", "libcups2"],
  "libdbus-1.so.3": ["libdbus-1-3"],
  "libdrm.so.2": ["libdrm2"],
  "libexpat.so.1": ["libexpat1"],
  "libgbm.so.1": ["libgbm1"],
  "libgio-2.0.so.0": ["libglib2.0-0t64", "libglib2.0-0"],
  "libglib-2.0.so.0": ["libglib2.0-0t64", "libglib2.0-0"],
  "libgobject-2.0.so.0": ["libglib2.0-0t64", "libglib2.0-0"],
  "libgtk-3.so.0": ["libgtk-3-0t64", "libgtk-3-0"],
  "libgdk-3.so.0": ["libgtk-3-0t64", "libgtk-3-0"],
  "libnspr4.so": ["libnspr4"],
  "libnss3.so": ["libnss3"],
  "libnssutil3.so": ["libnss3"],
  "libsmime3.so": ["libnss3"],
  "libpango-1.0.so.0": ["libpango-1.0-0"],
  "libudev.so.1": ["libudev1"],
  "libX11.so.6": ["libx11-6"],
  "libXcomposite.so.1": ["libxcomposite1"],
  "libXdamage.so.1": ["libxdamage1"],
  "libXext.so.6": ["libxext6"],
  "libXfixes.so.3": ["libxfixes3"],
  "libXrandr.so.2": ["libxrandr2"],
  "libXss.so.1": ["libxss1"],
  "libxcb.so.1": ["libxcb1"],
  "libxkbcommon.so.0": ["libxkbcommon0"],
};

/** Programs of a desktop without a screen, and the packages that hold them. */
const desktopPrograms = {
  Xvfb: "xvfb",
  xauth: "xauth",
  "dbus-run-session": "dbus",
  "dbus-launch": "dbus-x11",
  xfwm4: "xfwm4",
  "xfce4-panel": "xfce4-panel",
  hsetroot: "hsetroot",
  import: "imagemagick",
  xdotool: "xdotool",
  gdbus: "libglib2.0-bin",
};

/** A font for Latin, Korean and emoji, and the icons that the panel shows: no program tells that they are missing. */
const desktopFiles = {
  "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf": "fonts-noto-core",
  "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc": "fonts-noto-cjk",
  "/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf": "fonts-noto-color-emoji",
  "/usr/share/icons/Adwaita/index.theme": "adwaita-icon-theme",
  // The central database of tests; Debian keeps its programs out of the path.
  "/usr/lib/postgresql": "postgresql",
  // Another machine for tests.
  "/usr/sbin/sshd": "openssh-server",
  "/usr/bin/ssh": "openssh-client",
  "/usr/lib/notification-daemon/notification-daemon": "notification-daemon",
  // Electron opens it when the first notification is shown: it is not among what Electron links to.
  [`/usr/lib/${process.arch === "arm64" ? "aarch64" : "x86_64"}-linux-gnu/libnotify.so.4`]: "libnotify4",
  // Monitors that are plugged in and out, for tests.
  "/usr/lib/xorg/modules/drivers/dummy_drv.so": "xserver-xorg-video-dummy",
  "/usr/bin/xrandr": "x11-xserver-utils",
  "/usr/bin/xwininfo": "x11-utils",
};

/** @typedef {"whyWindow" | "whyScreen" | "whyDesktop" | "whyCompiler" | "whyPackage"} Why */

/**
 * Makes sure that the shared libraries of a program are there.
 * @param {string} executable
 */
export async function provideLibraries(executable) {
  if (process.platform !== "linux") return;
  const note = join(stampFolder, "libraries-found");
  const known = `${executable} ${statSync(executable).mtimeMs}`;
  if (readIfThere(note) === known) return;
  const missing = await missingLibraries(executable);
  if (missing.length > 0) await installLibraries(missing);
  writeWhole(note, known);
}

/** Makes sure that a program can run where there is no screen. */
export async function provideInvisibleScreen() {
  await providePrograms(["Xvfb"], {}, "whyScreen");
}

/** Makes sure that a whole desktop (window manager, panel with a tray, fonts) can run where there is no screen. */
export async function provideDesktop() {
  const programs = /** @type {(keyof typeof desktopPrograms)[]} */ (Object.keys(desktopPrograms));
  await providePrograms(programs, desktopFiles, "whyDesktop");
}

/** Makes sure that a .deb can be made. */
export async function providePackagingTools() {
  const missing = ["dpkg", "fakeroot"].filter((program) => !findProgram(program));
  await installOrExplain(missing, missing, "whyPackage");
}

/**
 * Makes sure that a .deb can be installed here with `dpkg -i`, which brings no dependencies along.
 * @param {string} deb
 */
export async function provideDependenciesOf(deb) {
  const { stdout } = await run("dpkg-deb", ["--field", deb, "Depends"]);
  const withoutVersions = stdout.replaceAll(/\s*\([^)]*\)/g, "");
  const needed = withoutVersions.trim().split(/\s*,\s*/).map((choice) => choice.split(/\s*\|\s*/));
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder of dpkg-query
  const installed = new Set((await run("dpkg-query", ["-W", "-f", "${Package}\n"])).stdout.split("\n"));
  const missing = needed.filter((choice) => !choice.some((name) => installed.has(name)));
  const packages = await Promise.all(missing.map(knownName));
  await installOrExplain(packages, packages, "whyPackage");
}

/** What a native module needs to be compiled and is not there. */
export function missingCompilers() {
  return ["g++", "make", "python3"].filter((program) => !findProgram(program));
}

/** @throws a PlainError with the command where it may not install */
export async function provideCompiler() {
  const packages = missingCompilers();
  await installOrExplain(packages, packages, "whyCompiler");
}

/**
 * @param {readonly (keyof typeof desktopPrograms)[]} programs
 * @param {Readonly<Record<string, string>>} files
 * @param {Why} why
 */
async function providePrograms(programs, files, why) {
  if (process.platform !== "linux") return;
  const missingPrograms = programs.filter((program) => !findProgram(program));
  const missingFiles = Object.keys(files).filter((file) => !existsSync(file));
  const packages = [
    ...missingPrograms.map((program) => desktopPrograms[program]),
    // Other systems keep fonts elsewhere; they are only asked for where apt can bring them.
    ...(hasApt() ? missingFiles.map((file) => files[file] ?? "") : []),
  ];
  await installOrExplain(packages, missingPrograms, why);
}

/** @param {string} executable */
async function missingLibraries(executable) {
  const { stdout } = await run("ldd", [executable]);
  return [...stdout.matchAll(/^\s*(\S+) => not found/gm)].map((match) => match[1] ?? "");
}

/** @param {readonly string[]} libraries */
async function installLibraries(libraries) {
  const unknown = libraries.filter((library) => !packageOfLibrary[library]);
  if (!hasApt() || unknown.length > 0) stopWith("librariesNeeded", { libraries: libraries.join(" ") });
  if (isRoot()) await refreshPackageLists();
  const packages = await Promise.all(libraries.map((library) => knownName(packageOfLibrary[library] ?? [])));
  await installOrExplain(packages, libraries, "whyWindow");
}

/**
 * @param {readonly string[]} names
 * @returns {Promise<string>}
 */
async function knownName(names) {
  for (const name of names) {
    const { stdout } = await run("apt-cache", ["policy", name]);
    if (/Candidate: (?!\(none\))/.test(stdout)) return name;
  }
  return names.at(-1) ?? "";
}

/**
 * Installs packages as root; anybody else gets the exact line to run.
 * @param {readonly string[]} packages
 * @param {readonly string[]} programs  what is missing, for systems without apt
 * @param {Why} why
 */
async function installOrExplain(packages, programs, why) {
  if (packages.length === 0) return;
  const list = [...new Set(packages)].join(" ");
  if (!hasApt()) stopWith("programsNeeded", { programs: programs.join(" "), why: sentence(why) });
  if (!isRoot()) stopWith("debianNeeded", { packages: await withLibraries(packages), why: sentence(why) });
  say("installingDebian", { packages: list });
  await refreshPackageLists();
  const done = await run(
    "apt-get",
    ["install", "-y", "-qq", "--no-install-recommends", ...aptWaits, ...list.split(" ")],
    { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } },
  );
  if (done.code !== 0) stopWith("debianFailed", { packages: list, detail: done.stderr.trim().slice(-2_000) });
}

/**
 * A person who has to ask for packages should have to ask once: what Electron will miss later is named with them.
 * @param {readonly string[]} packages
 */
async function withLibraries(packages) {
  const { stdout, code } = await run(findProgram("ldconfig") ?? "/sbin/ldconfig", ["-p"]);
  const missing = code === 0 ? Object.keys(packageOfLibrary).filter((library) => !stdout.includes(`\t${library} `)) : [];
  const names = await Promise.all(missing.map((library) => knownName(packageOfLibrary[library] ?? [])));
  return [...new Set([...packages, ...names])].join(" ");
}

/** Another apt at work (unattended upgrades) is waited for, not an error. */
const aptWaits = ["-o", "DPkg::Lock::Timeout=600"];
let listsAreFresh = false;

async function refreshPackageLists() {
  if (listsAreFresh) return;
  await run("apt-get", ["update", "-qq", ...aptWaits]);
  listsAreFresh = true;
}

function hasApt() {
  return findProgram("apt-get") !== undefined;
}
