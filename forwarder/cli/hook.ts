/**
 * `agent-mascot hook [name]`: a hook's payload on stdin, the extended answer (specification 2 §1.1) on stdout, for people and scripts. Never for a client: it would take the
 * answer for its own form (doctor refuses it as an installed hook).
 */
import { randomUUID } from "node:crypto";
import type { HookAnswer, HookNotice } from "../../schemas/generated/types.ts";
import { isObject, readPayload } from "../hook/payload.ts";
import { readByHand } from "../hook/standard-input.ts";
import { complain, print } from "../output.ts";
import { problem } from "./app.ts";
import { ask } from "./client.ts";
import { type Context, DONE, USAGE, usage } from "./context.ts";

/** Hooks of the specification that are no client's, as commands of their own too. */
export const OWN_VERBS = ["sync", "event", "subagent"] as const;
export type OwnVerb = (typeof OWN_VERBS)[number];

type Payload = Record<string, unknown>;

/** For the answer, and before it for a payload: what runs a script may keep its input open for ever. */
const BOUND_MS = 5_000;

/** @param name of the hook, in any spelling; null: as the payload says @param words of `event`: what happened */
export async function answeredHookCommand(context: Context, name: string | null, words = ""): Promise<number> {
  const given = words.trim() === "" ? await payloadOnStdin(context, name) : {};
  if (given === null) return USAGE;
  if (name === "event" && words.trim() === "" && Object.keys(given).length === 0) return usage(context.say("badUse", "event", "event"));
  const reply = await ask(context.home, "POST", "/api/hook-answer", { body: completed(given, name, words, context), wholeMs: BOUND_MS });
  const answer = reply.ok && reply.status === 200 ? (reply.body as HookAnswer) : away(context, problem(context, reply));
  for (const notice of answer.notifications) if (notice.level !== "info") complain(`[agent-mascot] ${notice.title}: ${notice.message}`);
  print(`${JSON.stringify(answer, null, process.stdout.isTTY ? 2 : 0)}\n`);
  return DONE;
}

/** `sync`, and a name by hand, need nothing more. @returns null when it cannot be read */
async function payloadOnStdin({ say }: Context, name: string | null): Promise<Payload | null> {
  if (process.stdin.isTTY) return name === null ? refuse(say("hookNeedsInput")) : {};
  const { bytes, error } = await readByHand(BOUND_MS);
  if (error !== null) return refuse(say("hookUnreadable", error));
  const payload = readPayload(bytes);
  if (payload.kind === "object") return payload.value;
  if (payload.kind === "empty" && name !== null) return {};
  return refuse(payload.kind === "broken" ? say("hookUnreadable", payload.reason) : say("hookNeedsInput"));
}

function refuse(message: string): null {
  complain(message);
  return null;
}

/** What a script leaves out: where it is, and an id, since two alike by hand are two. */
function completed(given: Payload, name: string | null, words: string, { cwd, env }: Context): Payload {
  const meta = isObject(given["_meta"]) ? given["_meta"] : {};
  const folder = typeof given["cwd"] === "string" && given["cwd"] !== "" ? given["cwd"] : env["CLAUDE_PROJECT_DIR"] || cwd;
  const named = name === null ? {} : { hook_event_name: undefined, hook_type: name };
  return { ...given, ...named, ...(name === "event" ? eventFields(given, words) : {}), cwd: folder, _meta: { delivery_id: `cli-${randomUUID()}`, ...meta } };
}

/** The specification's event in the words of a notice. */
function eventFields(given: Payload, words: string): Payload {
  const text = (...names: string[]) => names.map((key) => given[key]).find((value) => typeof value === "string" && value !== "");
  const message = words === "" ? text("summary", "message") : words;
  return { hook_type: "Notification", notification_type: "event", message, title: text("title", "event_type"), level: text("level", "severity") };
}

/** A script gets its answer also when nobody is there to give one. */
function away({ say }: Context, why: string): HookAnswer {
  const notice: HookNotice = { level: "warn", title: say("hookAwayTitle"), message: say("hookAway", why), action: "agent-mascot" };
  return {
    decision: "approve", context: { loaded_docs: [], session_state: "unknown", tokens_used: 0, token_budget: 0 }, notifications: [notice], suggestions: [], metadata: { recorded: false, event_ids: [] },
  };
}
