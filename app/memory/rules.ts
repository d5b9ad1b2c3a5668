/** What a person decided for their projects, at hand without asking the store each time; and "do not record", applied before anything is written. */
import type { AppendItem, EventStore } from "../parts.ts";
import type { MascotEvent, ProjectRules } from "../../schemas/generated/types.ts";
import type { ConversationStore } from "../conversation-parts.ts";
import { withoutContent } from "../domain/conversation/unrecorded.ts";

export interface Rules {
  /** Reads them, once. @throws StoreError while the log cannot be read */
  load(): Promise<void>;
  /** What lies in a project that is not recorded is not recorded either, unless a rule of its own says so. */
  of(project: string): ProjectRules;
  set(rules: ProjectRules): Promise<ProjectRules>;
  /** The folder lies in a project that is not recorded. Needs no look at any file, so that nothing that is said waits for one. */
  silences(folder: string): boolean;
  /** Everything was deleted: they are read again. */
  forget(): void;
}

export function createRules(store: Pick<ConversationStore, "projects" | "setProjectRules">): Rules {
  const known = new Map<string, ProjectRules>();
  let loading: Promise<void> | null = null;
  const load = async () => {
    for (const { project, record, memory } of (await store.projects()).items) if (!record || !memory) known.set(project, { project, record, memory });
  };
  const silences = (folder: string) => {
    if (folder === "") return false;
    for (const { project, record } of known.values()) if (!record && project !== "" && isWithin(folder, project)) return true;
    return false;
  };
  return {
    load() {
      loading ??= load().catch((error: unknown) => {
        loading = null;
        throw error;
      });
      return loading;
    },
    of: (project) => known.get(project) ?? { project, record: !silences(project), memory: true },
    async set(rules) {
      // At once: what is said from now on is meant.
      known.set(rules.project, rules);
      await store.setProjectRules(rules);
      return rules;
    },
    forget() {
      known.clear();
      loading = null;
    },
    silences,
  };
}

function isWithin(folder: string, project: string): boolean {
  const [inner, outer] = [folder, project].map((path) => path.replaceAll("\\", "/").replace(/\/+$/, ""));
  return inner === outer || (inner as string).startsWith(`${outer}/`);
}

const SESSIONS_REMEMBERED = 2_000;

/**
 * The event log as the pipeline sees it: events of projects that are not recorded lose what was said before they are appended, and for the world and the windows too.
 * A session belongs to the folder that it began in, wherever it works later; an event counts for its own folder as well.
 * Waits for the rules, which come with the log itself.
 * @param beganIn folder of a session that began in an earlier run
 */
export function discreet(store: Pick<EventStore, "append">, rules: Pick<Rules, "load" | "silences">, beganIn: (sessionId: string) => string | null): Pick<EventStore, "append"> {
  const homes = new Map<string, string>();
  const homeOf = (sessionId: string, folders: readonly string[]): string => {
    const known = homes.get(sessionId);
    if (known !== undefined) return known;
    const home = beganIn(sessionId) ?? folders[0];
    if (home === undefined) return "";
    if (homes.size >= SESSIONS_REMEMBERED) homes.delete(homes.keys().next().value as string);
    homes.set(sessionId, home);
    return home;
  };
  const isSilent = (event: MascotEvent) => {
    const folders = foldersOf(event);
    const home = event.session_id ? homeOf(event.session_id, folders) : "";
    return rules.silences(home) || folders.some((folder) => rules.silences(folder));
  };
  return {
    async append(items: AppendItem[]) {
      await rules.load();
      for (const { events } of items) events.forEach((event, i) => {
        if (isSilent(event)) events[i] = withoutContent(event);
      });
      return store.append(items);
    },
  };
}

/** The project's first. What could not be understood tells its folder in the raw alone. */
function foldersOf({ payload, raw }: MascotEvent): string[] {
  const folders: string[] = [];
  for (const told of [payload, raw]) {
    if (told === null || typeof told !== "object") continue;
    const { cwd, project_dir } = told as { cwd?: unknown; project_dir?: unknown };
    if (typeof project_dir === "string" && project_dir !== "") folders.push(project_dir);
    if (typeof cwd === "string" && cwd !== "") folders.push(cwd);
  }
  return folders;
}
