/** What a sender who proved nothing (a plain curl of the same user) may and may not do to the world. */
import { describe, expect, it } from "vitest";
import type { Change, MascotEvent } from "../../schemas/generated/types.ts";
import { restore, serialise } from "./checkpoint.ts";
import { begun, heartbeat, S, shown, Story, SUB, worldOf } from "./test-support.ts";
import { STRANGERS_AT_MOST, STRANGERS_KEPT, STRANGERS_MEMBERS } from "./trust.ts";
import { agentsOf, changesBetween, sessionsOf } from "./changes.ts";
import { EMPTY_WORLD, reduceAll, type World } from "./world.ts";

/** The story as a stranger tells it, with ids of its own. */
const byStranger = (story: Story, name = "x"): MascotEvent[] => story.events.map((event) => ({ ...event, id: event.id.replace("_20261128_", `_20261128_u:${name}-`), trust: "unverified" }));

/** A window: what it knows after all changes, from its first picture on. */
function faceAfter(worlds: World[]): Map<string, unknown> {
  const face = new Map<string, unknown>();
  worlds.slice(1).forEach((world, i) => {
    for (const change of changesBetween(worlds[i] as World, world)) {
      if (change.kind === "mascot://agent-departed") face.delete(change.agent_id);
      else if (change.kind === "mascot://agent-appeared" || change.kind === "mascot://agent-update") face.set(change.agent.agent_id, change.agent);
    }
  });
  return face;
}

describe("a stranger and a session that is known", () => {
  const asking = () => begun().call("t1").asks("digest-of-t1").tell("agent_started", { agent_type: "Explore" }, { sub: SUB });
  it.each([
    ["clears no wait by a call's end", () => new Story().ends("t1", "Bash", { at: 20 })],
    ["clears no wait by an answer", () => new Story().tell("agent_unblocked", { how: "answered" }, { at: 20 })],
    ["clears no wait by a stop", () => new Story().stop({ at: 20 })],
    ["clears no wait by a prompt", () => new Story().prompt("p9", { at: 20 })],
    ["does not end it", () => new Story().tell("session_ended", { reason: "other" }, { at: 20 })],
    ["does not take it for gone", () => new Story().tell("session_ended", { cause: "process_gone" }, { at: 20 })],
    ["does not start it anew", () => new Story().tell("session_started", { source: "clear", title: "mine", client_pid: 1 }, { at: 20 })],
    ["does not send its sub-agent away", () => new Story().tell("agent_stopped", { scope: "agent" }, { sub: SUB, at: 20 })],
    ["brings no sub-agents in", () => new Story().tell("agent_started", { agent_type: "Spy" }, { sub: "affffffffffffffff", at: 20 })],
    ["renames nobody and moves no project", () => new Story().tell("user_prompt", { text: "", injected: false, agent_name: "mine", team_name: "mine", project_dir: "/x" }, { at: 20, workspace_id: "mine" })],
    ["turns no clock", () => new Story().tell("tool_succeeded", { tool_name: "Bash", tool_use_id: "t1", lag_ms: 1, direct: true }, { at: 90_000 })],
  ])("%s", (_what, told) => {
    const story = asking();
    const before = story.world();
    expect(worldOf(byStranger(told()), before)).toBe(before);
    expect(shown(worldOf([...byStranger(told()), ...story.events]))).toEqual(shown(before));
    expect(story.sessionView()).toMatchObject({ trust: "verified", phase: "waiting_permission" });
  });

  it("what it told before the first proven event is forgotten with it, and the mascot stays in its place", () => {
    const stranger = byStranger(begun().call("t1", "Read", { kind: "reading" }).tell("agent_started", {}, { sub: SUB }).asks("d1"));
    const before = worldOf(stranger);
    const proven = new Story().prompt("p1", { at: 3 });
    const after = worldOf(proven.events, before);
    expect(shown(after)).toEqual(shown(proven.world()));
    const agents = changesBetween(before, after).filter((change) => change.kind.startsWith("mascot://"));
    expect(agents).toMatchObject([{ kind: "mascot://agent-update", agent: { agent_id: S, state: "thinking" } }, { kind: "mascot://agent-departed", agent_id: `${S}:${SUB}` }]);
    expect(sessionsOf(before)[0]?.trust).toBe("unverified");
    expect(sessionsOf(after)[0]?.trust).toBe("verified");
  });

  it("a burst of both in one go ends as one by one", () => {
    const proven = begun().call("t1").asks("digest-of-t1");
    const all = [...byStranger(begun().call("t9").end(), "a"), ...proven.events, ...byStranger(new Story().end(), "b")];
    expect(shown(reduceAll(EMPTY_WORLD, all).world)).toEqual(shown(proven.world()));
  });

  it("after its end is forgotten, opens a session of strangers only, which the real one replaces", () => {
    const ended = worldOf([heartbeat(20 * 60)], begun().end().world());
    const opened = worldOf(byStranger(new Story().prompt("p9", { at: 1_300 })), ended);
    expect(sessionsOf(opened)).toMatchObject([{ session_id: S, trust: "unverified" }]);
    const late = worldOf(new Story().prompt("p1", { at: 2 }).events, opened);
    expect(sessionsOf(late)).toMatchObject([{ trust: "unverified" }]);
    expect(shown(worldOf(new Story().prompt("p2", { at: 1_310 }).events, opened))).toEqual(shown(worldOf(new Story().prompt("p2", { at: 1_310 }).events, ended)));
  });

  it("keeps out no late event of the real session by an end of its own", () => {
    const forgotten = worldOf([heartbeat(20 * 60)], worldOf(byStranger(begun().end())));
    expect(agentsOf(worldOf(begun().events, forgotten))).toHaveLength(1);
  });

  it("that took an agent's id of it is not shown under that id, and takes nobody along when it goes", () => {
    const known = begun().tell("agent_started", { agent_type: "Explore" }, { sub: SUB });
    const stranger = new Story(`${S}:${SUB}`).start().call("t1", "Bash", { at: 50 }).end();
    const worlds = [EMPTY_WORLD];
    const events = [...byStranger(stranger).slice(0, 1), ...known.events, ...byStranger(stranger).slice(1)];
    for (const event of events) worlds.push(worldOf([event], worlds.at(-1)));
    expect(agentsOf(worlds.at(-2) as World)).toHaveLength(2);
    expect(faceAfter(worlds)).toEqual(new Map(agentsOf(known.world()).map((agent) => [agent.agent_id, agent])));
  });
});

describe("two sessions that claim the same team/name", () => {
  const worker = (session: string, at: number) =>
    new Story(session).tell("agent_started", { role: "teammate", team_name: "my-project", agent_name: "worker" }, { at, agent_id: "my-project/worker" });

  it("show one mascot, which stays when one of them ends", () => {
    const one = worker("one", 1);
    const two = worker("two", 2);
    const end = new Story("two").tell("session_ended", { reason: "other" }, { at: 3 });
    const worlds = [EMPTY_WORLD];
    const kinds: Change["kind"][][] = [];
    for (const event of [...one.events, ...two.events, ...end.events]) {
      worlds.push(worldOf([event], worlds.at(-1)));
      kinds.push(changesBetween(worlds.at(-2) as World, worlds.at(-1) as World).map((change) => change.kind));
    }
    expect(kinds).toEqual([["session-update", "mascot://agent-appeared"], ["session-update", "mascot://agent-update"], ["session-update", "mascot://agent-update"]]);
    expect([...faceAfter(worlds).values()]).toEqual(agentsOf(one.world()));
  });
});

describe("strangers without end", () => {
  const crowd = (count: number, from = 0): MascotEvent[] => Array.from({ length: count }, (_, i) => byStranger(new Story(`crowd-${from + i}`).tell("session_started", {}, { at: 10 + i }))[0] as MascotEvent);

  it("bring in no more than a hundred sessions, and the next heartbeat leaves those last heard of", () => {
    const world = worldOf(crowd(400), begun().world());
    expect(sessionsOf(world)).toHaveLength(STRANGERS_AT_MOST + 1);
    const later = worldOf([heartbeat(500)], world);
    const kept = Array.from({ length: STRANGERS_KEPT }, (_, i) => `crowd-${STRANGERS_AT_MOST - STRANGERS_KEPT + i}`);
    expect(sessionsOf(later).map(({ session_id }) => session_id)).toEqual([S, ...kept]);
    expect(agentsOf(later)).toHaveLength(STRANGERS_KEPT + 1);
    expect(sessionsOf(worldOf(crowd(400, 400), later))).toHaveLength(STRANGERS_AT_MOST + 1);
  });

  it("are counted alike one by one, in one go, and after a restart", () => {
    const events = crowd(300);
    const expected = shown(worldOf(events));
    expect(shown(reduceAll(EMPTY_WORLD, events).world)).toEqual(expected);
    const half = restore(serialise(worldOf(events.slice(0, 80)))) as World;
    expect(shown(reduceAll(half, events.slice(80)).world)).toEqual(expected);
  });

  it("keep no session out that proves itself", () => {
    expect(worldOf(begun().events, worldOf(crowd(400))).sessions.index.has(S)).toBe(true);
  });

  it("push no ended session out of sight", () => {
    const ended = begun().end();
    const others = crowd(400).flatMap((event) => [event, { ...event, id: `${event.id}-end`, event_type: "session_ended" as const, ts: new Date(Date.parse(event.ts) + 1).toISOString() }]);
    const later = worldOf([...others, heartbeat(100)], ended.world());
    expect(sessionsOf(later).map(({ session_id, state }) => [session_id, state])).toContainEqual([S, "completed"]);
  });

  it("bring in no more than sixteen agents a session; who has left makes room", () => {
    const story = begun();
    for (let i = 0; i < 400; i++) story.tell("agent_started", {}, { sub: `a${i.toString(16).padStart(16, "0")}`, at: 10 + i });
    const world = worldOf(byStranger(story));
    expect(agentsOf(world)).toHaveLength(STRANGERS_MEMBERS);
    for (let i = 0; i < 10; i++) story.tell("agent_stopped", { scope: "agent" }, { sub: `a${i.toString(16).padStart(16, "0")}`, at: 500 + i });
    story.tell("agent_started", {}, { sub: "afffffffffffffff0", at: 600 }).tell("agent_started", {}, { sub: "afffffffffffffff1", at: 601 });
    expect(agentsOf(worldOf(byStranger(story))).map(({ agent_id }) => agent_id)).toContain(`${S}:afffffffffffffff1`);
  });
});
