/** All who follow the stream: told of what was committed some milliseconds later and together, so that recording waits for nobody. */
import type { EventFeed, EventLogReader, Log, MascotEvent } from "../../parts.ts";
import { Follower, type FollowerParts } from "./follower.ts";
import { Batch } from "./frames.ts";
import type { StreamLimits } from "./limits.ts";

export type NewFollower = Pick<FollowerParts, "response" | "filter" | "from" | "follow">;

export class StreamHub {
  private readonly followers = new Set<Follower>();
  private waiting: MascotEvent[] = [];
  private gathering: NodeJS.Timeout | null = null;
  private heartbeat: NodeJS.Timeout | null = null;
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
    this.flush();
    for (const follower of [...this.followers]) follower.end("quit");
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
    for (const event of events) if ((event.seq ?? 0) > 0) this.waiting.push(event);
    this.gathering ??= setTimeout(() => this.flush(), this.parts.limits.gatherMs);
  }

  private flush(): void {
    if (this.gathering !== null) clearTimeout(this.gathering);
    this.gathering = null;
    const events = this.waiting;
    this.waiting = [];
    if (events.length === 0) return;
    // Deliveries of one batch may be written in another order than they are told in.
    const batch = new Batch(events.sort((a, b) => (a.seq ?? 0) - (b.seq ?? 0)));
    for (const follower of this.followers) follower.offer(batch);
  }
}
