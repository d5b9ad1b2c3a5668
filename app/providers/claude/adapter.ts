/**
 * Claude Code's payloads, in the client's words or those of the specifications (contract §1): one typed union comes out.
 * A field of a wrong type voids the payload only when it is an id or what the event is about; any other is left out, since a newer
 * client may change it and the rest still tells what happened (`raw` keeps it).
 */
import type { HookEventName, HookPayload } from "../../../schemas/generated/types.ts";
import * as validators from "../../../schemas/generated/validators.mjs";
import type { Adapted, ProviderAdapter } from "../adapter.ts";
import { foreignProvider } from "../foreign.ts";
import { hookEventName } from "./names.ts";

type Fields = Record<string, unknown>;
type PayloadValidator = validators.Validator<HookPayload>;

const PROVIDER = "claude";
/** Longer ids are no ids; nothing of the client comes near. */
const LONGEST_ID = 256;
const ID_FIELDS = ["session_id", "agent_id", "tool_use_id", "task_id", "prompt_id"] as const;
const IDS: ReadonlySet<string> = new Set(ID_FIELDS);
const NOT_COPIED: ReadonlySet<string> = new Set(["_meta", "hook_event_name", "hook_type", "tool_result", "provider"]);
/** Fields of other types than the schema that are left out one by one before the payload is given up. */
const MOST_REPAIRS = 12;

export const claudeAdapter: ProviderAdapter = { provider: PROVIDER, adapt };

function adapt(raw: unknown): Adapted {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) return unrecognised(`not an object but ${describe(raw)}`);
  const foreign = foreignProvider(raw as Fields);
  if (foreign === null) return adaptObject(raw as Fields);
  if (!foreign.speaksClaude) return { kind: "unrecognised", provider: foreign.provider, reason: `a payload of ${foreign.provider}`, foreign: true };
  const adapted = adaptObject(raw as Fields);
  return adapted.kind === "payload" ? { ...adapted, provider: foreign.provider } : { ...adapted, provider: foreign.provider, foreign: true };
}

function adaptObject(raw: Fields): Adapted {
  const name = nameOf(raw);
  if (typeof name !== "string") return unrecognised("no hook_event_name or hook_type", "/hook_event_name");
  const event = hookEventName(name);
  if (event === null) return unrecognised(`unknown event ${name.slice(0, 80)}`, "/hook_event_name");
  const fields = translate(raw, event);
  const badId = ID_FIELDS.find((field) => fields[field] !== undefined && !isId(fields[field]));
  if (badId !== undefined) return unrecognised(`${badId} is not an id`, `/${badId}`);
  return validated(fields, event);
}

function nameOf(raw: Fields): unknown {
  return raw.hook_event_name ?? raw.hook_type;
}

/** The client's names; null and empty ids count as absent. `_meta` is the forwarder's and read elsewhere. */
function translate(raw: Fields, event: HookEventName): Fields {
  const fields: Fields = { hook_event_name: event };
  for (const key in raw) {
    const value = raw[key];
    if (value === null || value === undefined || NOT_COPIED.has(key) || (value === "" && IDS.has(key))) continue;
    fields[key] = value;
  }
  if (fields.tool_response === undefined && raw.tool_result !== undefined && raw.tool_result !== null) fields.tool_response = raw.tool_result;
  if (event === "UserPromptSubmit") fields.prompt ??= "";
  return fields;
}

/** Text that can stand in a key of the log: not too long, without control characters. */
function isId(value: unknown): boolean {
  return typeof value === "string" && value.length <= LONGEST_ID && !/[\u0000-\u001f\u007f]/.test(value);
}

function validated(fields: Fields, event: HookEventName): Adapted {
  const validate = validators[`${event}Payload`] as unknown as PayloadValidator;
  for (let repairs = 0; repairs <= MOST_REPAIRS; repairs++) {
    if (validate(fields)) return { kind: "payload", provider: PROVIDER, payload: fields as unknown as HookPayload };
    const error = validate.errors?.[0];
    const field = /^\/([^/]+)/.exec(error?.instancePath ?? "")?.[1];
    if (field === undefined || error?.keyword === "required" && error.instancePath === "" || isNeeded(field, event)) {
      return unrecognised(`${event}: ${error?.instancePath || "payload"} ${error?.message ?? "does not fit"}`, error?.instancePath ?? "");
    }
    delete fields[field];
  }
  return unrecognised(`${event}: too many fields of wrong types`);
}

/** Without these the event says nothing. */
function isNeeded(field: string, event: HookEventName): boolean {
  return field === "hook_event_name" || field === "tool_name" || (event === "UserPromptSubmit" && field === "prompt");
}

function describe(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "string" ? "a string" : `a ${typeof value}`;
}

function unrecognised(reason: string, at?: string): Adapted {
  return { kind: "unrecognised", provider: PROVIDER, reason, foreign: false, ...(at ? { at } : {}) };
}
