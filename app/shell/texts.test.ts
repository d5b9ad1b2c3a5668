import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { MASCOT_STATES } from "../../schemas/generated/types.ts";
import en from "./texts/en.json";
import ko from "./texts/ko.json";
import { hooksProblemText, localeOf, noticeText, systemLocale, textsFor, worded } from "./texts.ts";

const withoutPlural = (file: object) => [...new Set(Object.keys(file).map((key) => key.replace(/_(one|other)$/, "")))].sort();
const blanks = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort();

describe("the two languages", () => {
  it("have the same texts", () => {
    expect(withoutPlural(ko)).toEqual(withoutPlural(en));
  });

  it("have the plural forms that their grammar knows", () => {
    expect(Object.keys(ko).filter((key) => key.endsWith("_one"))).toEqual([]);
    for (const key of Object.keys(en)) if (key.endsWith("_one")) expect(en).toHaveProperty([key.replace(/_one$/, "_other")]);
  });

  it.each(Object.keys(en))("say something for %s, with the same blanks to fill", (key) => {
    const english = (en as Record<string, string>)[key]!;
    const korean = (ko as Record<string, string>)[key] ?? (ko as Record<string, string>)[key.replace(/_one$/, "_other")];
    expect(english.trim()).not.toBe("");
    expect(korean?.trim()).toBeTruthy();
    expect(blanks(korean!)).toEqual(blanks(english));
  });

  it("have a word for each state of a mascot", () => {
    for (const state of MASCOT_STATES) expect(en).toHaveProperty([`state.${state}`]);
  });
});

describe("a text", () => {
  it("counts in the person's language", () => {
    expect(textsFor("en")("tray.summary.needs", { count: 1 })).toBe("1 needs you");
    expect(textsFor("en")("tray.summary.needs", { count: 2 })).toBe("2 need you");
    expect(textsFor("ko")("tray.summary.needs", { count: 1 })).toBe("응답 대기 1");
  });

  it("is put in as it is: a menu is no HTML", () => {
    expect(textsFor("en")("tray.agent", { name: "a<b> & 'c'", what: "x" })).toBe("a<b> & 'c': x");
  });

  it("of a notice without words still names it", () => {
    expect(noticeText({ id: "odd", level: "warn", at: "" }, textsFor("en"))).toContain("odd");
    expect(noticeText({ id: "port_taken", level: "warn", at: "", values: { wanted: 4820, port: 4821 } }, textsFor("ko"))).toContain("4821");
  });
});

describe("a failure with the hooks", () => {
  it("S5: names the place in the file", () => {
    const text = hooksProblemText({ reason: "not_json", detail: "trailing comma", line: 12, column: 3 }, textsFor("en"));
    expect(text).toContain("line 12, column 3: trailing comma");
  });

  it("without words of its own is still named", () => {
    expect(hooksProblemText({ reason: "odd" }, textsFor("ko"))).toContain("odd");
  });
});

describe("every notice that the app raises", () => {
  const sources = readdirSync("app", { recursive: true, encoding: "utf8" }).map((file) => `app/${file}`).filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !file.includes("test-support"));
  const raised = new Set(sources.flatMap((file) => [...readFileSync(file, "utf8").matchAll(/\bid: "([a-z_]+)", level:/g)].map((match) => match[1]!)));

  it("was found in the sources", () => {
    expect([...raised]).toEqual(expect.arrayContaining(["hooks_missing", "settings_unreadable", "database_migrated"]));
  });

  it.each([...raised, "port_taken", "port_denied", "not_recording", "database_newer", "database_unavailable", "disk_full", "home_gone"].sort())("%s has words", (id) => {
    expect(en).toHaveProperty([`notice.${id}`]);
  });

  it("says why nothing is recorded where the reason has words", () => {
    expect(noticeText({ id: "not_recording", level: "error", at: "", values: { reason: "disk_full" } }, textsFor("en"))).toMatch(/^The disk is full/);
    expect(noticeText({ id: "not_recording", level: "error", at: "", values: { reason: "busy" } }, textsFor("en"))).toMatch(/^Events are not/);
  });
});

it("windows get notices with their words", () => {
  expect(worded([{ id: "disk_full", level: "error", at: "" }], textsFor("en"))[0]?.text).toMatch(/^The disk is full/);
});

describe("the language", () => {
  it.each([
    ["system", "ko-KR", "ko"], ["system", "ko", "ko"], ["system", "en-GB", "en"], ["system", "kok-IN", "en"], ["system", "", "en"], ["en", "ko-KR", "en"], ["ko", "fr-FR", "ko"],
  ] as const)("setting %s on a system in %s is %s", (setting, system, locale) => {
    expect(localeOf(setting, system)).toBe(locale);
  });

  it.each([
    [{ LANG: "ko_KR.UTF-8" }, "ko"], [{ LANG: "ko_KR.UTF-8", LC_ALL: "C" }, "en"], [{ LANG: "en_GB.UTF-8", LC_MESSAGES: "ko" }, "ko"], [{}, "en"],
  ] as const)("of a terminal with %j is %s before there are windows", (env, locale) => {
    expect(localeOf("system", systemLocale(env))).toBe(locale);
  });
});
