/**
 * An OTLP/HTTP receiver (JSON) after the protocol's public definition: it knows every field that may be there and its form, and refuses what it does not know. It keeps what
 * it took and can be told to answer wrongly.
 */
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attribute[];
  status?: { code: number; message?: string };
}

type Attribute = { key: string; value: Record<string, unknown> };
type Fields = Record<string, (value: unknown, at: string) => void>;

export interface ReceivedMetric {
  name: string;
  unit: string;
  sum?: { dataPoints: { attributes: Attribute[]; asInt: string }[] };
  histogram?: { dataPoints: { attributes: Attribute[]; count: string; sum: number; bucketCounts: string[]; explicitBounds: number[] }[] };
}

const fail = (at: string, why: string): never => {
  throw new Error(`${at}: ${why}`);
};
const text = (value: unknown, at: string) => void (typeof value === "string" || fail(at, "no text"));
const matching = (pattern: RegExp, what: string) => (value: unknown, at: string) => void ((typeof value === "string" && pattern.test(value)) || fail(at, what));
const number = (value: unknown, at: string) => void (typeof value === "number" || fail(at, "no number"));
const exactly = (...wanted: unknown[]) => (value: unknown, at: string) => void (wanted.includes(value) || fail(at, `none of ${wanted.join(", ")}`));
const listOf = (one: (value: unknown, at: string) => void) => (value: unknown, at: string) => {
  if (!Array.isArray(value)) return fail(at, "no list");
  for (const [n, item] of value.entries()) one(item, `${at}[${n}]`);
};
/** @param needed fields that must be there */
const message = (fields: Fields, ...needed: string[]) => (value: unknown, at: string) => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return fail(at, "no message");
  for (const name of needed) if (!(name in value)) fail(at, `lacks ${name}`);
  for (const [name, inner] of Object.entries(value)) (fields[name] ?? (() => fail(at, `unknown field ${name}`)))(inner, `${at}.${name}`);
};

const whole = matching(/^-?\d+$/, "64-bit numbers are texts of digits");
const nanos = matching(/^\d{19,20}$/, "no time in nanoseconds");
const traceId = matching(/^(?!0{32})[0-9a-f]{32}$/, "no trace id");
const spanId = matching(/^(?!0{16})[0-9a-f]{16}$/, "no span id");
const anyValue = message({ stringValue: text, boolValue: exactly(true, false), intValue: whole, doubleValue: number });
const attributes = listOf(message({ key: text, value: anyValue }, "key", "value"));
const resource = message({ attributes });
const scope = message({ name: text, version: text });
const span = message(
  { traceId, spanId, parentSpanId: spanId, name: text, kind: exactly(0, 1, 2, 3, 4, 5), startTimeUnixNano: nanos, endTimeUnixNano: nanos, attributes, status: message({ code: exactly(0, 1, 2), message: text }) },
  "traceId", "spanId", "name", "startTimeUnixNano", "endTimeUnixNano",
);
const times: Fields = { attributes, startTimeUnixNano: nanos, timeUnixNano: nanos };
const sum = message({ aggregationTemporality: exactly(1, 2), isMonotonic: exactly(true, false), dataPoints: listOf(message({ ...times, asInt: whole, asDouble: number }, "timeUnixNano")) }, "aggregationTemporality", "dataPoints");
const histogram = message({ aggregationTemporality: exactly(1, 2), dataPoints: listOf(message({ ...times, count: whole, sum: number, bucketCounts: listOf(whole), explicitBounds: listOf(number) }, "timeUnixNano", "count")) }, "aggregationTemporality", "dataPoints");
const metric = message({ name: text, unit: text, description: text, sum, histogram }, "name");

const EXPORTS: Record<string, (value: unknown, at: string) => void> = {
  "/v1/traces": message({ resourceSpans: listOf(message({ resource, scopeSpans: listOf(message({ scope, spans: listOf(span) })) })) }, "resourceSpans"),
  "/v1/metrics": message({ resourceMetrics: listOf(message({ resource, scopeMetrics: listOf(message({ scope, metrics: listOf(metric) })) })) }, "resourceMetrics"),
};

type Export = { resourceSpans?: { resource: { attributes: Attribute[] }; scopeSpans: { spans: ReceivedSpan[] }[] }[]; resourceMetrics?: { scopeMetrics: { metrics: ReceivedMetric[] }[] }[] };

export class OtlpReceiver {
  readonly spans: ReceivedSpan[] = [];
  /** As they stand after the last export. */
  metrics: ReceivedMetric[] = [];
  resource: Record<string, unknown> = {};
  readonly requests: { path: string; headers: IncomingHttpHeaders; body: string }[] = [];
  /** Why exports were refused for their form. */
  readonly faults: string[] = [];
  private answers: { matches: RegExp; answer: (response: ServerResponse, body: string) => boolean }[] = [];
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<OtlpReceiver> {
    const server = createServer();
    const receiver = new OtlpReceiver(server);
    server.on("connection", (socket) => {
      receiver.sockets.add(socket);
      socket.on("close", () => receiver.sockets.delete(socket));
    });
    server.on("request", (request, response) => {
      let body = "";
      request.setEncoding("utf8").on("data", (part: string) => (body += part)).on("end", () => receiver.answer(request.url ?? "", request.headers, body, response));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return receiver;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** @param answer false: not this time */
  instead(matches: RegExp, answer: (response: ServerResponse, body: string) => boolean): void {
    this.answers.push({ matches, answer });
  }

  mend(): void {
    this.answers = [];
  }

  close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private answer(path: string, headers: IncomingHttpHeaders, body: string, response: ServerResponse): void {
    this.requests.push({ path, headers, body });
    if (this.answers.some(({ matches, answer }) => matches.test(path) && answer(response, body))) return;
    const check = EXPORTS[path];
    if (check === undefined) return void response.writeHead(404).end();
    if (headers["content-type"] !== "application/json") return void response.writeHead(415).end();
    try {
      const received = JSON.parse(body) as Export;
      check(received, path);
      this.keep(received);
      response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
    } catch (error) {
      this.faults.push((error as Error).message);
      response.writeHead(400, { "Content-Type": "application/json" }).end("{}");
    }
  }

  private keep({ resourceSpans = [], resourceMetrics = [] }: Export): void {
    for (const { resource: from, scopeSpans } of resourceSpans) {
      this.resource = attributesOf(from.attributes);
      this.spans.push(...scopeSpans.flatMap(({ spans }) => spans));
    }
    if (resourceMetrics.length > 0) this.metrics = resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics));
  }
}

export const attributesOf = (list: readonly Attribute[]): Record<string, unknown> => Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]]));
