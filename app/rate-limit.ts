/** A token bucket: `perSecond` in the long run, `burst` at once. Pure but for its own count. */
export class RateLimit {
  private left: number;
  private filledAt: number | null = null;

  constructor(
    private readonly perSecond: number,
    private readonly burst: number,
  ) {
    this.left = burst;
  }

  /** @param now milliseconds; a clock that goes backwards refills nothing and takes nothing */
  take(now: number): boolean {
    const passed = this.filledAt === null ? 0 : Math.max(0, now - this.filledAt);
    this.filledAt = now;
    this.left = Math.min(this.burst, this.left + (passed * this.perSecond) / 1000);
    if (this.left < 1) return false;
    this.left -= 1;
    return true;
  }
}
