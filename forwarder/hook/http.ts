/** As much HTTP/1.1 as one request and its answer need. Written by hand because loading `node:http` costs more than the whole exchange (ten milliseconds of every hook). Pure. */

export interface Request {
  method: "GET" | "POST";
  path: string;
  host: string;
  headers?: Readonly<Record<string, string>>;
  body?: Buffer;
}

export interface Answer {
  status: number;
  /** names in lower case */
  headers: Record<string, string>;
  body: string;
}

/** Answers of the collector are small; more than this is somebody else talking. */
const ANSWER_CAP_BYTES = 4 * 1024 * 1024;
const HEAD_CAP_BYTES = 64 * 1024;

export function formatRequest(request: Request): Buffer {
  const body = request.body ?? Buffer.alloc(0);
  const lines = [`${request.method} ${request.path} HTTP/1.1`, `Host: ${request.host}`];
  for (const [name, value] of Object.entries(request.headers ?? {})) lines.push(`${name}: ${value}`);
  if (request.method === "POST") lines.push("Content-Type: application/json", `Content-Length: ${body.length}`);
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "utf8"), body]);
}

/** Puts an answer together from whatever pieces arrive. */
export class AnswerReader {
  private buffer: Buffer = Buffer.alloc(0);

  /** @returns the answer once it is whole, null before; throws on what is no HTTP answer. */
  add(chunk: Buffer): Answer | null {
    this.buffer = this.buffer.length === 0 ? chunk : Buffer.concat([this.buffer, chunk]);
    if (this.buffer.length > ANSWER_CAP_BYTES) throw new Error("answer too large");
    return this.parse(false);
  }

  /** The other side closed: an answer without a length ends here. */
  finish(): Answer | null {
    return this.parse(true);
  }

  private parse(closed: boolean): Answer | null {
    const headEnd = this.buffer.indexOf("\r\n\r\n");
    if (headEnd < 0) {
      if (this.buffer.length > HEAD_CAP_BYTES) throw new Error("headers too large");
      if (this.buffer.length >= 5 && this.buffer.toString("latin1", 0, 5) !== "HTTP/") throw new Error("not HTTP");
      return null;
    }
    const { status, headers } = parseHead(this.buffer.toString("latin1", 0, headEnd));
    const rest = this.buffer.subarray(headEnd + 4);
    const body = bodyOf(headers, rest, closed);
    return body === null ? null : { status, headers, body: body.toString("utf8") };
  }
}

function parseHead(head: string): { status: number; headers: Record<string, string> } {
  const [first, ...lines] = head.split("\r\n");
  const status = /^HTTP\/1\.[01] (\d{3})/.exec(first ?? "")?.[1];
  if (!status) throw new Error("not HTTP");
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(":");
    if (colon > 0) headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  return { status: Number(status), headers };
}

function bodyOf(headers: Record<string, string>, rest: Buffer, closed: boolean): Buffer | null {
  if (/chunked/i.test(headers["transfer-encoding"] ?? "")) return unchunk(rest);
  const length = headers["content-length"];
  if (length === undefined) return closed ? rest : null;
  return rest.length >= Number(length) ? rest.subarray(0, Number(length)) : null;
}

function unchunk(rest: Buffer): Buffer | null {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = rest.indexOf("\r\n", at);
    if (lineEnd < 0) return null;
    const size = Number.parseInt(rest.toString("latin1", at, lineEnd), 16);
    if (!Number.isFinite(size) || size < 0) throw new Error("bad chunk");
    if (size === 0) return Buffer.concat(parts);
    const start = lineEnd + 2;
    if (rest.length < start + size + 2) return null;
    parts.push(rest.subarray(start, start + size));
    at = start + size + 2;
  }
}
