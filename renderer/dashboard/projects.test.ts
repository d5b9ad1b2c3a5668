import { describe, expect, it } from "vitest";
import { aSession, anAgent } from "../shared/testing/builders.ts";
import { projectsOf } from "./projects.ts";

describe("the list of projects", () => {
  const sessions = new Map([["s1", aSession()]]);

  it("puts a project that needs its person first", () => {
    const projects = projectsOf([
      anAgent({ agent_id: "a", workspace_id: "calm" }),
      anAgent({ agent_id: "b", workspace_id: "loud", state: "asking_permission", started_at: "2026-01-02T00:00:00.000Z" }),
    ], sessions);
    expect(projects.map((project) => project.name)).toEqual(["loud", "calm"]);
  });

  it("lists helpers under their own lead", () => {
    const [project] = projectsOf([
      anAgent({ agent_id: "a1", role: "subagent", parent_agent_id: "a" }),
      anAgent({ agent_id: "b", started_at: "2026-01-02T00:00:00.000Z" }),
      anAgent({ agent_id: "a" }),
      anAgent({ agent_id: "b1", role: "subagent", parent_agent_id: "b" }),
    ], sessions);
    expect(project?.agents.map((entry) => entry.agent.agent_id)).toEqual(["a", "a1", "b", "b1"]);
  });

  it("keeps a helper whose lead has left, and an agent without a session", () => {
    const [project] = projectsOf([anAgent({ agent_id: "x1", role: "subagent", parent_agent_id: "x", session_id: null })], sessions);
    expect(project?.agents).toEqual([{ agent: expect.objectContaining({ agent_id: "x1" }), session: null }]);
  });
});
