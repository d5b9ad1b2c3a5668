/** Carries the outbox to an OTLP receiver: a batch's spans in one request, and the figures as they stand after it. */
import { createHash } from "node:crypto";
import type { BridgeTried, OpenTelemetryRules } from "../../../schemas/generated/types.ts";
import type { Carried, Carrier, OutboxItem, OutboxStore } from "../../bridges-parts.ts";
import { keysOf, type Span, type TelemetryRow, tellTelemetry, type Told } from "../../domain/bridges/telemetry.ts";
import { type Figures, noFigures } from "../../domain/bridges/telemetry-figures.ts";
import type { Log } from "../../parts.ts";
import { lacksProject } from "../lacks-project.ts";
import { projectOfEvent } from "../project-of-event.ts";
import { metricsOf, type Resource, tracesOf } from "./otlp.ts";
import { post, type Posted, type PostOptions } from "./post.ts";
import { parseEndpoint, parseHeaders } from "./where.ts";

export interface OpenTelemetryParts {
  rules: OpenTelemetryRules;
  /** Headers with a key in them; null: none are needed. */
  headers: string | null;
  store: Pick<OutboxStore, "telemetry" | "saveTelemetry">;
  resource(): Promise<Resource>;
  projectOf(folder: string): Promise<string>;
  now(): number;
  log: Log;
  /** For tests. */
  timeoutMs?: number;
}

export interface OpenTelemetryCarrier extends Carrier {
  /** Sends an empty export. */
  tryOut(): Promise<BridgeTried>;
}

const BATCH = 500;
/** Nobody looks at a trace within seconds, and a request for each call would be many. */
const GATHER_MS = 5_000;

interface Kept {
  /** The last row that is counted. */
  last: number;
  figures: Figures;
}

export function createOpenTelemetryCarrier(parts: OpenTelemetryParts): OpenTelemetryCarrier {
  const { rules, headers, timeoutMs, now } = parts;
  const endpoint = parseEndpoint(rules.endpoint);
  const parsed = parseHeaders(headers ?? "");
  const wrong = endpoint === null ? "otel_no_endpoint" : parsed === null ? "otel_headers" : null;
  const options: PostOptions = { endpoint: endpoint ?? "", headers: parsed ?? {}, now, ...(timeoutMs === undefined ? {} : { timeoutMs }) };
  return {
    batch: BATCH,
    lacks: wrong ?? lacksProject(rules) ?? (sendsNothing(rules) ? "otel_nothing" : null),
    gatherMs: GATHER_MS,
    carry: (items) => (wrong === null ? carry(items, parts, options) : Promise.resolve({ settled: [], passed: [], aside: [], trouble: { next: "stop" as const, reason: wrong } })),
    async tryOut() {
      const reason = wrong ?? (await refusalOf(rules, await parts.resource(), options));
      return { ok: reason === null, reason, detail: reason === null ? (endpoint ?? "") : "" };
    },
    close: async () => undefined,
  };
}

async function carry(items: readonly OutboxItem[], parts: OpenTelemetryParts, options: PostOptions): Promise<Carried> {
  const rows = await rowsOf(items, parts);
  const listed = new Set(rows.map(({ id }) => id));
  const passed = items.map(({ id }) => id).filter((id) => !listed.has(id));
  const carried: Carried = { settled: [], passed, aside: [], trouble: null };
  if (rows.length === 0) return carried;
  const resource = await parts.resource();
  const { kept, told } = await tell(rows, parts, resource);
  carried.trouble = (parts.rules.traces ? await sendSpans(told.spans, resource, options, carried, parts.log) : null) ?? (await sendFigures(items.length, kept.figures, parts, resource, options));
  if (carried.trouble !== null) return { ...carried, aside: [] };
  await parts.store.saveTelemetry({ figures: JSON.stringify(kept), begun: told.begun, ended: told.ended });
  const aside = new Set(carried.aside.map(({ id }) => id));
  const done = [...listed].filter((id) => !aside.has(id));
  // They are in the figures, which may be wanted later; nothing of them left.
  return sendsNothing(parts.rules) ? { ...carried, passed: [...passed, ...done] } : { ...carried, settled: done };
}

const sendsNothing = ({ traces, metrics }: OpenTelemetryRules): boolean => !traces && !metrics;

async function tell(rows: readonly TelemetryRow[], { store, now }: OpenTelemetryParts, { machineId }: Resource): Promise<{ kept: Kept; told: Told }> {
  const { figures, begun } = await store.telemetry(keysOf(rows));
  const before = figures === null ? { last: 0, figures: noFigures(now()) } : (JSON.parse(figures) as Kept);
  const told = tellTelemetry(rows, { id: (bytes, ...names) => idOf(bytes, machineId, ...names), known: new Map(begun.map((one) => [one.key, one])), figures: before.figures, counted: before.last });
  return { kept: { last: Math.max(before.last, ...rows.map(({ id }) => id)), figures: before.figures }, told };
}

const idOf = (bytes: 8 | 16, ...names: string[]): string => createHash("sha256").update(names.join("\u0000")).digest("hex").slice(0, bytes * 2);

/** Only of projects that the person listed. */
async function rowsOf(items: readonly OutboxItem[], { rules, projectOf }: OpenTelemetryParts): Promise<TelemetryRow[]> {
  const rows: TelemetryRow[] = [];
  for (const item of items) {
    const project = item.kind === "event" ? item.project || (await projectOfEvent(item.event.payload, projectOf)) : item.kind === "session" ? item.session.project : "";
    const share = Object.hasOwn(rules.projects, project) ? rules.projects[project] : undefined;
    if (share === undefined) continue;
    const place = { id: item.id, project: nameOf(project), share };
    if (item.kind === "event") rows.push({ ...place, event: item.event });
    else if (item.kind === "session") rows.push({ ...place, session: tokensOf(item.session) });
  }
  return rows;
}

function tokensOf({ session_id, last_at, provider, model, stats }: Extract<OutboxItem, { kind: "session" }>["session"]) {
  return { id: session_id, at: last_at, provider, model: model ?? "", tokens: { input: stats.input_tokens, output: stats.output_tokens, cache_read: stats.cache_read_tokens, cache_write: stats.cache_write_tokens } };
}

/** The folder's own name: the way to it tells of the computer, not of the work. */
const nameOf = (project: string): string => project.split(/[\\/]/).filter((part) => part !== "").at(-1) ?? "";

/** Halves what is refused until the span that breaks it is alone, and sets its row aside. @returns what stands in the way of all of them */
async function sendSpans(spans: readonly Span[], resource: Resource, options: PostOptions, carried: Carried, log: Log): Promise<Carried["trouble"]> {
  const waiting = spans.length === 0 ? [] : [spans];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    const posted = await post("traces", tracesOf(part, resource), options);
    if (posted.is === "trouble") return posted.trouble;
    if (posted.is === "taken") noteRejected(posted, log);
    else if (part.length > 1) waiting.push(part.slice(part.length >> 1), part.slice(0, part.length >> 1));
    else carried.aside.push({ id: part[0]?.row as number, reason: "otel_refused" });
  }
  return null;
}

/** Figures only grow: while more is waiting those after it are enough. */
async function sendFigures(taken: number, figures: Figures, { rules, now, log }: OpenTelemetryParts, resource: Resource, options: PostOptions): Promise<Carried["trouble"]> {
  if (!rules.metrics || taken >= BATCH) return null;
  const posted = await post("metrics", metricsOf(figures, now(), resource), options);
  if (posted.is === "taken") noteRejected(posted, log);
  if (posted.is === "refused") log.warn("the receiver does not take the figures", {});
  return posted.is === "trouble" ? posted.trouble : null;
}

/** OTLP: what a receiver rejects of an export it took is not sent again. */
function noteRejected({ rejected }: Extract<Posted, { is: "taken" }>, log: Log): void {
  if (rejected > 0) log.warn("the receiver took an export without some of it", { rejected });
}

async function refusalOf(rules: OpenTelemetryRules, resource: Resource, options: PostOptions): Promise<string | null> {
  const asked = [...(rules.traces ? [await post("traces", tracesOf([], resource), options)] : []), ...(rules.metrics ? [await post("metrics", metricsOf(null, 0, resource), options)] : [])];
  for (const posted of asked) {
    if (posted.is === "trouble") return posted.trouble.reason;
    // Some receivers refuse an empty export; who says so is there and has let us in.
  }
  return null;
}
