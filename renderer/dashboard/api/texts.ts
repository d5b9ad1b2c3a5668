/** In which words the API's description is shown. It is written in English, for docs/openapi.json; the person reads it in their language. */
import { createContext } from "react";
import type { Locale } from "../../shared/words.ts";
import { KOREAN } from "./korean.ts";

/** A text of the description in the person's language; what has no words there, like the name of a shape, is itself. */
export type TextOf = (english: string) => string;

const asWritten: TextOf = (english) => english;
const inKorean: TextOf = (english) => KOREAN[english] ?? english;

export function textOfLocale(locale: Locale): TextOf {
  return locale === "ko" ? inKorean : asWritten;
}

/** Given to the whole page, because the texts stand in its leaves. */
export const TextOfPage = createContext<TextOf>(asWritten);
