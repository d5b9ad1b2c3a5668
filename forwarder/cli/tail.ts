/** `agent-mascot tail`: the event log as it grows. */
import type { EventList, MascotEvent } from "../../schemas/generated/types.ts";
import { complain, print } from "../output.ts";
import { problem } from "./app.ts";
import { ask } from "./client.ts";
import { type Context, DONE, FAILED } from "./context.ts";
import { watchReader } from "./spawn-reader-watch.ts";

export interface TailOptions {
  lines: number;
  follow: boolean;
  json: boolean;
}

const PAUSE_MS = 500;
const PAGE = 200;

export async function tailCommand(context: Context, options: TailOptions): Promise<number> {
  const newest = await page(context, `limit=${Math.max(1, options.lines)}`);
  if (newest === null) return FAILED;
  const first = options.lines === 0 ? [] : [...newest].reverse();
  let wanted = show(first, options);
  let after = newest[0]?.seq ?? 0;
  const gone = options.follow && wanted ? new Promise<void>((resolve) => watchReader(resolve)) : null;
  gone?.then(() => (wanted = false));
  while (options.follow && wanted) {
    const items = await page(context, `after=${after}&limit=${PAGE}`);
    if (items === null) return FAILED;
    wanted = show(items, options) && wanted;
    after = items.at(-1)?.seq ?? after;
    if (items.length < PAGE) await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, PAUSE_MS))]);
  }
  return DONE;
}

async function page(context: Context, query: string): Promise<MascotEvent[] | null> {
  const reply = await ask(context.home, "GET", `/api/events?${query}`);
  if (reply.ok && reply.status === 200) return (reply.body as EventList).items;
  complain(problem(context, reply));
  return null;
}

/** @returns false when nobody reads on */
function show(events: readonly MascotEvent[], options: TailOptions): boolean {
  return events.length === 0 || print(`${events.map((event) => (options.json ? JSON.stringify(event) : lineOf(event))).join("\n")}\n`);
}

/** One line a person can scan: when, where, what, and the one detail that matters. */
export function lineOf(event: MascotEvent): string {
  const payload = event.payload ?? {};
  const detail = ["tool_name", "prompt", "message", "reason", "error_message", "summary"].map((key) => payload[key]).find((value) => typeof value === "string" && value !== "");
  const agent = event.agent_id.length > 20 ? `${event.agent_id.slice(0, 8)}…${event.agent_id.slice(-6)}` : event.agent_id;
  return [event.ts.slice(11, 23), clean(event.workspace_id, 24), clean(agent, 24), event.event_type, detail === undefined ? "" : clean(String(detail), 100)].join("  ").trimEnd();
}

/** Texts come from agents and web pages: no control characters reach the terminal. */
function clean(text: string, length: number): string {
  const flat = [...text].map((letter) => (/[\p{Cc}\p{Cf}]/u.test(letter) ? " " : letter)).join("").replace(/\s+/g, " ");
  return flat.length > length ? `${flat.slice(0, length - 1)}…` : flat;
}
