import { expect, it } from "vitest";
import { isSafeLink } from "./safe-link.ts";

it("an https address may be opened in the browser", () => {
  expect(isSafeLink("https://docs.example.com/a?b=1#c")).toBe(true);
});

it.each([
  "http://example.com", "file:///etc/passwd", "smb://host/share", "javascript:alert(1)", "ms-msdt:/id", "data:text/html,x", "https://kim@evil.example", "https:", "//example.com", "", "app://mascot/x.html",
  `https://example.com/${"a".repeat(2000)}`,
])("%s may not", (url) => {
  expect(isSafeLink(url)).toBe(false);
});
