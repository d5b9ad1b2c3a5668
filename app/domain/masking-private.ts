/** `<private>…</private>`: what a person keeps to themselves leaves a text before anything else is looked for (SECURITY E5). */

/** Also as JSON writes it in a string: `<\/private>`, `\u003cprivate\u003e`. */
const TAG = /(?:<|\\{1,8}u003c)\s{0,4}(\\{0,8}\/)?\s{0,4}private(?:\s[^<>]{0,64})?(?:>|\\{1,8}u003e)/gi;
const PASSES = 4;
/** Where masking ends too. */
const DEEPEST = 200;
/** Names of things, not words of a person; they stay when a part runs over several strings. */
const NAMES_ONLY = /^(?:type|role|name|id|model|cwd|version|timestamp|kind|status)$|(?:_id|Id|_name|Uuid|uuid|_path)$/;

export interface Cut {
  text: string;
  /** A part was opened and never closed; it ran to the end of the text. */
  open: boolean;
}

/** Cheap for texts without such parts. */
export function mayHavePrivateParts(text: string): boolean {
  return /private(?:\s[^<>]{0,64})?(?:>|\\{1,8}u003e)/i.test(text);
}

/** What follows a part that was opened before the text began; the whole text when none was. */
export function afterPrivatePart(text: string): string {
  const closed = mayHavePrivateParts(text) ? firstClose(text) : -1;
  return closed < 0 ? text : text.slice(closed);
}

/** Taking parts away can put a new tag together; somebody who does that on purpose loses the rest of the text. */
export function withoutPrivateParts(text: string): Cut {
  let rest = { text, open: false };
  for (let pass = 0; pass < PASSES; pass++) {
    const cut = cutOnce(rest.text);
    if (cut.text === rest.text) return { text: cut.text, open: rest.open || cut.open };
    rest = { text: cut.text, open: rest.open || cut.open };
  }
  const opened = [...rest.text.matchAll(TAG)].find((tag) => tag[1] === undefined);
  return opened === undefined ? rest : { text: rest.text.slice(0, opened.index), open: true };
}

/** With what is nested in it; without an end it runs to the end of the text. */
function cutOnce(text: string): Cut {
  let kept = "";
  let from = 0;
  let open = 0;
  for (const tag of text.matchAll(TAG)) {
    const closes = tag[1] !== undefined;
    if (closes && open === 0) continue;
    if (!closes && open === 0) kept += text.slice(from, tag.index);
    open += closes ? -1 : 1;
    from = tag.index + tag[0].length;
  }
  return { text: open === 0 ? kept + text.slice(from) : kept, open: open > 0 };
}

/**
 * The value without parts that begin in one string and end in a later one, as when a prompt comes in several blocks. What is opened and nowhere closed
 * ends with its own string.
 */
export function withoutSpreadParts(value: unknown): unknown {
  const strings: string[] = [];
  walk(value, "", (text) => {
    strings.push(text);
    return text;
  });
  const cuts = spreadCuts(strings);
  let next = 0;
  return walk(value, "", (text, name) => {
    const cut = cuts[next++];
    return cut === undefined ? text : cut === "all" ? (NAMES_ONLY.test(name) ? text : "") : text.slice(cut);
  });
}

/** For each string: undefined as it is, "all" inside of a part, a number: what is before it belongs to a part. */
function spreadCuts(strings: readonly string[]): ("all" | number | undefined)[] {
  const cuts: ("all" | number | undefined)[] = strings.map(() => undefined);
  let opener = -1;
  strings.forEach((text, i) => {
    const closed = opener < 0 ? -1 : firstClose(text);
    if (closed >= 0) {
      cuts.fill("all", opener + 1, i);
      cuts[i] = closed;
      opener = -1;
    }
    if (withoutPrivateParts(closed >= 0 ? text.slice(closed) : text).open) opener = i;
  });
  return cuts;
}

function firstClose(text: string): number {
  for (const tag of text.matchAll(TAG)) return tag[1] === undefined ? -1 : tag.index + tag[0].length;
  return -1;
}

function walk(value: unknown, name: string, change: (text: string, name: string) => string, depth = 0): unknown {
  if (typeof value === "string") return change(value, name);
  if (typeof value !== "object" || value === null || depth > DEEPEST) return value;
  if (Array.isArray(value)) return value.map((item) => walk(item, name, change, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item, key, change, depth + 1)]));
}
