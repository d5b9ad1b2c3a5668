/** Committed events that wait for the projector, so that the log is not read back while it is being written; within bounds, beyond which it is. */
import type { MascotEvent } from "../../schemas/generated/types.ts";
import { EventRate } from "../domain/event-rate.ts";

const HELD_AT_MOST = 2_000;
/** Events per millisecond, over about so many ms. */
const BUSY_RATE = 0.05;
const RATE_OVER_MS = 300;
const HIGHEST_RATE = 2;

export class Backlog {
  /** seq of the last event that the projector was told of. */
  newest = 0;
  private held: MascotEvent[] = [];
  /** All events after this seq are held. */
  private completeAfter = 0;
  private readonly rate = new EventRate(RATE_OVER_MS, HIGHEST_RATE);

  add(events: readonly MascotEvent[], now: number): void {
    const fresh = events.filter(({ seq }) => seq !== undefined && seq > this.newest);
    const last = fresh.at(-1)?.seq;
    if (last === undefined) return;
    if (this.held.length === 0) this.completeAfter = Math.max(this.completeAfter, this.newest === 0 ? (fresh[0]?.seq ?? 1) - 1 : this.newest);
    this.newest = last;
    this.rate.note(fresh.length, now);
    this.held.push(...fresh);
    if (this.held.length <= HELD_AT_MOST) return;
    this.held = [];
    this.completeAfter = last;
  }

  /** @returns null when they have to be read from the log */
  after(cursor: number, limit: number): MascotEvent[] | null {
    if (cursor < this.completeAfter || this.held.length === 0) return null;
    return this.held.filter(({ seq }) => (seq ?? 0) > cursor).slice(0, limit);
  }

  drop(upTo: number): void {
    if (this.held.length > 0) this.held = this.held.filter(({ seq }) => (seq ?? 0) > upTo);
    if (this.held.length === 0) this.completeAfter = Math.max(this.completeAfter, upTo);
  }

  isBusy(now: number): boolean {
    return this.rate.perMs(now) > BUSY_RATE;
  }
}
