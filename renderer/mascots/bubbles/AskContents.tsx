import type { AskContent, AskDetail } from "../../../schemas/generated/types.ts";
import type { Words } from "../../shared/words.ts";

/** More than these are not in sight at once. */
const FEW_LINES = 7;
const CHARACTERS_A_LINE = 44;

/** As they are laid out, about. */
function linesOf(text: string): number {
  return text.split("\n").reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / CHARACTERS_A_LINE)), 0);
}

/** What is asked, in full: what it is about in sight, everything else folded. */
export function AskContents({ content, words }: { content: AskContent; words: Words }) {
  const { main, note, details, plan } = content;
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
  if (plan !== null) return <div className="ask-plan" dir="auto" tabIndex={0} role="region" aria-label={words("ask.plan")}>{plan}</div>;
  return (
    <div className="ask-contents">
      {note && <p className="ask-note" dir="auto">{note}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <pre className="ask-main" tabIndex={0} role="region" aria-label={words("ask.about")}><code>{main}</code></pre>
      {linesOf(main) > FEW_LINES && <p className="ask-lines">{words("ask.lines", { count: linesOf(main) })}</p>}
      {details.length > 0 && (
        <details className="ask-details">
          <summary>{words("ask.details")}</summary>
          <dl>{details.map((detail) => <Detail key={detail.name} detail={detail} />)}</dl>
        </details>
      )}
    </div>
  );
}

function Detail({ detail: { name, text, form } }: { detail: AskDetail }) {
  return (
    <div className={`ask-detail ${form}`}>
      <dt>{name}</dt>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <dd>{form === "line" ? <code>{text}</code> : <pre tabIndex={0} role="region" aria-label={name}><code>{text}</code></pre>}</dd>
    </div>
  );
}
