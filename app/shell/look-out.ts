/** When full-screen windows are looked out for: while a mascot is to be seen and makes way, and for a minute afterwards. Pure but for the timers, which are passed in. */
import type { StageTimers } from "./stage-parts.ts";

/** Sessions often follow one another, and to begin to look out takes two processes at least. While it goes on, each change of the active window takes one; in ms. */
export const LINGERS = 60_000;

export class LookOut {
  private wanted = false;
  private stopLinger: (() => void) | null = null;

  /** @param watch null: nobody tells which windows are full-screen */
  constructor(private readonly watch: { set(on: boolean): void } | null, private readonly timers: Pick<StageTimers, "after">, private makesWay: boolean) {}

  /** Whether any mascot is to be seen now. */
  want(now: boolean): void {
    this.wanted = now;
    this.endLinger();
    if (now) this.watch?.set(this.makesWay);
    else this.stopLinger = this.timers.after(LINGERS, () => this.watch?.set(false));
  }

  /** The person's setting. */
  makeWay(on: boolean): void {
    this.makesWay = on;
    if (this.wanted || !on) this.watch?.set(on);
  }

  close(): void {
    this.endLinger();
    this.watch?.set(false);
  }

  private endLinger(): void {
    this.stopLinger?.();
    this.stopLinger = null;
  }
}
