/** The dashboard: an ordinary window, made when it is wanted and gone when it is closed. */
import { BrowserWindow, nativeTheme } from "electron";
import type { DashboardOpen, Settings } from "../../schemas/generated/types.ts";
import type { Log } from "../parts.ts";
import { APP_ORIGIN } from "./app-files.ts";
import { displayAreas } from "./displays.ts";
import { onFirstDrawn } from "./first-show.ts";
import { isReachable, type Point } from "./geometry.ts";
import type { IpcHost } from "./ipc-host.ts";
import { webPreferences } from "./security.ts";
import { electronTimers } from "./timers.ts";

type Bounds = NonNullable<Settings["dashboard"]>;

export interface DashboardOptions {
  preload: string;
  icon: string;
  ipc: IpcHost;
  log: Log;
  title(): string;
  remembered(): Bounds | undefined;
  onBounds(bounds: Bounds): void;
  /** It came into sight or went out of it. */
  onSeen(): void;
}

const USUAL = { width: 1040, height: 720 };
/** The page's own ground, for the moments before it has drawn: neither white in a dark room nor black in a light one. */
const GROUND = { light: "#faf7f2", dark: "#1f1c19" };
const SMALLEST = { width: 480, height: 360 };

export class Dashboard {
  private window: BrowserWindow | null = null;

  private shows: string | null = null;

  constructor(private readonly options: DashboardOptions) {}

  /** Its page tells whose conversation it shows. */
  noteShown(sessionId: string | null): void {
    this.shows = sessionId;
  }

  /** The session whose conversation has the person's keyboard. */
  shownSession(): string | null {
    return this.window?.isFocused() ? this.shows : null;
  }

  open(target: DashboardOpen): void {
    if (!this.window) this.window = this.create();
    else this.bringUp(this.window);
    if (Object.keys(target).length > 0) this.options.ipc.push("agent:selected", target);
  }

  close(): void {
    this.window?.destroy();
    this.window = null;
  }

  isOpen(): boolean {
    return this.window !== null;
  }

  /** Open and not minimised; whether other windows lie over it nobody tells. */
  isSeen(): boolean {
    return this.window !== null && !this.window.isDestroyed() && this.window.isVisible() && !this.window.isMinimized();
  }

  private bringUp(window: BrowserWindow): void {
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  }

  private create(): BrowserWindow {
    const remembered = this.reachableBounds();
    const window = new BrowserWindow({
      show: false, ...USUAL, ...remembered, minWidth: SMALLEST.width, minHeight: SMALLEST.height, title: this.options.title(), icon: this.options.icon, autoHideMenuBar: true,
      backgroundColor: nativeTheme.shouldUseDarkColors ? GROUND.dark : GROUND.light, webPreferences: webPreferences(this.options.preload),
    });
    if (this.options.remembered()?.maximized) window.maximize();
    this.follow(window);
    void window.loadURL(`${APP_ORIGIN}/dashboard.html`).catch((error: Error) => {
      // Closed before it was there: that is the person's right, not a fault.
      if (!window.isDestroyed()) this.options.log.error("the dashboard's page could not be loaded", { error: error.message });
    });
    return window;
  }

  private follow(window: BrowserWindow): void {
    const { ipc } = this.options;
    const senderId = window.webContents.id;
    ipc.trust("dashboard", window.webContents);
    window.webContents.on("did-start-loading", () => ipc.restart(senderId));
    onFirstDrawn(window, () => window.show());
    const frame = frameOffset(window);
    for (const event of ["show", "hide", "minimize", "restore", "closed"]) window.on(event as "show", () => this.options.onSeen());
    window.on("close", () => this.options.onBounds(boundsOf(window, frame())));
    window.on("closed", () => {
      ipc.forget(senderId);
      this.shows = null;
      this.window = null;
    });
    window.webContents.on("render-process-gone", (_event, { reason }) => {
      if (reason !== "clean-exit") this.options.log.error("the dashboard's page is gone", { reason });
      // Closing it is the honest thing: the next opening starts a fresh one.
      if (!window.isDestroyed()) window.destroy();
    });
  }

  private reachableBounds(): Partial<Bounds> {
    const bounds = this.options.remembered();
    if (!bounds || !isReachable(bounds, displayAreas())) return {};
    const { x, y, width, height } = bounds;
    return { x, y, width, height };
  }
}

/** On X11 a window is asked for by its frame and answers with its content: remembered as it answers, it would creep at each opening. */
const LARGEST_FRAME = 80;
const FRAME_SETTLES = 400;

/** @returns how far the content ended from where the window was asked for, once that is known */
function frameOffset(window: BrowserWindow): () => Point {
  const asked = window.getBounds();
  let offset = { x: 0, y: 0 };
  window.once("show", () =>
    electronTimers.after(FRAME_SETTLES, () => {
      if (window.isDestroyed() || window.isMaximized()) return;
      const got = window.getBounds();
      const moved = { x: got.x - asked.x, y: got.y - asked.y };
      if (Math.max(Math.abs(moved.x), Math.abs(moved.y)) <= LARGEST_FRAME) offset = moved;
    }),
  );
  return () => offset;
}

function boundsOf(window: BrowserWindow, frame: Point): Bounds {
  const { x, y, width, height } = window.getNormalBounds();
  return { x: x - frame.x, y: y - frame.y, width, height, maximized: window.isMaximized() };
}
