/** The person's wishes about notifications and sounds, complete: what they never changed is as usual. */
import type { NotifyChange, NotifyRules, Settings } from "../../../schemas/generated/types.ts";

export type FullNotifyRules = Required<NotifyRules>;

const USUAL: FullNotifyRules = {
  needs: true,
  finished: true,
  failed: true,
  long_turn_minutes: 3,
  show_text: true,
  quiet_hours: { on: false, from: "22:00", to: "08:00" },
  sounds: { on: false, volume: 0.5, needs: true, finished: true, failed: true },
  muted_projects: [],
  muted_sessions: [],
  do_not_disturb_until: null,
};

/** As many as the schema has room for: older sessions have long ended. */
const MOST_SESSIONS = 100;

export function notifyRules({ notify }: Pick<Settings, "notify">): FullNotifyRules {
  return { ...USUAL, ...notify };
}

/** The rules after the named changes. */
export function changedRules(rules: NotifyRules | undefined, change: NotifyChange): NotifyRules {
  const { project, session, quiet_hours, sounds, ...plain } = change;
  const full = { ...USUAL, ...rules };
  return {
    ...rules,
    ...plain,
    ...(quiet_hours ? { quiet_hours: { ...full.quiet_hours, ...quiet_hours } } : {}),
    ...(sounds ? { sounds: { ...full.sounds, ...sounds } } : {}),
    ...(project ? { muted_projects: listed(full.muted_projects, project.project, project.muted) } : {}),
    ...(session ? { muted_sessions: listed(full.muted_sessions, session.session_id, session.muted).slice(-MOST_SESSIONS) } : {}),
  };
}

function listed(list: readonly string[], entry: string, on: boolean): string[] {
  const others = list.filter((one) => one !== entry);
  return on ? [...others, entry] : others;
}

/** What a session's project is muted by: its folder, else the name of its workspace. */
export function projectKey({ project_dir, workspace_id }: { project_dir: string | null; workspace_id: string }): string {
  return project_dir ?? workspace_id;
}
