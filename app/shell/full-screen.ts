/**
 * Which window fills a screen on X11, as the window manager tells it: the root window names the active window, and that window says whether it is
 * full-screen. Two `xprop -spy` wait for both, so that nothing is asked for while nothing changes. Free of Electron and of processes, which are passed in.
 */
import type { Rect } from "../../schemas/generated/types.ts";

export interface X11Tools {
  /** `xprop` with these arguments for as long as it is not stopped. @returns the function that stops it */
  spy(args: readonly string[], onLine: (line: string) => void): () => void;
  /** What `xwininfo` says of a window; "" when it cannot. */
  describe(windowId: string): Promise<string>;
}

/** Full-screen, though nobody can say where: the screen that begins at the origin, which is the only one on most desks. */
const SOMEWHERE: Rect = { x: 0, y: 0, width: 1, height: 1 };

export class FullScreenWatch {
  private stopRoot: (() => void) | null = null;
  private stopWindow: (() => void) | null = null;
  private active: string | null = null;
  private isFull = false;

  /** @param onChange where the active full-screen window is, in pixels of the X server; null: there is none */
  constructor(private readonly tools: X11Tools, private readonly onChange: (window: Rect | null) => void) {}

  set(on: boolean): void {
    if (on === (this.stopRoot !== null)) return;
    if (on) this.stopRoot = this.tools.spy(["-root", "-spy", "_NET_ACTIVE_WINDOW"], (line) => this.activeWindow(windowIn(line)));
    else this.stop();
  }

  private stop(): void {
    this.stopRoot?.();
    this.stopRoot = null;
    this.activeWindow(null);
  }

  private activeWindow(id: string | null): void {
    if (id === this.active) return;
    this.active = id;
    this.stopWindow?.();
    this.stopWindow = id === null ? null : this.tools.spy(["-id", id, "-spy", "_NET_WM_STATE"], (line) => this.stateOf(id, isFullScreen(line)));
    if (id === null) this.stateOf(null, false);
  }

  private stateOf(id: string | null, full: boolean): void {
    if (id !== this.active) return;
    if (!full) {
      if (this.isFull) this.onChange(null);
      this.isFull = false;
      return;
    }
    void this.tools.describe(id ?? "").then((text) => {
      if (id !== this.active || this.stopRoot === null) return;
      this.isFull = true;
      this.onChange(rectIn(text) ?? SOMEWHERE);
    });
  }
}

/** From `_NET_ACTIVE_WINDOW(WINDOW): window id # 0x1600003`; null when no window is active. */
export function windowIn(line: string): string | null {
  const id = /# (0x[0-9a-f]+)/i.exec(line)?.[1] ?? null;
  return id === null || Number(id) === 0 ? null : id;
}

/** From `_NET_WM_STATE(ATOM) = _NET_WM_STATE_FULLSCREEN, …`. */
export function isFullScreen(line: string): boolean {
  return /\b_NET_WM_STATE_FULLSCREEN\b/.test(line);
}

/** From the lines of `xwininfo`. */
export function rectIn(text: string): Rect | null {
  const [x, y, width, height] = ["Absolute upper-left X", "Absolute upper-left Y", "Width", "Height"].map((name) => new RegExp(`${name}:\\s*(-?\\d+)`).exec(text)?.[1]);
  return x === undefined || y === undefined || width === undefined || height === undefined ? null : { x: Number(x), y: Number(y), width: Number(width), height: Number(height) };
}
