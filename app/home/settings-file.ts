/** `settings.json` of the app's home. */
import { readFile, rename } from "node:fs/promises";
import { changedRules } from "../domain/notify/rules.ts";
import type { Clock, Notices, Settings } from "../parts.ts";
import type { SettingsChange } from "../../schemas/generated/types.ts";
import { Settings as isSettings, SettingsChange as isSettingsChange } from "../../schemas/generated/validators.mjs";
import { writeFileAtomic } from "./atomic-file.ts";
import { readLeniently, whatFits } from "./settings-mending.ts";
import { isRecord } from "../domain/unknown.ts";

export const DEFAULT_SETTINGS: Settings = {
  version: 1,
  locale: "system",
  mascots: { visible: true, size: "M", hide_in_full_screen: true, places: {}, display: null },
  launch: { by_hooks: true, unattended: false, after_quit: "next_attended_session" },
  do_not_disturb: false,
  login_item: false,
  memory: { enabled: true, sessions: 5 },
  tracking: { mode: "off", auto_create: true, projects: {}, accepted: {} },
  answering: { on: false, projects: {} },
  hooks: { auto_repair: false },
  context: { token_budget: null, warn_at: 0.8 },
  bridges: {
    discord: { enabled: false, by: "bot", channel: null, projects: {}, replies: "whole", phases: true },
    postgres: { enabled: false, host: "", port: 5432, database: "", user: "", ca_file: null, member: "", projects: {} },
    opentelemetry: { enabled: false, endpoint: "", traces: true, metrics: true, member: "", projects: {} },
  },
  retention: { days: 365, megabytes: 2_000 },
};

/** Where nobody knows how long things are to be kept: what is deleted does not come back. */
const KEEPING_ALL: Settings = { ...DEFAULT_SETTINGS, retention: { days: null, megabytes: null } };

export interface SettingsStore {
  get(): Settings;
  /**
   * Changes and saves; resolves once what follows from the change has been done too, so that what is told as set holds for the very next hook.
   * A failure to save raises the notice `settings_not_saved`; the change holds until the app ends.
   */
  update(change: (settings: Settings) => Settings): Promise<Settings>;
  /** The named changes of a window. @throws RangeError for what the schema does not have */
  apply(change: SettingsChange): Promise<Settings>;
  /** @param listener its promise is waited for, and must not reject */
  onChange(listener: SettingsListener): () => void;
  /** @param listener told once what follows from a change is done, what holds by then: of changes at once the last one, even where an earlier one takes longer */
  onDone(listener: (settings: Settings) => void): () => void;
}

type SettingsListener = (settings: Settings) => void | Promise<void>;

/**
 * Reads the settings. Of a damaged file what can still be read holds (settings-mending.ts); the file itself is kept aside (`settings.unreadable-<time>.json`). One of a newer version is left as it is
 * and not written to. It is said as a notice: `settings_partly_read` {file}, `settings_unreadable` {file} when nothing could be read, `settings_newer` {version}. The defaults hold for the rest,
 * but nothing is deleted by age or size until the person says so anew.
 * One with comments or a comma too many is whole: it is written anew without them, since hooks read it too, and the file with them is kept aside.
 */
export async function openSettings(path: string, deps: { clock: Clock; notices: Notices }): Promise<SettingsStore> {
  const start = await readSettings(path, deps);
  const settings = new FileSettings(path, start.settings, start.mayWrite, deps.notices);
  // Else the next start would find nothing.
  if (start.wasMended) await settings.update((same) => same);
  return settings;
}

interface Start {
  settings: Settings;
  mayWrite: boolean;
  wasMended?: boolean;
}

async function readSettings(path: string, deps: { clock: Clock; notices: Notices }): Promise<Start> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { settings: DEFAULT_SETTINGS, mayWrite: true };
    deps.notices.raise({ id: "settings_unreadable", level: "warn", values: { file: path } });
    return { settings: KEEPING_ALL, mayWrite: false };
  }
  const { value, isWhole, isStrict } = readLeniently(text);
  const version = isRecord(value) ? value["version"] : undefined;
  if (typeof version === "number" && version > DEFAULT_SETTINGS.version) {
    deps.notices.raise({ id: "settings_newer", level: "warn", values: { version } });
    return { settings: KEEPING_ALL, mayWrite: false };
  }
  const merged = isWhole ? withDefaults(value) : null;
  if (merged !== null && isStrict) return { settings: merged, mayWrite: true };
  const { mayWrite, file } = await keepAside(path, deps.clock);
  // Only the comments are gone from it.
  if (merged !== null) return { settings: merged, mayWrite, wasMended: true };
  const left = mended(value, isWhole);
  if (left === null) deps.notices.raise({ id: "settings_unreadable", level: "warn", values: { file } });
  else deps.notices.raise({ id: "settings_partly_read", level: "warn", values: { file } });
  return { settings: left ?? KEEPING_ALL, mayWrite, wasMended: true };
}

/** @returns null when nothing could be read */
function mended(value: unknown, isWhole: boolean): Settings | null {
  const left = whatFits(value, isWhole, (part) => withDefaults(part) !== null);
  const settings = left === null ? null : withDefaults(left);
  const isSaidHowLong = left?.["retention"] !== undefined || (isWhole && isRecord(value) && value["retention"] === undefined);
  return settings === null || isSaidHowLong ? settings : { ...settings, retention: KEEPING_ALL.retention };
}

/** @returns where it is now. Without a copy aside, saving would destroy what the person may still want to mend. */
async function keepAside(path: string, clock: Clock): Promise<{ mayWrite: boolean; file: string }> {
  const aside = path.replace(/(\.json)?$/, `.unreadable-${new Date(clock.now()).toISOString().replace(/[:.]/g, "-")}.json`);
  const mayWrite = await rename(path, aside).then(
    () => true,
    () => false,
  );
  return { mayWrite, file: mayWrite ? aside : path };
}

const SECTIONS = ["mascots", "launch", "memory", "tracking", "answering", "hooks", "context", "retention"] as const;

/** Settings of an earlier build may lack newer keys: those take their defaults. @returns null for what cannot be understood */
function withDefaults(value: unknown): Settings | null {
  if (!isRecord(value)) return null;
  const sections = Object.fromEntries(SECTIONS.map((key) => [key, overUsual(DEFAULT_SETTINGS[key], value[key])]));
  const merged: unknown = { ...DEFAULT_SETTINGS, ...value, ...sections, bridges: bridgesOverUsual(value["bridges"]) };
  return isSettings(merged) ? merged : null;
}

/** What is no section stays what it is, for the schema to refuse: who wrote `"memory": false` meant something. */
function overUsual(usual: object | undefined, given: unknown): unknown {
  if (given === undefined) return usual;
  return isRecord(given) ? { ...usual, ...given } : given;
}

function bridgesOverUsual(given: unknown): unknown {
  if (given !== undefined && !isRecord(given)) return given;
  return Object.fromEntries(Object.entries(DEFAULT_SETTINGS.bridges ?? {}).map(([name, usual]) => [name, overUsual(usual, given?.[name])]));
}

class FileSettings implements SettingsStore {
  private readonly listeners = new Set<SettingsListener>();
  private readonly doneListeners = new Set<(settings: Settings) => void>();
  private saving: Promise<void> = Promise.resolve();

  constructor(
    private readonly path: string,
    private current: Settings,
    private readonly mayWrite: boolean,
    private readonly notices: Notices,
  ) {}

  get(): Settings {
    return this.current;
  }

  async update(change: (settings: Settings) => Settings): Promise<Settings> {
    const next = change(this.current);
    if (!isSettings(next)) throw new RangeError("not valid settings");
    this.current = next;
    const followed = [...this.listeners].map((listener) => listener(next));
    // One at a time: of two saves under way the older must not be the one that stays.
    this.saving = this.saving.then(() => this.save());
    await Promise.all([this.saving, ...followed]);
    for (const listener of this.doneListeners) listener(this.current);
    return next;
  }

  apply(change: SettingsChange): Promise<Settings> {
    if (!isSettingsChange(change)) return Promise.reject(new RangeError("not a change of settings"));
    return this.update((settings) => applyChange(settings, change));
  }

  onChange(listener: SettingsListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  onDone(listener: (settings: Settings) => void): () => void {
    this.doneListeners.add(listener);
    return () => this.doneListeners.delete(listener);
  }

  private async save(): Promise<void> {
    if (!this.mayWrite) return;
    try {
      await writeFileAtomic(this.path, `${JSON.stringify(this.current, null, 2)}\n`);
      this.notices.clear("settings_not_saved");
    } catch (error) {
      this.notices.raise({ id: "settings_not_saved", level: "warn", values: { reason: (error as NodeJS.ErrnoException).code ?? "unknown" } });
    }
  }
}

function applyChange(settings: Settings, change: SettingsChange): Settings {
  const { locale, size, theme, hide_in_full_screen, do_not_disturb, login_item, launch_by_hooks, launch_unattended, launch_after_quit, memory, memory_sessions, tracking_mode, tracking_auto_create, tracking_project, hooks_auto_repair, answering, answering_project, notify, context } = change;
  return {
    ...settings,
    locale: locale ?? settings.locale,
    ...(notify || do_not_disturb !== undefined ? { notify: { ...changedRules(settings.notify, notify ?? {}), ...(do_not_disturb === undefined ? {} : { do_not_disturb_until: null }) } } : {}),
    do_not_disturb: do_not_disturb ?? settings.do_not_disturb,
    login_item: login_item ?? settings.login_item,
    mascots: { ...settings.mascots, size: size ?? settings.mascots.size, hide_in_full_screen: hide_in_full_screen ?? settings.mascots.hide_in_full_screen, ...(theme !== undefined && { theme }) },
    launch: {
      by_hooks: launch_by_hooks ?? settings.launch.by_hooks,
      unattended: launch_unattended ?? settings.launch.unattended,
      after_quit: launch_after_quit ?? settings.launch.after_quit,
    },
    context: context ?? settings.context,
    answering: {
      on: answering ?? settings.answering?.on ?? false,
      projects: answering_project ? withRule(settings.answering?.projects ?? {}, answering_project.project, answering_project.on) : (settings.answering?.projects ?? {}),
    },
    hooks: { auto_repair: hooks_auto_repair ?? settings.hooks?.auto_repair ?? false },
    memory: { enabled: memory ?? settings.memory.enabled, sessions: memory_sessions ?? settings.memory.sessions },
    tracking: {
      ...settings.tracking,
      mode: tracking_mode ?? settings.tracking.mode,
      auto_create: tracking_auto_create ?? settings.tracking.auto_create,
      projects: tracking_project ? withRule(settings.tracking.projects, tracking_project.project, tracking_project.mode) : settings.tracking.projects,
    },
  };
}

function withRule<Rule>(projects: Record<string, Rule>, project: string, rule: Rule | null): Record<string, Rule> {
  const { [project]: _before, ...others } = projects;
  return rule === null ? others : { ...others, [project]: rule };
}
