/** Changing single places of a JSON text and leaving every other byte alone. Offsets come from jsonc-parser. Pure. */
import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";

export interface TextStyle {
  eol: string;
  unit: string;
  /** false: the whole text is on one line, and stays so */
  multiline: boolean;
}

export type Parsed = { ok: true; root: Node } | { ok: false; detail: string; offset: number };

/** Strict but for comments where they are allowed: what a client's own parser would refuse must not be "repaired" by us. */
export function parseJson(text: string, { comments }: { comments: boolean }): Parsed {
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(text, errors, { disallowComments: !comments, allowTrailingComma: false, allowEmptyContent: false });
  } catch {
    // The parser calls itself for each level.
    return { ok: false, detail: "nested too deep", offset: 0 };
  }
  const first = errors[0];
  if (first) return { ok: false, detail: printParseErrorCode(first.error), offset: first.offset };
  try {
    if (!comments) JSON.parse(text);
  } catch {
    // Its message would quote the text.
    return { ok: false, detail: "not JSON as programs read it", offset: 0 };
  }
  return root ? { ok: true, root } : { ok: false, detail: "empty", offset: 0 };
}

/** Offsets of a text that parseJson has accepted. */
export function rootOf(text: string): Node {
  return parseTree(text) as Node;
}

/** 1-based */
export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before[before.length - 1] as string).length + 1 };
}

export function styleOf(text: string): TextStyle {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const unit = /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
  const multiline = /[\r\n]/.test(text.trim()) || /^\s*\{\s*\}\s*$/.test(text) || text.trim() === "";
  return { eol, unit, multiline };
}

/** The keys of an object node that occur more than once: which of them counts is a matter of the reader. */
export function duplicateKey(object: Node): { key: string; offset: number } | null {
  const seen = new Set<string>();
  for (const property of object.children ?? []) {
    const key = property.children?.[0];
    if (!key) continue;
    if (seen.has(key.value as string)) return { key: key.value as string, offset: key.offset };
    seen.add(key.value as string);
  }
  return null;
}

export function appendProperty(text: string, object: Node, key: string, value: unknown, style: TextStyle): string {
  return appendItem(text, object, style, (depth) => `${JSON.stringify(key)}:${style.multiline ? " " : ""}${render(value, depth, style)}`);
}

export function appendElement(text: string, array: Node, value: unknown, style: TextStyle): string {
  return appendItem(text, array, style, (depth) => render(value, depth, style));
}

export function replaceValue(text: string, node: Node, value: unknown, style: TextStyle): string {
  const inline = !isOnOwnLine(text, node.offset);
  const rendered = inline ? JSON.stringify(value) : render(value, indentAt(text, node.offset), style);
  return splice(text, node.offset, node.offset + node.length, rendered);
}

/** Takes a child (element or property) out, with the one comma that belonged to it. */
export function removeChild(text: string, container: Node, index: number): string {
  const children = container.children ?? [];
  const child = children[index] as Node;
  const previous = children[index - 1];
  const next = children[index + 1];
  if (previous && !next) return splice(text, endOf(previous), endOf(child), "");
  if (next) return splice(text, child.offset, next.offset, "");
  return splice(text, container.offset + 1, endOf(container) - 1, "");
}

export function valueAt(root: Node, path: (string | number)[]): Node | undefined {
  return findNodeAtLocation(root, path);
}

function appendItem(text: string, container: Node, style: TextStyle, item: (indent: string) => string): string {
  const children = container.children ?? [];
  const last = children[children.length - 1];
  if (last) return appendBehind(text, last, style, item);
  const open = container.offset + 1;
  const close = endOf(container) - 1;
  if (!style.multiline) return splice(text, open, close, item(""));
  const outer = indentAt(text, container.offset);
  const inner = outer + style.unit;
  return splice(text, open, close, `${style.eol}${inner}${item(inner)}${style.eol}${outer}`);
}

/** As its neighbour stands: on a line of its own, or on the same line. */
function appendBehind(text: string, last: Node, style: TextStyle, item: (indent: string) => string): string {
  const at = endOf(last);
  if (!style.multiline || !isOnOwnLine(text, last.offset)) {
    const compact = item("").replace(/\s*\n\s*/g, " ");
    return splice(text, at, at, `,${style.multiline ? " " : ""}${compact}`);
  }
  const indent = indentAt(text, last.offset);
  return splice(text, at, at, `,${style.eol}${indent}${item(indent)}`);
}

function render(value: unknown, indent: string, style: TextStyle): string {
  if (!style.multiline) return JSON.stringify(value);
  return JSON.stringify(value, null, style.unit).split("\n").join(style.eol + indent);
}

/** White space at the beginning of the line that holds the offset. */
function indentAt(text: string, offset: number): string {
  const lineStart = Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart, offset))?.[0] ?? "";
}

function isOnOwnLine(text: string, offset: number): boolean {
  const lineStart = Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
  return lineStart > 0 && text.slice(lineStart, offset).trim() === "";
}

function endOf(node: Node): number {
  return node.offset + node.length;
}

function splice(text: string, from: number, to: number, replacement: string): string {
  return text.slice(0, from) + replacement + text.slice(to);
}
