import { describe, expect, it } from "vitest";
import { answersAnywhere, answersIn, type HoldFacts, MOST_HELD, whyNotHeld } from "./rules.ts";

const GOOD: HoldFacts = { senderWaits: true, trust: "verified", attended: true, bySubagent: false, permissionMode: "default", readable: true, on: true, doNotDisturb: false, watched: true, held: 0 };

describe("a request is held", () => {
  it("when the person wants it and can see it", () => {
    expect(whyNotHeld(GOOD)).toBeNull();
    expect(whyNotHeld({ ...GOOD, permissionMode: "auto" })).toBeNull();
  });

  it.each<[string, Partial<HoldFacts>, string]>([
    ["nobody reads the answer", { senderWaits: false }, "sender"],
    ["the sender has not shown whose it is", { trust: "unverified" }, "unverified"],
    ["an unattended run", { attended: false }, "unattended"],
    ["a client that does not say who is there", { attended: undefined }, "unattended"],
    ["a sub-agent, which works in the background", { bySubagent: true }, "subagent"],
    ["Q5: a mode in which the client shows no dialog", { permissionMode: "bypassPermissions" }, "no_dialog"],
    ["Q5: a mode that asks for nothing", { permissionMode: "dontAsk" }, "no_dialog"],
    ["switched off for the project", { on: false }, "off"],
    ["do not disturb", { doNotDisturb: true }, "do_not_disturb"],
    ["Q3: no window in sight", { watched: false }, "unseen"],
    ["what cannot be shown in full", { readable: false }, "unreadable"],
    ["more than anybody answers with care", { held: MOST_HELD }, "too_many"],
  ])("not: %s", (_, facts, why) => {
    expect(whyNotHeld({ ...GOOD, ...facts })).toBe(why);
  });
});

describe("the person's rule", () => {
  it("is no until they have said yes", () => {
    expect(answersIn(undefined, "/w/app")).toBe(false);
    expect(answersAnywhere(undefined)).toBe(false);
    expect(answersAnywhere({ on: false, projects: { "/w/app": false } })).toBe(false);
  });

  it("of a project counts more than that for all", () => {
    const rules = { on: true, projects: { "/w/secret": false } };
    expect(answersIn(rules, "/w/secret")).toBe(false);
    expect(answersIn(rules, "/w/app")).toBe(true);
    expect(answersIn({ on: false, projects: { "/w/app": true } }, "/w/app")).toBe(true);
    expect(answersIn({ on: false, projects: {} }, "constructor")).toBe(false);
    expect(answersAnywhere({ on: false, projects: { "/w/app": true } })).toBe(true);
  });
});
