import type { ReactNode } from "react";
import { shortNumber } from "../format.ts";
import type { Locale, Words } from "../../shared/words.ts";
import { useFold } from "./folds.ts";
import { cutText, type Steps } from "./long-text.ts";

interface LongTextProps {
  /** Tells it apart from all others of the conversation. */
  id: string;
  text: string;
  steps: Steps;
  words: Words;
  locale: Locale;
  children(shown: string): ReactNode;
}

/** The beginning of a text, and more of it when it is asked for. */
export function LongText({ id, text, steps, words, locale, children }: LongTextProps) {
  const [taken, take] = useFold(`more ${id}`);
  const { shown, left } = cutText(text, steps, taken);
  return (
    <>
      {children(shown)}
      {left > 0 && (
        <button type="button" className="more" onClick={() => take(taken + 1)}>
          {left <= steps.step ? words("conversation.show_rest", { left: shortNumber(left, locale) }) : words("conversation.show_more", { step: shortNumber(steps.step, locale), left: shortNumber(left, locale) })}
        </button>
      )}
    </>
  );
}
