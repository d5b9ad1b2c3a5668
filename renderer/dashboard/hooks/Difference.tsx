import { useState } from "react";
import type { Words } from "../../shared/words.ts";
import { Button } from "../design/index.ts";
import { linesOf } from "./difference.ts";

/** Lines that come and go. A sign stands before each, so that it is not the colour that tells. */
export function Difference({ text, words }: { text: string; words: Words }) {
  const [isWrapped, setWrapped] = useState(false);
  const lines = linesOf(text);
  const count = (kind: "added" | "removed") => lines.filter((line) => line.kind === kind).length;
  return (
    <figure className="difference" data-wrapped={isWrapped}>
      <figcaption className="quiet">
        {words("hooks.counted", { added: count("added"), removed: count("removed") })}
        <Button aria-pressed={isWrapped} onClick={() => setWrapped(!isWrapped)}>{words("hooks.wrap")}</Button>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <pre role="region" aria-label={words("hooks.difference")} tabIndex={0}>
        {lines.map(({ kind, text: line }, n) => {
          const key = `${n}`;
          if (kind === "added") return <ins key={key}>+ {line}{"\n"}</ins>;
          if (kind === "removed") return <del key={key}>- {line}{"\n"}</del>;
          return <span key={key}>{"  "}{line}{"\n"}</span>;
        })}
      </pre>
    </figure>
  );
}
