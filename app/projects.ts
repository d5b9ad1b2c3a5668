/**
 * Which project a folder belongs to: the top of its git tree, where a worktree is a tree of its own, else the folder itself. Found by looking for `.git` upward;
 * nothing is run.
 */
import { realpath, stat } from "node:fs/promises";
import { dirname, isAbsolute, normalize, parse } from "node:path";
import type { Clock } from "./parts.ts";

export interface ProjectFinder {
  /** @param folder as a client told it @returns its project; the folder itself where it cannot be looked at */
  find(folder: string): Promise<string>;
}

/** A folder may become a git tree later. */
const KNOWN_FOR_MS = 60_000;
const KNOWN_AT_MOST = 1_000;
/** A dead network drive must not hold up what others said. */
const LOOK_BOUND_MS = 1_000;
const DEEPEST = 64;

export function createProjectFinder(clock: Clock, platform: NodeJS.Platform = process.platform): ProjectFinder {
  const known = new Map<string, { project: Promise<string>; at: number }>();
  return {
    find(folder) {
      const cached = known.get(folder);
      if (cached && Math.abs(clock.now() - cached.at) < KNOWN_FOR_MS) return cached.project;
      if (known.size >= KNOWN_AT_MOST) known.clear();
      const project = maybeLookedAt(folder, platform) ? bounded(topOf(folder), folder) : Promise.resolve(folder);
      known.set(folder, { project, at: clock.now() });
      return project;
    },
  };
}

/** Paths of another system, and on Windows those of other machines, which would be asked with the person's name and password. */
function maybeLookedAt(folder: string, platform: NodeJS.Platform): boolean {
  return isAbsolute(folder) && !(platform === "win32" && /^[\\/]{2}/.test(folder));
}

async function topOf(folder: string): Promise<string> {
  const real = await realpath(folder).catch(() => trimmed(folder));
  const { root } = parse(real);
  let at = real;
  for (let depth = 0; depth < DEEPEST; depth++) {
    // A file for worktrees and submodules, a folder for the rest.
    if (await exists(`${at}/.git`)) return at;
    if (at === root) break;
    at = dirname(at);
  }
  return real;
}

function trimmed(folder: string): string {
  const normal = normalize(folder);
  return normal.length > 1 ? normal.replace(/[\\/]+$/, "") || normal : normal;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function bounded(looking: Promise<string>, folder: string): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(trimmed(folder)), LOOK_BOUND_MS);
    timer.unref();
  });
  try {
    return await Promise.race([looking, late]);
  } finally {
    clearTimeout(timer);
  }
}
