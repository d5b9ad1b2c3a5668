/** `agent-mascot tail`: events as they are recorded. It goes on by itself where it was when the app has begun anew. */
import { parseArgs } from "node:util";
import type { SessionEvent, StreamNotice } from "../../schemas/generated/types.ts";
import { complain, end, print } from "../output.ts";
import { problem } from "./app.ts";
import type { Reply } from "./client.ts";
import { type Context, DONE, FAILED, usage } from "./context.ts";
import { type Followed, follow } from "./follow.ts";
import { watchReader } from "./spawn-reader-watch.ts";
import type { Message } from "./sse.ts";

const OPTIONS = {
  lines: { type: "string", short: "n" },
  since: { type: "string" },
  session: { type: "string" },
  type: { type: "string", multiple: true },
  severity: { type: "string" },
  project: { type: "string" },
  port: { type: "string" },
  "no-follow": { type: "boolean" },
  json: { type: "boolean" },
} as const;

const parse = (args: string[]) => parseArgs({ args, options: OPTIONS, allowPositionals: false });
type Values = ReturnType<typeof parse>["values"];

export interface TailOptions {
  /** The stream's query (schemas/stream.schema.json) at the beginning; afterwards only the filters hold. */
  begin: Record<string, string>;
  filters: Record<string, string>;
  follow: boolean;
  json: boolean;
}

const LINES = 10;
const MOST_LINES = 1000;
/** Between looks whether the app runs again. */
const PAUSE_MS = 500;

/** @param args after `tail` */
export async function tailCommand(context: Context, args: readonly string[]): Promise<number> {
  const { say } = context;
  let values: Values;
  try {
    values = parse([...args]).values;
  } catch (error) {
    return usage(say("badOption", (error as Error).message.split(". ")[0] ?? ""));
  }
  const options = tailOptions(values, Date.now());
  if (options === "badLines" || options === "badSince") return usage(say(options));
  // Whoever ends it has seen enough: that is no failure.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => end(DONE));
  if (options.follow) watchReader(() => end(DONE));
  return tail(context, options);
}

/** @returns key of the words for what is wrong */
export function tailOptions(values: Values, nowMs: number): TailOptions | "badLines" | "badSince" {
  const lines = values.lines ?? String(LINES);
  if (!/^\d{1,4}$/.test(lines) || Number(lines) > MOST_LINES) return "badLines";
  const since = values.since === undefined ? null : timeOf(values.since, nowMs);
  if (values.since !== undefined && since === null) return "badSince";
  const filters = { session_id: values.session, event_type: values.type?.join(","), severity: values.severity, project: values.project, port_id: values.port };
  return {
    begin: since === null ? { last: lines } : { since },
    filters: Object.fromEntries(Object.entries(filters).filter((entry): entry is [string, string] => entry[1] !== undefined)),
    follow: !values["no-follow"],
    json: values.json === true,
  };
}

const UNITS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `10m`, `2h`, or a time as `2026-01-31T12:00:00Z`; without a zone it is the person's own. @returns UTC ISO-8601, null for what is neither */
function timeOf(text: string, nowMs: number): string | null {
  const [, count, unit = ""] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const ms = count === undefined ? momentOf(text) : nowMs - Number(count) * (UNITS[unit] ?? 0);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}

/** JavaScript takes a day or a month alone for one of Greenwich. */
function momentOf(text: string): number {
  const [, month, day = "-01"] = /^(\d{4}-\d\d)(-\d\d)?$/.exec(text) ?? [];
  if (month !== undefined) return Date.parse(`${month}${day}T00:00`);
  return /^\d{4}-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
}

async function tail(context: Context, options: TailOptions): Promise<number> {
  let place: string | null = null;
  let waits = false;
  for (let connected = false; ; connected = true) {
    const followed = await connect(context, options, place);
    if (followed.ok) {
      if (waits) complain(context.say("tailAgain"));
      waits = false;
      const read = await show(context, options, followed.messages);
      followed.close();
      place = read.place ?? place;
      if (!read.wanted || !options.follow) return DONE;
      if (read.goesOn) continue;
    } else if (!connected || !mayPass(followed.reply)) {
      complain(problem(context, followed.reply));
      return FAILED;
    }
    if (!waits && followed.ok) complain(context.say("tailWaits"));
    waits = true;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

function connect({ home }: Context, { begin, filters, follow: follows }: TailOptions, place: string | null): Promise<Followed> {
  const query = new URLSearchParams({ ...(place === null ? begin : {}), ...filters, ...(follows ? {} : { follow: "false" }) });
  return follow(home, `/api/events/stream?${query}`, place);
}

/** The app is down or begins, or all places are taken; anything else will be refused again. */
function mayPass(reply: Reply): boolean {
  return !reply.ok || reply.status === 503;
}

interface Read {
  place: string | null;
  /** Somebody reads what is printed. */
  wanted: boolean;
  /** It was only too slow. */
  goesOn: boolean;
}

async function show(context: Context, options: TailOptions, messages: AsyncIterable<Message>): Promise<Read> {
  const read: Read = { place: null, wanted: true, goesOn: false };
  for await (const { id, event, data } of messages) {
    if (event === "session.event" && !print(`${options.json ? data : lineOf(JSON.parse(data) as SessionEvent)}\n`)) return { ...read, wanted: false };
    read.place = id;
    if (event === "stream.notice" || event === "stream.end") read.goesOn = heard(context, JSON.parse(data) as StreamNotice);
  }
  return read;
}

/** @returns whether it is worth to connect again at once */
function heard({ say }: Context, { reason }: StreamNotice): boolean {
  if (reason === "not_kept") complain(say("tailNotKept"));
  if (reason === "beyond_the_log") complain(say("tailBeyond"));
  return reason === "slow";
}

/** One line a person can scan: when, where, who, and what in words. */
export function lineOf({ created_at, event_type, summary, details = {} }: SessionEvent): string {
  const agent = String(details["agent_id"] ?? "");
  const short = agent.length > 20 ? `${agent.slice(0, 8)}…${agent.slice(-6)}` : agent;
  return [clockOf(created_at), clean(String(details["workspace_id"] ?? ""), 24), clean(short, 24), event_type, clean(summary, 160)].join("  ").trimEnd();
}

/** In the time of the person, as `--since` takes it. */
function clockOf(createdAt: string): string {
  const ms = Date.parse(createdAt);
  return Number.isNaN(ms) ? "" : new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(11, 23);
}

/** Texts come from agents and web pages: no control characters reach the terminal. */
function clean(text: string, length: number): string {
  const flat = [...text].map((letter) => (/[\p{Cc}\p{Cf}]/u.test(letter) ? " " : letter)).join("").replace(/\s+/g, " ");
  return flat.length > length ? `${flat.slice(0, length - 1)}…` : flat;
}
