/** What the shell needs of the other parts; main.ts passes it in. */
import type { AppStatus, HooksScope, HooksStatus, Settings, SettingsChange } from "../../schemas/generated/types.ts";
import type { Clock, Log, Notices, WorldView } from "../parts.ts";

export interface SettingsDoor {
  get(): Settings;
  update(change: (settings: Settings) => Settings): Promise<Settings>;
  apply(change: SettingsChange): Promise<Settings>;
  onChange(listener: (settings: Settings) => void): () => void;
}

/** The hooks in the client's settings. Nothing here throws: what went wrong is in the status. */
export interface HooksDoor {
  /** The last known one; null before it was looked at. */
  known(): HooksStatus | null;
  status(): Promise<HooksStatus>;
  install(scope: HooksScope["scope"]): Promise<HooksStatus>;
  uninstall(scope: HooksScope["scope"]): Promise<HooksStatus>;
  onChange(listener: () => void): () => void;
}

export interface ShellDependencies {
  files: ShellFiles;
  settings: SettingsDoor;
  world: WorldView;
  notices: Notices;
  hooks: HooksDoor;
  status(): Promise<AppStatus>;
  clock: Clock;
  log: Log;
  /** How this run began (start-mode.ts). */
  start: StartMode;
  /** Development and tests: results of IPC are checked as well. */
  checkResults: boolean;
  /** The person wants the app to end. */
  quit(): void;
}

/** Absolute paths of what was built. */
export interface ShellFiles {
  preload: string;
  /** Folder with mascots.html and dashboard.html. */
  renderer: string;
  trayIcons: string;
  windowIcon: string;
}

export interface StartMode {
  /** In the tray, without any window until the person asks for one. */
  hidden: boolean;
  /** Started by a hook, at login or by another program: nothing may come up unasked. */
  byPerson: boolean;
}
