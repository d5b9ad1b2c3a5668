/** Which operations of the API are shown for what a person typed. Pure. */
import type { ApiField, ApiGroup, ApiOperation } from "../../../schemas/generated/types.ts";
import type { TextOf } from "./texts.ts";

/**
 * Every word has to be somewhere in an operation: its path, its words, its fields. Groups without any are left out.
 * @param textOf what the page shows for a text of the description: found as well as the text itself, which documents and other people use
 */
export function matching(groups: readonly ApiGroup[], text: string, textOf: TextOf): ApiGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter((word) => word !== "");
  if (words.length === 0) return [...groups];
  return groups.map((group) => ({ ...group, operations: group.operations.filter((operation) => fits(operation, group, words, textOf)) })).filter(({ operations }) => operations.length > 0);
}

export const countOf = (groups: readonly ApiGroup[]): number => groups.reduce((sum, { operations }) => sum + operations.length, 0);

function fits(operation: ApiOperation, { title }: ApiGroup, words: readonly string[], textOf: TextOf): boolean {
  const { method, path, summary, description, headers, params, query, body, answer, errors } = operation;
  const fields = [...headers, ...params, ...query, ...(body?.fields ?? []), ...answer.fields].map(({ name }: ApiField) => name);
  const told = [summary, description, title].flatMap((english) => [english, textOf(english)]);
  const text = [method, path, ...told, body?.name ?? "", answer.name, ...fields, ...errors.flatMap(({ status, errors: names }) => [String(status), ...names])].join("\n").toLowerCase();
  return words.every((word) => text.includes(word));
}

/** A sentence in pieces: what stands between backticks is code. */
export function sentenceOf(text: string): { text: string; code: boolean }[] {
  return text.split("`").map((piece, index) => ({ text: piece, code: index % 2 === 1 })).filter((piece) => piece.text !== "");
}

/** A type's text in pieces: what names a shape, and what stands between. */
export function piecesOf(type: string, shapes: ReadonlySet<string>): { text: string; shape: boolean }[] {
  return (type.match(/\w+|\W+/g) ?? []).map((text) => ({ text, shape: shapes.has(text) }));
}
