/** The guard's rules as people see and change them. */
import type { GuardChange, GuardQuery, GuardState, Settings, SettingsChange } from "../../schemas/generated/types.ts";
import type { GuardRulesApi } from "../parts.ts";
import type { Modes } from "./modes.ts";

export interface RulesDependencies {
  modes: Modes;
  settings: { get(): Settings; apply(change: SettingsChange): Promise<Settings> };
  projectOf(folder: string): Promise<string>;
}

export function createRulesApi({ modes, settings, projectOf }: RulesDependencies): GuardRulesApi {
  async function state({ cwd }: GuardQuery): Promise<GuardState> {
    const { tracking } = settings.get();
    if (cwd === undefined) return { project: null, mode: tracking.mode, auto_create: tracking.auto_create, rule: null, everywhere: tracking.mode, waiting: null };
    const project = await projectOf(cwd);
    const { mode, autoCreate, waiting } = await modes.of(project);
    return { project, mode, auto_create: autoCreate, rule: tracking.projects[project] ?? null, everywhere: tracking.mode, waiting: waiting?.mode ?? null };
  }

  return {
    state,
    async change({ cwd, mode, accept }: GuardChange) {
      const project = cwd === undefined ? null : await projectOf(cwd);
      if (mode !== undefined) {
        if (project !== null) await settings.apply({ tracking_project: { project, mode } });
        else if (mode !== null) await settings.apply({ tracking_mode: mode });
      }
      if (accept && project !== null && !(await modes.accept(project))) return null;
      return state(cwd === undefined ? {} : { cwd });
    },
  };
}
