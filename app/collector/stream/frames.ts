/** Server-sent events as text (WHATWG HTML, "Server-sent events"). Pure. */
import type { MascotEvent, StreamNotice } from "../../../schemas/generated/types.ts";
import { sessionEventText } from "../../domain/session-event.ts";

/** JSON has no line ends of its own, so that one `data` line is enough. */
export function eventFrame(event: MascotEvent): string {
  return `id: ${event.seq}\nevent: session.event\ndata: ${sessionEventText(event)}\n\n`;
}

/** @param id where the next connection goes on; left out, it stays what it was */
export function noticeFrame(kind: "stream.notice" | "stream.end", notice: StreamNotice, id?: number): string {
  return `${id === undefined ? "" : `id: ${id}\n`}event: ${kind}\ndata: ${JSON.stringify(notice)}\n\n`;
}

/** A comment; and without data an id is the place alone. */
export const heartbeatFrame = (place: number): string => `: still here\nid: ${place}\n\n`;

/** @param ms after which a client connects again of itself; @param place from which on */
export const firstFrame = (ms: number, place: number): string => `retry: ${ms}\nid: ${place}\n\n`;

/** An event on its way to the followers; its frame is made before it is needed, or when it is. */
export interface Framed {
  readonly event: MascotEvent;
  frame: string | null;
}

export function frameOf(framed: Framed): string {
  framed.frame ??= eventFrame(framed.event);
  return framed.frame;
}

/** Events of one moment, written once for all who want all of them. */
export class Batch {
  private whole: Buffer | null = null;

  /** @param framed not empty, in the order of seq */
  constructor(private readonly framed: readonly Framed[]) {}

  get last(): number {
    return this.framed.at(-1)?.event.seq ?? 0;
  }

  /** @returns null when there is nothing to write */
  for(wants: ((event: MascotEvent) => boolean) | null, after: number): Buffer | string | null {
    if (wants === null && (this.framed[0]?.event.seq ?? 0) > after) return this.everything();
    let text = "";
    for (const framed of this.framed) if ((framed.event.seq ?? 0) > after && (wants === null || wants(framed.event))) text += frameOf(framed);
    return text === "" ? null : text;
  }

  private everything(): Buffer {
    this.whole ??= Buffer.from(this.framed.map(frameOf).join(""));
    return this.whole;
  }
}
