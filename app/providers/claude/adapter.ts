/** Claude Code's payloads, in the client's words or those of the specifications (contract §1). The union is the client's own. */
import type { HookEventName } from "../../../schemas/generated/types.ts";
import type { Adapted, Fields, ProviderAdapter } from "../adapter.ts";
import { describe, isAbsent, unionPayload, unrecognised } from "../union.ts";
import { preToolUseDenial, sessionStartContext } from "./answers.ts";
import { readAsk } from "./ask.ts";
import { contextWindow } from "./models.ts";
import { hookEventName } from "./names.ts";

const PROVIDER = "claude";
const NOT_COPIED: ReadonlySet<string> = new Set(["_meta", "hook_event_name", "hook_type", "tool_result", "provider"]);

export const adapter: ProviderAdapter = { provider: PROVIDER, adapt, answers: { denial: preToolUseDenial, sessionContext: sessionStartContext, ask: readAsk }, contextWindow };

function adapt(raw: unknown): Adapted {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) return unrecognised(PROVIDER, `not an object but ${describe(raw)}`);
  const fields = raw as Fields;
  const name = fields.hook_event_name ?? fields.hook_type;
  if (typeof name !== "string") return unrecognised(PROVIDER, "no hook_event_name or hook_type", "/hook_event_name");
  const event = hookEventName(name);
  if (event === null) return unrecognised(PROVIDER, `unknown event ${name.slice(0, 80)}`, "/hook_event_name");
  return unionPayload(PROVIDER, event, translate(fields, event));
}

/** The client's names. `_meta` is the forwarder's and read elsewhere. */
function translate(raw: Fields, event: HookEventName): Fields {
  const fields: Fields = { hook_event_name: event };
  for (const key in raw) {
    const value = raw[key];
    if (NOT_COPIED.has(key) || isAbsent(key, value)) continue;
    fields[key] = value;
  }
  if (fields.tool_response === undefined && raw.tool_result !== undefined && raw.tool_result !== null) fields.tool_response = raw.tool_result;
  if (event === "UserPromptSubmit") fields.prompt ??= "";
  return fields;
}
