/** `POST /api/spool`: what waited in a spool, above all that of another machine. Each file is judged as one of our own spool is. */
import { SpoolBatch as isSpoolBatch } from "../../../schemas/generated/validators.mjs";
import type { SpoolAnswer, SpoolBatch } from "../../../schemas/generated/types.ts";
import { sendError, sendJson } from "../answer.ts";
import { receive, type RouteContext } from "../receive.ts";
import { deliveriesOf } from "../remote-batch.ts";
import type { Routes } from "./resource.ts";

export function spoolRoute(routes: Routes, context: RouteContext): void {
  routes.post("/api/spool", async (request, response) => {
    const received = await receive(request, response, context);
    if (received === null) return;
    if (received.truncated || !isSpoolBatch(received.payload)) return sendError(response, 400, "invalid body");
    sendJson(response, 200, await takeIn(received.payload, received.admission, context));
  });
}

async function takeIn(batch: SpoolBatch, { host, receivedAt }: { host: { name: string } | null; receivedAt: number }, context: RouteContext): Promise<SpoolAnswer> {
  const read = deliveriesOf(batch, host?.name ?? null, receivedAt, context.providers);
  const outcomes = await context.pipeline.ingestAll(read.map(({ delivery }) => delivery));
  const answer: SpoolAnswer = { done: [], bad: [], keep: [] };
  batch.files.forEach(({ name }, i) => {
    const list = !outcomes[i]?.ok ? answer.keep : read[i]?.bad ? answer.bad : answer.done;
    list.push(name);
  });
  return answer;
}
