import { describe, expect, it } from "vitest";
import { svgProblem } from "./svg-check.ts";

/** As Inkscape saves it: its own address in a comment and in namespaces, the licence's in what describes the file. */
const INKSCAPE = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!-- Created with Inkscape (http://www.inkscape.org/) -->

<svg width="120" height="120" viewBox="0 0 120 120" version="1.1" id="svg5" inkscape:version="1.2.2 (b0a8486541, 2022-12-01)" sodipodi:docname="resting.svg"
   xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"
   xmlns="http://www.w3.org/2000/svg" xmlns:svg="http://www.w3.org/2000/svg" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:cc='http://creativecommons.org/ns#' xmlns:dc="http://purl.org/dc/elements/1.1/">
  <sodipodi:namedview id="namedview7" pagecolor="#ffffff" inkscape:document-units="px" showgrid="false" />
  <metadata id="metadata9"><rdf:RDF><cc:Work rdf:about=""><dc:format>image/svg+xml</dc:format><dc:type rdf:resource="http://purl.org/dc/dcmitype/StillImage" /></cc:Work></rdf:RDF></metadata>
  <g inkscape:label="Layer 1" inkscape:groupmode="layer" id="layer1"><circle style="fill:#c9a0dc;stroke:#2f4a3f" cx="60" cy="80" r="30" /></g>
</svg>
`;

const svg = (inner: string, attributes = "") => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120"${attributes}>${inner}</svg>`;

describe("a theme's picture", () => {
  it.each([
    ["shapes", svg('<path d="M0 0L9 9" fill="#fff"/><circle cx="4" cy="4" r="3"/>')],
    ["a gradient of its own", svg('<defs><linearGradient id="a"><stop offset="0" stop-color="#fff"/></linearGradient></defs><rect width="9" height="9" fill="url(#a)"/>')],
    ["a declaration, a comment and a style", `<?xml version="1.0" encoding="UTF-8"?>\n<!-- mine -->\n${svg("<style>.a{fill:#123456}</style><g class='a'><path d='M0 0'/></g>")}`],
    ["what Inkscape saves", INKSCAPE],
    ["a title in Korean", svg("<title>쉬는 고양이 &amp; 컵</title><path d='M0 0'/>")],
  ])("may be %s", (_what, text) => expect(svgProblem(text)).toBeNull());

  it.each([
    ["a script", svg("<script>alert(1)</script>")],
    ["a script with a prefix", svg('<svg:script xmlns:svg="http://www.w3.org/2000/svg">x</svg:script>')],
    ["a handler", svg("<path d='M0 0'/>", ' onload="x()"')],
    ["a handler after a slash", svg("<path/onclick=x d='M0 0'/>")],
    ["HTML inside", svg("<foreignObject><p>x</p></foreignObject>")],
    ["a link", svg('<a href="https://example.com"><path d="M0 0"/></a>')],
    ["a javascript address", svg('<path d="M0 0" data-x="javascript:alert(1)"/>')],
    ["an address beside a comment", svg('<!-- a --><path d="M0 0" x="https://example.com/x"/><!-- b -->')],
    ["an address after a comment that does not end", svg('<path d="M0 0"/><!-- <path x="https://example.com/x"/>')],
    ["an address of another attribute than a namespace", svg("<path d=\" xmlns:a='\" x='https://example.com/x'/>")],
    ["a script in what describes the file", svg("<metadata><script>alert(1)</script></metadata>")],
    ["a picture from the network", svg('<image href="https://example.com/x.png"/>')],
    ["a picture inside", svg('<image href="data:image/png;base64,AAAA"/>')],
    ["a reference to another file", svg('<path fill="url(other.svg#a)"/>')],
    ["an import", svg("<style>@import 'x.css';</style>")],
    ["a document type", `<!DOCTYPE svg [<!ENTITY x "y">]>${svg("&x;")}`],
    ["an encoded address", svg('<path d="M0 0" x="&#106;avascript:x"/>')],
    ["a stylesheet instruction", `${svg("")}<?xml-stylesheet href="x.css"?>`],
    ["movement of its own", svg('<path d="M0 0"><animate attributeName="x"/></path>')],
    ["movement by style", svg("<style>@keyframes a{to{opacity:0}} path{animation:a 1s infinite}</style>")],
    ["a letter escaped in a style", svg("<style>@\\69mport 'x'</style>")],
  ])("may not have %s", (_what, text) => expect(svgProblem(text)).not.toBeNull());

  it.each([["HTML", "<html><svg/></html>"], ["nothing", ""], ["a PNG", "\ufffdPNG\r\n"], ["other XML", "<svgx/>"], ["no namespace", "<svg></svg>"]])("is no %s", (_what, text) => expect(svgProblem(text)).toBe("not_svg"));

  it("a million brackets take no time", () => {
    const began = performance.now();
    svgProblem(svg("<".repeat(60_000)));
    svgProblem(`<?xml ${"<!--".repeat(15_000)}`);
    svgProblem(svg("<!--".repeat(15_000)));
    svgProblem(svg("<metadata".repeat(7_000)));
    expect(performance.now() - began).toBeLessThan(500);
  });
});
