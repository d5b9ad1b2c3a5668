/** `agent-mascot recall`, `export`, `import`: what is remembered, for agents and people. */
import { dirname, resolve } from "node:path";
import { complain, print } from "../output.ts";
import { problem } from "./app.ts";
import { ask, type Reply } from "./client.ts";
import { type Context, DONE, FAILED } from "./context.ts";

export interface RecallOptions {
  /** All projects, not only that of the current folder. */
  all: boolean;
  /** Goes on where the page before ended. */
  after: string | null;
}

/** @param query a session's id, or words */
export async function recallCommand(context: Context, query: string, { all, after }: RecallOptions): Promise<number> {
  const search = new URLSearchParams({ query, cwd: context.cwd, ...(all ? { all: "1" } : {}), ...(after === null ? {} : { after }) });
  const reply = await ask(context.home, "GET", `/api/recall?${search}`);
  if (!isDone(reply)) return fail(context, reply);
  print(`${(reply.body as { text: string }).text}\n`);
  return DONE;
}

export const FORMATS = ["markdown", "json", "jsonl"] as const;
export type Format = (typeof FORMATS)[number];

const ENDINGS: Record<Format, string> = { markdown: "md", json: "json", jsonl: "jsonl" };
/** Everything of years may take its time. */
const EXPORT_MS = 30 * 60_000;

export interface ExportOptions {
  session: string | null;
  format: Format;
  /** null: a name of its own in the current folder */
  out: string | null;
}

export async function exportCommand(context: Context, { session, format, out }: ExportOptions): Promise<number> {
  const file = resolve(context.cwd, out ?? `agent-mascot-${session === null ? "all" : `session-${session.replace(/[^A-Za-z0-9-]/g, "").slice(0, 8)}`}-${new Date().toISOString().slice(0, 10)}.${ENDINGS[format]}`);
  const order = { what: session === null ? "all" : "session", ...(session === null ? {} : { session_id: session }), format, file };
  const reply = await askForLong(context, "/api/export", order);
  return report(context, reply, "exported", file, session);
}

export async function importCommand(context: Context, given: string): Promise<number> {
  const file = resolve(context.cwd, given);
  return report(context, await askForLong(context, "/api/import", { file }), "imported", file, null);
}

/** An app that hangs is not waited for as long as one that works. */
async function askForLong({ home }: Context, path: string, body: Record<string, unknown>): Promise<Reply> {
  const there = await ask(home, "GET", "/api/status");
  return there.ok ? ask(home, "POST", path, { body, wholeMs: EXPORT_MS }) : there;
}

function report(context: Context, reply: Reply, done: "exported" | "imported", file: string, session: string | null): number {
  if (!isDone(reply)) return fail(context, reply);
  const { ok, count, reason } = reply.body as { ok: boolean; count?: number; reason?: string };
  if (ok) {
    print(`${context.say(done, file, count ?? 0)}\n`);
    return DONE;
  }
  complain(problemOf(context, done, reason, file, session));
  return FAILED;
}

function problemOf({ say }: Context, done: "exported" | "imported", reason: string | undefined, file: string, session: string | null): string {
  switch (reason) {
    case "ENOENT":
    case "ENOTDIR": return done === "imported" ? say("fileNotThere", file) : say("fileNotThere", dirname(file));
    case "EACCES":
    case "EPERM":
    case "EROFS": return say("notAllowed", file);
    case "ENOSPC":
    case "EDQUOT": return say("diskFull", file);
    case "unknown_session": return say("unknownSession", session ?? "");
    case "EEXIST": return say("fileExists", file);
    case "not_an_export": return say("noExport", file);
    default: return say("io", file, reason ?? "?");
  }
}

function isDone(reply: Reply): reply is Extract<Reply, { ok: true }> {
  return reply.ok && reply.status === 200;
}

function fail(context: Context, reply: Reply): number {
  complain(problem(context, reply));
  return FAILED;
}
