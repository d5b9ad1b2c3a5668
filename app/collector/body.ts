/** Reading a request's body: to a limit whole, beyond it head and tail only, and never more of all bodies together than memory allows. */
import type { IncomingMessage } from "node:http";
import type { Hash } from "node:crypto";

export interface BodyLimits {
  /** A body up to this is read whole. */
  wholeBytes: number;
  /** Of a larger one this much of each end is kept. */
  cutBytes: number;
  /** Beyond this the sender does not mean to end. */
  endlessBytes: number;
}

export const BODY_LIMITS: BodyLimits = { wholeBytes: 64 * 1024 * 1024, cutBytes: 64 * 1024, endlessBytes: 512 * 1024 * 1024 };

export type Body = { kind: "whole"; bytes: Buffer } | { kind: "cut"; head: Buffer; tail: Buffer; bytes: number };

/** `aborted`: the sender went away in the middle. `endless`: it went on beyond every limit. */
export class BodyError extends Error {
  constructor(readonly reason: "aborted" | "endless") {
    super(`body ${reason}`);
  }
}

/** Memory of all bodies being read at one time. A body that would go beyond is cut like one that is too large. */
export class BodyBudget {
  private used = 0;

  constructor(private readonly maxBytes = 256 * 1024 * 1024) {}

  take(bytes: number): boolean {
    if (this.used + bytes > this.maxBytes) return false;
    this.used += bytes;
    return true;
  }

  giveBack(bytes: number): void {
    this.used -= bytes;
  }
}

/** @throws BodyError */
export function readBody(request: IncomingMessage, limits: BodyLimits, budget: BodyBudget, hash: Hash | null = null): Promise<Body> {
  return new Promise((resolve, reject) => {
    const collector = new BodyCollector(limits, budget);
    let settled = false;
    const settle = (act: () => void) => {
      if (settled) return;
      settled = true;
      collector.release();
      act();
    };
    request.on("data", (chunk: Buffer) => {
      if (settled) return;
      hash?.update(chunk);
      collector.add(chunk);
      if (collector.total > limits.endlessBytes) settle(() => reject(new BodyError("endless")));
    });
    request.on("end", () => settle(() => resolve(collector.result())));
    request.on("error", () => settle(() => reject(new BodyError("aborted"))));
    request.on("close", () => settle(() => reject(new BodyError("aborted"))));
  });
}

class BodyCollector {
  private chunks: Buffer[] = [];
  private held = 0;
  private head: Buffer | null = null;
  private tail: Buffer[] = [];
  private tailBytes = 0;
  total = 0;

  constructor(
    private readonly limits: BodyLimits,
    private readonly budget: BodyBudget,
  ) {}

  add(chunk: Buffer): void {
    this.total += chunk.length;
    if (this.head !== null) return this.addToTail(chunk);
    if (this.total <= this.limits.wholeBytes && this.budget.take(chunk.length)) {
      this.held += chunk.length;
      this.chunks.push(chunk);
      return;
    }
    this.cut(chunk);
  }

  /** Memory goes back to the budget once the body is handed on: from there it is the pipeline's. */
  release(): void {
    this.budget.giveBack(this.held);
    this.held = 0;
  }

  result(): Body {
    if (this.head !== null) return { kind: "cut", head: this.head, tail: lastBytes(this.tail, this.limits.cutBytes), bytes: this.total };
    const [only] = this.chunks;
    return { kind: "whole", bytes: this.chunks.length === 1 && only !== undefined ? only : Buffer.concat(this.chunks) };
  }

  private cut(last: Buffer): void {
    const all = Buffer.concat([...this.chunks, last]);
    // Copies: a view would keep all of it in memory.
    this.head = Buffer.from(all.subarray(0, this.limits.cutBytes));
    this.addToTail(Buffer.from(lastBytes([all], this.limits.cutBytes)));
    this.chunks = [];
    this.release();
  }

  private addToTail(chunk: Buffer): void {
    this.tail.push(chunk);
    this.tailBytes += chunk.length;
    if (this.tailBytes < 4 * this.limits.cutBytes) return;
    this.tail = [Buffer.from(lastBytes(this.tail, this.limits.cutBytes))];
    this.tailBytes = this.tail[0]?.length ?? 0;
  }
}

function lastBytes(chunks: Buffer[], count: number): Buffer {
  const all = Buffer.concat(chunks);
  return all.subarray(Math.max(0, all.length - count));
}
