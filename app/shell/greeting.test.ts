import { describe, expect, it } from "vitest";
import { leadsToTour } from "./greeting.ts";

describe("a start by a person", () => {
  it("leads to the tour as long as Claude Code has no hooks", () => {
    expect(leadsToTour({ hooks: "absent", others: [], hasSeenSomebody: false })).toBe(true);
    expect(leadsToTour({ hooks: "absent", others: [{ state: "installed" }], hasSeenSomebody: true })).toBe(true);
  });

  it("leads to the tour where Claude Code has never run and nobody was ever seen", () => {
    expect(leadsToTour({ hooks: "no_client", others: [], hasSeenSomebody: false })).toBe(true);
    expect(leadsToTour({ hooks: "no_client", others: [{ state: "absent" }], hasSeenSomebody: false })).toBe(true);
  });

  it("is quiet for who uses another product, or whose sessions come in another way", () => {
    expect(leadsToTour({ hooks: "no_client", others: [{ state: "absent" }, { state: "installed" }], hasSeenSomebody: false })).toBe(false);
    expect(leadsToTour({ hooks: "no_client", others: [{ state: "unreadable" }], hasSeenSomebody: false })).toBe(false);
    expect(leadsToTour({ hooks: "no_client", others: [], hasSeenSomebody: true })).toBe(false);
  });

  it("is quiet when there are hooks, whatever is wrong with them", () => {
    for (const hooks of ["installed", "partly", "outdated", "unreadable"] as const) expect(leadsToTour({ hooks, others: [], hasSeenSomebody: false })).toBe(false);
  });
});
