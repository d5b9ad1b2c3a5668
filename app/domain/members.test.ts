/** Sub-agents and teammates: how they come, rest and leave. */
import { describe, expect, it } from "vitest";
import { background, begun, heartbeat, MATE, S, Story, SUB, worldOf } from "./test-support.ts";
import { agentsOf, changesBetween } from "./changes.ts";
import { reduce } from "./world.ts";

describe("sub-agents and teammates", () => {
  const withSub = () => begun().call("t0", "Agent", { kind: "delegating" }).tell("agent_started", { agent_type: "Explore" }, { sub: SUB });

  it("a smaller mascot joins beside its lead and leaves at its stop", () => {
    const story = withSub();
    expect(story.member(SUB)).toMatchObject({ role: "subagent", parent_agent_id: S, display_name: "Explore", state: "thinking", phase: "busy" });
    expect(story.tell("agent_stopped", { scope: "agent" }, { sub: SUB }).member(SUB)).toBeUndefined();
    expect(story.lead()?.state).toBe("delegating");
  });

  it("an event of a sub-agent changes only that agent", () => {
    const story = withSub();
    const lead = story.lead();
    story.call("s1", "Read", { sub: SUB, kind: "reading" });
    expect(story.member(SUB)?.state).toBe("reading");
    expect(story.lead()).toEqual(lead);
    story.asks("d", { sub: SUB });
    expect(story.sessionView()).toMatchObject({ phase: "busy", waits: [{ agent_id: `${S}:${SUB}` }] });
    expect(story.lead()).toEqual(lead);
  });

  it("A1: a stop without type and start, as compaction sends it, makes no mascot", () => {
    const story = begun().tell("agent_stopped", { scope: "agent", phantom: true }, { sub: SUB }).tell("assistant_response", { text: "summary" }, { sub: SUB });
    expect(agentsOf(story.world()).map((agent) => agent.role)).toEqual(["lead"]);
    expect(story.lead()?.phase).toBe("busy");
  });

  it("A3: a sub-agent whose stop came under another id leaves with its lead's stop", () => {
    const story = withSub().tell("agent_stopped", { scope: "agent" }, { sub: "a0000000000000000" });
    expect(story.member(SUB)).toBeDefined();
    expect(story.stop().member(SUB)).toBeUndefined();
  });

  it("a sub-agent stays through a stop that leaves background work, and the count falls as it ends", () => {
    const story = withSub().stop({ background: background("subagent") });
    expect(story.member(SUB)).toBeDefined();
    expect(story.sessionView()?.background_count).toBe(1);
    expect(story.lead()?.bubble).toEqual({ kind: "watching", count: 1 });
    story.tell("agent_stopped", { scope: "agent" }, { sub: SUB });
    expect(story.sessionView()).toMatchObject({ phase: "waiting_background", background_count: 0 });
  });

  it("A5: a stop of an unknown agent is ignored", () => {
    const before = begun();
    const known = agentsOf(before.world()).length;
    expect(agentsOf(before.tell("agent_stopped", { scope: "agent" }, { sub: "a1111111111111111" }).world())).toHaveLength(known);
  });

  it("A7: a stop that carries an agent's id ends only that agent", () => {
    const story = withSub().tell("agent_stopped", { scope: "turn" }, { sub: SUB });
    expect(story.member(SUB)).toBeUndefined();
    expect(story.lead()).toMatchObject({ phase: "busy", state: "delegating" });
  });

  it("A9: a sub-agent that is silent for ten minutes stays one figure that entered once", () => {
    const story = withSub();
    const first = story.member(SUB);
    let world = story.world();
    const appeared: string[] = [];
    for (let minute = 1; minute <= 30; minute++) {
      const next = reduce(world, heartbeat(minute * 60)).world;
      appeared.push(...changesBetween(world, next).map((change) => change.kind));
      world = next;
    }
    expect(appeared).toEqual([]);
    expect(agentsOf(world).find((agent) => agent.agent_id === first?.agent_id)).toBe(agentsOf(world).find((agent) => agent.role === "subagent"));
  });

  it("a start that arrives after its stop brings nobody back", () => {
    const story = begun().tell("agent_stopped", { scope: "agent" }, { sub: SUB, at: 9 }).tell("agent_started", { agent_type: "Explore" }, { sub: SUB, at: 8 });
    expect(story.member(SUB)).toBeUndefined();
  });

  it("a sub-agent that is started again comes again", () => {
    const story = withSub().tell("agent_stopped", { scope: "agent" }, { sub: SUB }).tell("agent_started", { agent_type: "Explore" }, { sub: SUB });
    expect(story.member(SUB)).toBeDefined();
  });

  it("a teammate rests after its turn, works again, and leaves with its lead", () => {
    const story = begun().tell("agent_started", { agent_type: "researcher", agent_name: "researcher" }, { sub: MATE });
    expect(story.member(MATE)).toMatchObject({ role: "teammate", state: "thinking" });
    story.tell("agent_stopped", { scope: "agent" }, { sub: MATE }).tell("agent_stopped", { scope: "turn", reason: "teammate_idle" }, { sub: MATE });
    expect(story.member(MATE)).toMatchObject({ state: "resting", phase: "interactable", moment: { kind: "done" } });
    expect(story.stop().member(MATE)?.state).toBe("resting");
    expect(story.call("m1", "Read", { sub: MATE, kind: "reading" }).member(MATE)?.state).toBe("reading");
    expect(story.end().member(MATE)).toBeUndefined();
  });

  it("a teammate that the person stopped rests without the gesture of one who is done, whatever is told first", () => {
    const begin = () => begun().tell("agent_started", {}, { sub: MATE, at: 5 });
    const interrupted = { scope: "agent", reason: "interrupted" } as const;
    const story = begin();
    const entering = story.member(MATE)?.moment;
    story.tell("agent_stopped", interrupted, { sub: MATE, at: 8 });
    expect(story.member(MATE)).toMatchObject({ state: "resting", moment: entering });
    expect(story.tell("agent_stopped", { scope: "agent" }, { sub: MATE, at: 12 }).member(MATE)?.moment?.kind).toBe("done");
    const late = begin().tell("agent_stopped", interrupted, { sub: MATE, at: 12 }).tell("agent_stopped", { scope: "agent" }, { sub: MATE, at: 8 });
    const inOrder = begin().tell("agent_stopped", { scope: "agent" }, { sub: MATE, at: 8 }).tell("agent_stopped", interrupted, { sub: MATE, at: 12 });
    expect(late.member(MATE)).toMatchObject({ state: "resting", moment: { kind: "done", seq: inOrder.member(MATE)?.moment?.seq } });
  });

  it("a teammate that shuts down leaves", () => {
    const story = begun().tell("agent_started", {}, { sub: MATE }).tell("agent_stopped", { scope: "agent", leaves: true }, { sub: MATE });
    expect(story.member(MATE)).toBeUndefined();
  });

  it("lead and teammates of a session wear the same colour and badge, and answer to their team's names", () => {
    const story = begun().tell("agent_started", { agent_name: "researcher" }, { sub: MATE });
    const lead = story.lead()?.appearance;
    const mate = story.member(MATE)?.appearance;
    expect(mate?.badge).not.toBeNull();
    expect({ color: mate?.team_color, badge: mate?.badge, species: mate?.species }).toEqual({ color: lead?.team_color, badge: lead?.badge, species: lead?.species });
    expect(story.lead()?.aliases).toEqual([`session-${S.slice(0, 8)}/leader`]);
    expect(story.member(MATE)?.aliases).toEqual([`session-${S.slice(0, 8)}/researcher`]);
  });

  it("a member named by team and name, as in the specification, comes and goes without a lead", () => {
    const story = new Story().tell("agent_started", { role: "teammate", agent_name: "worker-01", team_name: "my-team" }, { agent_id: "my-team/worker-01" });
    expect(agentsOf(story.world())).toMatchObject([{ agent_id: "my-team/worker-01", display_name: "worker-01", team_name: "my-team", parent_agent_id: S }]);
    story.tell("agent_stopped", { scope: "agent", role: "teammate" }, { agent_id: "my-team/worker-01" });
    expect(agentsOf(story.world())).toEqual([]);
  });

  it("D5: hundreds of finished sub-agents leave the live set and the memory of it", () => {
    const story = begun();
    for (let i = 0; i < 400; i++) {
      const sub = `a${i.toString(16).padStart(16, "0")}`;
      story.tell("agent_started", { agent_type: "Explore" }, { sub }).call(`c${i}`, "Bash", { sub }).ends(`c${i}`, "Bash", { sub }).tell("agent_stopped", { scope: "agent" }, { sub });
    }
    const world = story.world();
    expect(agentsOf(world).map((agent) => agent.role)).toEqual(["lead"]);
    expect(world.sessions.values[0]?.facts.agents.values.length).toBeLessThan(60);
    const late = worldOf([{ ...story.events[2]!, id: "evt_20261128_late" }, story.events[3]!], world);
    expect(agentsOf(late).map((agent) => agent.role)).toEqual(["lead"]);
  });
});
