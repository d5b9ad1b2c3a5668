/** Markdown of agents as React elements: what they write is a stranger's text. No raw HTML, nothing fetched, links only to where the window may send the person. */
import type { ReactElement } from "react";
import type { Element, ElementContent, Root } from "hast";
import Markdown, { type Components, type Options } from "react-markdown";
import remarkGfm from "remark-gfm";
import { isSafeLink } from "../../../schemas/safe-link.ts";

/** Deeper than anybody writes. What is nested deeper is shown without its nesting: a browser draws by recursion. */
const DEEPEST = 40;
/** Markers of quotes and lists in front of one line. Parsing takes the square of them. */
const NESTED_MARKERS = /^[ \t]*(?:(?:>|[-+*]|\d{1,9}[.)])[ \t]*){30}/m;
/** Pairs are looked for among all of them: the square, too. A line of them alone is only drawn. */
const LONG_EMPHASIS = /([*_~])\1{99}/;

const COMPONENTS: Components = {
  a: ({ href, children }) => (href !== undefined && isSafeLink(href)
    ? <a href={href} target="_blank" rel="noreferrer" title={href}>{children}</a>
    : <>{children}{href && !href.startsWith("#") && <span className="address"> ({href})</span>}</>),
  img: ({ alt, src }) => <span className="picture">{alt}{typeof src === "string" && src !== "" && <span className="address"> ({src})</span>}</span>,
  // A mark, as nobody can tick it: a form's field would want a name. The second character keeps it from being a picture.
  input: ({ checked }) => <span className="tick">{checked ? "\u2611\uFE0E" : "\u2610\uFE0E"}</span>,
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
  pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
  // biome-ignore lint/a11y/noNoninteractiveTabindex: as above
  table: ({ children }) => <div className="table" tabIndex={0}><table>{children}</table></div>,
};

const OPTIONS: Options = {
  components: COMPONENTS, remarkPlugins: [[remarkGfm, { singleTilde: false }]], rehypePlugins: [() => flattenDeep],
  // By itself this heading would be seen: nobody wrote it.
  remarkRehypeOptions: { footnoteLabelProperties: { className: ["for-screen-readers"] } },
  // An address is shown as it is or leads out as it is; see link.ts.
  urlTransform: (url) => url,
};

/** Who reads on through megabytes reads them as they are. */
const LONGEST = 130_000;

/** @returns null for what cannot be shown as a document and is better shown as it is */
export function documentOf(text: string): ReactElement | null {
  if (text.length > LONGEST || NESTED_MARKERS.test(text) || LONG_EMPHASIS.test(text)) return null;
  try {
    return Markdown({ ...OPTIONS, children: text });
  } catch {
    return null;
  }
}

/** Without recursion, since what it guards against is depth. */
export function flattenDeep(tree: Root): void {
  let level: (Root | Element)[] = [tree];
  for (let depth = 0; level.length > 0; depth++) {
    const next: Element[] = [];
    for (const node of level) {
      if (depth === DEEPEST) node.children = [{ type: "text", value: textOf(node) }];
      for (const child of node.children) if (child.type === "element") next.push(child);
    }
    level = next;
  }
}

function textOf(node: Root | Element): string {
  const texts: string[] = [];
  const open: (Root["children"][number] | ElementContent)[] = [...node.children].reverse();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.type === "text") texts.push(next.value);
    if (next.type === "element") open.push(...[...next.children].reverse());
  }
  return texts.join("");
}
