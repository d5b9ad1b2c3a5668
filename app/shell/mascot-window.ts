/** The mascots' window in Electron: transparent, on top, without focus. What it does and when is mascot-stage.ts. */
import { BrowserWindow, powerMonitor, screen } from "electron";
import type { Place, Rect } from "../../schemas/generated/types.ts";
import type { Clock, Log, Notices } from "../parts.ts";
import { APP_ORIGIN } from "./app-files.ts";
import type { ApartPlaces } from "./apart.ts";
import { displayAreas, onDisplaysChanged } from "./displays.ts";
import { yieldWhileDrawing } from "./drawing-priority.ts";
import { onFirstDrawn } from "./first-show.ts";
import type { IpcHost } from "./ipc-host.ts";
import { LookOut } from "./look-out.ts";
import { MascotStage, type StagePlaces, type StageWindow } from "./mascot-stage.ts";
import { PageGuard } from "./page-guard.ts";
import { webPreferences } from "./security.ts";
import { onNativeWayland } from "./single-instance.ts";
import { FullScreenWatch } from "./full-screen.ts";
import { electronTimers } from "./timers.ts";
import { x11Tools } from "./x11-tools.ts";

export interface MascotWindowOptions {
  preload: string;
  ipc: IpcHost;
  clock: Clock;
  log: Log;
  notices: Notices;
  remembered: StagePlaces;
  visible: boolean;
  /** X11: the window is cut to its shape. */
  shaped: boolean;
  /** Whether the mascots make way for full-screen windows. */
  makesWay: boolean;
  findProgram(name: string): string | null;
  onPlace(display: string, place: Place): void;
  onApart(apart: ApartPlaces): void;
  onChange(): void;
}

export interface MascotWindow {
  stage: MascotStage;
  browserWindow: BrowserWindow;
  /** False where nobody tells which windows are full-screen. */
  knowsFullScreen: boolean;
  makeWay(on: boolean): void;
  close(): void;
}

/** Others come on top for a moment while windows are switched; asserting it at once would lose the race. */
const RAISE_DELAY = 150;

/** How long the news of a restarted page is worth reading, in ms. */
const NEWS_STAYS = 5 * 60_000;

export function openMascotWindow(options: MascotWindowOptions): MascotWindow {
  const window = createWindow(options);
  const fullScreen = watchFullScreen(options, (rect) => stage.setFullScreen(rect));
  const lookOut = new LookOut(fullScreen, electronTimers, options.makesWay);
  const stage: MascotStage = new MascotStage({
    window: stageWindow(window), screen: { displays: displayAreas, cursor: () => screen.getCursorScreenPoint() }, timers: electronTimers,
    shaped: options.shaped, remembered: options.remembered, visible: options.visible, onPlace: options.onPlace, onApart: options.onApart, onChange: options.onChange,
    onWanted: (now) => lookOut.want(now),
  });
  const stops = [watchPage(window, stage, options), watchTop(window, stage), watchPower(stage), onDisplaysChanged(() => stage.displaysChanged())];
  void window.loadURL(`${APP_ORIGIN}/mascots.html`).catch((error: Error) => options.log.error("the mascots' page could not be loaded", { error: error.message }));
  return {
    stage,
    browserWindow: window,
    knowsFullScreen: fullScreen !== null || process.platform === "darwin",
    makeWay(on) {
      lookOut.makeWay(on);
      if (process.platform === "darwin") onEveryDesktop(window, on);
    },
    close() {
      stage.close();
      lookOut.close();
      for (const stop of stops) stop();
      if (!window.isDestroyed()) window.destroy();
    },
  };
}

/** The page has not told yet how large it is. A window of Wayland's own that begins with one pixel never draws anything. */
const FIRST_SIZE = { usual: { width: 1, height: 1 }, wayland: { width: 160, height: 120 } };

function createWindow(options: MascotWindowOptions): BrowserWindow {
  const window = new BrowserWindow({
    show: false, ...FIRST_SIZE[onNativeWayland() ? "wayland" : "usual"], frame: false, transparent: true, backgroundColor: "#00000000", hasShadow: false, resizable: false, movable: false, minimizable: false,
    maximizable: false, fullscreenable: false, closable: false, focusable: false, skipTaskbar: true, alwaysOnTop: true, acceptFirstMouse: true, roundedCorners: false,
    title: "Agent Mascot", // Sounds are played here, and nobody clicks before one.
    webPreferences: { ...webPreferences(options.preload), autoplayPolicy: "no-user-gesture-required" },
  });
  window.setAlwaysOnTop(true, TOP_LEVEL);
  onEveryDesktop(window, options.makesWay);
  options.ipc.trust("mascots", window.webContents);
  yieldWhileDrawing(window);
  return window;
}

/** On every desktop, but not over a film: full-screen spaces of macOS stay free. */
function onEveryDesktop(window: BrowserWindow, makesWay: boolean): void {
  window.setVisibleOnAllWorkspaces(true, { visibleOnFullScreen: !makesWay, skipTransformProcessType: true });
}

/** macOS keeps us out of its full-screen spaces by itself; Windows and Wayland tell nobody about other programs' windows. @returns null where there is nobody to ask */
function watchFullScreen(options: MascotWindowOptions, onChange: (window: Rect | null) => void): FullScreenWatch | null {
  if (process.platform !== "linux" || onNativeWayland()) return null;
  const xprop = options.findProgram("xprop");
  return xprop === null ? null : new FullScreenWatch(x11Tools(xprop, options.findProgram("xwininfo")), (rect) => onChange(rect && inDip(rect)));
}

/** X11 counts in pixels, with one scale for all displays. */
function inDip({ x, y, width, height }: Rect): Rect {
  const scale = screen.getPrimaryDisplay().scaleFactor;
  return { x: x / scale, y: y / scale, width: width / scale, height: height / scale };
}

/** Above the task bar on Windows, which would cover the feet; an ordinary floating panel on macOS, where higher levels cover menus. */
const TOP_LEVEL = process.platform === "darwin" ? "floating" : "screen-saver";

function stageWindow(window: BrowserWindow): StageWindow {
  const alive = (run: () => void) => {
    if (!window.isDestroyed()) run();
  };
  return {
    show: () => alive(() => window.showInactive()),
    hide: () => alive(() => window.hide()),
    setBounds: (bounds) => alive(() => window.setBounds(bounds, false)),
    // An empty list would give the whole rectangle back; one pixel outside means: nothing.
    setShape: (rects) => alive(() => window.setShape(rects.length > 0 ? rects : [{ x: 0, y: 0, width: 1, height: 1 }])),
    setClickThrough: (through) => alive(() => (through ? window.setIgnoreMouseEvents(true, { forward: true }) : window.setIgnoreMouseEvents(false))),
    raise: () =>
      alive(() => {
        if (!window.isAlwaysOnTop()) window.setAlwaysOnTop(true, TOP_LEVEL);
        window.moveTop();
      }),
    repaint: () => alive(() => window.webContents.invalidate()),
  };
}

function watchPage(window: BrowserWindow, stage: MascotStage, options: MascotWindowOptions): () => void {
  const guard = new PageGuard(() => options.clock.now());
  const contents = window.webContents;
  const senderId = contents.id;
  contents.on("did-start-loading", () => options.ipc.restart(senderId));
  onFirstDrawn(window, () => stage.pageReady());
  contents.on("render-process-gone", (_event, details) => {
    stage.pageLost();
    if (details.reason === "clean-exit" || window.isDestroyed()) return;
    options.log.error("the mascots' page is gone", { reason: details.reason });
    if (!guard.mayRestart()) {
      options.notices.clear("face_restarted");
      return options.notices.raise({ id: "face_failed", level: "error" });
    }
    options.notices.raise({ id: "face_restarted", level: "info" });
    electronTimers.after(NEWS_STAYS, () => options.notices.clear("face_restarted"));
    contents.once("did-finish-load", () => stage.pageReady());
    contents.reload();
  });
  window.on("unresponsive", () => options.log.warn("the mascots' page does not answer"));
  return () => options.ipc.forget(senderId);
}

/** Full-screen programs, task bars and other topmost windows push ours down without the system admitting it (W19). */
function watchTop(window: BrowserWindow, stage: MascotStage): () => void {
  let stop: (() => void) | null = null;
  const soon = () => {
    stop?.();
    stop = electronTimers.after(RAISE_DELAY, () => stage.raise());
  };
  window.on("blur", soon);
  window.on("always-on-top-changed", soon);
  return () => stop?.();
}

function watchPower(stage: MascotStage): () => void {
  const listeners = {
    suspend: () => stage.setHalt("suspended", true),
    resume: () => stage.setHalt("suspended", false),
    "lock-screen": () => stage.setHalt("locked", true),
    "unlock-screen": () => stage.setHalt("locked", false),
  };
  for (const [event, listener] of Object.entries(listeners)) powerMonitor.on(event as "suspend", listener);
  return () => {
    for (const [event, listener] of Object.entries(listeners)) powerMonitor.off(event as "suspend", listener);
  };
}
