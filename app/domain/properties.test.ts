/** Sessions that nobody recorded: any mixture of acts, in any order of delivery. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AgentView as isAgentView, SessionView as isSessionView } from "../../schemas/generated/validators.mjs";
import { restore, serialise } from "./checkpoint.ts";
import { memoOf, type SessionMemo } from "./conversation/memo.ts";
import { projectEvents } from "./conversation/project-events.ts";
import { aSessionRow } from "./conversation/test-support.ts";
import { background, MATE, S, shown, shuffled, Story, SUB, worldOf } from "./test-support.ts";
import { EMPTY_WORLD, reduceAll } from "./world.ts";

const ACTS = [
  "prompt", "queued", "injected", "call", "end", "fail", "interrupt", "ask", "ask again", "question", "batch", "unblock", "stop", "stop with agents", "stop failed", "sub starts", "sub calls", "sub ends call", "sub asks",
  "sub stops", "mate starts", "mate calls", "mate idles", "idle", "hint", "status idle", "status busy", "compact", "compacted", "session end", "resume", "gone",
  "denied", "denied without id", "untracked",
] as const;
type Act = (typeof ACTS)[number];

const acts = fc.array(fc.constantFrom(...ACTS), { minLength: 1, maxLength: 40 });

/** Tells the acts, a tenth of a second apart, with the ids that a client would give them. */
function told(list: readonly Act[], attended: boolean): Story {
  const story = new Story().tell("session_started", { source: "startup", attended });
  const open: Record<"lead" | "sub" | "mate", string[]> = { lead: [], sub: [], mate: [] };
  let turn = 0;
  list.forEach((act, i) => tell(story, act, { at: 1 + (i + 1) / 10, turn_id: `p${turn}` }, open, `t${i}`, () => `p${++turn}`));
  return story;
}

function tell(story: Story, act: Act, at: { at: number; turn_id: string }, open: Record<"lead" | "sub" | "mate", string[]>, id: string, nextTurn: () => string): unknown {
  const sub = { ...at, sub: SUB };
  const mate = { ...at, sub: MATE };
  const begin = (who: "lead" | "sub" | "mate") => {
    open[who].push(id);
    return id;
  };
  switch (act) {
    case "prompt": return story.prompt(nextTurn(), { at: at.at });
    case "injected": return story.prompt(nextTurn(), { at: at.at, injected: true });
    // A prompt is queued only while its turn runs.
    case "queued": return story.prompt(story.events.some((event) => event.event_type === "agent_stopped" && event.turn_id === at.turn_id) ? nextTurn() : at.turn_id, { at: at.at });
    case "call": return story.call(begin("lead"), "Bash", { ...at, digest: "same" });
    case "end": return story.ends(open.lead.shift() ?? `lost-${id}`, "Bash", { ...at, digest: "same" });
    case "fail": return story.tell("tool_failed", { tool_name: "Bash", tool_use_id: open.lead.pop() ?? id, exit_code: 1, error_message: "no" }, at);
    case "interrupt": return story.tell("tool_failed", { tool_name: "Bash", tool_use_id: open.lead.pop() ?? id, exit_code: null, error_message: "stopped", interrupted: true }, at);
    case "ask": return story.asks("same", at);
    case "ask again": return story.asks("same", at);
    case "question": return story.asks("q", { ...at, kind: "question", tool: "AskUserQuestion" });
    case "batch": return story.notice("tool_batch", at, { tool_use_ids: open.lead.splice(0) });
    case "unblock": return story.tell("agent_unblocked", { how: "answered", tool_name: "Bash", input_digest: "same" }, at);
    case "stop": return story.stop(at);
    case "stop with agents": return story.stop({ ...at, background: background("subagent") });
    case "stop failed": return story.tell("agent_stopped", { scope: "turn", failed: "server" }, at);
    case "sub starts": return story.tell("agent_started", { agent_type: "Explore" }, sub);
    case "sub calls": return story.call(begin("sub"), "Read", { ...sub, kind: "reading" });
    case "sub ends call": return story.ends(open.sub.shift() ?? `lost-${id}`, "Read", sub);
    case "sub asks": return story.asks("same", sub);
    case "sub stops": return story.tell("agent_stopped", { scope: "agent" }, sub);
    case "mate starts": return story.tell("agent_started", { agent_name: "researcher" }, mate);
    case "mate calls": return story.call(begin("mate"), "Grep", { ...mate, kind: "searching" });
    case "mate idles": return story.tell("agent_stopped", { scope: "turn", reason: "teammate_idle" }, mate);
    case "idle": return story.notice("idle_prompt", at);
    case "hint": return story.notice("permission_prompt", at);
    case "status idle": return story.notice("client_status", { ...at, source: "synthetic" }, { client_status: "idle" });
    case "status busy": return story.notice("client_status", { ...at, source: "synthetic" }, { client_status: "busy" });
    case "compact": return story.tell("compact", { stage: "start", trigger: "manual" }, at);
    case "compacted": return story.tell("compact", { stage: "end", trigger: "manual" }, at);
    case "session end": return story.tell("session_ended", { reason: "other" }, at);
    case "resume": return story.tell("session_started", { source: "resume" }, at);
    case "denied": return story.call(id, "Edit", { ...at, kind: "editing" }).tell("edit_blocked", { tool_name: "Edit", tool_use_id: id, target: "a.ts" }, { ...at, at: at.at + 0.05, source: "synthetic" });
    case "denied without id":
      return story.tell("tool_started", { tool_name: "Edit", tool_kind: "editing", input_digest: "e" }, at).tell("edit_blocked", { tool_name: "Edit", input_digest: "e" }, { ...at, at: at.at + 0.05, source: "synthetic" });
    case "untracked": return story.call(begin("lead"), "Edit", { ...at, kind: "editing" }).tell("untracked_edit", { tool_name: "Edit", tool_use_id: id }, { ...at, at: at.at + 0.05, source: "synthetic" });
    case "gone": return story.tell("session_ended", { cause: "process_gone" }, { ...at, source: "synthetic" });
  }
}

type Events = Story["events"];
const projected = (events: Events, memos: ReadonlyMap<string, SessionMemo>) => projectEvents(events, { memos, projectOf: (cwd) => cwd, records: () => true }).memos;
const recordOf = (events: Events) => stateOf(projected(events, new Map()).get(S));
/** Of the record nothing is remembered but its row. */
const recordOfRestarts = (events: Events) => events.reduce<SessionMemo | undefined>((memo, event) => projected([event], new Map(memo === undefined ? [] : [[S, memoOf(aSessionRow(memo))]])).get(S), undefined);
const stateOf = ({ state, end_reason }: { state: string; end_reason?: string | null | undefined } = { state: "active" }) => (state === "completed" || state === "stale" ? [state, end_reason] : ["active", null]);
const worldsWord = (events: Events) => {
  const [session] = shown(worldOf(events)).sessions;
  return stateOf(session === undefined ? session : { state: session.state, end_reason: session.state === "stale" ? "process_gone" : session.end_reason });
};

describe("any session", () => {
  it("A21: ends in the same state in any order of delivery", () => {
    fc.assert(
      fc.property(acts, fc.integer({ min: 1 }), (list, seed) => {
        const { events } = told(list, true);
        expect(shown(worldOf(shuffled(events, seed)))).toEqual(shown(worldOf(events)));
      }),
      { numRuns: 1_500, seed: 20_260_220 },
    );
  });

  it("told by both senders that proved themselves and strangers, is what the first alone have told, in any order of delivery", () => {
    fc.assert(
      fc.property(acts, fc.infiniteStream(fc.boolean()), fc.integer({ min: 1 }), (list, trusted, seed) => {
        const events = told(list, true).events.map((event) => ({ ...event, trust: trusted.next().value ? ("verified" as const) : ("unverified" as const) }));
        const proven = events.filter((event) => event.trust === "verified");
        const expected = shown(worldOf(proven.length > 0 ? proven : events));
        expect(shown(worldOf(shuffled(events, seed)))).toEqual(expected);
        expect(shown(reduceAll(EMPTY_WORLD, shuffled(events, seed)).world)).toEqual(expected);
        for (const { trust } of expected.sessions) expect(trust).toBe(proven.length > 0 ? "verified" : "unverified");
      }),
      { numRuns: 700, seed: 20_260_220 },
    );
  });

  it("is the same after a restart at any moment", () => {
    fc.assert(
      fc.property(acts, fc.nat(), (list, n) => {
        const { events } = told(list, true);
        const cut = n % (events.length + 1);
        const restored = restore(serialise(worldOf(events.slice(0, cut)))) ?? EMPTY_WORLD;
        expect(shown(worldOf(events.slice(cut), restored))).toEqual(shown(worldOf(events)));
      }),
      { numRuns: 300, seed: 20_260_220 },
    );
  });

  it("is over in its record when it is over in the world, in any order of delivery", () => {
    fc.assert(
      fc.property(acts, fc.integer({ min: 1 }), (list, seed) => {
        const { events } = told(list, true);
        expect(recordOf(events)).toEqual(worldsWord(events));
        expect(recordOf(shuffled(events, seed))).toEqual(worldsWord(events));
      }),
      { numRuns: 700, seed: 20_260_220 },
    );
  });

  it("is over in its record when it is over in the world, also where the app starts anew after each event", () => {
    fc.assert(
      fc.property(acts, (list) => {
        const { events } = told(list, true);
        expect(stateOf(recordOfRestarts(events))).toEqual(worldsWord(events));
      }),
      { numRuns: 300, seed: 20_260_220 },
    );
  });

  it("shows views that fit their schemas, and a phase only while active", () => {
    fc.assert(
      fc.property(acts, fc.boolean(), (list, attended) => {
        const { agents, sessions } = shown(told(list, attended).world());
        for (const agent of agents) expect(isAgentView(agent)).toBe(true);
        for (const session of sessions) {
          expect(isSessionView(session)).toBe(true);
          if (session.state !== "active") expect(session.phase).toBeNull();
        }
      }),
      { numRuns: 300, seed: 20_260_220 },
    );
  });

  it("never waits while unattended", () => {
    fc.assert(
      fc.property(acts, (list) => {
        const { agents, sessions } = shown(told(list, false).world());
        expect(sessions.flatMap((session) => session.waits)).toEqual([]);
        for (const agent of agents) expect(agent.state.startsWith("asking")).toBe(false);
      }),
      { numRuns: 300, seed: 20_260_220 },
    );
  });
});

describe("checkpoints", () => {
  it.each(["", "{", "null", "{}", '{"format":0,"sessions":[]}', '{"format":1}'])("the text %s is none: the world is then built from the whole log", (text) => {
    expect(restore(text)).toBeNull();
  });
});
