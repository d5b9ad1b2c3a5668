/** The folders that agents worked in lately, the newest first. Pure. */
import type { PatchBatch, SessionView } from "../../schemas/generated/types.ts";

/** More than these nobody reads through. */
const MOST = 8;

export class RecentProjects {
  /** From the oldest to the newest. */
  private readonly folders = new Set<string>();

  constructor(sessions: readonly SessionView[]) {
    for (const session of [...sessions].sort((a, b) => a.last_event_at.localeCompare(b.last_event_at))) this.note(session);
  }

  follow({ changes }: PatchBatch): void {
    for (const change of changes) if (change.kind === "session-update") this.note(change.session);
  }

  list(): string[] {
    return [...this.folders].reverse();
  }

  /** What an unverified sender says is no reason to look into a folder, let alone to offer writing there. */
  private note({ project_dir: folder, trust, host }: SessionView): void {
    if (folder === null || host || trust !== "verified") return;
    this.folders.delete(folder);
    this.folders.add(folder);
    const [oldest] = this.folders;
    if (this.folders.size > MOST && oldest !== undefined) this.folders.delete(oldest);
  }
}
