/**
 * `.agent-mascot.yaml` at the top of a project (DESIGN §9): read by every edit, so it is understood only when it changed. An agent can write to it, hence:
 * a regular file of at most 64 KB, no links, no aliases, and nothing in it but what the schema has.
 */
import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { Lexer, LineCounter, parseDocument } from "yaml";
import { PROJECT_FILE } from "../domain/guard/rules-file.ts";
import type { ProjectFile } from "../../schemas/generated/types.ts";
import { ProjectFile as isProjectFile } from "../../schemas/generated/validators.mjs";

const LONGEST_BYTES = 64 * 1024;

/** Levels of lists and maps; the schema has two. */
const DEEPEST = 32;
const MOST_WORDS = 500;
/** With comments, spaces and ends of lines. */
const MOST_TOKENS = 6_000;
const LONGEST_WORD = 1_000;
const KEPT = 50;

/** `line` and `column` count from 1. */
export interface FileProblem {
  problem: "not_regular" | "too_large" | "unreadable" | "syntax" | "not_allowed";
  line: number;
  column: number;
  detail: string;
}

export type ReadProjectFile =
  | { kind: "none" }
  | { kind: "rules"; rules: ProjectFile; /** SHA-256, hex */ hash: string }
  | { kind: "broken"; problem: FileProblem };

/** Opened without waiting for whoever may hold the other end, and without following a link. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** @param project its folder; never throws */
export async function readProjectFile(project: string): Promise<ReadProjectFile> {
  let file: FileHandle;
  try {
    file = await open(join(project, PROJECT_FILE), FLAGS);
  } catch (error) {
    return notOpened((error as NodeJS.ErrnoException).code);
  }
  try {
    const { size } = await file.stat().then((stat) => (stat.isFile() ? stat : { size: -1 }));
    if (size < 0) return broken("not_regular", "not a file");
    if (size > LONGEST_BYTES) return broken("too_large", `${size} bytes`);
    const buffer = Buffer.alloc(LONGEST_BYTES + 1);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    return bytesRead > LONGEST_BYTES ? broken("too_large", `more than ${LONGEST_BYTES} bytes`) : understood(buffer.toString("utf8", 0, bytesRead));
  } catch (error) {
    return broken("unreadable", (error as NodeJS.ErrnoException).code ?? "unknown");
  } finally {
    await file.close().catch(() => undefined);
  }
}

/** By text: every edit asks, and few files change. */
const known = new Map<string, ReadProjectFile>();

function understood(text: string): ReadProjectFile {
  const read = known.get(text) ?? readRules(text);
  if (!known.has(text)) {
    if (known.size >= KEPT) known.clear();
    known.set(text, read);
  }
  return read;
}

function notOpened(code: string | undefined): ReadProjectFile {
  if (code === "ENOENT" || code === "ENOTDIR") return { kind: "none" };
  return code === "ELOOP" || code === "EMLINK" ? broken("not_regular", "a link") : broken("unreadable", code ?? "unknown");
}

function broken(problem: FileProblem["problem"], detail: string, line = 1, column = 1): ReadProjectFile {
  return { kind: "broken", problem: { problem, line, column, detail } };
}

/** Pure. @param text of the file */
export function readRules(text: string): ReadProjectFile {
  const tooMuch = beyondRules(text);
  if (tooMuch !== null) return tooMuch;
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, merge: false, version: "1.2" });
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return [Math.max(1, line), Math.max(1, col)] as const;
  };
  const [error] = document.errors;
  if (error) return broken("syntax", error.message.split("\n")[0] ?? "", ...at(error.pos[0]));
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 0 }) ?? {};
  } catch {
    return broken("not_allowed", "aliases");
  }
  if (isProjectFile(value)) return { kind: "rules", rules: value, hash: createHash("sha256").update(text).digest("hex") };
  const fault = (isProjectFile as unknown as { errors?: { instancePath: string; message?: string; params?: Record<string, unknown> }[] }).errors?.[0];
  const path = (fault?.instancePath ?? "").split("/").filter((part) => part !== "");
  const unknownKey = fault?.params?.["additionalProperty"];
  const where = nodeAt(document, typeof unknownKey === "string" ? [...path, unknownKey] : path);
  return broken("not_allowed", `${[...path, ...(typeof unknownKey === "string" ? [unknownKey] : [])].join(".") || "the file"} ${fault?.message ?? ""}`.trim(), ...at(where));
}

/** The reader calls itself for each level, and thousands of them end the whole program; of thousands of faults it makes seconds. @returns null for what may be read */
function beyondRules(text: string): ReadProjectFile | null {
  let [line, column, brackets, marks, words, tokens] = [1, 1, 0, 0, 0, 0];
  for (const token of new Lexer().lex(text)) {
    if (token === "[" || token === "{") brackets++;
    else if (token === "]" || token === "}") brackets--;
    else if (/^[-?:]$/.test(token)) marks++;
    else if (token.includes("\n")) marks = 0;
    const isSaid = !/^(?:#|\s*$)/.test(token);
    if (isSaid) words++;
    if (brackets > DEEPEST || marks > DEEPEST) return broken("not_allowed", "nested too deep", line, column);
    if (++tokens > MOST_TOKENS || words > MOST_WORDS || (isSaid && token.length > LONGEST_WORD)) return broken("not_allowed", "more than rules", line, column);
    const ends = token.split("\n");
    line += ends.length - 1;
    column = ends.length > 1 ? (ends.at(-1) as string).length + 1 : column + token.length;
  }
  return null;
}

/** Where the value (or the whole) stands in the text. */
function nodeAt(document: ReturnType<typeof parseDocument>, path: readonly string[]): number {
  for (let length = path.length; length >= 0; length--) {
    const node = document.getIn(path.slice(0, length), true) as { range?: [number, number, number] | null } | undefined;
    if (node?.range) return node.range[0];
  }
  return 0;
}
