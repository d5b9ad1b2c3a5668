/**
 * Which files are transcripts: only those of the client's own folders. A payload may name any path; one that leads anywhere else, by dots or by links, is not opened.
 */
import { lstatSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { TranscriptFormat } from "../providers/transcript.ts";

export interface TranscriptPlace {
  path: string;
  sessionId: string;
  agentId: string | null;
}

export const NO_FOLDER = "no such folder";
const LONGEST_PATH = 4096;

export class TranscriptPlaces {
  /** @param configFolders absolute; the client's configuration folders that count, e.g. `~/.claude` and `CLAUDE_CONFIG_DIR` */
  constructor(
    readonly format: Pick<TranscriptFormat, "identify" | "projectsFolder" | "registryFolder">,
    private readonly configFolders: readonly string[],
  ) {}

  /** Folders of projects, as they are now: one may be a link that the person made. */
  projectFolders(): string[] {
    return this.existing(this.format.projectsFolder);
  }

  registryFolders(): string[] {
    return this.format.registryFolder === null ? [] : this.existing(this.format.registryFolder);
  }

  /**
   * @param sessionId whose transcript it is said to be; null: whoever's
   * @returns the place without links, or why it is none. The file itself need not exist yet
   */
  place(path: string, sessionId: string | null = null): TranscriptPlace | { refused: string } {
    if (!isAbsolute(path) || path.length > LONGEST_PATH || path.includes("\0")) return { refused: "not a path" };
    if (!path.endsWith(".jsonl")) return { refused: "not a transcript" };
    const folder = realOrNull(dirname(resolve(path)));
    if (folder === null) return { refused: NO_FOLDER };
    const real = join(folder, basename(path));
    for (const root of this.projectFolders()) {
      const below = relative(root, real);
      if (below === "" || below.startsWith("..") || isAbsolute(below)) continue;
      const whose = this.format.identify(below.split(sep).join("/"));
      if (whose === null) return { refused: "not a transcript" };
      if (sessionId !== null && whose.sessionId !== sessionId) return { refused: "another session's" };
      return { path: real, ...whose };
    }
    return { refused: "outside of the client's folders" };
  }

  private existing(below: string): string[] {
    return [...new Set(this.configFolders.map((folder) => realOrNull(join(folder, below))).filter((folder) => folder !== null))];
  }
}

function realOrNull(path: string): string | null {
  try {
    // Asked first: that there is none costs realpath an error with all that belongs to it, several times a second for each session whose folder is not there yet.
    return lstatSync(path, { throwIfNoEntry: false }) === undefined ? null : realpathSync(path);
  } catch {
    return null;
  }
}
