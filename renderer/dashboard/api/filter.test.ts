import { describe, expect, it } from "vitest";
import { API_GROUPS, API_SHAPES } from "../../../schemas/generated/api.ts";
import type { Locale } from "../../shared/words.ts";
import { countOf, matching, piecesOf, sentenceOf } from "./filter.ts";
import { textOfLocale } from "./texts.ts";

const found = (text: string, locale: Locale = "en") => matching(API_GROUPS, text, textOfLocale(locale));
const paths = (text: string, locale: Locale = "en") => found(text, locale).flatMap(({ operations }) => operations.map(({ path }) => path));

describe("finding a route", () => {
  it("nothing typed shows all", () => expect(countOf(found("  "))).toBe(countOf(API_GROUPS)));
  it("by a part of its path", () => expect(paths("stream")).toContain("/api/events/stream"));
  it("by all words, wherever they stand and however they are written", () => expect(paths("POST work START")).toEqual(["/api/ports/{id}/start"]));
  it("by a field or an error", () => {
    expect(paths("fingerprint")).toContain("/api/sessions");
    expect(paths("too many followers")).toEqual(["/api/events/stream"]);
  });
  it("groups without any are not there", () => expect(found("doctor").map(({ id }) => id)).toEqual(["app"]));
  it("nothing is found for what is nowhere", () => expect(found("xyzzy")).toEqual([]));

  it.each([
    ["a word of what it does", "편집 규칙 바꾸기", ["/api/guard"]],
    ["a word of its description", "겹침도 없이", ["/api/events/stream"]],
    ["a part of a word", "스레", ["/api/bridges/thread"]],
    ["its group, with an English word", "세션과 기억 import", ["/api/import"]],
    ["a path and a Korean word", "POST start 작업", ["/api/ports/{id}/start"]],
    ["the English words of the document", "without gap or double", ["/api/events/stream"]],
    ["an error", "too many followers", ["/api/events/stream"]],
  ])("in Korean by %s", (_, text, routes) => expect(paths(text, "ko")).toEqual(routes));
  it("what is not shown is not found", () => expect(paths("스레드")).toEqual([]));
});

describe("a type's text", () => {
  it("leads to the shapes that it names", () => {
    const shapes = new Set(API_SHAPES.map(({ name }) => name));
    expect(piecesOf("PortSummary[]", shapes)).toEqual([{ text: "PortSummary", shape: true }, { text: "[]", shape: false }]);
    expect(piecesOf("string | null", shapes).some(({ shape }) => shape)).toBe(false);
  });
});

it("a sentence is words and code", () => expect(sentenceOf("`q` is taken for `text`.")).toEqual([
  { text: "q", code: true }, { text: " is taken for ", code: false }, { text: "text", code: true }, { text: ".", code: false },
]));
