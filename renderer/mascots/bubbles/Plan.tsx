import { type ReactElement, useEffect, useState } from "react";
import type { Words } from "../../shared/words.ts";

/** Longer ones would hold up the card while they are parsed. */
const LONGEST = 30_000;

/** A plan as a document. Some marks of Markdown are not seen in one, so what was written stands below, folded: who approves can read all of it. */
export function Plan({ text, words }: { text: string; words: Words }) {
  const document = useDrawn(text);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <div className={document ? "ask-plan document" : "ask-plan as-written"} dir="auto" tabIndex={0} role="region" aria-label={words("ask.plan")}>{document ?? text}</div>
      {document && (
        <details className="ask-details">
          <summary>{words("ask.plan_written")}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: as above */}
          <pre className="ask-written" dir="auto" tabIndex={0} role="region" aria-label={words("ask.plan_written")}>{text}</pre>
        </details>
      )}
    </>
  );
}

/** The parser is read when a plan comes: most bubbles never show one. null: not yet, or better as it is */
function useDrawn(text: string): ReactElement | null {
  const [drawn, setDrawn] = useState<{ of: string; document: ReactElement | null } | null>(null);
  useEffect(() => {
    if (text.length > LONGEST) return;
    let isCurrent = true;
    import("../../shared/document.tsx").then(({ documentOf }) => isCurrent && setDrawn({ of: text, document: documentOf(text, { links: false }) }), () => undefined);
    return () => {
      isCurrent = false;
    };
  }, [text]);
  return drawn?.of === text ? drawn.document : null;
}
