/** SECURITY-CHECKLIST A18, A7: nothing of a theme leads out of its folder, runs, or takes the app down. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ThemeManifest as isManifest } from "../../schemas/generated/validators.mjs";
import { DEFAULT_SETTINGS } from "../home/settings-file.ts";
import { createNotices } from "../notices.ts";
import type { Log, Settings } from "../parts.ts";
import { BUILT_IN } from "./built-in.ts";
import { LIMITS } from "./read-theme.ts";
import { createThemes } from "./themes.ts";

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120"><circle cx="60" cy="80" r="30" fill="#c9a0dc"/></svg>';
const log = { debug() {}, info() {}, warn() {}, error() {}, withPrefix: () => log } as unknown as Log;
let home: string;

beforeEach(() => void (home = mkdtempSync(join(tmpdir(), "themes-"))));
afterEach(() => rmSync(home, { recursive: true, force: true }));

function put(name: string, text: string | Buffer): void {
  const path = join(home, "themes", name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function manifest(extra: object = {}): string {
  return JSON.stringify({ format: 1, name: "Cats", characters: [{ name: "Tom", pictures: { resting: "tom/resting.svg", working: "tom/working.svg" } }], ...extra });
}

function cats(): void {
  put("cats/theme.json", manifest());
  put("cats/tom/resting.svg", PICTURE);
  put("cats/tom/working.svg", PICTURE);
}

/** The themes with one chosen, read. */
async function chosen(theme: string) {
  let settings: Settings = { ...DEFAULT_SETTINGS, mascots: { ...DEFAULT_SETTINGS.mascots, theme } };
  const listeners = new Set<(settings: Settings) => void>();
  const notices = createNotices({ now: () => 0 });
  const themes = createThemes({ folder: join(home, "themes"), notices, log, settings: { get: () => settings, onChange: (listener) => (listeners.add(listener), () => void listeners.delete(listener)) } });
  const list = await themes.list();
  return {
    themes, list, notices,
    choose(next: string) {
      settings = { ...settings, mascots: { ...settings.mascots, theme: next } };
      for (const listener of listeners) listener(settings);
    },
    problem: list.items.find(({ id }) => id === theme)?.problem ?? null,
    told: notices.list().map(({ id }) => id),
  };
}

describe("themes", () => {
  it("ours are what the schema says, and there is another one than the usual", async () => {
    for (const theme of BUILT_IN.values()) expect(isManifest(theme)).toBe(true);
    const { list, themes } = await chosen("paper-cut");
    expect(list.items.map(({ id }) => id)).toEqual(["mascots", "paper-cut"]);
    expect(themes.view()).toMatchObject({ id: "paper-cut", style: "paper", characters: null });
  });

  it("a folder of the person's is shown by pictures from memory", async () => {
    cats();
    const { themes, list, told } = await chosen("cats");
    expect(list).toMatchObject({ chosen: "cats", shown: "cats" });
    expect(told).toEqual([]);
    const address = themes.view().characters?.[0]?.["working"] as string;
    expect(address).toMatch(/^app:\/\/theme\/cats\/\d+\/tom\/working\.svg$/);
    expect(themes.picture(new URL(address).pathname)?.toString()).toBe(PICTURE);
  });

  it("another choice and changed files are told, the same ones are not", async () => {
    cats();
    const { themes, choose } = await chosen("cats");
    let told = 0;
    themes.onChange(() => told++);
    await themes.list();
    expect(told).toBe(0);
    put("cats/tom/resting.svg", PICTURE.replace("c9a0dc", "a0dcc9"));
    await themes.list();
    expect(told).toBe(1);
    choose("paper-cut");
    await vi.waitFor(() => expect(themes.view().id).toBe("paper-cut"));
  });

  it("files may begin with the mark that editors of Windows put before them", async () => {
    cats();
    put("cats/theme.json", `\ufeff${manifest()}`);
    put("cats/tom/resting.svg", `\ufeff${PICTURE}`);
    expect((await chosen("cats")).problem).toBeNull();
  });

  it("own palettes must have outlines that can be seen", async () => {
    const palette = { base: "#ffffff", shade: "#eeeeee", light: "#ffffff", line: "#dddddd", ink: "#000000", accent: "#ff0000", blush: "#ff8888" };
    put("pale/theme.json", JSON.stringify({ format: 1, name: "Pale", palettes: [palette] }));
    expect((await chosen("pale")).problem).toEqual({ key: "contrast", where: "/palettes/0" });
    put("pale/theme.json", JSON.stringify({ format: 1, name: "Pale", palettes: [{ ...palette, line: "#555555" }] }));
    expect((await chosen("pale")).problem).toBeNull();
  });
});

describe("a broken theme is told, and the usual one is used", () => {
  const breaks: [string, string, () => void][] = [
    ["missing", "no folder", () => undefined],
    ["not_json", "no JSON", () => put("cats/theme.json", "{")],
    ["manifest", "an unknown field", () => put("cats/theme.json", manifest({ script: "x.js" }))],
    ["manifest", "a newer format", () => put("cats/theme.json", manifest({ format: 2 }))],
    ["manifest", "a path that climbs", () => put("cats/theme.json", manifest({ characters: [{ name: "x", pictures: { resting: "../../token.svg" } }] }))],
    ["manifest", "an absolute path", () => put("cats/theme.json", manifest({ characters: [{ name: "x", pictures: { resting: "/etc/passwd" } }] }))],
    ["manifest", "a path of Windows", () => put("cats/theme.json", manifest({ characters: [{ name: "x", pictures: { resting: "..\\\\x.svg" } }] }))],
    ["manifest", "a file of another kind", () => put("cats/theme.json", manifest({ characters: [{ name: "x", pictures: { resting: "x.html" } }] }))],
    ["missing", "a missing picture", () => rmSync(join(home, "themes/cats/tom/working.svg"))],
    ["too_large", "a huge picture", () => put("cats/tom/working.svg", `${PICTURE}${" ".repeat(LIMITS.picture)}`)],
    ["too_large", "a huge manifest", () => put("cats/theme.json", `${manifest()}${" ".repeat(LIMITS.manifest)}`)],
    ["active", "a script", () => put("cats/tom/working.svg", PICTURE.replace("<circle", "<script>alert(1)</script><circle"))],
    ["not_svg", "a picture of another kind", () => put("cats/tom/working.svg", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]))],
  ];
  if (process.platform !== "win32") {
    breaks.push(
      ["link", "a link for a picture", () => { rmSync(join(home, "themes/cats/tom/working.svg")); writeFileSync(join(home, "secret.svg"), PICTURE); symlinkSync(join(home, "secret.svg"), join(home, "themes/cats/tom/working.svg")); }],
      ["link", "a link for a folder of pictures", () => { rmSync(join(home, "themes/cats/tom"), { recursive: true }); mkdirSync(join(home, "else")); writeFileSync(join(home, "else/resting.svg"), PICTURE); writeFileSync(join(home, "else/working.svg"), PICTURE); symlinkSync(join(home, "else"), join(home, "themes/cats/tom")); }],
      ["link", "a link for the manifest", () => { rmSync(join(home, "themes/cats/theme.json")); writeFileSync(join(home, "m.json"), manifest()); symlinkSync(join(home, "m.json"), join(home, "themes/cats/theme.json")); }],
      ["link", "a link for the theme", () => { rmSync(join(home, "themes/cats"), { recursive: true }); mkdirSync(join(home, "real")); writeFileSync(join(home, "real/theme.json"), manifest()); symlinkSync(join(home, "real"), join(home, "themes/cats")); }],
      ["unreadable", "a pipe for a picture", () => { rmSync(join(home, "themes/cats/tom/working.svg")); execFileSync("mkfifo", [join(home, "themes/cats/tom/working.svg")]); }],
    );
  }

  it.each(breaks)("%s: %s", async (key, what, breakIt) => {
    if (what !== "no folder") cats();
    breakIt();
    const { themes, list, told, problem } = await chosen("cats");
    expect(list.shown).toBe("mascots");
    expect(themes.view()).toMatchObject({ id: "mascots", characters: null });
    expect(told).toEqual(["theme_broken"]);
    expect(problem?.key).toBe(key);
  });

  it("once it is mended, it is shown and the notice goes", async () => {
    cats();
    rmSync(join(home, "themes/cats/tom/working.svg"));
    const { themes, notices } = await chosen("cats");
    put("cats/tom/working.svg", PICTURE);
    expect((await themes.list()).shown).toBe("cats");
    expect(notices.list()).toEqual([]);
  });

  it("more pictures than allowed are refused", async () => {
    const states = ["resting", "working", "thinking", "reading", "editing", "running", "searching", "browsing", "delegating", "planning", "compacting", "failed", "blocked", "untracked", "asleep", "stale", "done", "leaving", "faded"];
    const characters = Array.from({ length: 24 }, (_, i) => ({ name: `c${i}`, pictures: Object.fromEntries(states.map((state) => [state, `c${i}/${state}.svg`])) }));
    put("cats/theme.json", manifest({ characters }));
    expect((await chosen("cats")).problem).toEqual({ key: "too_many", where: "theme.json" });
  });
});

describe("an address of a picture", () => {
  it.each(["/cats/0/tom/../../../token", "/cats/1/../../settings.json", "/cats/1/theme.json", "/cats/1//etc/passwd", "/other/1/tom/resting.svg", "/cats/999/tom/resting.svg", "/", "", "/cats/1/tom/resting.svg/"])("%s has nothing behind it", async (path) => {
    cats();
    const { themes } = await chosen("cats");
    expect(themes.picture(path)).toBeNull();
  });
});
