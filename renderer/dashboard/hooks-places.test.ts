import { describe, expect, it } from "vitest";
import type { HooksPlace, HooksStatus } from "../../schemas/generated/types.ts";
import { actionsAt, byProject } from "./hooks-places.ts";

const status = (state: HooksStatus["state"]): HooksStatus => ({ state, file: "/f", installed_events: [], missing_events: [], problem: null });
const place = (scope: HooksPlace["scope"], state: HooksStatus["state"], project: string | null = scope === "user" ? null : "/p"): HooksPlace => ({ scope, project, status: status(state) });

describe("what is offered for a settings file", () => {
  it.each([
    ["absent", ["install"]], ["installed", ["remove"]], ["partly", ["repair", "remove"]], ["outdated", ["repair", "remove"]], ["unreadable", []], ["no_client", []],
  ] as const)("of the person's own that is %s: %j", (state, offered) => {
    expect(actionsAt(place("user", state), status(state))).toEqual(offered);
  });

  it("a project is offered hooks only while the person's own settings have none, or everything would be said twice", () => {
    expect(actionsAt(place("local", "absent"), status("absent"))).toEqual(["install"]);
    expect(actionsAt(place("local", "absent"), status("no_client"))).toEqual(["install"]);
    for (const state of ["installed", "partly", "outdated"] as const) expect(actionsAt(place("project", "absent"), status(state))).toEqual([]);
  });

  it("what a project already has can be removed whatever the person's own settings have", () => {
    expect(actionsAt(place("local", "installed"), status("installed"))).toEqual(["remove"]);
  });
});

it("a project's two files stand together, in the order they came", () => {
  const groups = byProject([place("user", "absent"), place("project", "absent"), place("local", "installed"), place("local", "absent", "/q")]);
  expect(groups.map(({ project, files }) => [project, files.length])).toEqual([[null, 1], ["/p", 2], ["/q", 1]]);
});
