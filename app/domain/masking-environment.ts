/**
 * Contents of `.env` files. What is read from or written to one is settings line by line, and each of them may be a secret whatever its name is (specification 3 §8.1):
 * all values go, names and comments stay.
 */
import { mask } from "./masking-mask.ts";
import { isPlaceholder } from "./masking-placeholders.ts";

const FILE = /(?:^|[/\\])(?:\.env(?:\.[\w.-]{1,40})?|\.envrc|[\w-]{1,40}\.env)$/i;
const EXAMPLE = /\.(?:example|sample|template|dist|defaults?|schema)$/i;
const IN_COMMAND = /(?:^|[\s/'"=])(\.env(?:\.[\w-]{1,40}){0,3}|\.envrc)(?=$|[\s'"|;&<>)])/;
/** Also as a reader numbers lines and as a patch marks them. */
const ASSIGNMENT = /^([ \t]{0,16}(?:\d{1,6}[→\t:|])?[-+ ]?[ \t]{0,16}(?:export[ \t]{1,4})?[A-Za-z_][\w.-]{0,127}[ \t]{0,8}=[ \t]{0,8})([^ \t\r][^\r]*)/;
/** Ports and switches tell nothing. */
const TRIVIAL = /^(?:true|false|yes|no|on|off|\d{1,5})$/i;

/** True when the tool input names such a file, by a path or in a shell command; examples of one are no secret. */
export function namesEnvironmentFile(input: Record<string, unknown>): boolean {
  for (const key of ["file_path", "filePath", "path"]) {
    const path = input[key];
    if (typeof path === "string" && FILE.test(path) && !EXAMPLE.test(path)) return true;
  }
  const command = input.command;
  const file = typeof command === "string" ? IN_COMMAND.exec(command.slice(0, 4_096))?.[1] : undefined;
  return file !== undefined && !EXAMPLE.test(file);
}

/** The text with the value of every `NAME=value` line masked, quoted values over several lines too. */
export function maskAssignments(text: string): string {
  if (!text.includes("=")) return text;
  let open = "";
  const lines = text.split("\n").map((line) => {
    if (open !== "") {
      const closing = line.trimEnd().endsWith(open) ? open : "";
      if (closing !== "") open = "";
      return `***${closing}`;
    }
    const found = ASSIGNMENT.exec(line);
    if (found === null) return line;
    const value = found[2]!;
    const quote = /^["']/.exec(value)?.[0] ?? "";
    if (quote !== "" && !value.slice(1).includes(quote)) open = quote;
    return found[1]! + maskedSetting(value, quote) + line.slice(found[0].length);
  });
  return lines.join("\n");
}

function maskedSetting(value: string, quote: string): string {
  const close = quote === "" ? -1 : value.indexOf(quote, 1);
  const inner = close > 0 ? value.slice(1, close) : quote === "" ? value : value.slice(1);
  if (inner === "" || inner.startsWith("***") || TRIVIAL.test(inner) || isPlaceholder(inner)) return value;
  return close > 0 ? `${quote}${mask(inner)}${value.slice(close)}` : `${quote}${mask(inner)}`;
}
