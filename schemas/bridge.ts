/**
 * What the preload gives to a window as `window.mascot`: named functions over the channels of ipc.schema.json and nothing else
 * (no generic send, callbacks get data, never Electron's event object).
 */
import type {
  AppStatus, DashboardOpen, HooksPlaces, HooksScope, HooksStatus, PatchBatch, Settings, SettingsChange, Snapshot, UiState, WindowShape,
} from "./generated/types.ts";

/** Takes a listener away again. */
export type Unsubscribe = () => void;

export interface MascotBridge {
  snapshot(): Promise<Snapshot>;
  onPatches(listener: (batch: PatchBatch) => void): Unsubscribe;
  uiState(): Promise<UiState>;
  onUiState(listener: (state: UiState) => void): Unsubscribe;
  reportShape(shape: WindowShape): void;
  hover(over: boolean): void;
  dragStart(): void;
  dragEnd(): void;
  openAgentMenu(agentId: string | null): void;
  openDashboard(where: DashboardOpen): void;
  setVisible(visible: boolean): void;
  hooksStatus(): Promise<HooksStatus>;
  hooksPlaces(): Promise<HooksPlaces>;
  /** Hooks came, went or changed in the settings that main watches. */
  onHooksChanged(listener: () => void): Unsubscribe;
  hooksInstall(scope: HooksScope): Promise<HooksStatus>;
  hooksUninstall(scope: HooksScope): Promise<HooksStatus>;
  appStatus(): Promise<AppStatus>;
  quit(): void;
  settings(): Promise<Settings>;
  changeSettings(change: SettingsChange): Promise<Settings>;
  onAgentSelected(listener: (where: DashboardOpen) => void): Unsubscribe;
}

declare global {
  interface Window {
    readonly mascot: MascotBridge;
  }
}
