/** Bodies and queries as specification 4's clients write them (camelCase, strings for numbers) in the fields of our schemas. Pure. */
import { isRecord } from "../../domain/unknown.ts";

/** What others call it, where that is more than another spelling. */
const ALSO_CALLED: Record<string, string> = { project_path: "cwd", project: "cwd", prompt: "content", response: "content", message: "content", text: "content" };

/** What a schema that refused a value says of it, in words of the schema alone. @param validator as it is right after it refused */
export function faultIn(validator: unknown): string {
  const [fault] = (validator as { errors?: { instancePath: string; message?: string }[] | null }).errors ?? [];
  const field = (fault?.instancePath ?? "").slice(1).replaceAll("/", ".");
  return fault === undefined ? "" : `${[field || "The body", fault.message ?? "is not allowed"].join(" ")}. `;
}

/** The named fields of a body, whatever their spelling; what else is in it is left out. */
export function fieldsOf(body: unknown, names: readonly string[]): Record<string, unknown> {
  if (!isRecord(body)) return {};
  const fields: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(body)) {
    const snake = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const name = names.includes(snake) ? snake : ALSO_CALLED[snake];
    // Its own name counts more than another one.
    if (name !== undefined && names.includes(name) && value !== null && !(name !== snake && Object.hasOwn(fields, name))) fields[name] = value;
  }
  return fields;
}

/** A query's texts in the types of its schema; what is no number stays as it is, for the schema to refuse. */
export function typed(query: Record<string, unknown>, numbers: readonly string[], flags: readonly string[] = []): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).map(([key, value]) => [key, numbers.includes(key) ? toInteger(value) : flags.includes(key) ? toFlag(value) : value]));
}

function toInteger(value: unknown): unknown {
  return typeof value === "string" && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
}

function toFlag(value: unknown): unknown {
  return value === "1" || value === "true" ? true : value === "0" || value === "false" ? false : value;
}
