// What Electron's own `default_app.asar` does, for a runtime that comes without one: `electron PATH` runs the app in PATH.
const { app } = require("electron");
const { existsSync, readFileSync, statSync } = require("node:fs");
const { dirname, join, resolve } = require("node:path");

const wanted = process.argv.slice(1).find((argument) => !argument.startsWith("-"));
if (wanted === undefined) {
  process.stderr.write("usage: electron PATH-OF-AN-APP\n");
  process.exit(1);
}
start(resolve(wanted));

/** @param {string} path a folder with a package.json, or a script */
function start(path) {
  const folder = statSync(path).isDirectory() ? path : dirname(path);
  const manifestPath = join(folder, "package.json");
  const manifest = existsSync(manifestPath) ? JSON.parse(readFileSync(manifestPath, "utf8")) : {};
  takeOverIdentity(folder, manifest);
  require(folder === path ? join(folder, manifest.main ?? "index.js") : path);
}

/**
 * @param {string} folder
 * @param {{ name?: string, productName?: string, version?: string, desktopName?: string }} manifest
 */
function takeOverIdentity(folder, manifest) {
  const name = manifest.productName ?? manifest.name;
  // @ts-expect-error Not documented: it exists for Electron's own default app.
  if (manifest.version) app.setVersion(manifest.version);
  if (name) {
    app.setName(name);
    // The default place was computed before the name was known.
    app.setPath("userData", join(app.getPath("appData"), name));
  }
  app.setDesktopName(manifest.desktopName ?? `${name ?? "electron"}.desktop`);
  // @ts-expect-error Not documented, as above.
  app.setAppPath(folder);
}
