// Called by electron-builder when the app's folder is complete and before its fuses are set.
const { chmodSync, existsSync, rmSync } = require("node:fs");
const { join } = require("node:path");

/** @param {{ appOutDir: string, electronPlatformName: string }} context */
exports.default = async ({ appOutDir, electronPlatformName }) => {
  if (electronPlatformName !== "linux") return;
  const resources = join(appOutDir, "resources");
  // The runtime for development starts any app through a folder of this name; a package has only its own app.
  rmSync(join(resources, "app"), { recursive: true, force: true });
  const launcher = join(resources, "bin", "agent-mascot");
  if (existsSync(launcher)) chmodSync(launcher, 0o755);
};
