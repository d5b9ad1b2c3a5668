import { describe, expect, it } from "vitest";
import { strayOption } from "./options.ts";

describe("an option of another command", () => {
  it.each([
    ["quit", { json: true }, { option: "json", command: "quit" }],
    ["hooks", { yes: true }, { option: "yes", command: "hooks" }],
    ["hooks uninstall", { http: true }, { option: "http", command: "hooks uninstall" }],
    ["recall some words", { all: true, out: "f" }, { option: "out", command: "recall" }],
    ["guard strict", { report: true }, { option: "report", command: "guard" }],
    ["", { all: true }, { option: "all", command: "" }],
  ])("%s %j is not taken", (words, given, stray) => expect(strayOption(words.split(" ").filter(Boolean), given)).toEqual(stray));

  it.each([
    ["status", { json: true }],
    ["hooks install", { scope: "user", yes: true, "client-version": "2.1.0" }],
    ["hooks restore 2", { scope: "local" }],
    ["hooks plugin folder", { remove: true }],
    ["export id", { format: "json", out: "f" }],
    ["recall hooks install", { all: true }],
  ])("%s takes %j", (words, given) => expect(strayOption(words.split(" "), given)).toBeNull());

  it("what a hook calls is not held up by one, and what is no command is told as such", () => {
    for (const words of ["hook context", "hook", "sync", "event something", "frobnicate", "constructor"]) expect(strayOption(words.split(" "), { json: true })).toBeNull();
  });
});
