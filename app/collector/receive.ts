/** The part that all event routes share: read the body, check what is left of the signature, parse. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Delivery, EventLogReader, IngestOutcome, Lane, Log, Pipeline, WorldView, CollectorDependencies } from "../parts.ts";
import { record } from "../domain/unknown.ts";
import type { HookEventName } from "../../schemas/generated/types.ts";
import { sendError } from "./answer.ts";
import { type Body, type BodyBudget, BodyError, type BodyLimits, readBody } from "./body.ts";
import { cutPayload, metaFromHeader, toDelivery } from "./delivery.ts";
import { type Admission, BAD_SIGNATURE } from "./gate.ts";
import { parsePayload } from "./json.ts";
import { fromThisComputer } from "./remote-batch.ts";
import { fromFields, type Label } from "./spool-header.ts";
import type { StreamHub } from "./stream/hub.ts";

const SESSION_START: HookEventName = "SessionStart";

/** One value of a header; undefined when it is missing. */
export function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** What every route of the collector can use. */
export interface RouteContext extends Pick<CollectorDependencies, "pipeline" | "store" | "world" | "providers" | "answers" | "memory" | "guard" | "figures" | "ports" | "doctor" | "bridges" | "status" | "quit" | "raise" | "platform" | "identify" | "onlyHere" | "forgetBody"> {
  pipeline: Pipeline;
  world: WorldView;
  log: Log;
  token: string;
  pid: number;
  admissionOf(request: IncomingMessage): Admission;
  limits: BodyLimits;
  budget: BodyBudget;
  /** Without it nobody can follow the events. */
  stream?: { hub: StreamHub; events: EventLogReader };
}

export interface Received {
  payload: unknown;
  truncated: boolean;
  admission: Admission;
}

/** Reads the body and checks what is left of the signature. @returns null when the request was answered already */
export async function readAdmitted(request: IncomingMessage, response: ServerResponse, context: RouteContext): Promise<Body | null> {
  const admission = context.admissionOf(request);
  if (admission.awaitsContinue) response.writeContinue();
  const body = await readWhole(request, response, context, admission);
  if (body === null || admission.signature === null || admission.signature.holds()) return body;
  const { status, error, message } = BAD_SIGNATURE.refused;
  sendError(response, status, error, message);
  return null;
}

/** @returns null when the request was answered already: nothing usable came */
export async function receive(request: IncomingMessage, response: ServerResponse, context: RouteContext): Promise<Received | null> {
  const body = await readAdmitted(request, response, context);
  if (body === null) return null;
  const admission = context.admissionOf(request);
  if (body.kind === "cut") {
    context.log.warn("body too large: kept its head and tail", { bytes: body.bytes });
    return { payload: cutPayload(body), truncated: true, admission };
  }
  const parsed = parsePayload(body.bytes.toString("utf8"));
  if (parsed.ok) return { payload: parsed.value, truncated: false, admission };
  context.log.warn("invalid JSON", { reason: parsed.message, bytes: body.bytes.length, trust: admission.trust });
  sendError(response, 400, "invalid JSON", parsed.message);
  return null;
}

async function readWhole(request: IncomingMessage, response: ServerResponse, context: RouteContext, admission: Admission): Promise<Body | null> {
  try {
    return await readBody(request, context.limits, context.budget, admission.signature?.hash ?? null);
  } catch (error) {
    if (!(error instanceof BodyError)) throw error;
    if (error.reason === "endless") {
      context.log.warn("body without an end: connection cut", { trust: admission.trust });
      sendError(response, 413, "body too large", undefined, { Connection: "close" });
      response.once("finish", () => request.destroy());
    }
    return null;
  }
}

/** Sends a received payload down the pipeline. @param waiting the answer to a sender that waits for what comes of it, be it for minutes */
export async function hand(received: Received, request: IncomingMessage, context: RouteContext, lane: Lane, provider: string, waiting?: ServerResponse): Promise<IngestOutcome> {
  const label = labelOf(request);
  const delivery = toDelivery({
    lane,
    provider,
    payload: received.payload,
    trust: received.admission.trust,
    receivedAt: received.admission.receivedAt,
    truncated: received.truncated,
    meta: label === null ? metaFromHeader(header(request, "x-mascot-meta")) : label.meta,
    deliveryId: header(request, "x-mascot-delivery"),
    ...(waiting ? { whenSenderLeaves: (listener) => onceClosed(waiting, listener) } : {}),
  });
  const known = label === null ? delivery : await withIdentity(delivery, label, context);
  const ours = fromThisComputer(known, context.platform ?? process.platform);
  return context.pipeline.ingest(context.onlyHere?.(ours) ?? ours);
}

function onceClosed(response: ServerResponse, listener: () => void): void {
  if (response.destroyed) listener();
  else response.once("close", listener);
}

/** `X-Mascot-Fields`: what the installed line knew, where the shell posts by itself. Null for whoever else sends. */
export function labelOf(request: IncomingMessage): Label | null {
  const fields = header(request, "x-mascot-fields");
  // Node reads header bytes as Latin-1; what the shell sent is UTF-8.
  return fields === undefined ? null : fromFields(Buffer.from(fields, "latin1").toString("utf8"));
}

/** The shell cannot tell in which terminal a session starts; the forwarder, where it runs, does. */
async function withIdentity(delivery: Delivery, { givenTty }: Label, { identify }: RouteContext): Promise<Delivery> {
  const { meta, payload, trust, deliveryId } = delivery;
  const { hook_event_name: event, cwd } = record(payload);
  if (identify === undefined || trust !== "verified" || event !== SESSION_START || meta.client_pid === undefined || meta.fingerprint !== undefined) return delivery;
  const folder = meta.project_dir ?? (typeof cwd === "string" ? cwd : "");
  return { ...delivery, meta: { ...meta, ...(await identify({ pid: meta.client_pid, deliveryId, folder, givenTty, wtSession: meta.wt_session })) } };
}

/** 500 with the reason in plain words, so that a sender knows to keep the event. */
export function sendNotStored(response: ServerResponse, outcome: Extract<IngestOutcome, { ok: false }>): void {
  const message = outcome.reason === "disk_full" ? "The disk is full: the event was not recorded." : "The event could not be recorded.";
  sendError(response, 500, "not stored", message);
}
