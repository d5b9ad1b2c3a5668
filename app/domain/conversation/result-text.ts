/** A tool's result as one text that a person reads. */

/** Specification 4: what is kept of a tool's response. */
export const RESULT_LIMIT = 10_000;

/** @param output what the tool gave, of any shape @returns '' for nothing; at most RESULT_LIMIT characters */
export function resultText(output: unknown): string {
  return cutWhole(textIn(output), RESULT_LIMIT);
}

/** Never half of a character at the end. */
export function cutWhole(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
}

function textIn(output: unknown): string {
  if (output === undefined || output === null) return "";
  if (typeof output === "string") return output;
  if (Array.isArray(output)) return blocksText(output) ?? asJson(output);
  if (typeof output !== "object") return String(output);
  const fields = output as Record<string, unknown>;
  return streamsText(fields) ?? contentText(fields) ?? asJson(fields);
}

/** Blocks of text, as tools of other servers answer. */
function blocksText(blocks: unknown[]): string | null {
  const texts = blocks.map((block) => (typeof block === "string" ? block : (block as { text?: unknown } | null)?.text));
  return texts.length > 0 && texts.every((text) => typeof text === "string") ? texts.join("\n") : null;
}

/** What a command wrote. */
function streamsText({ stdout, stderr }: Record<string, unknown>): string | null {
  const streams = [stdout, stderr].filter((text) => typeof text === "string");
  return streams.length > 0 ? streams.filter((text) => text !== "").join("\n") : null;
}

/** A file that was read, or an agent's answer; whoever wrote a file knows its content from the input. */
function contentText(fields: Record<string, unknown>): string | null {
  const file = fields["file"];
  if (typeof file === "object" && file !== null) return contentText(file as Record<string, unknown>);
  const content = fields["content"];
  if (Array.isArray(content)) return blocksText(content);
  return typeof content === "string" && Object.keys(fields).length <= 6 ? content : null;
}

function asJson(value: unknown): string {
  return JSON.stringify(value);
}
