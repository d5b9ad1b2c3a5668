import { useContext } from "react";
import { sentenceOf } from "./filter.ts";
import { TextOfPage } from "./texts.ts";

/** Words of the API's description, which marks code with backticks, in the person's language. @param text in English, as the description has it */
export function Sentence({ text }: { text: string }) {
  const textOf = useContext(TextOfPage);
  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change places
  return sentenceOf(textOf(text)).map(({ text: piece, code }, index) => (code ? <code key={index}>{piece}</code> : <span key={index}>{piece}</span>));
}
