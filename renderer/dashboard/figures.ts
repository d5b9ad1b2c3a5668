/** Sizes, counts and names as people read them. Pure. */
import type { Locale } from "../shared/words.ts";
import { formatter } from "./format.ts";

const UNITS = ["B", "KB", "MB", "GB", "TB"];

/** In steps of 1,024, with a digit behind the point where it says something. */
export function sizeText(bytes: number, locale: Locale): string {
  let value = Math.max(0, bytes);
  let step = 0;
  while (value >= 999.5 && step < UNITS.length - 1) {
    value /= 1024;
    step++;
  }
  const digits = step > 0 && value < 99.5 ? 1 : 0;
  return `${formatter(`size ${digits} ${locale}`, () => new Intl.NumberFormat(locale, { maximumFractionDigits: digits })).format(value)} ${UNITS[step]}`;
}

export function countText(count: number, locale: Locale): string {
  return formatter(`count ${locale}`, () => new Intl.NumberFormat(locale)).format(count);
}

/** The last folder of a path, on any system. */
export function folderName(path: string): string {
  return path.split(/[\\/]+/).filter(Boolean).at(-1) ?? path;
}

/** Names by which these paths are told apart: the last folder, with those around it as far as it takes. */
export function distinctNames(paths: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const name = (alike: readonly string[], folders: number) => {
    const groups = new Map<string, string[]>();
    for (const path of alike) {
      const tail = lastFolders(path, folders);
      groups.set(tail, [...(groups.get(tail) ?? []), path]);
    }
    for (const [tail, group] of groups) {
      if (group.length === 1 || group.every((path) => lastFolders(path, folders + 1) === tail)) for (const path of group) names.set(path, tail);
      else name(group, folders + 1);
    }
  };
  name([...new Set(paths)], 1);
  return names;
}

function lastFolders(path: string, count: number): string {
  return path.split(/[\\/]+/).filter(Boolean).slice(-count).join("/") || path;
}

/** The other machine in a project's name (`host://box/home/me/garden`); null for a folder of this one. */
export function hostOf(project: string): string | null {
  return /^host:\/\/([^/]+)\//.exec(project)?.[1] ?? null;
}
