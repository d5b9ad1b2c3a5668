/** Where the paths of a tool call lead, links followed as far as they exist. */
import { lstat, realpath } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import { isPattern, mayMatch } from "../domain/guard/pattern.ts";
import type { Place } from "../domain/guard/rules.ts";
import { mayNameRules, PROJECT_FILE } from "../domain/guard/rules-file.ts";
import { wayInto } from "../machine/inside.ts";

export interface Surroundings {
  /** Its real folder. */
  project: string;
  /** Where relative paths begin. */
  cwd: string;
  /** For `~`. */
  userFolder: string;
  /** The app's own: what it keeps there (rules, token, log) is no agent's to write. */
  home: string;
}

const DEEPEST = 64;
/** One path that may be touched is enough; nobody names so many by hand. */
const LOOKED_AT = 64;
/** A dead network drive must not hold up the agent. */
const LOOK_BOUND_MS = 300;
/** The shell's own words for places that are no project's. */
const TEMPORARY = /^(?:\$TMPDIR\b|\$\{TMPDIR(?::-\/tmp)?\}|\$\(mktemp\))(?!.*\.\.)/;
/** Words that only running would tell. */
const OPEN = /[$`]/;

/** @returns for each path where it leads; inside also for what cannot be told */
export async function whereaboutsOf(paths: readonly string[], around: Surroundings): Promise<ReadonlyMap<string, Place>> {
  const looked = [...new Set(paths)].slice(0, LOOKED_AT);
  const home = await bounded(around.home);
  return new Map(await Promise.all(looked.map(async (path) => [path, await placeOf(path, { ...around, home })] as const)));
}

/** Of a path beyond those that are looked at: by its name alone, so that many names before it do not hide the rules. */
export function unseenPlace(path: string): Place {
  return mayNameRules(path) ? "rules" : "inside";
}

/** The project has a file of rules now, of any kind. */
export async function hasRules(project: string): Promise<boolean> {
  return lstat(join(project, PROJECT_FILE)).then(() => true, () => false);
}

async function placeOf(path: string, around: Surroundings): Promise<Place> {
  if (TEMPORARY.test(path)) return "outside";
  const expanded = known(path, around);
  if (OPEN.test(expanded)) return mayNameRules(expanded) ? "rules" : "inside";
  const full = resolve(around.cwd, expanded);
  if (isPattern(expanded)) return patternPlace(full, around);
  const [real, folder] = await Promise.all([bounded(full), bounded(dirname(full))]);
  // A link may lead away; to remove or replace it counts by where it is.
  const itself = join(folder, basename(full));
  const isRules = (file: string) => dirname(file) === around.project && mayNameRules(file);
  return isRules(real) || isRules(itself) || wayInto(around.home, real) !== null || wayInto(around.home, itself) !== null ? "rules" : placeIn(around.project, real);
}

/** The shell's words for places that are known here too. */
function known(path: string, { project, cwd, userFolder }: Surroundings): string {
  if (path === "~" || path.startsWith("~/")) return join(userFolder, path.slice(1));
  return path.replace(/^\$(?:\{(HOME|PWD|CLAUDE_PROJECT_DIR)\}|(HOME|PWD|CLAUDE_PROJECT_DIR)\b)/, (_, braced?: string, bare?: string) => ({ HOME: userFolder, PWD: cwd })[braced ?? bare ?? ""] ?? project);
}

function placeIn(project: string, real: string): Place {
  const way = wayInto(project, real);
  if (way === null) return wayInto(real, project) === null ? "outside" : "above";
  return way === "" ? "top" : "inside";
}

/** `../pro*` may be the project, and `../*`, then `x`, in it. */
async function patternPlace(full: string, { project, home }: Surroundings): Promise<Place> {
  const parts = full.split(/[\\/]/);
  const first = parts.findIndex(isPattern);
  const [folder, rest] = [await bounded(parts.slice(0, first).join(sep) || sep), parts.slice(first)];
  if (wayInto(home, folder) !== null) return "rules";
  const inside = wayInto(project, folder);
  if (inside !== null) return inside === "" && rest.length === 1 && mayNameRules(rest[0] ?? "") ? "rules" : "inside";
  const way = wayInto(folder, project)?.split(sep);
  if (way === undefined || !way.every((name, at) => at >= rest.length || mayMatch(rest[at] as string, name))) return "outside";
  if (rest.length <= way.length) return rest.length < way.length ? "above" : "top";
  return rest.length === way.length + 1 && mayNameRules(rest.at(-1) ?? "") ? "rules" : "inside";
}

async function bounded(path: string): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((done) => {
    timer = setTimeout(() => done(path), LOOK_BOUND_MS);
  });
  try {
    return await Promise.race([realOf(path), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Of a file that does not exist yet: in the real folder that will hold it. */
async function realOf(path: string): Promise<string> {
  let rest = "";
  let at = path;
  for (let depth = 0; depth < DEEPEST; depth++) {
    const real = await realpath(at).catch(() => null);
    if (real !== null) return join(real, rest);
    rest = join(basename(at), rest);
    if (dirname(at) === at) break;
    at = dirname(at);
  }
  return path;
}
