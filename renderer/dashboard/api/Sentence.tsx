import { sentenceOf } from "./filter.ts";

/** Words of the API's description, which marks code with backticks. */
export function Sentence({ text }: { text: string }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change places
  return sentenceOf(text).map(({ text: piece, code }, index) => (code ? <code key={index}>{piece}</code> : <span key={index}>{piece}</span>));
}
