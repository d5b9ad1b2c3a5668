/**
 * A window over a figure: the bubble in which a request is answered, or the card of an agent. A window of its own: the mascots' takes no keys, and is only as large as they are. It comes up
 * without taking the keyboard, and is made when it is first wanted. A bubble gets the keyboard by a click; a card takes neither keys nor clicks.
 */
import { BrowserWindow } from "electron";
import type { Rect } from "../../schemas/generated/types.ts";
import type { Log } from "../parts.ts";
import { APP_ORIGIN } from "./app-files.ts";
import { placeBubble } from "./bubble-place.ts";
import { displayAreas } from "./displays.ts";
import { displayAt, sameRect, type Size } from "./geometry.ts";
import type { IpcHost } from "./ipc-host.ts";
import { webPreferences } from "./security.ts";
import { electronTimers } from "./timers.ts";

export interface BubbleWindowOptions {
  kind: "bubble" | "card";
  preload: string;
  ipc: IpcHost;
  log: Log;
  /** The person closed it, by the keyboard or a menu of the desktop. */
  onClosed?(): void;
}

/** The next request often comes soon; after that the page's memory is worth more than its readiness. */
const KEPT_MS = 60_000;
/** Window managers of X11 forget that a window is no program of its own, to be listed in the task bar, whenever it is hidden; what it is they do not. */
const NO_PROGRAM = process.platform === "linux" ? { type: "toolbar" } : {};
const START = { width: 400, height: 240 };

export class BubbleWindow {
  private window: BrowserWindow | null = null;
  private wanted = false;
  private figure: Rect | null = null;
  private size: Size | null = null;
  private stopKeeping: (() => void) | null = null;

  constructor(private readonly options: BubbleWindowOptions) {}

  /** @param figure where the figure is on the screen that it belongs to */
  show(figure: Rect): void {
    this.wanted = true;
    this.figure = figure;
    this.prepare();
    this.place();
  }

  /** The page is there when it is wanted; nothing is shown. */
  prepare(): void {
    this.stopKeeping?.();
    this.stopKeeping = null;
    this.window ??= this.create();
  }

  hide(): void {
    if (!this.wanted) return;
    this.wanted = false;
    if (this.window !== null && !this.window.isDestroyed()) this.window.hide();
    this.stopKeeping = electronTimers.after(KEPT_MS, () => this.close());
  }

  /** What the page needs, in DIP. */
  setSize(size: Size): void {
    this.size = size;
    this.place();
  }

  close(): void {
    this.stopKeeping?.();
    this.stopKeeping = null;
    this.window?.destroy();
    this.window = null;
    this.size = null;
  }

  private place(): void {
    const { window, figure, size, wanted } = this;
    if (window === null || figure === null || size === null || !wanted || window.isDestroyed()) return;
    const area = displayAt({ x: figure.x + figure.width / 2, y: figure.y + figure.height / 2 }, displayAreas());
    if (area === null) return;
    const { window: bounds, ...placed } = placeBubble(figure, size, area.workArea);
    if (!sameRect(bounds, window.getBounds())) window.setBounds(bounds, false);
    if (!window.isVisible()) {
      window.showInactive();
      // Window managers of X11 forget what was asked for before it was there.
      keepInSight(window);
    }
    // Over the small bubbles of other figures.
    window.moveTop();
    this.options.ipc.push(`${this.options.kind}:placed`, placed);
  }

  private create(): BrowserWindow {
    const { ipc, log, preload, kind } = this.options;
    const window = new BrowserWindow({
      show: false, ...START, frame: false, transparent: true, backgroundColor: "#00000000", hasShadow: false, resizable: false, movable: false, minimizable: false, maximizable: false,
      fullscreenable: false, skipTaskbar: true, alwaysOnTop: true, acceptFirstMouse: false, roundedCorners: false, title: "Agent Mascot", webPreferences: webPreferences(preload),
      focusable: kind === "bubble", ...(kind === "bubble" ? NO_PROGRAM : {}),
    });
    if (kind === "card") window.setIgnoreMouseEvents(true);
    keepInSight(window);
    const senderId = window.webContents.id;
    ipc.trust(kind, window.webContents);
    window.webContents.on("did-start-loading", () => ipc.restart(senderId));
    window.on("close", () => this.options.onClosed?.());
    window.on("closed", () => {
      ipc.forget(senderId);
      if (this.window === window) this.window = null;
    });
    window.webContents.on("render-process-gone", (_event, { reason }) => {
      if (reason !== "clean-exit") log.error("a page over a figure is gone", { kind, reason });
      if (!window.isDestroyed()) window.destroy();
    });
    void window.loadURL(`${APP_ORIGIN}/${kind}.html`).catch((error: Error) => {
      if (!window.isDestroyed()) log.error("a page over a figure could not be loaded", { kind, error: error.message });
    });
    return window;
  }
}

/** Over the window that the person goes on working in, on every desktop. */
function keepInSight(window: BrowserWindow): void {
  window.setAlwaysOnTop(true, process.platform === "darwin" ? "floating" : "screen-saver");
  window.setVisibleOnAllWorkspaces(true, { skipTransformProcessType: true });
}
