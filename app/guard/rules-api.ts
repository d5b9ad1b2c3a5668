/** The guard's rules as people see and change them. */
import type { GuardChange, GuardFile, GuardProject, GuardProjects, GuardQuery, GuardState, Settings, SettingsChange } from "../../schemas/generated/types.ts";
import type { GuardDoor, GuardRulesApi } from "../parts.ts";
import type { Modes } from "./modes.ts";
import type { ReadProjectFile } from "./project-file.ts";

export interface RulesDependencies {
  modes: Modes;
  settings: { get(): Settings; apply(change: SettingsChange): Promise<Settings> };
  projectOf(folder: string): Promise<string>;
}

export function createRulesApi({ modes, settings, projectOf }: RulesDependencies): GuardRulesApi {
  async function state({ cwd }: GuardQuery): Promise<GuardState> {
    const { tracking } = settings.get();
    if (cwd === undefined) return { project: null, mode: tracking.mode, auto_create: tracking.auto_create, rule: null, everywhere: tracking.mode, waiting: null, problem: null };
    const project = await projectOf(cwd);
    const { held: { mode, autoCreate, waiting }, file } = await modes.look(project);
    return { project, mode, auto_create: autoCreate, rule: tracking.projects[project] ?? null, everywhere: tracking.mode, waiting: waiting?.mode ?? null, problem: file?.kind === "broken" ? file.problem : null };
  }

  return {
    state,
    async change({ cwd, mode, accept, hash }: GuardChange) {
      const project = cwd === undefined ? null : await projectOf(cwd);
      if (mode !== undefined) {
        if (project !== null) await settings.apply({ tracking_project: { project, mode } });
        else if (mode !== null) await settings.apply({ tracking_mode: mode });
      }
      if (accept && project !== null && !(await modes.accept(project, hash))) return null;
      return state(cwd === undefined ? {} : { cwd });
    },
  };
}

/** More projects nobody looks through. */
const LISTED_AT_MOST = 60;

export function createGuardDoor({ modes, settings, projectOf }: RulesDependencies): GuardDoor {
  async function list(folders: readonly string[]): Promise<GuardProjects> {
    const { tracking } = settings.get();
    const known = await Promise.all(folders.map((folder) => projectOf(folder)));
    const projects = [...new Set([...known, ...Object.keys(tracking.projects)])].slice(0, LISTED_AT_MOST);
    return { everywhere: tracking.mode, items: await Promise.all(projects.map(one)) };
  }

  async function one(project: string): Promise<GuardProject> {
    const { tracking } = settings.get();
    const { held, file } = await modes.look(project);
    return { project, mode: held.mode, rule: Object.hasOwn(tracking.projects, project) ? (tracking.projects[project] ?? null) : null, waiting: held.waiting?.mode ?? null, file: file && told(file, tracking.accepted[project]) };
  }

  return {
    list,
    async change({ project, mode, accept }, folders) {
      const { items } = await list(folders);
      if (!items.some((item) => item.project === project)) return list(folders);
      if (mode !== undefined) await settings.apply({ tracking_project: { project, mode } });
      if (accept !== undefined) await modes.accept(project, accept);
      return list(folders);
    },
  };
}

function told(file: Exclude<ReadProjectFile, { kind: "none" }>, accepted: string | undefined): GuardFile {
  if (file.kind === "broken") return { mode: null, hash: null, accepted: false, problem: file.problem };
  return { mode: file.rules.tracking?.mode ?? null, hash: file.hash, accepted: accepted === file.hash, problem: null };
}
