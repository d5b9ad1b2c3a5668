/** How often a page that died may be started again. Pure: the clock is passed in. */

/** A page that dies more often than this in the window of time is broken, and reloading it for ever burns the person's battery. */
const MOST_RESTARTS = 3;
const WINDOW_MS = 60_000;

export class PageGuard {
  private restarts: number[] = [];

  constructor(private readonly now: () => number) {}

  /** @returns true when the page may be loaded again */
  mayRestart(): boolean {
    const now = this.now();
    this.restarts = this.restarts.filter((at) => now - at < WINDOW_MS);
    if (this.restarts.length >= MOST_RESTARTS) return false;
    this.restarts.push(now);
    return true;
  }
}
