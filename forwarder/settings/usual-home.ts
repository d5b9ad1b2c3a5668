/** The home that lines lead to which are shared with others: they name no folder of one person. */
import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isForHome, type PlannedHook } from "./plan.ts";

export interface HomePlace {
  home: string;
  /** Of the person. */
  userFolder: string;
}

/** Those that serve this home. Entries of another one are none of its. */
export function entriesFor(hooks: readonly PlannedHook[], { home, userFolder }: HomePlace): PlannedHook[] {
  const usual = isUsualHome(home, userFolder);
  return hooks.filter((hook) => isForHome(hook, home, usual));
}

/** By the place and not the name alone: an app that was launched knows the person's folder from the password file, and their shell may call it otherwise. */
export function isUsualHome(home: string, userFolder: string): boolean {
  const usual = join(userFolder, ".agent-mascot");
  return home === usual || placeOf(home) === placeOf(usual);
}

/** A home that is not made yet is known by its folder. */
function placeOf(home: string): string {
  return realPathOf(home) ?? join(realPathOf(dirname(home)) ?? dirname(home), basename(home));
}

function realPathOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
