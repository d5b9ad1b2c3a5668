/** Where the paths of a tool call lead, links followed as far as they exist. */
import { realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { wayInto } from "../inside.ts";
import { PROJECT_FILE } from "./project-file.ts";

export type Place = "inside" | "outside" | "rules";

export interface Surroundings {
  /** Its real folder. */
  project: string;
  /** Where relative paths begin. */
  cwd: string;
  /** For `~`. */
  userFolder: string;
}

const DEEPEST = 64;
/** One path that may be touched is enough; nobody names so many by hand. */
const LOOKED_AT = 64;
/** A dead network drive must not hold up the agent. */
const LOOK_BOUND_MS = 300;
/** The shell's own words for places that are no project's. */
const TEMPORARY = /^(?:\$\{?TMPDIR\b|\$\(mktemp\b|`mktemp\b)/;
/** Words that only running would tell. */
const OPEN = /[$`]/;

/** @returns for each path where it leads; inside also for what cannot be told */
export async function whereaboutsOf(paths: readonly string[], around: Surroundings): Promise<ReadonlyMap<string, Place>> {
  const looked = [...new Set(paths)].slice(0, LOOKED_AT);
  return new Map(await Promise.all(looked.map(async (path) => [path, await placeOf(path, around)] as const)));
}

/** Of a path beyond those that are looked at: by its name alone, so that many names before it do not hide the rules. */
export function unseenPlace(path: string): Place {
  return basename(path) === PROJECT_FILE ? "rules" : "inside";
}

async function placeOf(path: string, { project, cwd, userFolder }: Surroundings): Promise<Place> {
  if (TEMPORARY.test(path)) return "outside";
  const expanded = path === "~" || path.startsWith("~/") ? join(userFolder, path.slice(1)) : path;
  if (OPEN.test(expanded)) return expanded.endsWith(PROJECT_FILE) ? "rules" : "inside";
  const real = await bounded(resolve(cwd, expanded));
  if (wayInto(project, real) === null) return "outside";
  return basename(real) === PROJECT_FILE && dirname(real) === project ? "rules" : "inside";
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
