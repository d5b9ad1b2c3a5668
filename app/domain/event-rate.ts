/** How many events come lately, the latest counting most: tells a flood from the few events of one hook's batch. */
export class EventRate {
  private rate = 0;
  private at = Number.NEGATIVE_INFINITY;

  /**
   * @param overMs over about so many ms it is measured
   * @param highest per ms: however great a flood, its end is noticed soon
   */
  constructor(
    private readonly overMs: number,
    private readonly highest: number,
  ) {}

  /** @param now in ms; a clock that was set back counts as standing still */
  note(count: number, now: number): void {
    this.rate = Math.min(this.highest, this.perMs(now) + count / this.overMs);
    this.at = now;
  }

  perMs(now: number): number {
    return this.rate * Math.exp(-Math.max(0, now - this.at) / this.overMs);
  }
}
