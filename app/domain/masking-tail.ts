/** The end of a body of which the middle is gone: what begins before it cannot be known by its beginning. */
import { afterPrivatePart } from "./masking-private.ts";
import { tokenEnd } from "./masking-text.ts";

const KEY_END = /-{4,5}END [A-Z0-9 ]{0,40}PRIVATE KEY/;
/** As much of a token in one run may be the half of a secret. */
const LONG_RUN = 16;

/** The text without the halves of a private part, of a key block or of a token that it begins with. To be masked after that. */
export function withoutHalves(tail: string): string {
  let rest = afterPrivatePart(tail);
  const keyEnd = KEY_END.exec(rest)?.index ?? -1;
  if (keyEnd > 0 && !rest.slice(0, keyEnd).includes("-BEGIN ")) rest = `***${rest.slice(keyEnd)}`;
  const run = tokenEnd(rest, 0, true);
  return run >= LONG_RUN ? `***${rest.slice(run)}` : rest;
}
