/** A hook payload from bytes to the body that is sent. Pure. */
import type { HookMeta } from "../../schemas/generated/types.ts";

/** Beyond this a payload is cut to its head and tail (DESIGN §4). */
export const PAYLOAD_CAP_BYTES = 64 * 1024 * 1024;
const CUT_BYTES = 64 * 1024;

export type Payload =
  | { kind: "object"; value: Record<string, unknown>; bytes: Buffer }
  /** JSON, but `[]`, `null`, a string or a number: nowhere to put `_meta` */
  | { kind: "other"; bytes: Buffer }
  | { kind: "broken"; bytes: Buffer; reason: string }
  | { kind: "empty" };

export function readPayload(input: Buffer): Payload {
  const bytes = withoutMark(input);
  const text = bytes.toString("utf8");
  if (text.trim() === "") return { kind: "empty" };
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return { kind: "object", value, bytes };
    return { kind: "other", bytes };
  } catch (error) {
    return { kind: "broken", bytes, reason: (error as Error).message };
  }
}

/**
 * The payload with `_meta` in it. Its own bytes stay as they are: `_meta` is set in before the last brace, so that long numbers,
 * escapes and key order reach the log as the client wrote them. JSON's last key wins, which replaces a `_meta` of its own.
 */
export function withMeta(payload: Extract<Payload, { kind: "object" }>, meta: HookMeta): Buffer {
  const close = payload.bytes.lastIndexOf(0x7d);
  const comma = Object.keys(payload.value).length > 0 ? "," : "";
  return Buffer.concat([payload.bytes.subarray(0, close), Buffer.from(`${comma}"_meta":${JSON.stringify(meta)}}`, "utf8")]);
}

/** What is left of a payload that is too large to carry: its head, its tail and its size. Stored as schema_error. */
export function cutPayload(head: Buffer, tail: Buffer, bytes: number): Buffer {
  return Buffer.from(JSON.stringify({ bytes, head: head.toString("utf8"), tail: tail.toString("utf8") }), "utf8");
}

/** Collects input up to the cap; beyond it keeps only the first and last part. */
export class PayloadCollector {
  private chunks: Buffer[] = [];
  private kept = 0;
  private head: Buffer | null = null;
  private tail: Buffer = Buffer.alloc(0);
  total = 0;

  constructor(private readonly capBytes = PAYLOAD_CAP_BYTES, private readonly cutBytes = CUT_BYTES) {}

  add(chunk: Buffer): void {
    this.total += chunk.length;
    if (this.head) {
      this.tail = Buffer.concat([this.tail, chunk]).subarray(-this.cutBytes);
      return;
    }
    this.chunks.push(chunk);
    this.kept += chunk.length;
    if (this.kept > this.capBytes) {
      const all = Buffer.concat(this.chunks);
      this.chunks = [];
      this.head = Buffer.from(all.subarray(0, this.cutBytes));
      this.tail = Buffer.from(all.subarray(-this.cutBytes));
    }
  }

  get truncated(): boolean {
    return this.head !== null;
  }

  /** The whole input, or what cutPayload makes of it. */
  result(): Buffer {
    if (this.head) return cutPayload(this.head, this.tail, this.total);
    return this.chunks.length === 1 ? (this.chunks[0] as Buffer) : Buffer.concat(this.chunks);
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A byte order mark is what Windows consoles put before piped text; JSON knows none. */
function withoutMark(bytes: Buffer): Buffer {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}
