/** Timers that are gone together with the part that set them. */
export class Timers {
  private readonly set = new Set<NodeJS.Timeout>();
  private closed = false;

  after(ms: number, act: () => void): void {
    if (this.closed) return;
    const timer = setTimeout(() => {
      this.set.delete(timer);
      act();
    }, ms);
    this.set.add(timer);
  }

  every(ms: number, act: () => void): void {
    this.after(ms, () => {
      act();
      this.every(ms, act);
    });
  }

  /** None of them calls any more, and none can be set. */
  close(): void {
    this.closed = true;
    for (const timer of this.set) clearTimeout(timer);
    this.set.clear();
  }
}

/** Left out while the time before still goes on: something that is done regularly may take longer than the pause. @param run must not reject */
export function oneAtATime(run: () => Promise<void>): () => void {
  let running = false;
  return () => {
    if (running) return;
    running = true;
    void run().finally(() => {
      running = false;
    });
  };
}
