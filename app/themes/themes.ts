/** Which look the mascots have: the chosen theme, read and checked once, kept in memory while it is shown. */
import { readdir } from "node:fs/promises";
import type { Log, Notices, Settings } from "../parts.ts";
import type { Themes } from "../themes-parts.ts";
import type { ThemeItem, ThemeList, ThemeManifest, ThemeProblem, ThemeView } from "../../schemas/generated/types.ts";
import { BUILT_IN, USUAL } from "./built-in.ts";
import { type LoadedTheme, readManifest, readTheme, ThemeFault } from "./read-theme.ts";

/** The host of `app://theme/…`. */
export const THEME_HOST = "theme";
/** More folders than this are not looked at. */
const MOST_THEMES = 50;
/** Raised while the chosen theme cannot be used. */
export const THEME_BROKEN = "theme_broken";

export interface ThemesDependencies {
  /** `<home>/themes`; may be absent. */
  folder: string;
  settings: { get(): Settings; onChange(listener: (settings: Settings) => void): () => void };
  notices: Notices;
  log: Log;
}

export function createThemes(deps: ThemesDependencies): Themes {
  return new KeptThemes(deps);
}

const plain = (id: string, manifest: ThemeManifest): LoadedTheme => ({ id, manifest, pictures: new Map() });
const USUAL_THEME = plain(USUAL, BUILT_IN.get(USUAL) as ThemeManifest);

class KeptThemes implements Themes {
  private shown: LoadedTheme = USUAL_THEME;
  private reading = 0;
  private chosen = "";
  private readonly listeners = new Set<() => void>();
  private readonly stop: () => void;

  constructor(private readonly deps: ThemesDependencies) {
    this.stop = deps.settings.onChange(() => void this.follow());
    void this.follow();
  }

  view(): ThemeView {
    const { id, manifest } = this.shown;
    const address = (name: string) => `app://${THEME_HOST}/${id}/${this.reading}/${name}`;
    const characters = manifest.characters as { pictures: Record<string, string> }[] | undefined;
    return {
      id, style: manifest.style ?? "ink", palettes: manifest.palettes ?? null,
      characters: characters?.map(({ pictures }) => Object.fromEntries(Object.entries(pictures).map(([state, name]) => [state, address(name)]))) ?? null,
    };
  }

  version(): string {
    return `${this.shown.id}#${this.reading}`;
  }

  async list(): Promise<ThemeList> {
    await this.read();
    const found = await this.folders();
    // What was chosen and is there no longer is said, not hidden.
    const ids = found.includes(this.wanted()) || BUILT_IN.has(this.wanted()) ? found : [...found, this.wanted()];
    const own = await Promise.all(ids.map((id) => this.item(id)));
    const ours = [...BUILT_IN].map(([id, { name }]): ThemeItem => ({ id, name, author: null, own: false, problem: null }));
    return { chosen: this.wanted(), shown: this.shown.id, folder: this.deps.folder, items: [...ours, ...own] };
  }

  picture(path: string): Buffer | null {
    const [, id, reading, ...name] = path.split("/");
    if (id !== this.shown.id || reading !== String(this.reading)) return null;
    return this.shown.pictures.get(name.join("/")) ?? null;
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  close(): void {
    this.stop();
    this.listeners.clear();
  }

  private wanted(): string {
    return this.deps.settings.get().mascots.theme ?? USUAL;
  }

  private async follow(): Promise<void> {
    if (this.wanted() === this.chosen) return;
    await this.read();
  }

  /** Takes the chosen theme, or the usual one and says why not. A choice made meanwhile wins. */
  private async read(): Promise<void> {
    const id = this.wanted();
    this.chosen = id;
    const builtIn = BUILT_IN.get(id);
    const read = builtIn ? plain(id, builtIn) : await readTheme(this.deps.folder, id).catch((fault: unknown) => this.broken(id, fault));
    if (this.chosen !== id) return;
    if (read) this.deps.notices.clear(THEME_BROKEN);
    this.show(read ?? USUAL_THEME);
  }

  private show(theme: LoadedTheme): void {
    if (sameTheme(theme, this.shown)) return;
    this.shown = theme;
    this.reading += 1;
    for (const listener of this.listeners) listener();
  }

  private broken(id: string, fault: unknown): null {
    const { where } = problemOf(fault);
    this.deps.log.warn("a theme cannot be used", { theme: id, problem: fault instanceof ThemeFault ? fault.message : String(fault) });
    this.deps.notices.raise({ id: THEME_BROKEN, level: "warn", values: { theme: id, where } });
    return null;
  }

  private async folders(): Promise<string[]> {
    const names = await readdir(this.deps.folder, { withFileTypes: true }).catch(() => []);
    return names.filter((entry) => (entry.isDirectory() || entry.isSymbolicLink()) && !entry.name.startsWith(".") && !BUILT_IN.has(entry.name)).map(({ name }) => name).sort().slice(0, MOST_THEMES);
  }

  /** The chosen one is read whole, so that what is wrong with its pictures is said, too. */
  private async item(id: string): Promise<ThemeItem> {
    try {
      const { name, author = null } = id === this.wanted() ? (await readTheme(this.deps.folder, id)).manifest : await readManifest(this.deps.folder, id);
      return { id, name, author, own: true, problem: null };
    } catch (fault) {
      return { id, name: id, author: null, own: true, problem: problemOf(fault) };
    }
  }
}

function problemOf(fault: unknown): ThemeProblem {
  return fault instanceof ThemeFault ? { key: fault.key, where: fault.where } : { key: "unreadable", where: "theme.json" };
}

function sameTheme(a: LoadedTheme, b: LoadedTheme): boolean {
  if (a.id !== b.id || JSON.stringify(a.manifest) !== JSON.stringify(b.manifest) || a.pictures.size !== b.pictures.size) return false;
  return [...a.pictures].every(([name, bytes]) => b.pictures.get(name)?.equals(bytes) ?? false);
}
