/** Reads a theme's folder: the manifest and the pictures that it names, nothing else, and nothing by a link. */
import { constants } from "node:fs";
import { lstat, open } from "node:fs/promises";
import { join } from "node:path";
import { ThemeManifest as isManifest } from "../../schemas/generated/validators.mjs";
import type { ThemeManifest, ThemeProblem } from "../../schemas/generated/types.ts";
import { contrast } from "./contrast.ts";
import { svgProblem } from "./svg-check.ts";

/** Bytes and counts; beyond them a theme is refused as a whole. */
export const LIMITS = { manifest: 128 * 1024, picture: 64 * 1024, pictures: 400, all: 8 * 1024 * 1024 } as const;

/** Of an outline against its body, as for our own palettes. */
const LEAST_CONTRAST = 3;

export interface LoadedTheme {
  readonly id: string;
  readonly manifest: ThemeManifest;
  /** Contents by the manifest's names for them. */
  readonly pictures: ReadonlyMap<string, Buffer>;
}

export class ThemeFault extends Error {
  constructor(
    readonly key: ThemeProblem["key"],
    readonly where: string,
  ) {
    super(`${key}: ${where}`);
  }
}

/**
 * @param folder that holds the folders of themes
 * @throws ThemeFault for whatever keeps the theme from being used
 */
export async function readTheme(folder: string, id: string): Promise<LoadedTheme> {
  const manifest = await readManifest(folder, id);
  return { id, manifest, pictures: await readPictures(join(folder, id), namesOf(manifest)) };
}

/** The manifest alone, checked. @throws ThemeFault */
export async function readManifest(folder: string, id: string): Promise<ThemeManifest> {
  if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(id)) throw new ThemeFault("name", id.slice(0, 60));
  await checkFolder(folder, "themes");
  await checkFolder(join(folder, id), id);
  const manifest = parsed((await readPlainFile(join(folder, id, "theme.json"), "theme.json", LIMITS.manifest)).toString("utf8"));
  manifest.palettes?.forEach(({ base, line }, at) => {
    if (contrast(base, line) < LEAST_CONTRAST) throw new ThemeFault("contrast", `/palettes/${at}`);
  });
  return manifest;
}

function parsed(text: string): ThemeManifest {
  let value: unknown;
  try {
    // Editors of Windows put a mark before it that JSON does not know.
    value = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    throw new ThemeFault("not_json", "theme.json");
  }
  if (isManifest(value)) return value as ThemeManifest;
  const first = isManifest.errors?.[0];
  throw new ThemeFault("manifest", `${first?.instancePath || "/"} ${first?.message ?? ""}`.trim().slice(0, 200));
}

function namesOf({ characters }: ThemeManifest): string[] {
  return [...new Set(((characters ?? []) as readonly { pictures: object }[]).flatMap(({ pictures }) => Object.values(pictures) as string[]))];
}

async function readPictures(folder: string, names: readonly string[]): Promise<Map<string, Buffer>> {
  if (names.length > LIMITS.pictures) throw new ThemeFault("too_many", "theme.json");
  const pictures = new Map<string, Buffer>();
  let size = 0;
  for (const name of names) {
    const picture = await readPicture(folder, name);
    size += picture.length;
    if (size > LIMITS.all) throw new ThemeFault("too_large", name);
    pictures.set(name, picture);
  }
  return pictures;
}

async function readPicture(folder: string, name: string): Promise<Buffer> {
  const steps = name.split("/");
  for (let depth = 1; depth < steps.length; depth += 1) await checkFolder(join(folder, ...steps.slice(0, depth)), name);
  const bytes = await readPlainFile(join(folder, ...steps), name, LIMITS.picture);
  const problem = svgProblem(bytes.toString("utf8"));
  if (problem) throw new ThemeFault(problem, name);
  return bytes;
}

async function checkFolder(path: string, where: string): Promise<void> {
  const found = await lstat(path).catch(() => null);
  if (!found) throw new ThemeFault("missing", where);
  if (found.isSymbolicLink()) throw new ThemeFault("link", where);
  if (!found.isDirectory()) throw new ThemeFault("unreadable", where);
}

/** A regular file of at most `limit` bytes. The size is asked of what was opened, and no more than it is read: a file that grows meanwhile is cut short. */
async function readPlainFile(path: string, where: string, limit: number): Promise<Buffer> {
  const found = await lstat(path).catch(() => null);
  if (!found) throw new ThemeFault("missing", where);
  if (found.isSymbolicLink()) throw new ThemeFault("link", where);
  if (!found.isFile()) throw new ThemeFault("unreadable", where);
  // Not by a link that came in between, and no pipe is waited for.
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)).catch(() => null);
  if (!file) throw new ThemeFault("unreadable", where);
  try {
    const { size } = await file.stat();
    if (size > limit) throw new ThemeFault("too_large", where);
    const bytes = Buffer.alloc(size);
    const { bytesRead } = await file.read(bytes, 0, size, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
