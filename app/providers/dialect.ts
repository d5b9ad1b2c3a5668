/** An adapter made from a table: the schema of a product's payloads, and what each of its events is in the union's words. */
import type { HookEventName, Provider } from "../../schemas/generated/types.ts";
import type { Validator } from "../../schemas/generated/validators.mjs";
import type { Adapted, Fields, ProviderAdapter } from "./adapter.ts";
import { describe, unionPayload, unrecognised } from "./union.ts";
import { record } from "../domain/unknown.ts";

/** An event of the union and its fields; null for one that tells nothing of its own. */
export type Told = { event: HookEventName; fields: Fields } | null;

export interface Dialect extends Pick<ProviderAdapter, "recognises" | "answers"> {
  provider: Provider;
  /** Of the product's own payload. */
  schema: Validator<unknown>;
  /** The product's name of a payload's event; null when it names none. */
  eventOf(raw: Fields): string | null;
  /** By the product's names of events. */
  events: Readonly<Record<string, (raw: Fields) => Told>>;
  /** Top-level fields that are not kept, not even in `raw`. */
  withheld?: readonly string[];
}

export function adapterOf(dialect: Dialect): ProviderAdapter {
  const { provider, recognises, answers } = dialect;
  return { provider, ...(recognises ? { recognises } : {}), ...(answers ? { answers } : {}), adapt: (raw) => adapted(dialect, raw) };
}

function adapted(dialect: Dialect, raw: unknown): Adapted {
  const { provider, withheld = [] } = dialect;
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) return unrecognised(provider, `not an object but ${describe(raw)}`);
  const fields = raw as Fields;
  const kept = withheld.some((field) => field in fields) ? Object.fromEntries(Object.entries(fields).filter(([field]) => !withheld.includes(field))) : null;
  const result = understood(dialect, kept ?? fields);
  return kept === null ? result : { ...result, raw: kept };
}

function understood({ provider, schema, eventOf, events }: Dialect, raw: Fields): Adapted {
  const name = eventOf(raw);
  if (name === null) return unrecognised(provider, "no name of an event");
  const translate = Object.hasOwn(events, name) ? events[name] : undefined;
  if (translate === undefined) return unrecognised(provider, `unknown event ${name.slice(0, 80)}`);
  if (!schema(raw)) {
    const error = schema.errors?.[0];
    return unrecognised(provider, `${name}: ${error?.instancePath || "payload"} ${error?.message ?? "does not fit"}`, error?.instancePath);
  }
  const told = translate(raw);
  return told === null ? { ...unrecognised(provider, `${name} tells nothing of its own`), foreign: true } as Adapted : unionPayload(provider, told.event, told.fields);
}

/** The given fields of a record, under the union's names: `{ theirs: "ours" }`. */
export function taken(raw: Fields, names: Readonly<Record<string, string>>): Fields {
  const fields: Fields = {};
  for (const [theirs, ours] of Object.entries(names)) if (raw[theirs] !== undefined) fields[ours] = raw[theirs];
  return fields;
}

export function recordOf(value: unknown): Fields {
  return record(value);
}

export function textIn(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** JSON in a string, as some products give results; the string itself where it is none. */
export function unwrapped(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
