import { describe, expect, it } from "vitest";
import type { AskQuestion } from "../../../schemas/generated/types.ts";
import { allowAnswer, choose, chooseOwn, denyAnswer, EMPTY_REPLY, repliesOf } from "./draft.ts";

const one: AskQuestion = { question: "Which?", header: "", multiple: false, options: [{ label: "A", description: "" }, { label: "B", description: "" }] };
const several: AskQuestion = { ...one, multiple: true };

describe("choosing", () => {
  it("of one: the last choice counts, and own words take its place", () => {
    const chosen = choose(choose(EMPTY_REPLY, one, 0), one, 1);
    expect(chosen.labels).toEqual([1]);
    expect(chooseOwn(chosen, one, true)).toMatchObject({ labels: [], own: true });
    expect(choose(chooseOwn(chosen, one, true), one, 0)).toMatchObject({ labels: [0], own: false });
  });

  it("of several: each is on or off, in the order they are shown, own words beside them", () => {
    const chosen = choose(choose(EMPTY_REPLY, several, 1), several, 0);
    expect(chosen.labels).toEqual([0, 1]);
    expect(choose(chosen, several, 1).labels).toEqual([0]);
    expect(chooseOwn(chosen, several, true)).toMatchObject({ labels: [0, 1], own: true });
  });
});

describe("the answer that it makes", () => {
  it("is none while a question is open, or own words are chosen and not written", () => {
    expect(repliesOf([choose(EMPTY_REPLY, one, 0), EMPTY_REPLY])).toBeNull();
    expect(repliesOf([chooseOwn(EMPTY_REPLY, one, true)])).toBeNull();
    expect(repliesOf([{ ...chooseOwn(choose(EMPTY_REPLY, several, 0), several, true), words: "  " }])).toBeNull();
  });

  it("holds choices and words; words that were written and not chosen are left out", () => {
    expect(repliesOf([choose(EMPTY_REPLY, one, 1), { labels: [0], own: true, words: " and more " }, { labels: [0], own: false, words: "not this" }])).toEqual([{ labels: [1] }, { labels: [0], words: "and more" }, { labels: [0] }]);
  });

  it("says no more than what was chosen", () => {
    expect(allowAnswer("a", [])).toEqual({ id: "a", how: "allow" });
    expect(allowAnswer("a", [1])).toEqual({ id: "a", how: "allow", always: [1] });
    expect(denyAnswer("a", "  ")).toEqual({ id: "a", how: "deny" });
    expect(denyAnswer("a", " no ")).toEqual({ id: "a", how: "deny", reason: "no" });
  });
});
