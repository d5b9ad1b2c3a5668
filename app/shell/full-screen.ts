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

/** It stays the one that counts while the person works on another screen, until it is left, gone, or something else is used on its own screen. */
interface Film {
  id: string;
  where: Rect;
}

export class FullScreenWatch {
  private stopRoot: (() => void) | null = null;
  /** Of the active window, and of the film. */
  private readonly spies = new Map<string, () => void>();
  private active: string | null = null;
  private film: Film | null = null;

  /** @param onChange where the full-screen window is, in pixels of the X server; null: there is none */
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
    if (id === null) this.over();
    else if (this.film !== null && this.film.id !== id) void this.isFilmLeft(this.film, id);
    this.forgetOthers();
    if (id === null || this.spies.has(id)) return;
    this.spies.set(id, this.tools.spy(["-id", id, "-spy", "_NET_WM_STATE"], (line) => void this.stateOf(id, isFullScreen(line))));
  }

  private async stateOf(id: string, full: boolean): Promise<void> {
    if (!full && this.film?.id === id) this.over();
    if (!full || id !== this.active) return;
    const where = rectIn(await this.tools.describe(id)) ?? SOMEWHERE;
    if (id !== this.active) return;
    this.film = { id, where };
    this.forgetOthers();
    this.onChange(where);
  }

  private async isFilmLeft(film: Film, id: string): Promise<void> {
    const [itself, other] = (await Promise.all([this.tools.describe(film.id), this.tools.describe(id)])).map(rectIn);
    if (this.film !== film || this.active !== id) return;
    if (!itself || !other || isMiddleIn(other, film.where)) this.over();
  }

  private over(): void {
    if (this.film === null) return;
    this.film = null;
    this.forgetOthers();
    this.onChange(null);
  }

  private forgetOthers(): void {
    for (const [id, stop] of this.spies) {
      if (id === this.active || id === this.film?.id) continue;
      this.spies.delete(id);
      stop();
    }
  }
}

function isMiddleIn(window: Rect, area: Rect): boolean {
  const x = window.x + window.width / 2;
  const y = window.y + window.height / 2;
  return x >= area.x && x < area.x + area.width && y >= area.y && y < area.y + area.height;
}

/** From `_NET_ACTIVE_WINDOW(WINDOW): window id # 0x1600003`; null when no window is active. */
export function windowIn(line: string): string | null {
  const id = /# (0x[0-9a-f]+)/i.exec(line)?.[1] ?? null;
  return id === null || Number(id) === 0 ? null : id;
}

/** From `_NET_WM_STATE(ATOM) = _NET_WM_STATE_FULLSCREEN, …`; a minimised window keeps that word. */
export function isFullScreen(line: string): boolean {
  return /\b_NET_WM_STATE_FULLSCREEN\b/.test(line) && !/\b_NET_WM_STATE_HIDDEN\b/.test(line);
}

/** From the lines of `xwininfo`. */
export function rectIn(text: string): Rect | null {
  const [x, y, width, height] = ["Absolute upper-left X", "Absolute upper-left Y", "Width", "Height"].map((name) => new RegExp(`${name}:\\s*(-?\\d+)`).exec(text)?.[1]);
  return x === undefined || y === undefined || width === undefined || height === undefined ? null : { x: Number(x), y: Number(y), width: Number(width), height: Number(height) };
}
