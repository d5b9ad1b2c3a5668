/**
 * One who follows the stream. It reads the log from its place until nothing is left, then is told what comes; whoever does not keep up reads the log again from its place.
 * So there is one order, nothing twice, nothing left out, and never more in memory than a page and what the connection holds.
 *
 * ```
 *  reading ── page is the log's last, nothing came meanwhile ──→ live ── more than `bufferBytes` unread ──→ reading
 *     └── nothing was read for `stallMs` ─→ ended (slow)          └── connection closed, app quits ─→ ended
 * ```
 */
import type { ServerResponse } from "node:http";
import type { EventLogReader, Log } from "../../parts.ts";
import type { StreamNotice } from "../../../schemas/generated/types.ts";
import type { StreamFilter } from "./filter.ts";
import { type Batch, eventFrame, heartbeatFrame, noticeFrame } from "./frames.ts";
import type { StreamLimits } from "./limits.ts";

export interface FollowerParts {
  response: ServerResponse;
  events: EventLogReader;
  filter: StreamFilter;
  /** seq of the last event that is not told */
  from: number;
  /** false: ends when all that is recorded was told */
  follow: boolean;
  limits: StreamLimits;
  log: Log;
  onEnd(follower: Follower): void;
}

const MESSAGES: Record<StreamNotice["reason"], string> = {
  beyond_the_log: "The log does not reach so far: it goes on with what comes next.",
  not_kept: "Some of what was recorded after that is not kept any more.",
  slow: "The events were not read for too long. Connect again with the last id.",
  quit: "The app quits. Connect again with the last id when it runs.",
  failed: "The log could not be read. Connect again with the last id.",
};

export const noticeOf = (reason: StreamNotice["reason"]): StreamNotice => ({ reason, message: MESSAGES[reason] });

export class Follower {
  private state: "reading" | "live" | "ended" = "reading";
  private came = false;
  private quits = false;

  constructor(private readonly parts: FollowerParts, private place = parts.from) {
    parts.response.once("close", () => this.ended());
    void this.read();
  }

  get wantsAll(): boolean {
    return this.parts.filter.wants === null;
  }

  /** What was committed. Told to all at once; whoever reads the log finds it there. */
  offer(batch: Batch): void {
    if (this.state === "reading") this.came = true;
    if (this.state !== "live" || batch.last <= this.place) return;
    const text = batch.for(this.parts.filter.wants, this.place);
    this.place = batch.last;
    if (text !== null) this.parts.response.write(text);
    if (this.parts.response.writableLength > this.parts.limits.bufferBytes) void this.read();
  }

  /** Tells client and proxies that the connection stands, and us when it does not; and the client its place, which moves on also while nothing fits its filters. */
  beat(): void {
    if (this.state !== "ended" && !this.parts.response.writableNeedDrain) this.parts.response.write(heartbeatFrame(this.place));
  }

  /** The app quits: whoever reads the log is told the page that is on its way. */
  quit(): void {
    if (this.state === "reading") this.quits = true;
    else this.end("quit");
  }

  private end(reason: "slow" | "quit" | "failed"): void {
    if (this.state === "ended") return;
    this.parts.response.write(noticeFrame("stream.end", noticeOf(reason)));
    this.finish();
  }

  private async read(): Promise<void> {
    this.state = "reading";
    try {
      while (await this.readPage());
    } catch (error) {
      this.parts.log.warn("the log could not be read for a follower", { error });
      this.end("failed");
    }
  }

  /** @returns whether there may be more to read */
  private async readPage(): Promise<boolean> {
    const { events, filter, limits, response, follow } = this.parts;
    await this.drained();
    if (this.state === "ended") return false;
    this.came = false;
    const known = await events.lastSeq();
    const page = await events.told({ after: this.place, limit: limits.page, sessionId: filter.sessionId });
    // Closed while the log was read.
    if ((this.state as string) === "ended") return false;
    const text = page.filter((event) => filter.wants === null || filter.wants(event)).map(eventFrame).join("");
    const whole = page.length < limits.page;
    this.place = Math.max(this.place, page.at(-1)?.seq ?? 0, whole ? known : 0);
    if (text !== "") response.write(text);
    if (this.quits && !(whole && this.came)) this.end("quit");
    else if (!whole || this.came) return true;
    else if (!follow) this.finish();
    else if (response.writableLength > limits.bufferBytes) return true;
    else this.state = "live";
    return false;
  }

  /** Until what was written is on its way; ends whoever does not read. */
  private drained(): Promise<void> {
    const { response, limits } = this.parts;
    if (!response.writableNeedDrain) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(stalled);
        response.off("drain", done).off("close", done);
        resolve();
      };
      const stalled = setTimeout(() => {
        this.end("slow");
        done();
      }, limits.stallMs);
      response.once("drain", done).once("close", done);
    });
  }

  private finish(): void {
    const { response, limits } = this.parts;
    this.ended();
    response.end();
    // Whoever does not read would keep the connection, and what waits in it, for good.
    const cut = setTimeout(() => response.destroy(), limits.lingerMs);
    response.once("close", () => clearTimeout(cut));
  }

  private ended(): void {
    if (this.state === "ended") return;
    this.state = "ended";
    this.parts.onEnd(this);
  }
}
