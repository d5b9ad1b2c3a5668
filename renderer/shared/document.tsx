/** Markdown of agents as React elements: what they write is a stranger's text. No raw HTML, nothing fetched, links only to where the window may send the person. */
import type { ReactElement } from "react";
import type { Element, ElementContent, Root } from "hast";
import Markdown, { type Components, type Options } from "react-markdown";
import remarkGfm from "remark-gfm";
import { isSafeLink } from "../../schemas/safe-link.ts";

/** Deeper than anybody writes. What is nested deeper is shown without its nesting: a browser draws by recursion. */
const DEEPEST = 40;
/** Markers of quotes and lists in front of one line. Parsing takes the square of them. */
const NESTED_MARKERS = /^[ \t]*(?:(?:>|[-+*]|\d{1,9}[.)])[ \t]*){30}/m;

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

/** Where a click must not lead away: a link is its words and its address. */
const WITHOUT_LINKS: Components = {
  ...COMPONENTS,
  a: ({ href, children }) => <>{children}{href && !href.startsWith("#") && <span className="address"> ({href})</span>}</>,
};

const OPTIONS: Options = {
  remarkPlugins: [[remarkGfm, { singleTilde: false }]], rehypePlugins: [() => flattenDeep],
  // An address is shown as it is or leads out as it is; see link.ts.
  urlTransform: (url) => url,
};

/** Who reads on through megabytes reads them as they are. */
const LONGEST = 130_000;

/** @returns null for what cannot be shown as a document and is better shown as it is */
export function documentOf(text: string, { links = true } = {}): ReactElement | null {
  if (text.length > LONGEST || NESTED_MARKERS.test(text)) return null;
  try {
    return Markdown({ ...OPTIONS, components: links ? COMPONENTS : WITHOUT_LINKS, children: text });
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
