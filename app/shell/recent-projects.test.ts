import { expect, it } from "vitest";
import type { SessionView } from "../../schemas/generated/types.ts";
import { RecentProjects } from "./recent-projects.ts";

const session = (project_dir: string | null, second: number, trust: SessionView["trust"] = "verified") =>
  ({ project_dir, trust, last_event_at: `2026-01-01T00:00:${String(second).padStart(2, "0")}.000Z` }) as SessionView;
const heard = (one: SessionView) => ({ n: 1, changes: [{ kind: "session-update" as const, session: one }] });

it("the projects heard of last come first, each once, and survive their sessions", () => {
  const projects = new RecentProjects([session("/b", 2), session("/a", 1)]);
  expect(projects.list()).toEqual(["/b", "/a"]);
  projects.follow(heard(session("/a", 3)));
  projects.follow({ n: 2, changes: [{ kind: "session-gone", session_id: "s" }] });
  expect(projects.list()).toEqual(["/a", "/b"]);
});

it("no more than eight are kept", () => {
  const projects = new RecentProjects([]);
  for (let i = 0; i < 20; i += 1) projects.follow(heard(session(`/p${i}`, i)));
  expect(projects.list()).toEqual(["/p19", "/p18", "/p17", "/p16", "/p15", "/p14", "/p13", "/p12"]);
});

it("a folder that only an unverified sender speaks of is not looked into", () => {
  expect(new RecentProjects([session("/etc", 1, "unverified"), session(null, 2)]).list()).toEqual([]);
});
