import { useEffect, useId, useRef } from "react";
import type { AskQuestion } from "../../../schemas/generated/types.ts";
import type { Words } from "../../shared/words.ts";
import { choose, chooseOwn, type DraftReply } from "./draft.ts";

interface QuestionsProps { questions: readonly AskQuestion[]; drafts: readonly DraftReply[]; words: Words; onChange(drafts: readonly DraftReply[]): void }

export function Questions({ questions, drafts, words, onChange }: QuestionsProps) {
  return (
    <div className="ask-questions">
      {questions.map((question, at) => (
        <Question key={question.question} question={question} draft={drafts[at] as DraftReply} words={words} onChange={(draft) => onChange(drafts.map((one, i) => (i === at ? draft : one)))} />
      ))}
    </div>
  );
}

function Question({ question, draft, words, onChange }: { question: AskQuestion; draft: DraftReply; words: Words; onChange(draft: DraftReply): void }) {
  const name = useId();
  const type = question.multiple ? "checkbox" : "radio";
  return (
    <fieldset className="ask-question">
      <legend dir="auto">{question.question}{question.multiple && <span className="ask-lasting"> {words("ask.several")}</span>}</legend>
      {question.options.map((option, label) => (
        <label key={option.label} className="ask-option">
          <input type={type} name={name} checked={draft.labels.includes(label)} onChange={() => onChange(choose(draft, question, label))} />
          <span><span dir="auto">{option.label}</span>{option.description && <span className="ask-hint" dir="auto">{option.description}</span>}</span>
        </label>
      ))}
      <label className="ask-option">
        <input type={type} name={name} checked={draft.own} onChange={({ target }) => onChange(chooseOwn(draft, question, target.checked))} />
        <span>{words("ask.own_words")}</span>
      </label>
      {draft.own && <OwnWords question={question.question} value={draft.words} words={words} onChange={(said) => onChange({ ...draft, words: said })} />}
    </fieldset>
  );
}

/** Comes up because the person chose it: the keyboard goes there. */
function OwnWords({ question, value, words, onChange }: { question: string; value: string; words: Words; onChange(value: string): void }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return <input ref={field} className="ask-words" type="text" maxLength={4000} dir="auto" aria-label={words("ask.own_words_for", { question })} value={value} onChange={({ target }) => onChange(target.value)} />;
}
