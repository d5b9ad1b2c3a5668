import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { wordsOf } from "../../shared/words.ts";
import { anInteraction } from "../testing/rows.ts";
import { RowView } from "./RowView.tsx";
import { rowsOf } from "./rows.ts";

it.each([
  ["Bash", "npm test", "Bash npm test, done"], ["mcp__my_server__do_the_thing", "", "my_server · do_the_thing, done"], ["mcp__my_server__look", "beans", "my_server · look beans, done"],
])("a call of %s (%j) is named to a screen reader as it is shown: %s", (skill_name, content, name) => {
  const [row] = rowsOf([anInteraction({ skill_name, content, role: "assistant", metadata: { ok: true } })], true, new Set());
  if (row === undefined) throw new Error("one row");
  const shown = renderToStaticMarkup(<RowView row={row} words={wordsOf("en")} locale="en" tabIndex={0} position={1} total={1} isFound={false} />);
  expect(shown).toContain(`aria-label="${name}, `);
});
