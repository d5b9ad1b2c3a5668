/** Which mode holds for a project: the person's rule for it, or their rule for all, and what its own file adds. */
import type { GuardMode, Settings } from "../../schemas/generated/types.ts";
import { effectiveMode, isLooser } from "../domain/guard/rules.ts";
import type { FileProblem, ReadProjectFile } from "./project-file.ts";

export interface HeldMode {
  mode: GuardMode;
  autoCreate: boolean;
  /** The project's file would loosen what holds, and waits for the person's word. */
  waiting: { mode: GuardMode; hash: string } | null;
}

export interface Modes {
  /** Resolves soon; never rejects. */
  of(project: string): Promise<HeldMode>;
  /** The same with the file as it is now; null: there is none. */
  look(project: string): Promise<{ held: HeldMode; file: Exclude<ReadProjectFile, { kind: "none" }> | null }>;
  /**
   * The person lets the file loosen their rules: as it is now, and no other.
   * @param seen hash of the file that they saw
   * @returns false when there is nothing to accept, or another file by now
   */
  accept(project: string, seen?: string): Promise<boolean>;
}

export interface ModesDependencies {
  settings: { get(): Pick<Settings, "tracking">; update(change: (settings: Settings) => Settings): Promise<unknown> };
  read(project: string): Promise<ReadProjectFile>;
  /** A file that cannot be understood; null once it can. */
  say(project: string, problem: FileProblem | null): void;
  /** The project's file was taken away or lets more pass than before, which may be an agent's doing; null once that is settled. */
  sayLooser(project: string, change: { from: GuardMode; to: GuardMode } | null): void;
}

/** What held for a project when it was last asked. */
interface Held {
  mode: GuardMode;
  hash: string | null;
  /** The person's rules. */
  told: string;
}

const KNOWN_AT_MOST = 500;

export function createModes({ settings, read, say, sayLooser }: ModesDependencies): Modes {
  /** The last file of a project that could be understood: it holds on while its successor is broken. */
  const understood = new Map<string, Extract<ReadProjectFile, { kind: "rules" }> | null>();
  const said = new Set<string>();
  const held = new Map<string, Held>();
  const looser = new Map<string, GuardMode>();

  /** Once the person has spoken, or the rules are back, it is settled. */
  function compare(project: string, now: Held): void {
    const before = held.get(project);
    if (held.size >= KNOWN_AT_MOST) held.clear();
    held.set(project, now);
    const from = looser.get(project);
    if (before === undefined) return;
    if (before.told === now.told && before.hash !== now.hash && isLooser(now.mode, before.mode)) {
      looser.set(project, from ?? before.mode);
      sayLooser(project, { from: from ?? before.mode, to: now.mode });
    } else if (from !== undefined && (before.told !== now.told || !isLooser(now.mode, from))) {
      looser.delete(project);
      sayLooser(project, null);
    }
  }

  function rulesIn(project: string, now: ReadProjectFile): Extract<ReadProjectFile, { kind: "rules" }> | null {
    if (now.kind === "broken") {
      said.add(project);
      say(project, now.problem);
      return understood.get(project) ?? null;
    }
    if (said.delete(project)) say(project, null);
    if (understood.size >= KNOWN_AT_MOST) understood.clear();
    const rules = now.kind === "rules" ? now : null;
    understood.set(project, rules);
    return rules;
  }

  async function look(project: string): Promise<{ held: HeldMode; now: ReadProjectFile }> {
    const now = await read(project);
    const { tracking } = settings.get();
    const file = rulesIn(project, now);
    const base = Object.hasOwn(tracking.projects, project) ? (tracking.projects[project] as GuardMode) : tracking.mode;
    const wanted = file?.rules.tracking?.mode ?? null;
    const mode = effectiveMode(base, wanted, file !== null && tracking.accepted[project] === file.hash);
    compare(project, { mode, hash: file?.hash ?? null, told: [tracking.mode, tracking.projects[project] ?? "", tracking.accepted[project] ?? ""].join() });
    const waiting = file !== null && wanted !== null && wanted !== mode ? { mode: wanted, hash: file.hash } : null;
    return { held: { mode, autoCreate: file?.rules.tracking?.auto_create ?? tracking.auto_create, waiting }, now };
  }

  return {
    of: async (project) => (await look(project)).held,
    async look(project) {
      const { held: mode, now } = await look(project);
      return { held: mode, file: now.kind === "none" ? null : now };
    },
    async accept(project, seen) {
      const { waiting } = await this.of(project);
      if (waiting === null || (seen !== undefined && seen !== waiting.hash)) return false;
      await settings.update((all) => ({ ...all, tracking: { ...all.tracking, accepted: { ...all.tracking.accepted, [project]: waiting.hash } } }));
      return true;
    },
  };
}

/** While anybody may be denied or warned, hooks of tool calls wait for an answer; projects with a file of their own ask by themselves. */
export function guardsAnywhere({ tracking }: Pick<Settings, "tracking">): boolean {
  return tracking.mode !== "off" || Object.values(tracking.projects).some((mode) => mode !== "off");
}
