/** Who acts, and how a person is told. */
import { describe, expect, it } from "vitest";
import { aliasesOf, displayName, identify, isBareId, pathBase, roleOfId, terminalSessionId, workspaceId } from "./identity.ts";
import { MATE, S, SUB } from "./test-support.ts";

describe("actors", () => {
  const of = (fields: Partial<Parameters<typeof identify>[0]>) => identify({ session_id: S, terminal_session_id: "t1", ...fields });

  it("the main thread is its session", () => {
    expect(of({})).toMatchObject({ agent_id: S, role: "lead" });
    expect(of({ agent_type: "helper" })).toMatchObject({ agent_id: S, role: "lead" });
    expect(of({ team_name: "my-team" })).toMatchObject({ agent_id: S, role: "lead", team_name: "my-team" });
  });

  it("a sub-agent and a teammate are known by the client's ids", () => {
    expect(of({ agent_id: SUB, agent_type: "Explore" })).toMatchObject({ agent_id: `${S}:${SUB}`, role: "subagent" });
    expect(of({ agent_id: MATE, agent_type: "researcher" })).toMatchObject({ agent_id: `${S}:${MATE}`, role: "teammate", agent_name: "researcher" });
    expect(of({ agent_id: SUB, teammate_name: "tester" })).toMatchObject({ role: "teammate", agent_name: "tester" });
  });

  it("team and name, as in the specification, are the id", () => {
    expect(of({ team_name: "my-team", agent_name: "worker-01" })).toEqual({ agent_id: "my-team/worker-01", role: "teammate", agent_name: "worker-01", team_name: "my-team" });
    expect(of({ team_name: "my-team", agent_name: "leader" })).toMatchObject({ agent_id: "my-team/leader", role: "lead" });
  });

  it("a sub-agent's own event is never the lead's, however little it says", () => {
    expect(of({ aboutSubagent: true })).toMatchObject({ agent_id: `${S}:subagent`, role: "subagent" });
    expect(of({ aboutSubagent: true, agent_type: "Explore" })).toMatchObject({ agent_id: `${S}:Explore`, role: "subagent" });
    expect(of({ agent_name: "worker-01" })).toMatchObject({ agent_id: `${S}:worker-01`, role: "subagent" });
  });

  it("without a session the terminal stands in", () => {
    expect(of({ session_id: null })).toMatchObject({ agent_id: "terminal:t1", role: "lead" });
  });

  it.each([[S, "lead"], [`${S}:${SUB}`, "subagent"], [`${S}:${MATE}`, "teammate"], ["my-team/worker-01", "teammate"], ["my-team/leader", "lead"], ["agent-mascot", "lead"]])("%s is a %s by its form", (id, role) => {
    expect(roleOfId(id, S)).toBe(role);
  });

  it("answers to its team's name", () => {
    expect(aliasesOf(S, "lead", "my-team", null)).toEqual(["my-team/leader"]);
    expect(aliasesOf(`${S}:${MATE}`, "teammate", "my-team", "researcher")).toEqual(["my-team/researcher"]);
    expect(aliasesOf("my-team/worker-01", "teammate", "my-team", "worker-01")).toEqual([]);
    expect(aliasesOf(S, "lead", null, null)).toEqual([]);
  });
});

describe("names", () => {
  it.each([S, SUB, MATE, "toolu_01ABCDEFG", "agent-a6502c30ffe692914", "deadbeefdeadbeef"])("%s is no name", (id) => {
    expect(isBareId(id)).toBe(true);
    expect(displayName([id, "project"], "claude")).toBe("project");
  });

  it.each(["Explore", "general-purpose", "worker-01", "facade", "에이전트", "session-manager's helper", "a-b", "agent-mascot", "session-store"])("%s is a name", (name) => {
    expect(isBareId(name)).toBe(false);
    expect(displayName([undefined, name, "project"], "claude")).toBe(name);
  });

  it("the provider's name is the last resort", () => {
    expect(displayName([null, " ", undefined], "codex")).toBe("Codex");
  });

  it("is one line that is read as it is written: marks that turn the direction, and breaks, are no part of it", () => {
    expect(displayName(["\u202etxt.exe\n\u2066helper\u2069"], "claude")).toBe("txt.exe helper");
    expect(displayName(["\u202e\u200f\u0000", "project"], "claude")).toBe("project");
    expect(displayName(["정원사 بستاني"], "claude")).toBe("정원사 بستاني");
  });

  it("is not cut through a sign", () => {
    expect(displayName([`${"n".repeat(79)}😀!`], "claude")).toBe(`${"n".repeat(79)}😀`);
  });
});

describe("places", () => {
  it.each([["/home/dev/project", "project"], ["C:\\Users\\Kim Lee\\project\\", "project"], ["/mnt/f/git/한글", "한글"], ["/", null], ["C:\\", null], [undefined, null]])("the last part of %s is %s", (path, base) => {
    expect(pathBase(path)).toBe(base);
  });

  it("the workspace is what is given, else the project, else the folder", () => {
    expect(workspaceId("given", "/a/b", "/c")).toBe("given");
    expect(workspaceId(undefined, "/a/b", "/c")).toBe("b");
    expect(workspaceId("", null, "/c/d")).toBe("d");
    expect(workspaceId(undefined, undefined, "/")).toBe("workspace");
  });

  it("the terminal is what is given, else the client's process, else the session", () => {
    expect(terminalSessionId("term", 5, S)).toBe("term");
    expect(terminalSessionId(undefined, 5, S)).toBe("pid-5");
    expect(terminalSessionId(undefined, undefined, S)).toBe(S);
    expect(terminalSessionId(undefined, undefined, undefined)).toBe("unknown");
  });
});
