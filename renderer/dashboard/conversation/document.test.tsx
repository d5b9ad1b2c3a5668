import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { documentOf } from "./document.tsx";
import { isSafeLink } from "../../../schemas/safe-link.ts";

const html = (text: string) => renderToStaticMarkup(documentOf(text));

describe("what an agent writes", () => {
  it("is a document", () => {
    expect(html("# Done\n\n- [x] beans\n- [ ] peas\n\n| a | b |\n|-|-|\n| 1 | 2 |\n\n```ts\nconst a = 1;\n```")).toMatch(/<h1>Done<\/h1>.*<span class="tick">\u2611\uFE0E<\/span> beans.*<span class="tick">\u2610\uFE0E<\/span> peas.*<table>.*<pre tabindex="0"><code class="language-ts">const a = 1;/s);
  });

  it("brings no HTML of its own", () => {
    const shown = html('<img src=x onerror="alert(1)"> <script>alert(2)</script>\n\n<iframe src="https://a.example"></iframe>');
    expect(shown).not.toMatch(/<(?:img|script|iframe)/);
    expect(shown).toContain("&lt;iframe");
  });

  it("fetches no picture: its words and its address are shown", () => {
    expect(html("![a bean](https://tracker.example/bean.png)")).toBe('<p><span class="picture">a bean<span class="address"> (https://tracker.example/bean.png)</span></span></p>');
  });

  it.each(["javascript:alert(1)", "file:///etc/passwd", "http://a.example", "https://user@a.example", "smb://a/b", "data:text/html,x"])("a link to %s is text with its address", (address) => {
    expect(html(`[here](<${address}>)`)).toBe(`<p>here<span class="address"> (${address})</span></p>`);
  });

  it("a link to the web opens outside and says where it leads", () => {
    expect(html("[docs](https://a.example/b)")).toBe('<p><a href="https://a.example/b" target="_blank" rel="noreferrer" title="https://a.example/b">docs</a></p>');
  });

  it("has no heading above its footnotes that nobody wrote", () => {
    expect(html("beans[^1]\n\n[^1]: runner beans")).toMatch(/<h2 class="for-screen-readers" id="[^"]*">/);
  });

  it.each([["quotes", ">".repeat(8_000)], ["quotes and lists", "> - ".repeat(2_000)], ["emphasis", `${"*".repeat(8_000)}a${"*".repeat(8_000)}`]])("hostile nesting of %s is shown as it is", (_, text) => expect(documentOf(text)).toBeNull());

  it("what is very long is shown as it is", () => expect(documentOf("bean ".repeat(30_000))).toBeNull());

  it("deep emphasis is flattened, and no word of it is lost", () => {
    const deep = Array.from({ length: 120 }, (_, n) => `*a${n} **b${n} `).join("") + Array.from({ length: 120 }, (_, n) => ` c${119 - n}** d${119 - n}*`).join("");
    const shown = html(deep);
    expect((shown.match(/<em>|<strong>/g) ?? []).length).toBeLessThan(45);
    expect(shown).toContain("a119");
    expect(shown).toContain("d0");
  });
});

it.each([["https://a.example", true], ["https://", false], [`https://a.example/${"x".repeat(2_000)}`, false], ["nonsense", false]])("whether %s leads out: %s", (address, leads) => expect(isSafeLink(address)).toBe(leads));
