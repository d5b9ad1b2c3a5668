import { describe, expect, it } from "vitest";
import { API_GROUPS, API_SHAPES } from "../../../schemas/generated/api.ts";
import { countOf, matching, piecesOf, sentenceOf } from "./filter.ts";

const paths = (text: string) => matching(API_GROUPS, text).flatMap(({ operations }) => operations.map(({ path }) => path));

describe("finding a route", () => {
  it("nothing typed shows all", () => expect(countOf(matching(API_GROUPS, "  "))).toBe(countOf(API_GROUPS)));
  it("by a part of its path", () => expect(paths("stream")).toContain("/api/events/stream"));
  it("by all words, wherever they stand and however they are written", () => expect(paths("POST work START")).toEqual(["/api/ports/{id}/start"]));
  it("by a field or an error", () => {
    expect(paths("fingerprint")).toContain("/api/sessions");
    expect(paths("too many followers")).toEqual(["/api/events/stream"]);
  });
  it("groups without any are not there", () => expect(matching(API_GROUPS, "doctor").map(({ id }) => id)).toEqual(["app"]));
  it("nothing is found for what is nowhere", () => expect(matching(API_GROUPS, "xyzzy")).toEqual([]));
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
