import { describe, expect, it } from "vitest";
import type { HooksPlace, HooksStatus, OtherHooks } from "../../../schemas/generated/types.ts";
import { actionsAt, byProject, changeOf, hearsNobody } from "./places.ts";

const status = (state: HooksStatus["state"]): HooksStatus => ({ state, file: "/f", installed_events: [], missing_events: [], problem: null });
const place = (scope: HooksPlace["scope"], state: HooksStatus["state"], project: string | null = scope === "user" ? null : "/p"): HooksPlace => ({ scope, project, status: status(state) });

describe("what is offered for a settings file", () => {
  it.each([
    ["absent", ["install", "restore"]], ["installed", ["remove", "restore"]], ["partly", ["repair", "remove", "restore"]], ["outdated", ["repair", "remove", "restore"]], ["unreadable", ["restore"]], ["no_client", []],
  ] as const)("of the person's own that is %s: %j", (state, offered) => {
    const users = place("user", state);
    expect(actionsAt(users, [users, place("local", "installed")])).toEqual(offered);
  });

  it("a project is offered hooks only while no other settings tell of it, or everything would be said twice", () => {
    const local = place("local", "absent");
    for (const state of ["absent", "no_client", "unreadable"] as const) expect(actionsAt(local, [place("user", state), place("project", "absent"), local])).toEqual(["install"]);
    for (const state of ["installed", "partly", "outdated"] as const) {
      expect(actionsAt(local, [place("user", state), local])).toEqual([]);
      expect(actionsAt(local, [place("user", "absent"), place("project", state), local])).toEqual([]);
    }
    expect(actionsAt(local, [place("user", "absent"), place("local", "installed", "/other"), local])).toEqual(["install"]);
  });

  it("what a project already has can be removed whatever the person's own settings have", () => {
    const local = place("local", "installed");
    expect(actionsAt(local, [place("user", "installed"), local])).toEqual(["remove", "restore"]);
  });
});

it("a project's two files stand together, in the order they came", () => {
  const groups = byProject([place("user", "absent"), place("project", "absent"), place("local", "installed"), place("local", "absent", "/q")]);
  expect(groups.map(({ project, files }) => [project, files.length])).toEqual([[null, 1], ["/p", 2], ["/q", 1]]);
});

it("a repair writes what an install writes", () => {
  expect(changeOf(place("local", "partly"), "repair")).toEqual({ scope: "local", project: "/p", change: "install" });
  expect(changeOf(place("user", "installed"), "remove")).toEqual({ scope: "user", change: "remove" });
});

describe("whether hooks of ours are anywhere", () => {
  const other = (state: OtherHooks["state"]): OtherHooks => ({ id: "codex", title: "Codex CLI", file: "/c", state, events: [], asks_for_trust: false, also_in: null, problem: null });

  it.each([[[], []], [["absent", "no_client"], []], [["unreadable"], ["absent", "unreadable"]]] as const)("nowhere: of Claude Code %j, of others %j", (states, others) => {
    expect(hearsNobody(states.map((state) => place("user", state)), others.map(other))).toBe(true);
  });

  it.each([[["installed"], []], [["absent", "partly"], []], [["outdated"], ["absent"]], [["absent"], ["installed"]], [["no_client"], ["outdated"]]] as const)("somewhere: of Claude Code %j, of others %j", (states, others) => {
    expect(hearsNobody(states.map((state) => place("user", state)), others.map(other))).toBe(false);
  });
});
