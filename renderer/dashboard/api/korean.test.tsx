import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { API_GROUPS, API_SHAPES } from "../../../schemas/generated/api.ts";
import type { ApiField, ApiOperation, ApiShape } from "../../../schemas/generated/types.ts";
import { type Locale, wordsOf } from "../../shared/words.ts";
import { ApiPage } from "./ApiPage.tsx";
import { KOREAN } from "./korean.ts";

const textsOfFields = (fields: readonly ApiField[]) => fields.map(({ description }) => description);
const textsOfShape = ({ description, fields }: ApiShape) => [description, ...textsOfFields(fields)];
const textsOfOperation = ({ summary, description, headers, params, query, body, answer }: ApiOperation) =>
  [summary, description, ...textsOfFields([...headers, ...params, ...query]), ...(body ? textsOfShape(body) : []), ...textsOfShape(answer)];
const TEXTS: ReadonlySet<string> = new Set(
  [...API_GROUPS.flatMap(({ title, description, operations }) => [title, description, ...operations.flatMap(textsOfOperation)]), ...API_SHAPES.flatMap(textsOfShape)].filter((text) => text !== ""),
);

/** In any order: a Korean sentence has its parts in another one. */
const piecesOf = (text: string, pattern: RegExp) => (text.match(pattern) ?? []).sort();
const differing = (pattern: RegExp) => Object.entries(KOREAN).filter(([english, korean]) => piecesOf(english, pattern).join("\n") !== piecesOf(korean, pattern).join("\n"));

const CODE = /`[^`]*`?/g;
/** Headers, paths, names_like_this, NamesLikeThis, files, values that are explained, and numbers. */
const NAMES = /X-Mascot-\w+|Last-Event-ID|(?:GET|POST) |\/[a-z][\w/:-]+|[a-z]+_\w+|[a-z]+[A-Z]\w+|(?:[A-Z][a-z]+){2,}|[\w-]+\.(?:json|notice|end|event)\b|SHA-256|ISO-8601|§[\d.]+|\d[\d,]*\d(?!진수)|(?<=^|[.;] )(?!absent|ours)[a-z]+(?=: )/g;
/** What is code alone, and so the same in every language. */
const SAME_IN_BOTH = ["POST /api/sessions/stop, /api/sessions/summarize", "POST /api/prompts, /api/responses", "POST /api/ports/:id/start", "POST /api/ports/:id/end", "ok", "YYYY-MM-DD", "UTC, ISO-8601", "UTC ISO-8601", "startup, resume, clear, compact, fork"];

describe("the API's description in Korean", () => {
  it("has every text", () => expect([...TEXTS].filter((text) => !KOREAN[text])).toEqual([]));
  it("has none that nothing says any more", () => expect(Object.keys(KOREAN).filter((text) => !TEXTS.has(text))).toEqual([]));
  it("leaves code as it is", () => expect(differing(CODE)).toEqual([]));
  it("leaves names, paths and numbers as they are", () => expect(differing(NAMES)).toEqual([]));
  it("is Korean, but where there is nothing to say in words", () => expect(Object.entries(KOREAN).filter(([, korean]) => !/[가-힣]/.test(korean)).map(([english]) => english)).toEqual(SAME_IN_BOTH));
  it("calls the groups what the page calls them", () => expect(API_GROUPS.map(({ title }) => KOREAN[title])).toEqual(API_GROUPS.map(({ id }) => wordsOf("ko")(`api.group_${id}`))));
});

describe("the page", () => {
  const shown = (locale: Locale) => {
    const page = renderToStaticMarkup(<ApiPage words={wordsOf(locale)} locale={locale} />);
    return page.replace(/<[^>]*>/g, "\n").split("\n").map((line) => line.trim());
  };
  const sentences = [...TEXTS].filter((text) => !text.includes("`") && KOREAN[text] !== text);

  it("says everything in Korean to who reads Korean", () => {
    const lines = new Set(shown("ko"));
    expect(sentences.filter((text) => lines.has(text))).toEqual([]);
    expect(lines).toContain(KOREAN["Create a work item"]);
    expect(lines).toContain(KOREAN["Which rule holds for edits"]);
  });

  it("says it in English, as it is written, to who reads English", () => {
    const lines = shown("en");
    expect(lines.filter((line) => /[가-힣]/.test(line))).toEqual([]);
    expect(lines).toContain("Create a work item");
  });
});
