import { readdirSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { inProject } from "../lib/paths.mjs";

/**
 * @typedef {import("./source.mjs").Source & { path: string, lines: number }} SourceFile
 *   path: relative to the project, with `/`
 */

/**
 * @typedef {object} Rule
 * @property {string} name
 * @property {(file: SourceFile) => string[]} complaints  sentences; none when the file keeps the rule
 */

/**
 * Where a relative import leads, relative to the project; a package or built-in stays as it is.
 * @param {SourceFile} file
 * @param {string} specifier
 */
export function resolveImport(file, specifier) {
  return specifier.startsWith(".") ? join(dirname(file.path), specifier) : specifier;
}

/**
 * Tests and what only tests use.
 * @param {string} path
 */
const isTest = (path) => /\.test\.tsx?$|\/testing\/|\/test-support[\w-]*(\.tsx?$|\/)/.test(path);

/** @param {string} specifier */
const isBuiltIn = (specifier) => specifier.startsWith("node:");

/** @param {string} target */
const isPackage = (target) => !isBuiltIn(target) && !isProjectFile(target);

/** @param {string} target */
const isProjectFile = (target) => /^(app|renderer|forwarder|schemas|build|e2e|bench)\//.test(target) || target.startsWith("..");

/**
 * A world and what its files may import, apart from themselves.
 * @typedef {{ world: RegExp, may: readonly RegExp[], builtIns: boolean, packages: boolean | RegExp, why: string }} World
 */

/**
 * Files beside no world (tests, configuration) may import anything. The first world that matches a path counts.
 * @type {readonly World[]}
 */
const worlds = [
  {
    world: /^schemas\//,
    may: [],
    builtIns: false,
    packages: false,
    why: "schemas/ is shared by every world, so it imports nothing",
  },
  {
    world: /^app\/domain\//,
    may: [/^schemas\//],
    builtIns: false,
    // A parser of shell commands: text in, tree out, nothing else.
    packages: /^unbash$/,
    why: "app/domain is pure: nothing but itself, schemas/ and the shell parser",
  },
  {
    world: /^renderer\//,
    may: [/^schemas\//],
    builtIns: false,
    packages: true,
    why: "renderer/ runs in a window: itself, schemas/ and browser packages only",
  },
  {
    world: /^forwarder\//,
    may: [/^schemas\//],
    builtIns: true,
    // The command line edits settings files with it; the hook command never reaches it (see the bundle rule).
    packages: /^jsonc-parser$/,
    why: "forwarder/ runs anywhere Node runs: itself, schemas/ and Node's built-ins only",
  },
  {
    world: /^app\/hooks\//,
    may: [/^schemas\//, /^app\/domain\//, /^app\/(machine\/)?[^/]+$/, /^forwarder\/(settings|doctor|providers)\//],
    builtIns: true,
    packages: true,
    why: "app/hooks shares the edits of settings files (forwarder/settings, forwarder/providers) and the doctor (forwarder/doctor) with the command line, and nothing else",
  },
  {
    world: /^app\/pipeline\//,
    may: [/^schemas\//, /^app\/domain\//, /^app\/(machine\/)?[^/]+$/, /^app\/providers\//],
    builtIns: true,
    packages: true,
    why: "the road reads payloads through the providers' adapters; whatever else it needs is passed in",
  },
  {
    world: /^app\/transcripts\//,
    may: [/^schemas\//, /^app\/domain\//, /^app\/(machine\/)?[^/]+$/, /^app\/providers\//],
    builtIns: true,
    packages: true,
    why: "transcripts are read through the providers' adapters, in a thread that nothing can be passed into; whatever else is needed is passed in",
  },
  {
    world: /^app\/(main\.ts$|assembly\/)/,
    may: [/^schemas\//, /^app\//],
    builtIns: true,
    packages: true,
    why: "the composition knows the parts of the app, not the other worlds",
  },
  {
    world: /^app\/machine\/make-folder\.ts$/,
    may: [/^forwarder\/make-folder\.ts$/],
    builtIns: false,
    packages: false,
    why: "the app and the hook commands make their folders alike, and share nothing else",
  },
  {
    world: /^app\/machine\/spool-end\.ts$/,
    may: [/^forwarder\/hook\/spool-end\.ts$/],
    builtIns: false,
    packages: false,
    why: "the app and the relay know a whole file of the spool by the same signs, and share nothing else",
  },
  {
    world: /^app\/machine\/client-identity\.ts$/,
    may: [/^schemas\//, /^app\/(machine\/)?[^/]+$/, /^forwarder\/hook\/read-identity\.ts$/],
    builtIns: true,
    packages: false,
    why: "a session's terminal is told apart in the same way by the app and by the hook command, which share nothing else",
  },
  {
    world: /^app\//,
    may: [/^schemas\//, /^app\/domain\//, /^app\/(machine\/)?[^/]+$/],
    builtIns: true,
    packages: true,
    why: "parts of the app meet in app/assembly and app/parts.ts; what one needs of another is passed in",
  },
];

/** @type {Rule} */
const worldsRule = {
  name: "worlds",
  complaints(file) {
    const world = isTest(file.path) ? undefined : worlds.find((candidate) => candidate.world.test(file.path));
    if (!world) return [];
    return file.imports
      .map((specifier) => resolveImport(file, specifier))
      .filter((target) => !allowed(world, file.path, target))
      .map((target) => `imports ${target}: ${world.why}`);
  },
};

/**
 * @param {World} world
 * @param {string} from
 * @param {string} target
 */
function allowed(world, from, target) {
  if (isBuiltIn(target)) return world.builtIns;
  if (isPackage(target)) return world.packages instanceof RegExp ? world.packages.test(target) : world.packages;
  return homeOf(target) === homeOf(from) || world.may.some((pattern) => pattern.test(target));
}

/**
 * The folder inside which files may import each other freely.
 * @param {string} path
 */
function homeOf(path) {
  const parts = path.split("/");
  return parts[0] === "app" ? parts.slice(0, 2).join("/") : parts[0];
}

/**
 * A rule that says: only these places may do this.
 * @param {string} name
 * @param {{ where: RegExp, except?: RegExp, tests?: boolean, finds: (file: SourceFile) => unknown, says: string }} what
 *   tests: true when test files are bound as well
 * @returns {Rule}
 */
function only(name, { where, except, tests = false, finds, says }) {
  return {
    name,
    complaints(file) {
      const bound = where.test(file.path) && !except?.test(file.path) && (tests || !isTest(file.path));
      return bound && finds(file) ? [says] : [];
    },
  };
}

/** @param {RegExp} pattern */
const importing = (pattern) => (/** @type {SourceFile} */ file) => file.imports.some((specifier) => pattern.test(specifier));

/** @param {RegExp} pattern */
const saying = (pattern) => (/** @type {SourceFile} */ file) => pattern.test(file.code);

/** One folder each; `generic` is a word like others, and no product. */
const PROVIDERS = new Set(readdirSync(inProject("app/providers"), { withFileTypes: true }).filter((entry) => entry.isDirectory() && entry.name !== "generic").map(({ name }) => name));

const productCode = /^(app|renderer|forwarder|schemas)\//;
const sqlText = /\b(?:SELECT\s[\s\S]+\sFROM|INSERT\s+(?:OR\s+\w+\s+)?INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM|CREATE\s+(?:TABLE|INDEX|UNIQUE|VIRTUAL|TRIGGER)|ALTER\s+TABLE|PRAGMA\s)/;

/** @type {readonly Rule[]} */
export const rules = [
  worldsRule,
  only("electron", {
    where: productCode,
    except: /^app\/((main|command-line)\.ts$|shell\/)/,
    finds: importing(/^electron(\/|$)/),
    says: "imports electron: only app/shell and the compositions (app/main.ts, app/command-line.ts) may",
  }),
  only("sqlite", {
    where: productCode,
    except: /^app\/store\//,
    finds: importing(/^sqlite3$|^node:sqlite$/),
    says: "imports a database: only app/store may",
  }),
  only("sql", {
    where: productCode,
    // The central PostgreSQL is another database with its own SQL.
    except: /^app\/(store|bridges\/postgres)\//,
    finds: (file) => file.strings.some((text) => sqlText.test(text)),
    says: "contains SQL: only app/store knows it",
  }),
  only("clock and chance", {
    where: /^app\/domain\//,
    finds: saying(/\bDate\.now\b|\bnew Date\(\s*\)|\bMath\.random\b|\bperformance\.|\bset(?:Timeout|Interval|Immediate)\b|\bprocess\./),
    says: "asks a clock, chance or the process: app/domain gets such things passed in",
  }),
  only("forwarder output", {
    where: /^forwarder\//,
    except: /\/output\.ts$/,
    finds: saying(/\bprocess\.std(?:out|err)\b|\bconsole\.|\bwriteSync\(\s*[12]\b/),
    says: "writes to the terminal: a hook's output is read by the agent, so only forwarder/**/output.ts may",
  }),
  only("child processes", {
    where: productCode,
    except: /^app\/shell\/|^app\/(?:.*\/)?(?:launch|spawn)[\w-]*\.ts$|^forwarder\/(?:.*\/)?(?:launch|spawn)[\w-]*\.ts$/,
    finds: importing(/^(node:)?child_process$/),
    says: "starts processes: only app/shell and modules named launch… or spawn… may",
  }),
  only("raw ipc", {
    where: productCode,
    except: /^app\/shell\/(ipc[\w-]*|preload)\.ts$|^app\/shell\/ipc\//,
    finds: saying(/\bipc(?:Main|Renderer)\b/),
    says: "uses raw IPC: only app/shell/ipc… and the preload may, where sender and schema are checked",
  }),
  only("synchronous files", {
    where: /^app\/(collector|pipeline)\//,
    finds: saying(/\b(?:read|write|append|open|close|stat|lstat|exists|mkdir|readdir|rename|unlink|rm|copyFile|access|fsync)(?:File|dir)?Sync\b/i),
    says: "blocks on a file: an agent is waiting for the collector",
  }),
  only("page injection", {
    where: /^renderer\//,
    finds: saying(/\bdangerouslySetInnerHTML\b|\.(?:inner|outer)HTML\s*=|\binsertAdjacentHTML\b|\beval\s*\(|\bnew Function\b/),
    says: "turns text into markup or code: what agents write is shown as text",
  }),
  only("insecure windows", {
    where: /^app\//,
    finds: saying(/\b(?:nodeIntegration\w*|webviewTag|allowRunningInsecureContent|experimentalFeatures)\s*:\s*true|\b(?:sandbox|contextIsolation|webSecurity)\s*:\s*false/),
    says: "opens a window without its protections",
  }),
  only("provider names", {
    where: /^(app|forwarder|renderer)\//,
    except: /^(?:app|forwarder)\/providers\/|^app\/domain\/provider\.ts$|^app\/hooks\/spawn-client\.ts$|^forwarder\/launch\/launch-client-version\.ts$/,
    // A name that the file also has as a field of its own is a word like others there (a cursor in a log).
    finds: (file) => file.strings.some((text) => PROVIDERS.has(text) && !new RegExp(`\\b${text}\\b`).test(file.code)),
    says: "names a provider: what is peculiar to one is in its folders under app/providers and forwarder/providers",
  }),
  {
    name: "a provider's own folder",
    complaints(file) {
      const [, own] = /^(?:app|forwarder)\/providers\/([a-z]+)\//.exec(file.path) ?? [];
      const others = own === undefined || isTest(file.path) ? [] : file.strings.filter((text) => PROVIDERS.has(text) && text !== own);
      return others.map((name) => `names ${name} in the folder of ${own}`);
    },
  },
  only("length", {
    where: /^(app|renderer|forwarder|schemas|build)\//,
    except: /^schemas\/generated\//,
    finds: (file) => file.lines > 400,
    says: "is longer than 400 lines: it has more than one subject",
  }),
];

/**
 * Rules about the project as a whole.
 * @param {readonly SourceFile[]} files
 * @returns {{ path: string, rule: string, complaint: string }[]}
 */
export function projectComplaints(files) {
  return [...openExternalComplaints(files), ...hookBundleComplaints(files), ...beforeInstallComplaints(files)];
}

/** @param {readonly SourceFile[]} files */
function openExternalComplaints(files) {
  const users = files.filter((file) => !isTest(file.path) && productCode.test(file.path) && /\bopenExternal\b/.test(file.code));
  const callers = users.filter((file) => /\bshell\s*\.\s*openExternal\b/.test(file.code));
  return callers.slice(1).map((file) => ({
    path: file.path,
    rule: "open external",
    complaint: `calls shell.openExternal, which ${callers[0]?.path} does already: one file checks addresses for all`,
  }));
}

/**
 * The hook command starts at every tool call: it must not even load a package.
 * @param {readonly SourceFile[]} files
 */
function hookBundleComplaints(files) {
  return packagesReached(files, ["forwarder/forward-to-mascot.ts"], "imports").map(({ path, target }) => ({
    path,
    rule: "hook bundle",
    complaint: `brings ${target} into the hook command`,
  }));
}

const firstCommands = ["setup", "start", "test", "build", "lint", "dist"].map((name) => `build/${name}.mjs`);

/**
 * The first commands of a fresh clone install the packages: until then there are none to import.
 * @param {readonly SourceFile[]} files
 */
function beforeInstallComplaints(files) {
  return packagesReached(files, firstCommands, "imported").map(({ path, target }) => ({
    path,
    rule: "before install",
    complaint: `imports ${target}, which is not there yet when a fresh clone runs its first command: import() it where it is used`,
  }));
}

/**
 * Every package that is imported by a file or by what it imports, and so on.
 * @param {readonly SourceFile[]} files
 * @param {readonly string[]} starts
 * @param {"imports" | "imported"} kind
 */
function packagesReached(files, starts, kind) {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const seen = new Set();
  const waiting = [...starts];
  const found = [];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const file = byPath.get(path);
    if (!file || seen.has(path)) continue;
    seen.add(path);
    for (const target of file[kind].map((specifier) => resolveImport(file, specifier))) {
      if (isPackage(target)) found.push({ path, target });
      else waiting.push(target);
    }
  }
  return found;
}
