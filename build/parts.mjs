import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { hookCommandTargets } from "./forwarder-targets.mjs";
import { listFiles } from "./lib/files.mjs";
import { distFolder, inProject } from "./lib/paths.mjs";
import { run } from "./lib/run.mjs";

/**
 * @typedef {object} Part
 * @property {string} name
 * @property {readonly string[]} inputFolders  a change of any file in them (tests apart) makes the part stale
 * @property {readonly string[]} entries       files that must exist; the part is skipped without them
 * @property {readonly string[]} outputs       files whose absence makes the part stale
 * @property {(options: BuildOptions) => Promise<void>} build
 * @property {boolean} [changesItsInputs]      it writes into its own input folders
 */

/**
 * @typedef {object} BuildOptions
 * @property {boolean} development  source maps, readable code
 */

/**
 * The parts of the product that are made from sources, in the order they are built.
 * @returns {Part[]}
 */
export function productParts() {
  return [schemasPart(), ...appParts(), ...forwarderParts(), rendererPart(), iconsPart()];
}

/** @returns {Part} */
function schemasPart() {
  return {
    name: "schemas",
    changesItsInputs: true,
    inputFolders: ["schemas", "build/openapi"],
    entries: [inProject("build", "generate-schemas.mjs")],
    outputs: [inProject("schemas", "generated", "types.ts"), inProject("schemas", "generated", "validators.mjs")],
    build: async () => {
      const done = await run(process.execPath, [inProject("build", "generate-schemas.mjs")]);
      if (done.code !== 0) throw new Error(done.stderr || done.stdout);
    },
  };
}

/** @returns {Part[]} */
function appParts() {
  const workers = listFiles(inProject("app")).filter((file) => file.endsWith(".worker.ts"));
  return [
    appPart("app", "main.ts", "main.cjs"),
    appPart("preload", "shell/preload.ts", "preload.cjs"),
    ...workers.map((file) => appPart(basename(file, ".ts"), file, `${basename(file, ".ts")}.cjs`)),
  ];
}

/**
 * @param {string} name
 * @param {string} source  below app/
 * @param {string} target  below dist/app/
 * @returns {Part}
 */
function appPart(name, source, target) {
  return bundle({
    name,
    inputFolders: ["app", "schemas", "forwarder"],
    source: inProject("app", source),
    targets: [{ file: join(distFolder, "app", target), format: "cjs" }],
    // Electron 25, the oldest runtime the main process runs on, is Node 18.
    node: "node18.15",
    // pg looks for its native sister and does without.
    external: ["electron", "sqlite3", "pg-native"],
    alias: {
      express: inProject("build", "express-router.cjs"),
      // The form that takes the runtime's own fetch: the other brings an HTTP client that wants a newer Node.
      "@discordjs/rest": inProject("node_modules", "@discordjs", "rest", "dist", "web.mjs"),
    },
  });
}

/** @returns {Part[]} */
function forwarderParts() {
  const forwarder = join(distFolder, "forwarder");
  return [
    bundle({
      name: "forwarder",
      inputFolders: ["forwarder", "schemas"],
      source: inProject("forwarder", "forward-to-mascot.ts"),
      targets: hookCommandTargets.map(({ name, options }) => ({ file: join(forwarder, name), ...options })),
      node: "node18",
      external: [],
    }),
    bundle({
      name: "command line",
      inputFolders: ["forwarder", "schemas"],
      source: inProject("forwarder", "agent-mascot.ts"),
      targets: [{ file: join(forwarder, "agent-mascot.mjs"), format: "esm" }],
      node: "node18",
      external: [],
    }),
  ];
}

/**
 * @param {{ name: string, inputFolders: string[], source: string, targets: { file: string, format: "cjs" | "esm", minify?: boolean, supported?: Record<string, boolean>, banner?: { js: string } }[], node: string, external: string[], alias?: Record<string, string> }} what
 * @returns {Part}
 */
function bundle(what) {
  return {
    name: what.name,
    inputFolders: what.inputFolders,
    entries: [what.source],
    outputs: what.targets.map((target) => target.file),
    build: async ({ development }) => {
      // Loaded here: setup runs before esbuild is installed.
      const { build } = await import("esbuild");
      for (const target of what.targets) {
        await build({
          entryPoints: [what.source],
          outfile: target.file,
          bundle: true,
          platform: "node",
          target: what.node,
          format: target.format,
          // Names stay where people may read a stack; a smaller file is read sooner at the start and takes less memory.
          minifyWhitespace: !development,
          minifySyntax: !development,
          minifyIdentifiers: target.minify === true && !development,
          ...(target.supported ? { supported: target.supported } : {}),
          ...(target.banner ? { banner: target.banner } : {}),
          external: what.external,
          ...(what.alias ? { alias: what.alias } : {}),
          // jsonc-parser's other form loads its parts by a `require` that no bundler sees.
          mainFields: ["module", "main"],
          sourcemap: development ? "inline" : false,
          legalComments: "none",
          logLevel: "warning",
          define: { "process.env.NODE_ENV": JSON.stringify(development ? "development" : "production") },
        });
        if (!development) asOneByte(target.file);
      }
    },
  };
}

/**
 * One letter beyond Latin-1 makes V8 keep the whole program with two bytes a letter, for as long as it runs. esbuild escapes such letters but for those in patterns; there the escape means the same.
 * In a tagged template it would not: then the file stays as it is.
 * @param {string} file
 */
function asOneByte(file) {
  const text = readFileSync(file, "utf8");
  if (!/[^\0-\xff]/.test(text) || /[\w)]`[^`]*[^\0-\xff`][^`]*`/.test(text)) return;
  writeFileSync(file, text.replace(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`));
}

/** @returns {Part} */
function rendererPart() {
  const pages = ["mascots.html", "bubble.html", "card.html", "dashboard.html"].filter((page) => existsSync(inProject("renderer", page)));
  return {
    name: "windows",
    inputFolders: ["renderer", "schemas"],
    entries: [inProject("renderer", pages[0] ?? "mascots.html")],
    outputs: pages.map((page) => join(distFolder, "renderer", page)),
    build: async ({ development }) => {
      const { build } = await import("vite");
      const mode = development ? "development" : "production";
      await build({ configFile: inProject("vite.config.mts"), mode, logLevel: "warn" });
    },
  };
}

/**
 * The pictures that the app shows itself: all tray icons, and the icon of its windows.
 * @returns {Part}
 */
function iconsPart() {
  const target = join(distFolder, "icons");
  return {
    name: "icons",
    inputFolders: ["build/icons"],
    entries: [inProject("build", "icons", "tray")],
    outputs: [join(target, "tray"), join(target, "256x256.png")],
    build: async () => {
      rmSync(target, { recursive: true, force: true });
      cpSync(inProject("build", "icons", "tray"), join(target, "tray"), { recursive: true });
      cpSync(inProject("build", "icons", "256x256.png"), join(target, "256x256.png"));
    },
  };
}
