/** Sessions from their first to their last event, every event type, and what a face is told. */
import { describe, expect, it } from "vitest";
import { type EventType, EVENT_TYPES } from "../../schemas/generated/types.ts";
import { AgentView as isAgentView, SessionView as isSessionView } from "../../schemas/generated/validators.mjs";
import { BASE, background, begun, heartbeat, recordedEvents, S, Story, SUB, worldOf } from "./test-support.ts";
import { agentsOf, changesBetween, sessionsOf, snapshotOf } from "./changes.ts";
import { EMPTY_WORLD, reduce, reduceAll } from "./world.ts";

describe("sessions", () => {
  it.each([
    ["a prompt", (story: Story) => story.prompt(), "thinking"],
    ["a call", (story: Story) => story.call("t1"), "running"],
    ["a call's end", (story: Story) => story.ends("t1"), "thinking"],
    ["a stop", (story: Story) => story.stop(), "resting"],
    ["a request", (story: Story) => story.asks("d1"), "asking_permission"],
    ["a notice", (story: Story) => story.notice("auth_success"), "resting"],
    ["a compaction", (story: Story) => story.tell("compact", { stage: "start", trigger: "auto" }), "compacting"],
  ] as const)("any event may be the first: %s", (_what, first, state) => {
    expect(first(new Story()).lead()).toMatchObject({ state, moment: { kind: expect.stringMatching(/entering|done/) } });
  });

  it("an end without a start makes no mascot and no session", () => {
    const world = new Story().end("prompt_input_exit").world();
    expect(agentsOf(world)).toEqual([]);
    expect(sessionsOf(world)).toEqual([]);
  });

  it("a start that is told again changes nothing of a running turn", () => {
    const story = begun().call("t1");
    expect(story.tell("session_started", { source: "startup" }, { at: 1 }).lead()?.state).toBe("running");
  });

  it("a resumed session enters again, without its old sub-agents and questions", () => {
    const story = begun().tell("agent_started", {}, { sub: SUB }).asks("d1").start("resume");
    expect(story.lead()).toMatchObject({ state: "resting", phase: "interactable", moment: { kind: "entering" } });
    expect(story.member(SUB)).toBeUndefined();
    expect(story.sessionView()?.waits).toEqual([]);
  });

  it("an ended session that is resumed comes back", () => {
    expect(begun().end().start("resume").lead()?.state).toBe("resting");
    expect(begun().end().prompt("p2").lead()?.state).toBe("thinking");
  });

  it("late events of an ended session bring nobody back", () => {
    const story = begun().end();
    story.stop({ at: 2.5 }).notice("idle_prompt", { at: 2.6 }).tell("agent_stopped", { scope: "agent" }, { sub: SUB, at: 90 }).ends("t1", "Bash", { at: 91 });
    expect(agentsOf(story.world())).toEqual([]);
    expect(story.sessionView()?.state).toBe("completed");
  });

  it("A15: a client that is gone without an end fades", () => {
    const story = begun().call("t1").tell("session_ended", { cause: "process_gone" }, { source: "synthetic" });
    expect(story.lead()).toBeUndefined();
    expect(story.sessionView()).toMatchObject({ state: "stale", phase: null, cause: "process_gone" });
    const gone = changesBetween(worldOf(story.events.slice(0, -1)), story.world());
    expect(gone).toContainEqual({ kind: "mascot://agent-departed", agent_id: S, how: "faded" });
  });

  it("A13: any later hook proves that the client was not gone", () => {
    const story = begun().call("t1").tell("session_ended", { cause: "process_gone" }, { source: "synthetic" }).ends("t1");
    expect(story.lead()?.state).toBe("thinking");
    expect(story.sessionView()).toMatchObject({ state: "active", phase: "busy" });
  });

  it("a session that ended stays completed when its process goes afterwards", () => {
    expect(begun().end().tell("session_ended", { cause: "process_gone" }, { source: "synthetic" }).sessionView()?.state).toBe("completed");
  });

  it("A17: the same event twice shows one mascot, one gesture", () => {
    const story = new Story().start().prompt().stop();
    const twice = worldOf(story.events.flatMap((event) => [event, event]));
    expect(agentsOf(twice)).toEqual(agentsOf(story.world()));
  });

  it("falls asleep after quiet minutes and wakes at any hook", () => {
    const quiet = new Story().also([...begun().stop().events, heartbeat(11 * 60)]);
    expect(quiet.lead()).toMatchObject({ state: "asleep", phase: null, session_state: "idle" });
    quiet.prompt("p2", { at: 700 });
    expect(quiet.lead()).toMatchObject({ state: "thinking", session_state: "active" });
  });

  it.each([
    ["work", begun().call("t1")],
    ["thinking", begun()],
    ["a question", begun().stop().asks("d1", { kind: "question" })],
    ["a sub-agent's question", begun().tell("agent_started", {}, { sub: SUB }).asks("d1", { sub: SUB }).stop({ background: background("subagent") })],
    ["background agents", begun().stop({ background: background("subagent") })],
  ])("never sleeps over %s, however long it takes", (_what, story) => {
    const view = new Story().also([...story.events, heartbeat(6 * 3_600)]).sessionView();
    expect(view).toMatchObject({ state: "active" });
    expect(view?.phase).not.toBeNull();
  });

  it("age alone makes nothing stale while the process is known", () => {
    expect(new Story().also([...begun().stop().events, heartbeat(30 * 86_400)]).sessionView()?.state).toBe("idle");
  });

  it("D5: ended sessions are forgotten, and their late events do not bring them back", () => {
    const story = begun().stop().end();
    const later = worldOf([heartbeat(20 * 60)], story.world());
    expect(sessionsOf(later)).toEqual([]);
    expect(agentsOf(worldOf([story.events[1]!], later))).toEqual([]);
    expect(changesBetween(story.world(), later)).toEqual([{ kind: "session-gone", session_id: S }]);
    expect(agentsOf(worldOf(new Story().start("resume").events.map((event) => ({ ...event, id: "evt_20261128_again", ts: new Date(BASE + 1_300_000).toISOString() })), later))).toHaveLength(1);
  });

  it("names come from people and projects, never from an id", () => {
    expect(begun().lead()?.display_name).toBe("project");
    expect(new Story().tell("session_started", { source: "startup", agent_type: "helper" }).lead()?.display_name).toBe("helper");
    expect(begun().tell("agent_started", { agent_type: SUB }, { sub: SUB }).member(SUB)?.display_name).toBe("project");
    expect(new Story().tell("session_started", {}, { workspace_id: S }).lead()?.display_name).toBe("Claude");
  });

  it("acts of an agent without a session are shown, other events without one are not", () => {
    expect(agentsOf(new Story(null).call("t1").world())).toMatchObject([{ agent_id: "terminal:t1", session_id: null, state: "running" }]);
    expect(agentsOf(new Story(null).notice("auth_success").world())).toEqual([]);
  });
});

describe("every event type", () => {
  const bare = (event_type: EventType) => ({ ...new Story().tell("heartbeat", {}).events[0]!, event_type, task_id: "1", payload: { tool_name: "Bash", exit_code: null, error_message: "" } });

  it.each(EVENT_TYPES)("%s is understood, alone and within a turn, with a bare payload", (type) => {
    for (const before of [EMPTY_WORLD, begun().call("t1").world()]) {
      const { world } = reduce(before, { ...bare(type), id: `evt_20261128_${type}` });
      for (const agent of agentsOf(world)) expect(isAgentView(agent)).toBe(true);
      for (const session of sessionsOf(world)) expect(isSessionView(session)).toBe(true);
    }
  });

  it.each(["schema_error", "heartbeat", "port_created", "port_started", "port_ended", "dependency_resolved", "quality_warning"] as const)("%s makes no mascot", (type) => {
    expect(agentsOf(worldOf([bare(type)]))).toEqual([]);
  });

  it("what the app makes up by itself makes no mascot", () => {
    expect(agentsOf(new Story().notice("client_status", { source: "synthetic" }, { client_status: "busy" }).world())).toEqual([]);
  });
});

describe("changes", () => {
  it("tells an appearing, a change and a leaving, with the session before its agents", () => {
    const story = begun();
    const one = story.world();
    expect(changesBetween(EMPTY_WORLD, one).map((change) => change.kind)).toEqual(["session-update", "mascot://agent-appeared"]);
    const two = story.call("t1").world();
    expect(changesBetween(one, two).map((change) => change.kind)).toEqual(["session-update", "mascot://agent-update"]);
    expect(changesBetween(two, two)).toEqual([]);
    expect(changesBetween(two, story.end().world()).map((change) => change.kind)).toEqual(["session-update", "mascot://agent-departed"]);
  });

  it("an agent that an event is not about is the same object before and after", () => {
    const events = recordedEvents("cap-basic");
    let world = EMPTY_WORLD;
    let kept = 0;
    for (const event of events) {
      const before = new Map(agentsOf(world).map((agent) => [agent.agent_id, agent]));
      const { world: next, touchedAgents } = reduce(world, event);
      for (const agent of agentsOf(next)) {
        if (touchedAgents.includes(agent.agent_id)) expect(before.get(agent.agent_id)).not.toBe(agent);
        else {
          expect(before.get(agent.agent_id)).toBe(agent);
          kept++;
        }
      }
      world = next;
    }
    expect(kept).toBeGreaterThan(3);
  });

  it.each([1, 2, 3, 7, 50])("%i events at once make the world that they make one by one, and name the same agents", (size) => {
    for (const name of ["cap-basic", "i-basic", "cap-resume", "i-bgagent"]) {
      const events = [...recordedEvents(name), heartbeat(90_000_000)];
      let world = EMPTY_WORLD;
      const touched = new Set<string>();
      const touchedOneByOne = new Set<string>();
      let single = EMPTY_WORLD;
      for (let from = 0; from < events.length; from += size) {
        const some = events.slice(from, from + size);
        const reduced = reduceAll(world, some);
        for (const event of some) {
          const one = reduce(single, event);
          single = one.world;
          for (const id of one.touchedAgents) touchedOneByOne.add(id);
        }
        for (const id of reduced.touchedAgents) touched.add(id);
        world = reduced.world;
        expect(snapshotOf(world, 1)).toEqual(snapshotOf(single, 1));
      }
      expect([...touched].every((id) => touchedOneByOne.has(id))).toBe(true);
      // A session that began and ended in one go was never anybody to see.
      if (size < 50) expect(touched.size).toBeGreaterThan(0);
    }
  });

  it("applied to what a face knew, the changes give what the world is", () => {
    for (const name of ["cap-basic", "i-basic", "cap-resume", "i-bgagent"]) {
      const face = new Map<string, unknown>();
      let world = EMPTY_WORLD;
      for (const event of recordedEvents(name)) {
        const next = reduce(world, event).world;
        for (const change of changesBetween(world, next)) {
          if (change.kind === "mascot://agent-appeared" || change.kind === "mascot://agent-update") {
            expect(face.has(change.agent.agent_id)).toBe(change.kind === "mascot://agent-update");
            face.set(change.agent.agent_id, change.agent);
          } else if (change.kind === "mascot://agent-departed") expect(face.delete(change.agent_id)).toBe(true);
        }
        world = next;
        expect([...face.values()]).toEqual(expect.arrayContaining(agentsOf(world)));
        expect(face.size).toBe(agentsOf(world).length);
      }
    }
  });

  it("the world before is untouched by what follows", () => {
    const story = begun().call("t1");
    const world = story.world();
    const before = JSON.stringify(snapshotOf(world, 0));
    worldOf(begun().call("t1").ends("t1").asks("d").stop().end().events, world);
    expect(JSON.stringify(snapshotOf(world, 0))).toBe(before);
  });
});
