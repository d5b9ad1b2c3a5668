import { describe, expect, it } from "vitest";
import { appFile, CONTENT_SECURITY_POLICY, THEME_SECURITY_POLICY, themePath } from "./app-files.ts";

const ROOT = "/opt/app/renderer";

describe("the app:// scheme", () => {
  it("serves a page and its parts from the bundle", () => {
    expect(appFile("app://mascot/mascots.html", ROOT)).toEqual({ path: "/opt/app/renderer/mascots.html", type: "text/html; charset=utf-8" });
    expect(appFile("app://mascot/assets/main-abc.js?v=1#x", ROOT)?.path).toBe("/opt/app/renderer/assets/main-abc.js");
    expect(appFile("app://mascot/assets/a%20b.css", ROOT)?.path).toBe("/opt/app/renderer/assets/a b.css");
  });

  it.each([
    "app://x/..%2f..%2fetc/passwd", "app://mascot/..%2f..%2fetc%2fpasswd.html", "app://mascot/%2e%2e/%2e%2e/%2e%2e/etc/x.html", "app://mascot/..%5c..%5cx.html",
    "app://mascot/c:/x.html", "app://mascot/a%00.html", "app://mascot/%E0%A4%A", "app://mascot.evil/mascots.html", "app://mascot:80/mascots.html", "file:///etc/passwd",
    "https://mascot/mascots.html", "app://mascot/", "app://mascot/main.cjs", "app://mascot/..%2frenderer-other/x.html", "nonsense",
  ])("answers nothing for %s", (url) => {
    const file = appFile(url, ROOT);
    // A URL parser may fold dots so that the path stays inside; what must never happen is a path outside.
    expect(file === null || file.path.startsWith(`${ROOT}/`)).toBe(true);
    if (!url.includes("%2e%2e/")) expect(file).toBeNull();
  });

  it("allows no inline code, no inline style and no connection", () => {
    expect(CONTENT_SECURITY_POLICY).not.toMatch(/unsafe|http|\*/);
    expect(CONTENT_SECURITY_POLICY).toContain("default-src 'none'");
    expect(CONTENT_SECURITY_POLICY).toContain("connect-src 'none'");
  });

  it("shows pictures of themes from a host of their own, and runs nothing of them", () => {
    expect(CONTENT_SECURITY_POLICY).toContain("img-src 'self' data: app://theme;");
    expect(CONTENT_SECURITY_POLICY.match(/app:\/\/theme/g)).toHaveLength(1);
    expect(THEME_SECURITY_POLICY).toContain("default-src 'none'");
    expect(THEME_SECURITY_POLICY).toContain("sandbox");
    expect(appFile("app://theme/cats/1/x.svg", ROOT)).toBeNull();
  });

  it.each([
    ["app://theme/cats/1/tom/resting.svg", "/cats/1/tom/resting.svg"], ["app://mascot/cats/1/x.svg", null], ["app://theme.evil/x.svg", null], ["https://theme/x.svg", null], ["app://theme/x.svg?a=1", null], ["app://theme/%E0%A4%A", null],
  ])("the theme's part of %s is %s", (url, path) => expect(themePath(url)).toBe(path));
});
