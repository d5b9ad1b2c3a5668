/**
 * Hooks of tool calls wait for an answer while somebody guards edits. The installed line sees a project's own rules only in the folder that the client was started
 * in; where they lie further up, all hooks of tool calls wait for as long as the app runs.
 */
import type { MascotEvent } from "../../schemas/generated/types.ts";
import type { Modes } from "./modes.ts";

export interface Asking {
  /** Some project that sessions work in has rules of its own that the installed line would not see. */
  isNeeded(): boolean;
  noteCommitted(events: readonly MascotEvent[]): void;
}

export interface AskingDependencies {
  modes: Pick<Modes, "of">;
  projectOf(folder: string): Promise<string>;
  /** It became needed. */
  onNeeded(): void;
}

const FOLDERS_KNOWN = 500;

export function createAsking({ modes, projectOf, onNeeded }: AskingDependencies): Asking {
  const looked = new Set<string>();
  let needed = false;

  async function look(folder: string): Promise<void> {
    const project = await projectOf(folder);
    if (project === folder || (await modes.of(project)).mode === "off" || needed) return;
    needed = true;
    onNeeded();
  }

  return {
    isNeeded: () => needed,
    noteCommitted(events) {
      for (const { event_type, trust, payload } of events) {
        if (needed || trust === "unverified" || (event_type !== "session_started" && event_type !== "user_prompt")) continue;
        const { project_dir, cwd } = (payload ?? {}) as { project_dir?: string; cwd?: string };
        const folder = project_dir || cwd;
        // A prompt comes now and then: rules written meanwhile are seen with the next one.
        if (!folder || (event_type === "session_started" && looked.has(folder))) continue;
        if (looked.size >= FOLDERS_KNOWN) looked.clear();
        looked.add(folder);
        void look(folder);
      }
    },
  };
}
