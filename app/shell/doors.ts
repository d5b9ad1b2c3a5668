/** What the shell needs of the other parts; assembly/ passes it in. */
import type { AppStatus, DoctorReport, HooksBackups, HooksChange, HooksPlace, HooksPreview, OtherHooksChange, OtherHooksList, HooksScope, HooksStatus, Settings, SettingsChange } from "../../schemas/generated/types.ts";
import type { AnsweringDoor } from "../answering-parts.ts";
import type { BridgesDoor } from "../bridges-parts.ts";
import type { ConversationDoor } from "../conversation-parts.ts";
import type { FiguresApi } from "../figures-parts.ts";
import type { Clock, GuardDoor, Log, Notices, WorldView } from "../parts.ts";
import type { PortsDoor } from "../ports-parts.ts";
import type { QuietKeeper } from "../quiet.ts";
import type { Themes } from "../themes-parts.ts";

export interface SettingsDoor {
  get(): Settings;
  update(change: (settings: Settings) => Settings): Promise<Settings>;
  apply(change: SettingsChange): Promise<Settings>;
  onChange(listener: (settings: Settings) => void): () => void;
  /** Once what follows from a change is done. */
  onDone(listener: (settings: Settings) => void): () => void;
}

/** Hooks of other products; a change only after the person saw its preview and said yes. */
export interface OtherHooksDoor {
  list(): OtherHooksList;
  preview(change: OtherHooksChange): HooksPreview;
  change(change: OtherHooksChange): OtherHooksList;
}

/** The hooks in the client's settings. Nothing here throws: what went wrong is in the status. */
export interface HooksDoor {
  /** The last known one; null before it was looked at. */
  known(): HooksStatus | null;
  status(): Promise<HooksStatus>;
  /** The person's own settings first, then those of the given projects. @param projects absolute folders */
  places(projects: readonly string[]): Promise<HooksPlace[]>;
  /** @param project for the scopes `project` and `local` */
  install(scope: HooksScope["scope"], project?: string): Promise<HooksStatus>;
  uninstall(scope: HooksScope["scope"], project?: string): Promise<HooksStatus>;
  /** What a change would do to the file; nothing is written. */
  preview(change: HooksChange): Promise<HooksPreview>;
  /** Copies of the file, the newest first. */
  backups(scope: HooksScope["scope"], project?: string): Promise<HooksBackups>;
  /** @param name of one of them */
  restore(scope: HooksScope["scope"], project: string | undefined, name: string): Promise<HooksStatus>;
  /** Every file that hooks were installed into, and the copies of the hook command. */
  repair(): Promise<void>;
  onChange(listener: () => void): () => void;
}

/** Looks at everything between a hook and a mascot. */
export interface DoctorDoor {
  /** @param project whose settings files are looked at, too; null: none */
  run(project: string | null): Promise<DoctorReport>;
}

export interface ShellDependencies {
  answering: AnsweringDoor;
  doctor: DoctorDoor;
  conversation: ConversationDoor;
  figures: FiguresApi;
  /** A mascot that walks in, waves and leaves. */
  hello(): Promise<{ ok: boolean }>;
  ports: PortsDoor;
  bridges: BridgesDoor;
  guard: GuardDoor;
  files: ShellFiles;
  settings: SettingsDoor;
  themes: Themes;
  quiet: QuietKeeper;
  world: WorldView;
  notices: Notices;
  hooks: HooksDoor;
  otherHooks: OtherHooksDoor;
  status(): Promise<AppStatus>;
  clock: Clock;
  log: Log;
  /** Absolute path of a program of the system; null when it is not there. */
  findProgram(name: string): string | null;
  /** Calls an agent by another name; null: by the client's. */
  rename(agentId: string, name: string | null): Promise<void>;
  /** How full a session's context is, in tokens; null where no transcript tells. */
  contextOf(sessionId: string): { tokens: number; holds: number } | null;
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
  /** Somebody asked to see the app before, which was ending then: this one owes it. */
  owesRaise: boolean;
}
