import { describe, expect, it } from "vitest";
import type { AgentView, PortSummary, SessionView } from "../../../schemas/generated/types.ts";
import { columnsOf, ENDED_SHOWN, idFor, movesOf, moveTo, neighbour, workersOf } from "./board.ts";

const port = (id: string, changes: Partial<PortSummary> = {}): PortSummary => ({
  id, title: id, state: "ready", project: "/work/garden", session_id: null, priority: "normal", depends_on: [], waits_for: [], files: 0, spent_ms: 0, running_since: null, created_at: 0, started_at: null,
  ended_at: null, ...changes,
});
const ids = (ports: readonly PortSummary[]) => ports.map(({ id }) => id);

describe("the board", () => {
  it("has what may begin before what waits, what runs, and the newest of what ended", () => {
    const ended = Array.from({ length: ENDED_SHOWN + 5 }, (_, n) => port(`e${n}`, { state: n % 2 === 0 ? "done" : "dropped" }));
    const columns = columnsOf([port("r", { state: "running" }), port("w", { waits_for: ["a"] }), port("a"), ...ended]);
    expect([ids(columns.ready), ids(columns.running)]).toEqual([["a", "w"], ["r"]]);
    expect(columns.ended).toHaveLength(ENDED_SHOWN);
  });

  it.each([
    ["ready", "running", "start"], ["ready", "ended", "done"], ["running", "ended", "done"], ["running", "ready", "paused"], ["done", "running", "start"], ["dropped", "running", "start"], ["done", "ready", null],
    ["ready", "ready", null], ["done", "ended", null],
  ] as const)("a card that is %s, carried to %s: %s", (state, column, move) => expect(moveTo({ state }, column)).toBe(move));

  it("offers for each state what can be done, the likeliest first", () => {
    expect([movesOf({ state: "ready" }), movesOf({ state: "running" }), movesOf({ state: "done" })]).toEqual([["start", "done", "dropped"], ["done", "paused", "dropped"], ["start"]]);
    expect([neighbour("ready", -1), neighbour("ready", 1), neighbour("ended", 1)]).toEqual([null, "running", null]);
  });
});

describe("who works on it", () => {
  const lead = (session_id: string, changes: Partial<AgentView> = {}) => ({ agent_id: session_id, role: "lead", session_id, session_state: "active", ...changes }) as AgentView;
  const sessions = new Map([["A", "/work/garden/src"], ["B", "/work/garden-shed"], ["C", "/work/garden"]].map(([id, project_dir]) => [id as string, { project_dir } as SessionView]));
  const agents = [lead("A"), lead("B"), lead("C"), lead("A", { role: "subagent" }), lead("D")];
  it("those of its session, or of its project, while it runs", () => {
    const named = (one: PortSummary) => workersOf(one, agents, sessions).map(({ session_id }) => session_id);
    expect(named(port("p", { state: "running" }))).toEqual(["A", "C"]);
    expect(named(port("p", { state: "running", session_id: "B" }))).toEqual(["B"]);
    expect(named(port("p"))).toEqual([]);
    expect(workersOf(port("p", { state: "running" }), [lead("A", { session_state: "completed" })], sessions)).toEqual([]);
  });
});

it.each([
  ["Fix the login", [], "fix-the-login"], ["Fix the login", ["fix-the-login"], "fix-the-login-2"], ["로그인 고치기", [], "work-1"], ["로그인 고치기", ["work-1"], "work-2"], ["로그인 API 고치기", [], "api"],
  ["Café crème!", [], "cafe-creme"], ["", [], "work-1"], ["a very long title that goes on and on for ever", [], "a-very-long-title-that-goes-on-and-on"],
] as const)("the id for %j is %3$s", (title, taken, id) => expect(idFor(title, new Set(taken))).toBe(id));
