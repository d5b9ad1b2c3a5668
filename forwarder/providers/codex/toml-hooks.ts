/** Whether a `config.toml` holds hooks. No reader of TOML: where a name of an event stands tells enough, and what it misses is one sentence less. Pure. */

/** A table's name on a line of its own. */
const TABLE = /^\[\[?\s*([^[\]]+?)\s*\]\]?\s*(?:#.*)?$/;
/** What stands before a value; parts of a name may be quoted. */
const KEY = /^((?:"[^"]*"|'[^']*'|[\w-]+)(?:\s*\.\s*(?:"[^"]*"|'[^']*'|[\w-]+))*)\s*=(.*)$/;
const PART = /"[^"]*"|'[^']*'|[\w-]+/g;
/** Text over several lines, where anything may stand. */
const LONG_TEXT = /"""|'''/g;

/** @param events the product's names; `hooks.state`, where it keeps what the person accepted, is none */
export function tomlHoldsHooks(toml: string, events: readonly string[]): boolean {
  let table: string[] = [];
  let inText = false;
  for (const line of toml.split("\n").map((text) => text.trim())) {
    const begun = inText;
    if ((line.match(LONG_TEXT)?.length ?? 0) % 2 === 1) inText = !inText;
    if (begun) continue;
    const named = TABLE.exec(line)?.[1];
    if (named !== undefined) table = partsOf(named);
    const [, key = "", value = ""] = named === undefined ? (KEY.exec(line) ?? []) : [];
    if (isHook([...table, ...partsOf(key)], value, events)) return true;
  }
  return false;
}

function isHook([first, second]: readonly string[], value: string, events: readonly string[]): boolean {
  if (first !== "hooks") return false;
  return second === undefined ? events.some((event) => new RegExp(`[{,]\\s*["']?${event}["']?\\s*=`).test(value)) : events.includes(second);
}

function partsOf(name: string): string[] {
  return (name.match(PART) ?? []).map((part) => part.replace(/^["']|["']$/g, ""));
}
