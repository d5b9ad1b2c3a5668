/**
 * `agent-mascot hook context|user-message|session-init|observation|summarize`: the hooks of specification 4, for clients that take plain text. The client's payload comes
 * on stdin. Like every hook it never gets in the way: it ends with 0, and prints nothing but the context.
 */
import { complain, print } from "../output.ts";
import { readPayload } from "../hook/payload.ts";
import { readByHand } from "../hook/standard-input.ts";
import { problem } from "./app.ts";
import { ask } from "./client.ts";
import { type Context, DONE } from "./context.ts";

type Payload = Record<string, unknown>;
type Post = (path: string, body: Payload) => Promise<void>;

export const HOOK_WORDS = ["context", "user-message", "session-init", "observation", "summarize"] as const;
export type HookWord = (typeof HOOK_WORDS)[number];

/** For a payload that does not come, and for all requests of one hook together: the person waits for it. */
const BOUND_MS = 2_000;
const SESSIONS = 5;

export async function hookCommand(context: Context, word: HookWord): Promise<number> {
  const input = await readByHand(BOUND_MS);
  const payload = readPayload(input.bytes);
  const told = payload.kind === "object" ? payload.value : {};
  if (typeof told["session_id"] !== "string") {
    detail(context, "no session_id on stdin");
    return DONE;
  }
  const startedMs = Date.now();
  const post: Post = async (path, body) => {
    const reply = await ask(context.home, "POST", path, { body: { ...common(told), ...body }, wholeMs: Math.max(1, BOUND_MS - (Date.now() - startedMs)) });
    if (!reply.ok || reply.status !== 200) detail(context, problem(context, reply));
  };
  await ACTIONS[word](context, told, post);
  return DONE;
}

const ACTIONS: Record<HookWord, (context: Context, payload: Payload, post: Post) => Promise<void>> = {
  async context(context, payload, post) {
    await post("/api/sessions/start", pick(payload, ["source", "model"]));
    const query = new URLSearchParams({ limit: String(SESSIONS), ...texts({ session_id: payload["session_id"], cwd: payload["cwd"], source: payload["source"] }) });
    const reply = await ask(context.home, "GET", `/api/context?${query}`, { wholeMs: BOUND_MS });
    const text = reply.ok && reply.status === 200 ? (reply.body as { context?: unknown } | null)?.context : undefined;
    if (typeof text === "string" && text !== "") print(`${text}\n`);
  },
  async "user-message"(context, payload) {
    detail(context, `user-message: ${String(payload["session_id"]).slice(0, 200)}`);
  },
  async "session-init"(_context, payload, post) {
    if (typeof payload["prompt"] === "string" && payload["prompt"] !== "") await post("/api/prompts", { content: payload["prompt"] });
  },
  async observation(_context, payload, post) {
    if (typeof payload["tool_name"] === "string") await post("/api/observations", pick(payload, ["tool_name", "tool_input", "tool_response"]));
  },
  async summarize(_context, payload, post) {
    const reply = payload["last_assistant_message"];
    // The end of the turn names the transcript, from which the app completes what no hook told.
    if (typeof reply === "string" && reply !== "") await post("/api/responses", { content: reply, ...pick(payload, ["transcript_path"]) });
    else await post("/api/sessions/stop", pick(payload, ["transcript_path"]));
    await post("/api/sessions/summarize", {});
  },
};

function common(payload: Payload): Payload {
  return texts(pick(payload, ["session_id", "cwd"]));
}

function pick(payload: Payload, names: readonly string[]): Payload {
  return Object.fromEntries(names.filter((name) => payload[name] !== undefined && payload[name] !== null).map((name) => [name, payload[name]]));
}

function texts(fields: Payload): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === "string" && entry[1] !== ""));
}

function detail({ env }: Context, message: string): void {
  if (env["MASCOT_VERBOSE"] === "1") complain(`[mascot-hook] ${message}`);
}
