/** Server-sent events as text (WHATWG HTML, "Server-sent events"). Pure. */
import type { MascotEvent, StreamNotice } from "../../../schemas/generated/types.ts";
import { sessionEventOf } from "../../domain/session-event.ts";

/** JSON has no line ends of its own, so that one `data` line is enough. */
export function eventFrame(event: MascotEvent): string {
  return `id: ${event.seq}\nevent: session.event\ndata: ${JSON.stringify(sessionEventOf(event))}\n\n`;
}

/** @param id where the next connection goes on; left out, it stays what it was */
export function noticeFrame(kind: "stream.notice" | "stream.end", notice: StreamNotice, id?: number): string {
  return `${id === undefined ? "" : `id: ${id}\n`}event: ${kind}\ndata: ${JSON.stringify(notice)}\n\n`;
}

/** A comment; and without data an id is the place alone. */
export const heartbeatFrame = (place: number): string => `: still here\nid: ${place}\n\n`;

/** @param ms after which a client connects again of itself; @param place from which on */
export const firstFrame = (ms: number, place: number): string => `retry: ${ms}\nid: ${place}\n\n`;

/** Events of one moment, written once for all who want all of them. */
export class Batch {
  private readonly frames: (string | undefined)[] = [];
  private whole: Buffer | null = null;

  /** @param events not empty, in the order of seq */
  constructor(private readonly events: readonly MascotEvent[]) {}

  get last(): number {
    return this.events.at(-1)?.seq ?? 0;
  }

  /** @returns null when there is nothing to write */
  for(wants: ((event: MascotEvent) => boolean) | null, after: number): Buffer | string | null {
    if (wants === null && (this.events[0]?.seq ?? 0) > after) return this.everything();
    let text = "";
    this.events.forEach((event, index) => {
      if ((event.seq ?? 0) > after && (wants === null || wants(event))) text += this.frame(index);
    });
    return text === "" ? null : text;
  }

  private everything(): Buffer {
    this.whole ??= Buffer.from(this.events.map((_event, index) => this.frame(index)).join(""));
    return this.whole;
  }

  private frame(index: number): string {
    const frame = this.frames[index] ?? eventFrame(this.events[index] as MascotEvent);
    this.frames[index] = frame;
    return frame;
  }
}
