/**
 * All who follow the stream: told of what was committed some milliseconds later and together. Recording waits for nobody: frames are made a few at a time and followers
 * are told one after the other, so that a hook that arrives meanwhile comes in between; and the more comes, the longer it is gathered, since writing costs by the time and not by the length.
 */
import type { EventFeed, EventLogReader, Log, MascotEvent } from "../../parts.ts";
import { Follower, type FollowerParts } from "./follower.ts";
import { Batch, type Framed, frameOf } from "./frames.ts";
import type { StreamLimits } from "./limits.ts";

export type NewFollower = Pick<FollowerParts, "response" | "filter" | "from" | "follow">;

/** Frames that are made without a break. */
const FRAMES_AT_ONCE = 4;

export class StreamHub {
  private readonly followers = new Set<Follower>();
  private waiting: Framed[] = [];
  private framed = 0;
  private framing: NodeJS.Immediate | null = null;
  /** Until what waits is told; null at rest. */
  private gathering: NodeJS.Timeout | null = null;
  private heartbeat: NodeJS.Timeout | null = null;
  /** Who is still to be told of which batch, in this order. */
  private telling: { follower: Follower; batch: Batch }[] = [];
  private turn: NodeJS.Immediate | null = null;
  private closed = false;
  private readonly stopListening: () => void;

  constructor(feed: EventFeed, private readonly parts: { events: EventLogReader; log: Log; limits: StreamLimits }) {
    this.stopListening = feed.onCommitted((events) => this.take(events));
  }

  get limits(): StreamLimits {
    return this.parts.limits;
  }

  /** Nobody more is taken: as many as may be are there, or the app quits. */
  isFull(): boolean {
    return this.closed || this.followers.size >= this.parts.limits.clients;
  }

  add(follower: NewFollower): void {
    this.followers.add(new Follower({ ...follower, ...this.parts, onEnd: (ended) => this.remove(ended) }));
    this.heartbeat ??= setInterval(() => {
      for (const each of this.followers) each.beat();
    }, this.parts.limits.heartbeatMs);
  }

  /** Tells everyone that the app quits. */
  close(): void {
    this.closed = true;
    this.stopListening();
    if (this.gathering !== null) clearTimeout(this.gathering);
    this.flush();
    while (this.telling.length > 0) this.tellNext();
    for (const follower of [...this.followers]) follower.quit();
  }

  private remove(follower: Follower): void {
    this.followers.delete(follower);
    if (this.followers.size > 0 || this.heartbeat === null) return;
    clearInterval(this.heartbeat);
    this.heartbeat = null;
  }

  /** With nobody there nothing is kept: whoever comes reads the log. */
  private take(events: readonly MascotEvent[]): void {
    if (this.followers.size === 0) return;
    for (const event of events) if ((event.seq ?? 0) > 0) this.waiting.push({ event, frame: null });
    this.gathering ??= setTimeout(() => this.pulse(), this.parts.limits.soonMs);
    this.framing ??= setImmediate(() => this.makeFrames());
  }

  /** Of those who filter each makes the frames that it wants. */
  private makeFrames(): void {
    this.framing = null;
    if (![...this.followers].some((follower) => follower.wantsAll)) return;
    const next = this.waiting.slice(this.framed, this.framed + FRAMES_AT_ONCE);
    next.forEach(frameOf);
    this.framed += next.length;
    if (this.framed < this.waiting.length) this.framing = setImmediate(() => this.makeFrames());
  }

  /** What comes right after others waits longer. */
  private pulse(): void {
    this.gathering = this.waiting.length === 0 ? null : setTimeout(() => this.pulse(), this.parts.limits.gatherMs);
    this.flush();
  }

  private flush(): void {
    const framed = this.waiting;
    this.waiting = [];
    this.framed = 0;
    if (framed.length === 0) return;
    // Deliveries of one batch may be written in another order than they are told in.
    const batch = new Batch(framed.sort((a, b) => (a.event.seq ?? 0) - (b.event.seq ?? 0)));
    for (const follower of this.followers) this.telling.push({ follower, batch });
    this.turn ??= setImmediate(() => this.tellNext());
  }

  private tellNext(): void {
    this.turn = null;
    const next = this.telling.shift();
    next?.follower.offer(next.batch);
    if (this.telling.length > 0) this.turn ??= setImmediate(() => this.tellNext());
  }
}
