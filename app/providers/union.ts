/**
 * The last step of every adapter: fields in the union's words become a payload of it.
 * A field of a wrong type voids the payload only when it is an id or what the event is about; any other is left out, since a newer client may change it and the rest
 * still tells what happened (`raw` keeps it).
 */
import type { HookEventName, HookPayload, Provider } from "../../schemas/generated/types.ts";
import * as validators from "../../schemas/generated/validators.mjs";
import type { Adapted, Fields } from "./adapter.ts";

type PayloadValidator = validators.Validator<HookPayload>;

/** Longer ids are no ids; nothing of any client comes near. */
const LONGEST_ID = 256;
const ID_FIELDS = ["session_id", "agent_id", "tool_use_id", "task_id", "prompt_id"] as const;
const IDS: ReadonlySet<string> = new Set(ID_FIELDS);
/** Fields of other types than the schema that are left out one by one before the payload is given up. */
const MOST_REPAIRS = 12;

/** True for null, undefined and empty ids: they count as absent. */
export function isAbsent(field: string, value: unknown): boolean {
  return value === null || value === undefined || (value === "" && IDS.has(field));
}

/** @param fields in the union's names; absent ones may be undefined or null. Changed while it is checked */
export function unionPayload(provider: Provider, event: HookEventName, fields: Fields): Adapted {
  fields["hook_event_name"] = event;
  for (const field of Object.keys(fields)) if (isAbsent(field, fields[field])) delete fields[field];
  const badId = ID_FIELDS.find((field) => fields[field] !== undefined && !isId(fields[field]));
  return badId === undefined ? validated(provider, event, fields) : unrecognised(provider, `${badId} is not an id`, `/${badId}`);
}

export function unrecognised(provider: Provider, reason: string, at?: string): Adapted {
  return { kind: "unrecognised", provider, reason, foreign: false, ...(at ? { at } : {}) };
}

/** `an array`, for a reason in words. */
export function describe(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "string" ? "a string" : `a ${typeof value}`;
}

/** Text that can stand in a key of the log: not too long, without control characters. */
function isId(value: unknown): boolean {
  return typeof value === "string" && value.length <= LONGEST_ID && !/[\u0000-\u001f\u007f]/.test(value);
}

function validated(provider: Provider, event: HookEventName, fields: Fields): Adapted {
  const validate = validators[`${event}Payload`] as unknown as PayloadValidator;
  for (let repairs = 0; repairs <= MOST_REPAIRS; repairs++) {
    if (validate(fields)) return { kind: "payload", provider, payload: fields as unknown as HookPayload };
    const error = validate.errors?.[0];
    const field = /^\/([^/]+)/.exec(error?.instancePath ?? "")?.[1];
    if (field === undefined || error?.keyword === "required" && error.instancePath === "" || isNeeded(field, event)) {
      return unrecognised(provider, `${event}: ${error?.instancePath || "payload"} ${error?.message ?? "does not fit"}`, error?.instancePath ?? "");
    }
    delete fields[field];
  }
  return unrecognised(provider, `${event}: too many fields of wrong types`);
}

/** Without these the event says nothing. */
function isNeeded(field: string, event: HookEventName): boolean {
  return field === "hook_event_name" || field === "tool_name" || (event === "UserPromptSubmit" && field === "prompt");
}
