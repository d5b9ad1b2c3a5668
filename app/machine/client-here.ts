/**
 * Whether the number that a hook gives for its client is that client's process on this computer (CONTRACT: `CLAUDE_PID`).
 *
 * A container that shares the home, or whoever makes up a payload, counts processes by itself: here the number is nobody's or another program's. Looked after, its
 * end would be told as the session's; brought to the front, its terminal would be a stranger's. So such numbers are taken out before anything sees them.
 *
 * What came late (the app was down) proves less: a client that has ended meanwhile leaves nothing to look at. Its number is left as it was told, unless a program
 * has it that ran then already.
 */
import type { Delivery } from "../parts.ts";
import { isRecord } from "../domain/unknown.ts";
import type { ClientLook } from "./process-look.ts";

/** A hook of a client that still runs is here by then, also by way of a folder that has to be polled. */
export const FRESH_MS = 5_000;
/** Starts are told to the second, twice rounded, and events have another clock. */
const START_SLACK_MS = 3_000;
/** Of sessions; one that is forgotten is looked at again. */
const MOST_KNOWN = 2_000;
/** A look is good for so long, in ms: one who has no client here tells a number with each hook, and three files of /proc are a sixth of what a hook costs. */
const LOOK_KEPT_MS = 2_000;
const MOST_LOOKS = 100;
/** What runs a client that is a script. */
const INTERPRETER = /(?:^|[\\/])(?:node|bun|deno|python[\d.]*)(?:\.exe)?$/i;
/** Between a client and its hook, for the moment that the hook takes. */
const SHELL = /(?:^|[\\/])-?(?:ba|da|z|k|fi)?sh(?:\.exe)?$/i;

export type Verdict = "here" | "elsewhere" | "unknown";

export interface ToldClient {
  provider: string;
  /** Its own start in milliseconds; null: not told. */
  startedAt: number | null;
  /** The project's and the working one. */
  folders: readonly string[];
  /** When the hook ran, and how long before it was taken in; milliseconds. */
  at: number;
  lag: number;
}

/** Pure. */
export function judgeClient(told: ToldClient, look: ClientLook): Verdict {
  const gone = told.lag <= FRESH_MS ? "elsewhere" : "unknown";
  if (!look.alive) return gone;
  // A system that tells no more of a process has no second set of numbers, but in a virtual machine.
  if (look.startedAt === undefined) return "here";
  if (look.startedAt > told.at + START_SLACK_MS) return gone;
  if (told.startedAt !== null) return Math.abs(look.startedAt - told.startedAt) <= START_SLACK_MS ? "here" : "elsewhere";
  return worksThere(told.folders, look) || runs(told.provider, look.command ?? []) ? "here" : "elsewhere";
}

function worksThere(folders: readonly string[], { folder, command: [program = ""] = [] }: ClientLook): boolean {
  return folder !== undefined && folders.includes(folder) && !SHELL.test(program);
}

function runs(provider: string, [program = "", script = ""]: readonly string[]): boolean {
  return [program, INTERPRETER.test(program) ? script : ""].some((word) => word.toLowerCase().includes(provider));
}

export class ClientsHere {
  /** Which process a session was seen to have: its next hooks need no look, and one that comes after its end is no reason to doubt. */
  private readonly seen = new Map<string, number>();
  private readonly looks = new Map<number, { look: ClientLook; at: number }>();

  constructor(private readonly look: (pid: number) => ClientLook) {}

  /** The delivery as it may be believed. */
  only(delivery: Delivery): Delivery {
    const { meta, payload } = delivery;
    const pid = meta.client_pid;
    if (pid === undefined) return delivery;
    const session = isRecord(payload) && typeof payload["session_id"] === "string" ? payload["session_id"] : "";
    if (this.seen.get(session) === pid) return delivery;
    const verdict = judgeClient(toldBy(delivery), this.lookedAt(pid, delivery.receivedAt));
    if (verdict === "here") this.keep(session, pid);
    return verdict === "elsewhere" ? withoutNumbers(delivery) : delivery;
  }

  private lookedAt(pid: number, now: number): ClientLook {
    const known = this.looks.get(pid);
    if (known !== undefined && Math.abs(now - known.at) < LOOK_KEPT_MS) return known.look;
    if (this.looks.size >= MOST_LOOKS) this.looks.clear();
    const look = this.look(pid);
    this.looks.set(pid, { look, at: now });
    return look;
  }

  private keep(session: string, pid: number): void {
    if (session === "") return;
    if (this.seen.size >= MOST_KNOWN) this.seen.delete(this.seen.keys().next().value as string);
    this.seen.set(session, pid);
  }
}

function toldBy({ provider, meta, payload, collectedAt, receivedAt }: Delivery): ToldClient {
  const startedAt = Date.parse(meta.client_started_at ?? "");
  const folders = [meta.project_dir, isRecord(payload) ? payload["cwd"] : undefined].filter((folder): folder is string => typeof folder === "string");
  return { provider, startedAt: Number.isNaN(startedAt) ? null : startedAt, folders, at: collectedAt, lag: receivedAt - collectedAt };
}

/** 0 also takes back a number that was believed for want of a better one. */
function withoutNumbers(delivery: Delivery): Delivery {
  const { parent_pid: _parent, client_started_at: _started, start_time: _start, tty: _tty, ...meta } = delivery.meta;
  return { ...delivery, meta: { ...meta, client_pid: 0 } };
}
