import type { AskSuggestion } from "../../../schemas/generated/types.ts";
import type { Words } from "../../shared/words.ts";

interface SuggestionsProps { suggestions: readonly AskSuggestion[]; chosen: readonly number[]; words: Words; onChange(chosen: readonly number[]): void }

/** What the client itself offers not to ask again. None is chosen beforehand. */
export function Suggestions({ suggestions, chosen, words, onChange }: SuggestionsProps) {
  return (
    <details className="ask-always">
      <summary>{words("ask.always")}</summary>
      <ul>
        {suggestions.map((suggestion) => (
          <li key={suggestion.number}>
            <label>
              <input type="checkbox" checked={chosen.includes(suggestion.number)} onChange={({ target }) => onChange(target.checked ? [...chosen, suggestion.number] : chosen.filter((one) => one !== suggestion.number))} />
              <span>{words(`ask.always_${suggestion.kind}`, { what: suggestion.what })} <span className="ask-lasting">{words(`ask.lasting_${suggestion.lasting}`)}</span></span>
            </label>
          </li>
        ))}
      </ul>
    </details>
  );
}
